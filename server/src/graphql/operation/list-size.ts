/**
 * How long a list without pages is taken to be when the cost of a query is reckoned, before it runs. What is answered
 * beyond that is charged afterwards.
 */
import {
  type GraphQLField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import type { QueryContext } from '../context.ts'

type ListSize = number | ((args: Readonly<Record<string, unknown>>, context: QueryContext) => number)

type Declared = { readonly extensions?: Readonly<Record<string, unknown>> }

/** Spread into a field's options, over what else it declares: `...usually(4, needs('crew:read'))`. */
export const usually = (rows: ListSize, declared: Declared = {}): { extensions: Record<string, unknown> } => ({
  extensions: { ...declared.extensions, listSize: rows },
})

export const usualSize = (field: { readonly extensions: Readonly<Record<string, unknown>> }): ListSize | null =>
  (field.extensions.listSize as ListSize | undefined) ?? null

/** What a field costs beside its rows if one of the arguments is given: a search looks through more than it finds, who waits is kept. */
export interface Search {
  readonly cost: number
  readonly args: readonly string[]
}

export const searches = (search: Search, declared: Declared = {}): { extensions: Record<string, unknown> } => ({
  extensions: { ...declared.extensions, search },
})

export const searchOf = (field: { readonly extensions: Readonly<Record<string, unknown>> }): Search | null =>
  (field.extensions.search as Search | undefined) ?? null

type ArgumentCost = (args: Readonly<Record<string, unknown>>) => number

/** What a field costs by its arguments, beside its rows and the entries of lists. */
export const costing = (cost: ArgumentCost, declared: Declared = {}): { extensions: Record<string, unknown> } => ({
  extensions: { ...declared.extensions, argumentCost: cost },
})

const LOOK_UP_COST = 0.05

/** A value that a loader looks up for each row takes some microseconds: a scalar beside it takes none (threats row 342). */
export const lookedUp = (declared: Declared = {}): { extensions: Record<string, unknown> } =>
  priced(LOOK_UP_COST, declared)

/** What a field costs each time, beside its rows and by no argument. */
export const priced = (cost: number, declared: Declared = {}): { extensions: Record<string, unknown> } => ({
  extensions: { ...declared.extensions, fixedCost: cost },
})

export const fixedCostOf = (field: { readonly extensions: Readonly<Record<string, unknown>> }): number =>
  (field.extensions.fixedCost as number | undefined) ?? 0

export const argumentCostOf = (field: {
  readonly extensions: Readonly<Record<string, unknown>>
}): ArgumentCost | null => (field.extensions.argumentCost as ArgumentCost | undefined) ?? null

/**
 * How long the lists of the schema's description are on average, so that asking for all of it costs what there is.
 * By the name of the list; the schema does not change while the server runs.
 */
export const introspectionSizes = (schema: GraphQLSchema): ReadonlyMap<string, number> => {
  const types = Object.values(schema.getTypeMap())
  const composite = types.filter((type) => isObjectType(type) || isInterfaceType(type))
  const fields: GraphQLField<unknown, unknown>[] = composite.flatMap((type) => Object.values(type.getFields()))
  const counted = (list: readonly { length: number }[]) => list.reduce((sum, { length }) => sum + length, 0)
  const perType = (count: number) => count / types.length
  return new Map([
    ['types', types.length],
    ['fields', perType(fields.length)],
    ['args', counted(fields.map(({ args }) => args)) / fields.length],
    ['inputFields', perType(counted(types.filter(isInputObjectType).map((type) => Object.keys(type.getFields()))))],
    ['enumValues', perType(counted(types.filter(isEnumType).map((type) => type.getValues())))],
    ['interfaces', perType(counted(composite.map((type) => type.getInterfaces())))],
    ['possibleTypes', perType(composite.length)],
  ])
}
