/** Compiles the arguments of a field. They are the same for every record, so one request makes them once. */
import { type FieldNode, type GraphQLArgument, type GraphQLField, isNonNullType, Kind } from 'graphql'
import type { WorkMeter } from '../work-meter.ts'
import { type Inputs, isConstant, type ValueMaker, ValueMakers, type Values } from './input-values.ts'
import type { LiteralPlaces } from './literal-places.ts'
import { WrittenValues } from './written-value.ts'

/** Arguments that cannot be made of the variables given; told where the field would have run. */
export class ArgumentError extends Error {
  /** Where the value begins in the text. */
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

export type ArgumentsMaker = (inputs: Inputs) => Values | ArgumentError

const NO_ARGUMENTS: Values = Object.freeze({})

/** `undefined` leaves the argument out. */
type ArgumentMaker = (inputs: Inputs) => unknown

const variableArgument = (argument: GraphQLArgument, variable: string, offset: number): ArgumentMaker => {
  const { name, type, defaultValue } = argument
  const isRequired = isNonNullType(type)
  const fail = (rest: string) => new ArgumentError(`Argument "${name}" of ${rest}`, offset)
  return ({ variables }) => {
    const value = variables[variable]
    if (value === undefined) {
      if (defaultValue !== undefined || !isRequired) return defaultValue
      const given = `was provided the variable "$${variable}" which was not provided a runtime value.`
      return fail(`required type "${type}" ${given}`)
    }
    return value === null && isRequired ? fail(`non-null type "${type}" must not be null.`) : value
  }
}

const literalArgument = (
  argument: GraphQLArgument,
  make: ValueMaker,
  written: string,
  offset: number,
): ArgumentMaker => {
  const failure = () => new ArgumentError(`Argument "${argument.name}" has invalid value ${written}.`, offset)
  return (inputs) => {
    const value = make(inputs)
    return value === undefined ? failure() : value
  }
}

const argumentMaker = (
  argument: GraphQLArgument,
  node: FieldNode,
  places: LiteralPlaces | null,
  meter: WorkMeter,
): ArgumentMaker => {
  const given = meter.find(node.arguments, ({ name }) => name.value === argument.name)
  if (!given) return () => argument.defaultValue
  const offset = given.value.loc?.start ?? 0
  if (given.value.kind === Kind.VARIABLE) return variableArgument(argument, given.value.name.value, offset)
  const make = new ValueMakers(places, meter).make(given.value, argument.type)
  // Only a value with a variable inside can turn out not to fit: others were validated.
  const isFit = places !== null || isConstant(given.value, places, meter)
  return literalArgument(argument, make, isFit ? '' : new WrittenValues(meter).shown(given.value), offset)
}

const NO_INPUTS: Inputs = { variables: Object.create(null), literals: [] }

export interface CompiledArguments {
  readonly make: ArgumentsMaker
  /** Made once, for they are the same in every request; null where they differ. */
  readonly constant: Values | null
  /** How many steps it takes to make them. */
  readonly steps: number
}

interface NamedMaker {
  readonly name: string
  readonly make: ArgumentMaker
}

/** Closes over nothing else: the nodes of the document are not kept. */
const argumentsMaker =
  (makers: readonly NamedMaker[]): ArgumentsMaker =>
  (inputs) => {
    const args: Record<string, unknown> = {}
    // biome-ignore lint/plugin: the arguments that the schema declares; `steps` counts what making them takes
    for (const { name, make } of makers) {
      const value = make(inputs)
      if (value instanceof ArgumentError) return value
      if (value !== undefined) args[name] = value
    }
    return args
  }

const NONE: CompiledArguments = { make: () => NO_ARGUMENTS, constant: NO_ARGUMENTS, steps: 0 }

export const compileArguments = (
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  places: LiteralPlaces | null,
  meter: WorkMeter,
): CompiledArguments => {
  if (field.args.length === 0) return NONE
  const before = meter.steps
  const make = argumentsMaker(
    meter.map(field.args, (argument) => ({
      name: argument.name,
      make: argumentMaker(argument, node, places, meter),
    })),
  )
  const isSame = meter.every(node.arguments, ({ value }) => isConstant(value, places, meter))
  const made = isSame ? make(NO_INPUTS) : null
  // Making the values takes fewer steps than making their makers took.
  return { make, constant: made instanceof ArgumentError ? null : made, steps: meter.steps - before }
}
