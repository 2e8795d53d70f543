/**
 * What an operation may cost at most, known before it runs: an object costs 1, a scalar nothing, a mutation 10
 * more; a list costs its items, as many as the page asks for; where there is no page, as many as it usually has, or
 * ten. An object of the schema itself is made without a store and costs a fraction.
 */
import {
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isIntrospectionType,
  isListType,
  isObjectType,
  Kind,
  type ValueNode,
} from 'graphql'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MOST } from '../../domain/limits.ts'
import type { VariableValues } from './lifted-document.ts'
import { usualSize } from './list-size.ts'
import type { MetField } from './operation-walk.ts'

const LIST_SIZE_ASSUMED = 10
const TYPES_ASSUMED = 200
const MUTATION_COST = 10
const OBJECT_COST = 1
const INTROSPECTION_OBJECT_COST = 0.02

type PageSize = number | { readonly variable: string; readonly within: 'first' | null }

export type CostPlan = (variables: VariableValues) => number

const clamped = (size: unknown): number =>
  typeof size === 'number' && size >= 1 ? Math.min(size, PAGE_SIZE_MOST) : PAGE_SIZE_DEFAULT

const fromNode = (value: ValueNode, within: 'first' | null): PageSize => {
  if (value.kind === Kind.VARIABLE) return { variable: value.name.value, within }
  if (value.kind === Kind.INT) return clamped(Number(value.value))
  if (value.kind !== Kind.OBJECT) return PAGE_SIZE_DEFAULT
  const first = value.fields.find((field) => field.name.value === 'first')
  return first ? fromNode(first.value, null) : PAGE_SIZE_DEFAULT
}

const isListOfObjects = (type: GraphQLOutputType): boolean =>
  isListType(getNullableType(type)) && isObjectType(getNamedType(type))

/** Its one list is as long as the page that was asked for. */
const isPageType = (type: GraphQLOutputType): boolean => {
  const named = getNamedType(type)
  return isObjectType(named) && 'nodeList' in named.getFields()
}

const listSizeAssumed = ({ field }: MetField): number => {
  if (!isListOfObjects(field.type)) return 1
  return String(field.type) === '[__Type!]!' ? TYPES_ASSUMED : (usualSize(field) ?? LIST_SIZE_ASSUMED)
}

/** How many times what is below a field is answered. */
const pageSizeOf = (item: MetField): PageSize => {
  const declared = item.field.args.find((argument) => argument.name === 'first' || argument.name === 'page')
  if (!declared) return listSizeAssumed(item)
  const given = item.node.arguments?.find((argument) => argument.name.value === declared.name)
  if (given) return fromNode(given.value, declared.name === 'page' ? 'first' : null)
  return clamped(declared.defaultValue)
}

const sizeIn = (size: PageSize, variables: VariableValues): number => {
  if (typeof size === 'number') return size
  const value = variables[size.variable]
  return clamped(
    size.within && typeof value === 'object' && value !== null ? (value as { first?: unknown }).first : value,
  )
}

/** One field that answers objects: how many, what each of them costs by itself, and the steps below it. */
interface Step {
  readonly size: PageSize
  readonly objectCost: number
  readonly below: readonly number[]
}

/** Lists the fields below before those above, each once: what fragments share is counted once and added often. */
class StepList {
  readonly steps: Step[] = []
  readonly #places = new Map<MetField, Record<string, number>>()

  /** The places of these fields in the list; `page` is how many rows the page has that they stand in. */
  add(items: readonly MetField[], page: PageSize | null): number[] {
    return items
      .filter(({ field }) => isObjectType(getNamedType(field.type)))
      .map((item) => this.#place(item, item.field.name === 'nodeList' ? page : null))
  }

  #place(item: MetField, page: PageSize | null): number {
    const places = this.#places.get(item) ?? {}
    this.#places.set(item, places)
    const key = JSON.stringify(page)
    places[key] ??= this.steps.push(this.#step(item, page)) - 1
    return places[key]
  }

  /** A page is one object, whatever its size: its list of rows is what is as long as asked for. */
  #step(item: MetField, page: PageSize | null): Step {
    const isPage = isPageType(item.field.type)
    return {
      size: isPage ? 1 : (page ?? pageSizeOf(item)),
      objectCost: isIntrospectionType(getNamedType(item.field.type)) ? INTROSPECTION_OBJECT_COST : OBJECT_COST,
      below: this.add(item.children, isPage ? pageSizeOf(item) : null),
    }
  }
}

const total = (steps: readonly Step[], roots: readonly number[], variables: VariableValues): number => {
  const costs: number[] = []
  const sum = (places: readonly number[], start: number) => places.reduce((all, at) => all + (costs[at] ?? 0), start)
  for (const { size, objectCost, below } of steps) costs.push(sizeIn(size, variables) * sum(below, objectCost))
  return sum(roots, 0)
}

export const costPlan = (fields: readonly MetField[], isMutation: boolean): CostPlan => {
  const list = new StepList()
  const roots = list.add(fields, null)
  const base = isMutation ? MUTATION_COST * fields.length : 1
  const fixed = list.steps.every(({ size }) => typeof size === 'number') ? total(list.steps, roots, {}) : null
  return (variables) => Math.ceil(base + (fixed ?? total(list.steps, roots, variables)))
}
