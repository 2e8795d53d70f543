/**
 * What an operation may cost at most, known before it runs: an object costs 1, a scalar nothing, a mutation 10
 * more; a list costs its items, as many as the page asks for, or an assumed ten where there is no page.
 */
import {
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type ValueNode,
} from 'graphql'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MOST } from '../domain/limits.ts'
import type { VariableValues } from './lifted-document.ts'
import type { MetField } from './operation-walk.ts'

const LIST_SIZE_ASSUMED = 10
const MUTATION_COST = 10

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

/** How many times what is below a field is answered. */
const pageSizeOf = ({ node, field }: MetField): PageSize => {
  const declared = field.args.find((argument) => argument.name === 'first' || argument.name === 'page')
  if (!declared) return isListOfObjects(field.type) ? LIST_SIZE_ASSUMED : 1
  const given = node.arguments?.find((argument) => argument.name.value === declared.name)
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

/** Below a paged field its page's own list is not multiplied again. */
const planField = (item: MetField, paged: boolean, memo: Map<MetField, CostPlan>): CostPlan => {
  const known = memo.get(item)
  if (known) return known
  const isObject = isObjectType(getNamedType(item.field.type))
  const size = paged && item.field.name === 'nodeList' ? 1 : pageSizeOf(item)
  const isPage = item.field.args.some((argument) => argument.name === 'page')
  const children = item.children.map((child) => planField(child, isPage, memo))
  const plan: CostPlan = isObject
    ? (variables) => sizeIn(size, variables) * children.reduce((sum, child) => sum + child(variables), 1)
    : () => 0
  memo.set(item, plan)
  return plan
}

export const costPlan = (fields: readonly MetField[], isMutation: boolean): CostPlan => {
  const memo = new Map<MetField, CostPlan>()
  const plans = fields.map((field) => planField(field, false, memo))
  const base = isMutation ? MUTATION_COST * fields.length : 1
  return (variables) => plans.reduce((sum, plan) => sum + plan(variables), base)
}
