/**
 * Bounds how many values a JSON text has before it is parsed: a megabyte of empty objects, or of members with ever
 * other names, takes many times its size and a tenth of a second (threats row 124).
 */
import { Failure } from '../../domain/failure.ts'
import { MAX_BODY_VALUES } from '../../domain/limits.ts'

const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
const COMMA = ','.charCodeAt(0)
const COLON = ':'.charCodeAt(0)
const BRACE = '{'.charCodeAt(0)
const BRACKET = '['.charCodeAt(0)

/** One byte after another, which is quicker than to look for the next quote where there are many. */
const endOfString = (json: Uint8Array, start: number): number => {
  let at = start + 1
  // biome-ignore lint/plugin: a megabyte at most, paid for by its bytes
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}

/** Before every value but the first, and every name of a member, stands one of these. */
const isBeginning = (byte: number): boolean => byte === COMMA || byte === COLON || byte === BRACE || byte === BRACKET

export const refuseManyValues = (json: Uint8Array): void => {
  // Each takes a character and one of these before it.
  if (json.length <= MAX_BODY_VALUES) return
  let values = 0
  // biome-ignore lint/plugin: a megabyte at most, paid for by its bytes
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number
    if (byte === QUOTE) at = endOfString(json, at)
    else if (isBeginning(byte) && ++values > MAX_BODY_VALUES) {
      throw new Failure('limit_exceeded', `The body has more than ${MAX_BODY_VALUES} values: split the request`)
    }
  }
}
