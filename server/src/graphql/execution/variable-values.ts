/**
 * Coerces the variables of a request as graphql's `getVariableValues` does, and reads only those that the operation
 * defines: what else a client sends stays unread.
 */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql'
import { printPathArray } from 'graphql/jsutils/printPathArray.js'
import type { WorkMeter } from '../work-meter.ts'
import { InputCoercion } from './input-coercion.ts'
import type { Values } from './input-values.ts'

const MAX_ERRORS = 20

export interface DefinedVariable {
  readonly name: string
  readonly type: GraphQLInputType
  /** Undefined where it has none. */
  readonly defaultValue: unknown
  readonly offset: number
}

export interface VariableError {
  readonly message: string
  /** Where the variable is defined in the text. */
  readonly offset: number
}

export class VariableErrors extends Error {
  readonly errors: readonly VariableError[]
  constructor(errors: readonly VariableError[]) {
    super('The variables do not fit')
    this.errors = errors
  }
}

export const definedVariables = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  meter: WorkMeter,
): readonly DefinedVariable[] =>
  meter.map(definitions, ({ variable, type: written, defaultValue, loc }) => {
    meter.step(STEPS_PER_DEFINITION)
    const type = typeFromAST(schema, written as Parameters<typeof typeFromAST>[1])
    if (!isInputType(type)) throw new Error(`The variable ${variable.name.value} has no input type`)
    // biome-ignore lint/plugin: validation walked the same nodes
    const known = defaultValue && valueFromAST(defaultValue, type)
    return { name: variable.name.value, type, defaultValue: known, offset: loc?.start ?? 0 }
  })

const STEPS_PER_DEFINITION = 4

class Coercion {
  readonly values: Record<string, unknown> = Object.create(null)
  readonly errors: VariableError[] = []
  readonly #meter: WorkMeter

  constructor(meter: WorkMeter) {
    this.#meter = meter
  }

  add(definition: DefinedVariable, given: Values): void {
    const { name, type, defaultValue } = definition
    const isGiven = Object.hasOwn(given, name) && given[name] !== undefined
    if (!isGiven && defaultValue !== undefined) this.values[name] = defaultValue
    else if (!isGiven) {
      if (isNonNullType(type)) this.#refuse(definition, `of required type "${type}" was not provided.`)
    } else if (given[name] === null && isNonNullType(type)) {
      this.#refuse(definition, `of non-null type "${type}" must not be null.`)
    } else this.values[name] = this.#coerced(definition, given[name])
  }

  #coerced(definition: DefinedVariable, value: unknown): unknown {
    const coercion = new InputCoercion(this.#meter, ({ path, shown, problem }) => {
      const at = path.length > 0 ? ` at "${definition.name}${printPathArray(path)}"` : ''
      this.#refuse(definition, `got invalid value ${shown}${at}; ${problem}`)
    })
    return coercion.coerced(value, definition.type, null)
  }

  #refuse({ name, offset }: DefinedVariable, rest: string): void {
    this.errors.push({ message: `Variable "$${name}" ${rest}`, offset })
    if (this.errors.length >= MAX_ERRORS) throw new VariableErrors(this.errors)
  }
}

const NO_VALUES: Values = Object.freeze(Object.create(null))

/** Throws `VariableErrors`, with all of them up to a number that a client can read. */
export const coerceVariables = (definitions: readonly DefinedVariable[], given: Values, meter: WorkMeter): Values => {
  if (definitions.length === 0) return NO_VALUES
  const coercion = new Coercion(meter)
  for (const definition of meter.over(definitions)) coercion.add(definition, given)
  if (coercion.errors.length > 0) throw new VariableErrors(coercion.errors)
  return coercion.values
}
