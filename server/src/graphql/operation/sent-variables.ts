/**
 * Looks through the variables that an operation defines, as they were sent: no string may hold what no store takes,
 * nothing nests beyond reason, and lists have no more entries than a request may pay for. Others stay unread.
 */
import { Failure } from '../../domain/failure.ts'
import { MAX_COST_PER_REQUEST, MAX_VARIABLE_DEPTH } from '../../domain/limits.ts'
import type { Values } from '../execution/input-values.ts'
import type { DefinedVariable } from '../execution/variable-values.ts'
import type { WorkMeter } from '../work-meter.ts'

/** Neither store can hold them, and no name, code or text has any use for them. */
export const isUnstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed()

const refuse = (description: string): never => {
  throw new Failure('invalid_request', description)
}

class Inspection {
  readonly #meter: WorkMeter
  #entries = 0

  constructor(meter: WorkMeter) {
    this.#meter = meter
  }

  look(value: unknown, depth: number): void {
    if (depth > MAX_VARIABLE_DEPTH) refuse(`The variables nest more than ${MAX_VARIABLE_DEPTH} levels`)
    if (typeof value === 'string') {
      if (isUnstorable(value)) refuse('A string holds a NUL character or half of a surrogate pair')
    } else if (Array.isArray(value)) {
      this.#count(value.length)
      for (const item of this.#meter.over(value)) this.look(item, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      for (const key of this.#meter.keysOf(value)) {
        this.look(key, depth)
        this.look((value as Values)[key], depth + 1)
      }
    }
  }

  /** Each costs at least 1 where it is used: more than a request may cost need not be read. */
  #count(entries: number): void {
    this.#entries += entries
    if (this.#entries <= MAX_COST_PER_REQUEST) return
    throw new Failure(
      'cost_exceeded',
      `The lists in the variables have more than ${MAX_COST_PER_REQUEST} entries, which one request may cost: send fewer`,
    )
  }
}

export const checkVariables = (defined: readonly DefinedVariable[], given: Values, meter: WorkMeter): void => {
  if (defined.length === 0) return
  const inspection = new Inspection(meter)
  for (const { name } of meter.over(defined)) if (Object.hasOwn(given, name)) inspection.look(given[name], 1)
}
