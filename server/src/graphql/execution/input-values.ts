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
import type { WorkMeter } from '../work-meter.ts'
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
export const isConstant = (node: ValueNode, places: LiteralPlaces | null, meter: WorkMeter): node is ConstValueNode => {
  if (node.kind === Kind.VARIABLE) return false
  if (node.kind === Kind.LIST) return meter.every(node.values, (item) => isConstant(item, places, meter))
  if (node.kind === Kind.OBJECT) return meter.every(node.fields, (field) => isConstant(field.value, places, meter))
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

const listMaker =
  (items: readonly PartMaker[], isItemRequired: boolean): ValueMaker =>
  (inputs) => {
    const list: unknown[] = []
    // biome-ignore lint/plugin: counted by `steps` of the arguments
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
    // biome-ignore lint/plugin: counted by `steps` of the arguments
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
    // biome-ignore lint/plugin: a leaf, counted by `steps` of the arguments
    valueFromAST(node, type, { ...variables })

const UNFIT = constantMaker(undefined)

/** What has no variable and no lifted literal in it takes so much more for each node than to look at it. */
const STEPS_PER_CONSTANT = 3

export class ValueMakers {
  readonly #places: LiteralPlaces | null
  readonly #meter: WorkMeter

  constructor(places: LiteralPlaces | null, meter: WorkMeter) {
    this.#places = places
    this.#meter = meter
  }

  make(node: ValueNode, type: GraphQLInputType): ValueMaker {
    const meter = this.#meter
    const before = meter.steps
    if (isConstant(node, this.#places, meter)) {
      meter.step(STEPS_PER_CONSTANT * (1 + meter.steps - before))
      // biome-ignore lint/plugin: its nodes were counted just before
      return constantMaker(valueFromAST(node, type))
    }
    if (node.kind === Kind.VARIABLE) return variableMaker(node.name.value, type)
    if (isNonNullType(type)) return this.make(node, type.ofType)
    if (isListType(type)) {
      const items = meter.map(node.kind === Kind.LIST ? node.values : [node], (item) => this.#part(item, type.ofType))
      return listMaker(items, isNonNullType(type.ofType))
    }
    if (isInputObjectType(type)) return node.kind === Kind.OBJECT ? objectMaker(this.#fields(node, type)) : UNFIT
    const place = this.#places !== null && isLeafType(type) ? this.#places.claim(node, type) : null
    meter.step(STEPS_PER_CONSTANT)
    return place === null ? customMaker(node, type) : literalMaker(place)
  }

  #part(node: ValueNode, type: GraphQLInputType): PartMaker {
    return { variable: variableIn(node), make: this.make(node, type) }
  }

  #fields({ fields: nodes }: ObjectValueNode, type: GraphQLInputObjectType): FieldMaker[] {
    return this.#meter.map(Object.values(type.getFields()), (field) => {
      const node = this.#meter.find(nodes, ({ name }) => name.value === field.name)?.value
      return { field, part: node ? this.#part(node, field.type) : null }
    })
  }
}
