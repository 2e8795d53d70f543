/** Reads the cells of an import: the text of a cell as the value of an input field, or what is wrong with it. */

export type Cell = { readonly value: unknown } | { readonly problem: string }

export type CellReader = (text: string) => Cell

const problem = (text: string): Cell => ({ problem: text })

export const text: CellReader = (value) => ({ value })

/** Codes are written in capital letters. */
export const code: CellReader = (value) => ({ value: value.toUpperCase() })

export const whole: CellReader = (value) =>
  /^-?\d{1,9}$/.test(value) ? { value: Number(value) } : problem(`"${value}" is not a whole number`)

export const decimal: CellReader = (value) =>
  /^-?\d{1,15}(\.\d{1,6})?$/.test(value) ? { value } : problem(`"${value}" is not a decimal number such as 1.9`)

const isRealDay = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(day)
}

export const day: CellReader = (value) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && isRealDay(value)
    ? { value }
    : problem(`"${value}" is not a calendar day such as 2026-11-15`)

const TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?Z$/

export const time: CellReader = (value) => {
  const match = TIME.exec(value)
  return match && isRealDay(match[1] as string)
    ? { value: Date.parse(value) }
    : problem(`"${value}" is not a time in UTC such as 2026-11-15T09:30Z`)
}

export const truth: CellReader = (value) => {
  if (/^(true|yes|1)$/i.test(value)) return { value: true }
  return /^(false|no|0)$/i.test(value) ? { value: false } : problem(`"${value}" is neither true nor false`)
}

export const oneOf =
  (words: readonly string[]): CellReader =>
  (value) =>
    words.includes(value.toUpperCase())
      ? { value: value.toUpperCase() }
      : problem(`"${value}" is not one of ${words.join(', ')}`)

/** Several words in one cell, separated by spaces. */
export const listOf =
  (words: readonly string[]): CellReader =>
  (value) => {
    const given = value.toUpperCase().split(/\s+/)
    const unknown = given.find((word) => !words.includes(word))
    return unknown === undefined
      ? { value: given }
      : problem(`"${unknown}" is not one of ${words.join(', ')}; separate several by spaces`)
  }
