/**
 * Writes `sdk/src/schema.ts` from the nodes: what keys and applications can read and write, as types for programs
 * without a generator of their own.
 */
import { writeFileSync } from 'node:fs'
import {
  buildClientSchema,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  introspectionFromSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql'
import { grantableSchema } from '../cli/src/documents/grantable-schema.ts'
import { buildSchema } from '../server/src/graphql/schema.ts'
import { scopesText } from '../server/src/graphql/scope-catalogue.ts'

const FILE = new URL('../sdk/src/schema.ts', import.meta.url)
const MAX_LINE_CHARACTERS = 120

const HEADER = `/**
 * Generated from the service's schema: \`npm run generate\`. What keys and applications can use; a result has of it what
 * the document selects.
 */`

const NUMBERS = ['Int', 'Float']

const scalarType = (name: string): string =>
  NUMBERS.includes(name) ? 'number' : name === 'Boolean' ? 'boolean' : 'string'

const withoutNull = (type: GraphQLType): string => {
  if (isNonNullType(type)) return withoutNull(type.ofType)
  if (!isListType(type)) return isScalarType(type) ? scalarType(type.name) : type.name
  const item = typeText(type.ofType)
  return `readonly ${item.includes(' ') ? `(${item})` : item}[]`
}

const typeText = (type: GraphQLType): string =>
  isNonNullType(type) ? withoutNull(type) : `${withoutNull(type)} | null`

const outputField = ({ name, type }: GraphQLField<unknown, unknown>): string => `  readonly ${name}: ${typeText(type)}`

/** What has a default or may be null can be left out. */
const inputField = ({ name, type, defaultValue }: GraphQLInputField): string => {
  const isNeeded = isNonNullType(type) && defaultValue === undefined
  return isNeeded ? `  readonly ${name}: ${typeText(type)}` : `  readonly ${name}?: ${typeText(type)} | undefined`
}

const enumText = (name: string, values: readonly string[]): string => {
  const line = `export type ${name} = ${values.map((value) => `'${value}'`).join(' | ')}`
  if (line.length <= MAX_LINE_CHARACTERS) return line
  return [`export type ${name} =`, ...values.map((value) => `  | '${value}'`)].join('\n')
}

const declaration = (type: GraphQLNamedType): string[] => {
  if (type.name.startsWith('__')) return []
  if (isEnumType(type))
    return [
      enumText(
        type.name,
        type.getValues().map(({ name }) => name),
      ),
    ]
  const fields =
    isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields()).map(outputField)
      : isInputObjectType(type)
        ? Object.values(type.getFields()).map(inputField)
        : null
  return fields === null ? [] : [`export interface ${type.name} {\n${fields.join('\n')}\n}`]
}

export const renderSdkTypes = (schema: GraphQLSchema = buildSchema()): string => {
  const usable = buildClientSchema(grantableSchema(introspectionFromSchema(schema), scopesText(schema)))
  const types = Object.values(usable.getTypeMap()).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const data =
    '/** The fields of every operation, before a document selects some. */\nexport type Data = Query & Mutation'
  return `${[HEADER, ...types.flatMap(declaration), data].join('\n\n')}\n`
}

if (import.meta.main) writeFileSync(FILE, renderSdkTypes())
