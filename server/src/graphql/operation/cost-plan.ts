/**
 * What an operation may cost at most, known before it runs: an object costs 1, a scalar nothing, a mutation 20 more,
 * an entry of a list that is given as an argument 1, a password 300. A list costs its items: as many as the page asks for, or as many
 * as `list-size` takes it to have. An object of the schema's own description costs a fraction: no store is asked.
 */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from 'graphql'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, PASSWORD_COST } from '../../domain/limits.ts'
import type { QueryContext } from '../context.ts'
import { ArgumentError } from '../execution/argument-values.ts'
import type { RequestArguments } from '../execution/compiled-plan.ts'
import type { Values } from '../execution/input-values.ts'
import type { Plan } from '../execution/plan.ts'
import type { PlannedField } from '../execution/planned-field.ts'
import type { WorkMeter } from '../work-meter.ts'
import { argumentCostOf, fixedCostOf, introspectionSizes, searchOf, usualSize } from './list-size.ts'

const LIST_SIZE_ASSUMED = 10
export const MUTATION_COST = 20
export const OBJECT_COST = 1
/** A piece of the schema lies in memory (ADR 109). */
const INTROSPECTION_OBJECT_COST = 0.05

export type CostPlan = (args: RequestArguments, context: QueryContext, meter: WorkMeter) => number

/** A number that is known with the operation, or one that depends on the arguments of the request. */
type Amount = number | ((args: Values, context: QueryContext, meter: WorkMeter) => number)

const clamped = (size: unknown): number =>
  typeof size === 'number' && size >= 1 ? Math.min(size, MAX_PAGE_SIZE) : DEFAULT_PAGE_SIZE

const isListOfObjects = (type: GraphQLOutputType): boolean =>
  isListType(getNullableType(type)) && isObjectType(getNamedType(type))

/** The rows of a list or page, where they are the same in every request, whatever size it asks for. */
export const fixedRows = (field: GraphQLField<unknown, unknown>): number | undefined => {
  // biome-ignore lint/plugin: what the schema declares
  const isSized = field.args.some(({ name }) => name === 'first' || name === 'page')
  const isPlainList = !isSized && isListOfObjects(field.type) && field.name !== 'nodeList'
  const rows = isSized || isPlainList ? (usualSize(field) ?? (isPlainList ? LIST_SIZE_ASSUMED : null)) : null
  return typeof rows === 'number' ? rows : undefined
}

/** Its one list is as long as the page that was asked for. */
const isPageType = (type: GraphQLOutputType): boolean => {
  const named = getNamedType(type)
  return isObjectType(named) && 'nodeList' in named.getFields()
}

/** What the arguments say of the size, if they can: `first`, or `page: {first}`. */
const pageArgument = ({ field }: PlannedField): Amount | null => {
  // biome-ignore lint/plugin: what the schema declares
  if (field.args.some(({ name }) => name === 'first')) return ({ first }) => clamped(first)
  // biome-ignore lint/plugin: what the schema declares
  if (!field.args.some(({ name }) => name === 'page')) return null
  return ({ page }) => clamped((page as { first?: unknown } | null | undefined)?.first)
}

const listTakers = new WeakMap<GraphQLInputType, boolean>()

/** Of each type found out once. */
const takesLists = (type: GraphQLInputType): boolean => {
  const known = listTakers.get(type) ?? findsLists(type)
  listTakers.set(type, known)
  return known
}

const findsLists = (type: GraphQLInputType, seen = new Set<GraphQLInputType>()): boolean => {
  if (isListType(getNullableType(type))) return true
  const named = getNamedType(type)
  if (!isInputObjectType(named) || seen.has(named)) return false
  seen.add(named)
  // biome-ignore lint/plugin: what the schema declares
  return Object.values(named.getFields()).some((field) => findsLists(field.type, seen))
}

const entriesIn = (value: unknown, meter: WorkMeter): number => {
  if (typeof value !== 'object' || value === null) return 0
  let sum = Array.isArray(value) ? value.length : 0
  for (const item of meter.over(Array.isArray(value) ? value : Object.values(value))) sum += entriesIn(item, meter)
  return sum
}

const entriesOf: Amount = (args, _context, meter) => entriesIn(args, meter)

const searchAmount = (field: GraphQLField<unknown, unknown>): Amount | null => {
  const search = searchOf(field)
  const own = argumentCostOf(field)
  if (search === null) return null
  // biome-ignore lint/plugin: what the schema declares
  const cost = (args: Values): number => (search.args.some((name) => args[name]) ? search.cost + (own?.(args) ?? 0) : 0)
  return (args, _context, meter) => cost(args) + entriesIn(args, meter)
}

const PASSWORD = /^(?:current|new)Password$/

/** Where a field takes passwords: as arguments of its own, and in its inputs. */
export const passwordPlaces = (field: GraphQLField<unknown, unknown>): readonly (readonly string[])[] =>
  // biome-ignore lint/plugin: what the schema declares
  field.args.flatMap(({ name, type }) => {
    const named = getNamedType(type)
    if (PASSWORD.test(name)) return [[name]]
    if (!isInputObjectType(named)) return []
    // biome-ignore lint/plugin: what the schema declares
    const inside = Object.keys(named.getFields()).filter((each) => PASSWORD.test(each))
    // biome-ignore lint/plugin: what the schema declares
    return inside.map((each) => [name, each])
  })

const placesByField = new WeakMap<GraphQLField<unknown, unknown>, readonly (readonly string[])[]>()

/** Each password that is given costs what checking or hashing it does, however often it was checked before. */
const passwordCost = (field: GraphQLField<unknown, unknown>): ((args: Values) => number) | null => {
  const places = placesByField.get(field) ?? passwordPlaces(field)
  placesByField.set(field, places)
  if (places.length === 0) return null
  const given = (args: Values, path: readonly string[]): unknown =>
    path.reduce<unknown>((value, name) => (value as Values | null | undefined)?.[name], args)
  // biome-ignore lint/plugin: what the schema declares
  return (args) => PASSWORD_COST * places.filter((path) => typeof given(args, path) === 'string').length
}

/** What the field itself says of its arguments, and the passwords among them. */
const ownCostOf = (field: GraphQLField<unknown, unknown>): ((args: Values) => number) | null => {
  const own = argumentCostOf(field)
  const passwords = passwordCost(field)
  if (own === null || passwords === null) return own ?? passwords
  return (args) => own(args) + passwords(args)
}

/** What the arguments cost: entries of lists, passwords, and what the field itself says. */
const argumentAmount = (field: GraphQLField<unknown, unknown>): Amount => {
  const own = ownCostOf(field)
  // biome-ignore lint/plugin: what the schema declares
  const entries = field.args.some(({ type }) => takesLists(type)) ? entriesOf : null
  const fixed = fixedCostOf(field)
  if (own === null && entries === null) return fixed
  return (args, _context, meter) => fixed + (own?.(args) ?? 0) + (entries === null ? 0 : entriesIn(args, meter))
}

/** One field: `entries` of its lists or the cost of its search, and `size` objects that each cost something and what is below them. */
interface Step {
  readonly planned: PlannedField
  readonly entries: Amount
  readonly size: Amount
  readonly objectCost: number
  readonly below: readonly number[]
}

/** Lists the fields below before those above, each once: what fragments share is counted once and added often. */
class StepList {
  readonly steps: Step[] = []
  readonly #sizes: ReadonlyMap<string, number>
  readonly #meter: WorkMeter
  /** A list of rows is as long as the page it is in, so it has a place for each of them. */
  readonly #places = new Map<PlannedField, Map<PlannedField | null, number>>()

  constructor(sizes: ReadonlyMap<string, number>, meter: WorkMeter) {
    this.#sizes = sizes
    this.#meter = meter
  }

  add(fields: readonly PlannedField[], page: PlannedField | null): number[] {
    const places: number[] = []
    for (const planned of this.#meter.over(fields, STEPS_PER_FIELD)) {
      if (isCounted(planned)) places.push(this.#place(planned, planned.field.name === 'nodeList' ? page : null))
    }
    return places
  }

  #place(planned: PlannedField, page: PlannedField | null): number {
    const places = this.#places.get(planned) ?? new Map<PlannedField | null, number>()
    this.#places.set(planned, places)
    const place = places.get(page) ?? this.steps.push(this.#step(planned, page)) - 1
    places.set(page, place)
    return place
  }

  /** A page is one object, whatever its size: its list of rows is what is as long as asked for. */
  #step(planned: PlannedField, page: PlannedField | null): Step {
    const { field, children } = planned
    const named = getNamedType(field.type)
    const isPage = isPageType(field.type)
    const sized = page ?? planned
    return {
      planned: sized,
      entries: searchAmount(field) ?? argumentAmount(field),
      size: isObjectType(named) ? (isPage ? 1 : this.#size(sized)) : 0,
      objectCost: isIntrospectionType(named) ? INTROSPECTION_OBJECT_COST : OBJECT_COST,
      below: this.add(children, isPage ? planned : null),
    }
  }

  #size(planned: PlannedField): Amount {
    const { field, parent } = planned
    const asked = pageArgument(planned)
    // A page that is mostly empty, such as a poll of the feed, says itself what it usually holds.
    if (asked !== null) return usualSize(field) ?? asked
    if (!isListOfObjects(field.type)) return 1
    const ofSchema = isIntrospectionType(parent) ? this.#sizes.get(field.name) : undefined
    return ofSchema ?? usualSize(field) ?? LIST_SIZE_ASSUMED
  }
}

const isCounted = ({ field }: PlannedField): boolean =>
  // biome-ignore lint/plugin: what the schema declares
  isObjectType(getNamedType(field.type)) || field.args.some(({ type }) => takesLists(type)) || fixedCostOf(field) > 0

/** Arguments that cannot be made: the field will not run. */
const NO_ARGUMENTS: Values = {}

const argumentsOf = ({ args, slot }: PlannedField, given: RequestArguments): Values => {
  const made = args.constant ?? given[slot] ?? NO_ARGUMENTS
  return made instanceof ArgumentError ? NO_ARGUMENTS : made
}

/** The steps of an operation, and those of its root fields among them. */
interface Steps {
  readonly steps: readonly Step[]
  readonly roots: readonly number[]
}

const total = ({ steps, roots }: Steps, given: RequestArguments, context: QueryContext, meter: WorkMeter): number => {
  const costs: number[] = []
  const sum = (places: readonly number[], start: number) => {
    let all = start
    for (const at of meter.over(places)) all += costs[at] ?? 0
    return all
  }
  for (const { planned, entries, size, objectCost, below } of meter.over(steps)) {
    // Whatever a field says of its arguments, nothing makes an operation cheaper than its other fields (threats row 160).
    const amount = (of: Amount) =>
      typeof of === 'number' ? of : Math.max(0, of(argumentsOf(planned, given), context, meter))
    costs.push(amount(entries) + amount(size) * sum(below, objectCost))
  }
  return sum(roots, 0)
}

/** The same in every request. */
const isFixed = ({ size, entries }: Step): boolean => typeof size === 'number' && typeof entries === 'number'

const sizesOf = new WeakMap<GraphQLSchema, ReadonlyMap<string, number>>()

const STEPS_PER_FIELD = 3

export const costPlan = (schema: GraphQLSchema, { fields, isMutation }: Plan, meter: WorkMeter): CostPlan => {
  const sizes = sizesOf.get(schema) ?? introspectionSizes(schema)
  sizesOf.set(schema, sizes)
  const list = new StepList(sizes, meter)
  const all = { steps: list.steps, roots: list.add(fields, null) }
  const base = isMutation ? MUTATION_COST * fields.length : 1
  if (!meter.every(all.steps, isFixed)) {
    return (args, context, used) => Math.ceil(base + total(all, args, context, used))
  }
  const fixed = Math.ceil(base + total(all, [], {} as QueryContext, meter))
  return () => fixed
}
