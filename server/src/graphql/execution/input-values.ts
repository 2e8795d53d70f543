/**
 * Compiles the value that is written for an argument into a function that makes it, given the variables and the
 * literals of one request. What has neither is made once. Coerces as graphql's `valueFromAST` does; `undefined`
 * means that the value does not fit.
 */
import {
  type ConstValueNode,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type ObjectValueNode,
  type ValueNode,
  valueFromAST,
} from 'graphql'
import type { LiteralPlaces } from './literal-places.ts'

export type Values = Readonly<Record<string, unknown>>

/** What differs between two requests of one operation. */
export interface Inputs {
  /** Coerced, without a prototype. */
  readonly variables: Values
  /** Coerced, in the order of the text; empty where the literals are part of the operation. */
  readonly literals: readonly unknown[]
}

export type ValueMaker = (inputs: Inputs) => unknown

const LITERAL_KINDS = new Set<string>([Kind.INT, Kind.FLOAT, Kind.STRING])

/** Whether the value is the same in every request. */
export const isConstant = (node: ValueNode, places: LiteralPlaces | null): node is ConstValueNode => {
  if (node.kind === Kind.VARIABLE) return false
  if (node.kind === Kind.LIST) return node.values.every((item) => isConstant(item, places))
  if (node.kind === Kind.OBJECT) return node.fields.every((field) => isConstant(field.value, places))
  return places === null || !LITERAL_KINDS.has(node.kind)
}

/** The variable that stands for the whole value. Nodes are not kept: each holds on to the whole text. */
const variableIn = (node: ValueNode): string | null => (node.kind === Kind.VARIABLE ? node.name.value : null)

const isMissing = (variable: string | null, { variables }: Inputs): boolean =>
  variable !== null && variables[variable] === undefined

const variableMaker = (name: string, type: GraphQLInputType): ValueMaker => {
  if (!isNonNullType(type)) return ({ variables }) => variables[name]
  return ({ variables }) => variables[name] ?? undefined
}

interface PartMaker {
  readonly variable: string | null
  readonly make: ValueMaker
}

const partMaker = (node: ValueNode, type: GraphQLInputType, places: LiteralPlaces | null): PartMaker => ({
  variable: variableIn(node),
  make: valueMaker(node, type, places),
})

const listMaker =
  (items: readonly PartMaker[], isItemRequired: boolean): ValueMaker =>
  (inputs) => {
    const list: unknown[] = []
    for (const { variable, make } of items) {
      const value = isMissing(variable, inputs) ? (isItemRequired ? undefined : null) : make(inputs)
      if (value === undefined) return undefined
      list.push(value)
    }
    return list
  }

interface FieldMaker {
  readonly field: GraphQLInputField
  /** Null where the text does not name the field. */
  readonly part: PartMaker | null
}

const objectMaker =
  (fields: readonly FieldMaker[]): ValueMaker =>
  (inputs) => {
    const object = Object.create(null) as Record<string, unknown>
    for (const { field, part } of fields) {
      if (part === null || isMissing(part.variable, inputs)) {
        if (field.defaultValue !== undefined) object[field.name] = field.defaultValue
        else if (isNonNullType(field.type)) return undefined
        continue
      }
      const value = part.make(inputs)
      if (value === undefined) return undefined
      object[field.name] = value
    }
    return object
  }

const fieldMakers = (
  { fields: nodes }: ObjectValueNode,
  type: GraphQLInputObjectType,
  places: LiteralPlaces | null,
): FieldMaker[] =>
  Object.values(type.getFields()).map((field) => {
    const node = nodes.find(({ name }) => name.value === field.name)?.value
    return { field, part: node ? partMaker(node, field.type, places) : null }
  })

// Each of these closes over its own arguments alone: a function shares its scope with all that are made in it, and
// one of them would keep the node, and with it the whole document, for the others.
const constantMaker =
  (value: unknown): ValueMaker =>
  () =>
    value

const literalMaker =
  (place: number): ValueMaker =>
  ({ literals }) =>
    literals[place]

/** A scalar of its own that takes lists or objects may hold variables. */
const customMaker =
  (node: ValueNode, type: GraphQLInputType): ValueMaker =>
  ({ variables }) =>
    valueFromAST(node, type, { ...variables })

const UNFIT = constantMaker(undefined)

export const valueMaker = (node: ValueNode, type: GraphQLInputType, places: LiteralPlaces | null): ValueMaker => {
  if (isConstant(node, places)) return constantMaker(valueFromAST(node, type))
  if (node.kind === Kind.VARIABLE) return variableMaker(node.name.value, type)
  if (isNonNullType(type)) return valueMaker(node, type.ofType, places)
  if (isListType(type)) {
    const items = (node.kind === Kind.LIST ? node.values : [node]).map((item) => partMaker(item, type.ofType, places))
    return listMaker(items, isNonNullType(type.ofType))
  }
  if (isInputObjectType(type)) {
    return node.kind === Kind.OBJECT ? objectMaker(fieldMakers(node, type, places)) : UNFIT
  }
  const place = places !== null && isLeafType(type) ? places.claim(node, type) : null
  return place === null ? customMaker(node, type) : literalMaker(place)
}
