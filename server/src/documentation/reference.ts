/**
 * The reference as data: every query, mutation and type of the operator's graph with what it needs, costs and takes, read
 * from the schema that answers requests.
 */

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isSpecifiedScalarType,
} from 'graphql'
import { PASSWORD_COST } from '../domain/limits.ts'
import { APPLICATION_KINDS, type ApplicationKind, isGrantable, type Scope, scopeCeiling } from '../domain/scopes.ts'
import { scopesByValue, scopesOfInput, scopesOfType, scopesToReach } from '../graphql/access-declaration.ts'
import { fixedRows, MUTATION_COST, OBJECT_COST, passwordPlaces } from '../graphql/operation/cost-plan.ts'
import { fixedCostOf, searchOf } from '../graphql/operation/list-size.ts'
import { each, type Steps } from '../services/steps.ts'
import { type AnsweredErrors, errorsOfMutation, errorsOfQuery } from './answered-errors.ts'
import { exampleOf } from './reference-example.ts'

/** Something with a name, a type and a description: a field, an argument, a value. */
export interface Member {
  readonly name: string
  /** As the schema writes it, `[Flight!]!`; absent for values of an enumeration. */
  readonly type?: string
  /** The type without its wrappers, where it has a page. */
  readonly typeName?: string
  readonly description: string
  readonly scopes: readonly Scope[]
  readonly scopesByValue?: Readonly<Record<string, readonly Scope[]>>
  readonly isRequired: boolean
  /** As how many rows a list without pages counts. */
  readonly rows?: number
  readonly defaultValue?: string
  readonly deprecation: string | null
}

export type Group = 'queries' | 'mutations' | 'types' | 'inputs' | 'enums' | 'scalars'

export interface Entry {
  readonly group: Group
  readonly name: string
  readonly description: string
  readonly scopes: readonly Scope[]
  /** False for what only a signed-in user of the console has. */
  readonly isForIntegrations: boolean
  /** Kinds of applications whose ceiling allows it; empty where no scope is needed or none may. */
  readonly kinds: readonly ApplicationKind[]
  readonly returns: Pick<Member, 'type' | 'typeName'> | null
  readonly members: readonly Member[]
  readonly cost: string | null
  /** Null for types, which are not called. */
  readonly errors: AnsweredErrors | null
  readonly deprecation: string | null
  /** Queries and mutations that use this type; empty for those themselves. */
  readonly usedBy: readonly string[]
  /** A query that runs; null where one cannot be written without knowing the data. */
  readonly example: string | null
}

const ACCESS_SENTENCE = /\s*(No scope\.|Requires scopes?(?: by value)?: [^.]*\.)\s*$/

/** The description without the sentence on scopes, which pages show beside it. */
const wordsOf = (description: string | null | undefined): string => {
  let text = description ?? ''
  while (ACCESS_SENTENCE.test(text)) text = text.replace(ACCESS_SENTENCE, '')
  return text.trim()
}

const hasPage = (type: GraphQLNamedType): boolean => !isSpecifiedScalarType(type)

const typed = (type: GraphQLField<unknown, unknown>['type'] | GraphQLArgument['type']) => {
  const named = getNamedType(type)
  return { type: String(type), ...(hasPage(named) ? { typeName: named.name } : {}) }
}

const byName = <T extends { readonly name: string }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => (a.name < b.name ? -1 : 1))

const inputMember = (input: GraphQLArgument | GraphQLInputField, isRequired: boolean): Member => {
  const byValue = scopesByValue(input)
  return {
    name: input.name,
    ...typed(input.type),
    description: wordsOf(input.description),
    scopes: scopesOfInput(input),
    ...(byValue ? { scopesByValue: byValue } : {}),
    isRequired,
    ...(input.defaultValue === undefined ? {} : { defaultValue: JSON.stringify(input.defaultValue) }),
    deprecation: input.deprecationReason ?? null,
  }
}

const kindsFor = (scopes: readonly Scope[]): ApplicationKind[] =>
  scopes.length === 0
    ? []
    : APPLICATION_KINDS.filter((kind) => scopes.every((scope) => scopeCeiling(kind, false).includes(scope)))

const isMutation = (group: Group): boolean => group === 'mutations'

const costOf = (group: Group, field: GraphQLField<unknown, unknown>): string => {
  if (isMutation(group)) {
    const passwords = passwordPlaces(field).map((path) => path.join('.'))
    const checking = passwords.length > 0 ? `; ${PASSWORD_COST} more with ${passwords.join(', and with ')}` : ''
    return `${MUTATION_COST + fixedCostOf(field)}, and ${OBJECT_COST} for each object of the answer${checking}`
  }
  const rows = fixedRows(field)
  const search = searchOf(field)
  const more = search ? `; ${search.cost} more with ${search.args.join(' or ')}` : ''
  if (rows !== undefined)
    return `counted as ${rows} rows before it runs, and what is answered beyond them afterwards${more}`
  const isPage = field.args.some(({ name }) => name === 'page' || name === 'first')
  const own = fixedCostOf(field) > 0 ? `${fixedCostOf(field)}, and ` : ''
  return isPage
    ? `${own}${OBJECT_COST} for each object that the page may hold${more}`
    : `${own}${OBJECT_COST} for each object of the answer${more}`
}

const rootEntry = (
  schema: GraphQLSchema,
  group: 'queries' | 'mutations',
  field: GraphQLField<unknown, unknown>,
): Entry => {
  const root = group === 'queries' ? schema.getQueryType() : schema.getMutationType()
  const scopes = root ? scopesToReach(root, field) : []
  return {
    group,
    name: field.name,
    description: wordsOf(field.description),
    scopes,
    isForIntegrations: scopes.every(isGrantable),
    kinds: kindsFor(scopes),
    returns: typed(field.type),
    members: field.args.map((arg) => inputMember(arg, isRequiredArgument(arg))),
    cost: costOf(group, field),
    errors: (group === 'queries' ? errorsOfQuery : errorsOfMutation)(field, scopes),
    deprecation: field.deprecationReason ?? null,
    usedBy: [],
    example: exampleOf(field, group === 'queries' ? 'query' : 'mutation'),
  }
}

const TYPE_FACTS = {
  isForIntegrations: true,
  kinds: [],
  returns: null,
  cost: null,
  errors: null,
  deprecation: null,
  example: null,
} as const

const rowsOf = (field: GraphQLField<unknown, unknown>): Pick<Member, 'rows'> => {
  const rows = fixedRows(field)
  return rows === undefined ? {} : { rows }
}

const typeEntry = (type: GraphQLNamedType, usedBy: readonly string[]): Entry | null => {
  const about = { ...TYPE_FACTS, name: type.name, description: wordsOf(type.description), usedBy }
  if (isObjectType(type)) {
    const own = scopesOfType(type)
    const members = Object.values(type.getFields()).map((field) => ({
      name: field.name,
      ...typed(field.type),
      ...rowsOf(field),
      description: wordsOf(field.description),
      scopes: scopesToReach(type, field).filter((scope) => !own.includes(scope)),
      isRequired: false,
      deprecation: field.deprecationReason ?? null,
    }))
    return {
      ...about,
      group: 'types',
      scopes: own,
      isForIntegrations: own.every(isGrantable),
      members: byName(members),
    }
  }
  if (isInputObjectType(type)) {
    const members = Object.values(type.getFields()).map((field) => inputMember(field, isRequiredInputField(field)))
    return { ...about, group: 'inputs', scopes: [], members: byName(members) }
  }
  if (isEnumType(type)) {
    const members = type.getValues().map(({ name, description, deprecationReason }) => ({
      name,
      description: wordsOf(description),
      scopes: [],
      isRequired: false,
      deprecation: deprecationReason ?? null,
    }))
    return { ...about, group: 'enums', scopes: [], members }
  }
  return isSpecifiedScalarType(type) ? null : { ...about, group: 'scalars', scopes: [], members: [] }
}

/** Which queries and mutations lead to a type by what they return or take, directly. */
const usesOf = (roots: readonly GraphQLField<unknown, unknown>[]): ReadonlyMap<string, string[]> => {
  const uses = new Map<string, string[]>()
  for (const field of roots) {
    const names = new Set([getNamedType(field.type).name, ...field.args.map(({ type }) => getNamedType(type).name)])
    for (const name of names) uses.set(name, [...(uses.get(name) ?? []), field.name])
  }
  return uses
}

const fieldsOf = (root: ReturnType<GraphQLSchema['getQueryType']>): GraphQLField<unknown, unknown>[] =>
  root ? byName(Object.values(root.getFields())) : []

export function* referenceOf(schema: GraphQLSchema): Steps<readonly Entry[]> {
  const [queries, mutations] = [fieldsOf(schema.getQueryType()), fieldsOf(schema.getMutationType())]
  const uses = usesOf([...queries, ...mutations])
  const roots = [schema.getQueryType(), schema.getMutationType()]
  const types = byName(Object.values(schema.getTypeMap())).filter(
    (type) => !isIntrospectionType(type) && !roots.some((root) => root === type),
  )
  return [
    ...(yield* each(queries, (field) => rootEntry(schema, 'queries', field))),
    ...(yield* each(mutations, (field) => rootEntry(schema, 'mutations', field))),
    ...(yield* each(types, (type) => typeEntry(type, uses.get(type.name) ?? []))).filter((entry) => entry !== null),
  ]
}
