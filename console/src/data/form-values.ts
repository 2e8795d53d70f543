/** What a form holds of a record while it is typed, and the input that it becomes. */
import { readDay } from '../text/read-day.ts'
import { readTime } from '../text/read-time.ts'
import type { FieldOfKind, Kind, Row } from './kinds.ts'

/** Everything is text while it is typed; several words are separated by a space. */
export type Draft = Readonly<Record<string, string>>

/** Objects that a form can give: the graph's own are made by its rules. */
const GIVEN_OBJECTS = new Set(['Money'])

const isEditable = ({ type, shown }: FieldOfKind): boolean =>
  type !== 'values' && (type !== 'value' || (shown !== null && GIVEN_OBJECTS.has(shown.type)))

export const fieldsFor = (kind: Kind, mutation: 'create' | 'update'): FieldOfKind[] =>
  kind.fields.filter(
    (field) => isEditable(field) && (mutation === 'create' ? field.inCreate || field.isArgument : field.inUpdate),
  )

const codeOf = (value: Row): string => String(value.iCAO ?? value.iATA ?? value.airportId ?? '')

/** The text of a field of a record: what the form begins with. */
const textOf = ({ type, name, shown }: FieldOfKind, row: Row): string => {
  const value = shown === null ? null : row[shown.name]
  if (value == null) return ''
  if (type === 'words') return (value as readonly string[]).join(' ')
  if (type === 'airport') return codeOf(value as Row)
  if (shown?.type === 'Money') return `${(value as Row).amount} ${(value as Row).currency}`
  // Another record or its like: its own id stands in it under the name of the input.
  if (shown?.isObject) return String((value as Row)[name] ?? '')
  return String(value)
}

export const draftOf = (fields: readonly FieldOfKind[], row: Row | null): Draft =>
  Object.fromEntries(fields.map((field) => [field.name, row === null ? '' : textOf(field, row)]))

const money = (text: string): unknown => {
  const [, amount, currency] = /^([\d.,’']+)\s*([a-z]{3})$/i.exec(text.trim()) ?? []
  return amount === undefined || currency === undefined
    ? undefined
    : { amount: amount.replace(/[,’']/g, ''), currency: currency.toUpperCase() }
}

/** Undefined where it cannot be read. */
const readValue = ({ type, shown }: FieldOfKind, text: string): unknown => {
  if (type === 'whole')
    return /^-?\d+$/.test(text.replace(/[,’' ]/g, '')) ? Number(text.replace(/[,’' ]/g, '')) : undefined
  if (type === 'truth') return text === 'true'
  if (type === 'words') return text.split(' ')
  if (type === 'time') return readTime(text)
  if (type === 'day') return readDay(text)
  return shown?.type === 'Money' ? money(text) : text
}

const UNREAD: Readonly<Record<string, string>> = {
  whole: 'A whole number, e.g. 8.',
  time: 'A time in UTC, e.g. 12 Nov 2026 09:41.',
  day: 'A day, e.g. 12 Nov 2026.',
  value: 'An amount with its currency, e.g. 1500.00 CHF.',
}

/** What is missing or cannot be read, before anything is sent. */
export const draftProblems = (fields: readonly FieldOfKind[], draft: Draft, isNew: boolean): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = draft[field.name]?.trim() ?? ''
      const isMissing = text === '' && (isNew ? field.isAsked || field.isArgument : field.isNeeded)
      if (isMissing) return [[field.name, 'This is missing.']]
      return text !== '' && readValue(field, text) === undefined
        ? [[field.name, UNREAD[field.type] ?? 'Not readable.']]
        : []
    }),
  )

/** The input of a new record says what was given; that of a change says what is another than before. */
export const inputOf = (fields: readonly FieldOfKind[], draft: Draft, before: Draft | null): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = draft[field.name]?.trim() ?? ''
      if (before === null ? text === '' : text === before[field.name]) return []
      if (text === '') return [[field.name, field.type === 'words' ? [] : null]]
      return [[field.name, readValue(field, text)]]
    }),
  )
