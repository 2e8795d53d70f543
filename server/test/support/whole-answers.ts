/** Asks every root query of the graph for everything that it can tell, so that two stores can be compared by their answers. */
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql'
import { sampleOf } from './schema-walk.ts'

const DEEPEST = 3
/** A page of this many, so that an answer costs less than a bucket holds. */
const PAGE = 5

type Field = GraphQLField<unknown, unknown>

const needsArguments = ({ args }: Field): boolean => args.some(({ type }) => isNonNullType(type))

/** Every field that can be asked without an argument, down to a depth; a list in a list is not gone into. */
const selectionOf = (type: GraphQLOutputType, without: ReadonlySet<string>, depth = 0): string => {
  const named = getNamedType(type)
  if (isLeafType(named)) return ''
  if (isUnionType(named) || isInterfaceType(named) || !isObjectType(named)) return '{ __typename }'
  const fields = Object.values(named.getFields())
    .filter(
      (field) => !needsArguments(field) && !without.has(`${named.name}.${field.name}`) && !without.has(field.name),
    )
    .filter((field) => isLeafType(getNamedType(field.type)) || depth < DEEPEST)
    .map((field) => `${field.name} ${selectionOf(field.type, without, depth + 1)}`)
  return fields.length === 0 ? '{ __typename }' : `{ ${fields.join(' ')} }`
}

/** What stands in the place of an argument that a query cannot do without. */
export type Ids = Readonly<Record<string, string>>

const argumentsFor = ({ args }: Field, ids: Ids): string => {
  const given = args.flatMap(({ name, type }) => {
    if (name === 'page') return [`page: { first: ${PAGE} }`]
    if (name === 'first') return [`first: ${PAGE}`]
    if (!isNonNullType(type)) return []
    return [`${name}: ${sampleOf(type, JSON.stringify(ids[name] ?? 'none'), name)}`]
  })
  return given.length === 0 ? '' : `(${given.join(', ')})`
}

/** One query for each root field, named after it. `without` has names of fields, or of fields of one type. */
export const wholeQueries = (
  schema: GraphQLSchema,
  ids: Ids,
  without: ReadonlySet<string>,
): ReadonlyMap<string, string> => {
  const root = schema.getQueryType() as GraphQLObjectType
  const asked = Object.values(root.getFields()).filter(({ name }) => !without.has(name))
  return new Map(
    asked.map((field) => [
      field.name,
      `{ ${field.name}${argumentsFor(field, ids)} ${selectionOf(field.type, without)} }`,
    ]),
  )
}
