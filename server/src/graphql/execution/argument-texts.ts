/**
 * Bounds the texts by which a field is asked. A variable is paid for once, by its size, and every field that names it
 * reads it anew, down to one of each record: a cursor or filter of 100,000 characters kept the process for seconds
 * (threats row 382). What a mutation stores has limits of its own.
 */
import { Failure } from '../../domain/failure.ts'
import { MAX_ASKED_TEXT } from '../../domain/limits.ts'
import type { WorkMeter } from '../work-meter.ts'

/** Trimmed, folded, compiled to a pattern, bound to a statement; ids, codes and most words are shorter. */
const STEPS_PER_CHARACTER = 2
const SHORT = 64

const refuse = (path: string, length: number): never => {
  throw new Failure('limit_exceeded', `${path} has ${length} characters; at most ${MAX_ASKED_TEXT} are read`)
}

/** Looks at every text in the arguments of a field. */
export const boundTexts = (value: unknown, path: string, meter: WorkMeter): void => {
  if (typeof value === 'string') {
    if (value.length > MAX_ASKED_TEXT) refuse(path, value.length)
    if (value.length > SHORT) meter.step(STEPS_PER_CHARACTER * (value.length - SHORT))
  } else if (Array.isArray(value)) {
    for (const item of meter.over(value)) boundTexts(item, path, meter)
  } else if (typeof value === 'object' && value !== null) {
    for (const name of meter.keysOf(value)) {
      boundTexts((value as Readonly<Record<string, unknown>>)[name], `${path}.${name}`, meter)
    }
  }
}
