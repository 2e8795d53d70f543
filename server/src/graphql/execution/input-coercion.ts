/**
 * Fits a value that was sent to its type, as graphql's `coerceInputValue` does, by loops that are metered. A value that
 * does not fit is told with its beginning only, cut before it is put into words (threats row 123).
 */
import {
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import type { WorkMeter } from '../work-meter.ts'
import type { Values } from './input-values.ts'
import { cutValue, shownValue } from './shown-value.ts'

/** The way from the variable to a value, from its end. */
interface PathStep {
  readonly before: PathStep | null
  readonly key: string | number
}

interface Misfit {
  readonly path: readonly (string | number)[]
  /** The beginning of the value. */
  readonly shown: string
  readonly problem: string
}

const pathOf = (path: PathStep | null): (string | number)[] => (path === null ? [] : [...pathOf(path.before), path.key])

const STEPS_PER_LEAF = 1

export class InputCoercion {
  readonly #meter: WorkMeter
  readonly #onMisfit: (misfit: Misfit) => void
  /** An object with many things wrong is put into words once. */
  readonly #shown = new Map<unknown, string>()

  constructor(meter: WorkMeter, onMisfit: (misfit: Misfit) => void) {
    this.#meter = meter
    this.#onMisfit = onMisfit
  }

  coerced(value: unknown, type: GraphQLInputType, path: PathStep | null): unknown {
    if (isNonNullType(type)) {
      if (value !== null && value !== undefined) return this.coerced(value, type.ofType, path)
      return this.#misfit(value, path, `Expected non-nullable type "${type}" not to be null.`)
    }
    if (value === null || value === undefined) return null
    if (isListType(type)) {
      if (!Array.isArray(value)) return [this.coerced(value, type.ofType, path)]
      return this.#meter.map(value, (item, key) => this.coerced(item, type.ofType, { before: path, key }))
    }
    if (isInputObjectType(type)) return this.#object(value, type, path)
    return this.#leaf(value, type, path)
  }

  #object(value: unknown, type: GraphQLInputObjectType, path: PathStep | null): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return this.#misfit(value, path, `Expected type "${type.name}" to be an object.`)
    }
    const fields = type.getFields()
    const object: Record<string, unknown> = {}
    for (const field of this.#meter.over(Object.values(fields))) {
      const { name, type: fieldType, defaultValue } = field
      const given = Object.hasOwn(value, name) ? (value as Values)[name] : undefined
      if (given !== undefined) object[name] = this.coerced(given, fieldType, { before: path, key: name })
      else if (defaultValue !== undefined) object[name] = defaultValue
      else if (isNonNullType(fieldType)) {
        this.#misfit(value, path, `Field "${name}" of required type "${fieldType}" was not provided.`)
      }
    }
    for (const name of this.#meter.keysOf(value)) {
      if (Object.hasOwn(fields, name)) continue
      this.#misfit(value, path, `Field ${shownValue(name)} is not defined by type "${type.name}".`)
    }
    if (type.isOneOf) this.#checkOneOf(object, type, path)
    return object
  }

  #checkOneOf(object: Values, type: GraphQLInputObjectType, path: PathStep | null): void {
    const keys = this.#meter.keysOf(object)
    const [key] = keys
    if (keys.length !== 1) {
      this.#misfit(object, path, `Exactly one key must be specified for OneOf type "${type.name}".`)
    } else if (key !== undefined && object[key] === null) {
      this.#misfit(null, { before: path, key }, `Field "${key}" must be non-null.`)
    }
  }

  #leaf(value: unknown, type: GraphQLLeafType, path: PathStep | null): unknown {
    this.#meter.step(STEPS_PER_LEAF)
    try {
      // No scalar takes an object or a list, and no name of an enum is long: what is refused is cut first.
      const read =
        typeof value === 'object' || (isEnumType(type) && typeof value === 'string') ? cutValue(value) : value
      const parsed = isEnumType(type) ? type.parseValue(read, true) : parsedScalar(type, read)
      return parsed === undefined ? this.#misfit(value, path, `Expected type "${type.name}".`) : parsed
    } catch (error) {
      const problem = (error as Error).message
      return this.#misfit(
        value,
        path,
        error instanceof GraphQLError ? problem : `Expected type "${type.name}". ${problem}`,
      )
    }
  }

  #misfit(value: unknown, path: PathStep | null, problem: string): undefined {
    const shown = this.#shown.get(value) ?? shownValue(value)
    this.#shown.set(value, shown)
    this.#onMisfit({ path: pathOf(path), shown, problem })
  }
}

/** Of the scalars that graphql brings, these take no texts. */
const WITHOUT_TEXTS: ReadonlySet<string> = new Set(['Int', 'Float', 'Boolean'])

const parsedScalar = (type: Exclude<GraphQLLeafType, { getValues: unknown }>, value: unknown): unknown =>
  type.parseValue(WITHOUT_TEXTS.has(type.name) ? cutValue(value) : value)
