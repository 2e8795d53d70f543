/** A value that was sent, as an error shows it: its beginning, cut before it is formatted. */
import { inspect } from 'graphql/jsutils/inspect.js'

const MAX_SHOWN_LENGTH = 200
/** Members of an object, or entries of a list. */
const MAX_SHOWN_MEMBERS = 10
const MAX_SHOWN_DEPTH = 2

/** As much of the value as is shown. */
export const cutValue = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return cutText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_SHOWN_DEPTH) return Array.isArray(value) ? [] : {}
  // biome-ignore lint/plugin: ten of them
  if (Array.isArray(value)) return value.slice(0, MAX_SHOWN_MEMBERS).map((item) => cutValue(item, depth + 1))
  const cut: Record<string, unknown> = Object.create(null)
  let members = 0
  // biome-ignore lint/plugin: ends after ten
  for (const key in value) {
    if (++members > MAX_SHOWN_MEMBERS) break
    cut[cutText(key)] = cutValue((value as Record<string, unknown>)[key], depth + 1)
  }
  return cut
}

const cutText = (text: string): string =>
  text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}…`

/** The end of a message says what is wrong, so a long value gives way. */
// biome-ignore lint/plugin: it was cut
export const shownValue = (value: unknown): string => cutText(inspect(cutValue(value)))
