/** What the form of an entry holds while it is typed, and the input that it becomes. All of it is text. */
import { hoursText, readClock, readHours } from '../text/hours.ts'
import { toSecond } from '../text/instant.ts'
import { DAY_MS, MINUTE_MS } from '../text/spans.ts'
import { CLASSES, FIELDS_OF, type Field, nameOf, ROLE_FIELDS, type Text } from './entry-fields.ts'
import type { Entry } from './queries.ts'
import type { EntryKind } from './search.ts'

export type Draft = Readonly<Record<string, string>>
type Values = Readonly<Record<string, unknown>>

const CLOCKS = ['offBlock', 'onBlock'] as const

const shown = (field: Text, value: unknown): string => {
  if (value == null) return ''
  if (field.type === 'hours') return value === 0 ? '' : hoursText(Number(value))
  if (field.type === 'clock') return String(value).slice(11, 16)
  return field.type === 'count' && value === 0 ? '' : String(value)
}

/** The one function or class that has the whole time; `several` where an application split it. */
const chosenOf = (words: Readonly<Record<string, string>>, entry: Values, ofNew: string): string => {
  const used = Object.keys(words).filter((name) => Number(entry[name]) > 0)
  if (used.length === 0) return ofNew
  return used.length === 1 && entry[used[0] ?? ''] === entry.totalMinutes ? (used[0] ?? '') : 'several'
}

const beginningOf = (field: Field, entry: Values): string => {
  if ('choice' in field) {
    return field.choice === 'role'
      ? chosenOf(ROLE_FIELDS, entry, 'picMinutes')
      : chosenOf(CLASSES, entry, 'singlePilotSeMinutes')
  }
  return 'airport' in field ? String(entry[field.airport] ?? '') : shown(field, entry[field.name])
}

const today = (): string => new Date().toISOString().slice(0, 10)

export const draftOf = (kind: EntryKind, entry: Entry | null): Draft => ({
  date: entry?.date ?? (kind === 'BROUGHT_FORWARD' ? '' : today()),
  remarks: entry?.remarks ?? '',
  ...Object.fromEntries(FIELDS_OF[kind].map((field) => [nameOf(field), beginningOf(field, (entry ?? {}) as Values)])),
})

/** On block the next day where the clock shows less than off block. */
const blockTimes = ({ date, offBlock, onBlock }: Draft): readonly [off: number, on: number] | undefined => {
  const [off, on] = [readClock(offBlock ?? ''), readClock(onBlock ?? '')]
  if (off === undefined || on === undefined || !date) return undefined
  const [start, end] = [Date.parse(`${date}T${off}:00Z`), Date.parse(`${date}T${on}:00Z`)]
  return [start, end < start ? end + DAY_MS : end]
}

export const blockMinutes = (draft: Draft): number | undefined => {
  const times = blockTimes(draft)
  return times && (times[1] - times[0]) / MINUTE_MS
}

const readCount = (text: string): number | undefined => {
  const digits = text.replace(/[,’' ]/g, '')
  return /^\d+$/.test(digits) ? Number(digits) : undefined
}

const UNREAD = { hours: 'Hours and minutes, e.g. 4:00.', clock: 'A time in UTC, e.g. 09:41.', count: 'A whole number.' }

const problemOf = (field: Field, draft: Draft): string | undefined => {
  if ('choice' in field) return undefined
  if ('airport' in field) return draft[field.airport] ? undefined : 'This is missing.'
  const typed = draft[field.name]?.trim() ?? ''
  if (typed === '') return field.isNeeded ? 'This is missing.' : undefined
  if (field.type === 'text') return undefined
  const read = { hours: readHours, clock: readClock, count: readCount }[field.type]
  return read(typed) === undefined ? UNREAD[field.type] : undefined
}

/** What is missing or cannot be read, before anything is sent. */
export const draftProblems = (kind: EntryKind, draft: Draft): Readonly<Record<string, string>> => ({
  ...(draft.date ? {} : { date: 'This is missing.' }),
  ...Object.fromEntries(
    FIELDS_OF[kind].flatMap((field) => {
      const problem = problemOf(field, draft)
      return problem === undefined ? [] : [[nameOf(field), problem] as const]
    }),
  ),
})

const typedValue = (field: Text, typed: string): unknown => {
  if (field.type === 'hours') return typed === '' ? (field.name === 'nightMinutes' ? null : 0) : readHours(typed)
  if (field.type === 'count') return typed === '' ? 0 : readCount(typed)
  return typed === '' ? null : field.isCode ? typed.toUpperCase() : typed
}

/** Time in the function and in the class: all of it in the one that is chosen. */
const splitOf = (words: Readonly<Record<string, string>>, chosen: string, minutes: number): Values =>
  chosen === 'several'
    ? {}
    : Object.fromEntries(Object.keys(words).map((name) => [name, name === chosen ? minutes : 0]))

const flightTimes = (draft: Draft): Values => {
  const [off, on] = blockTimes(draft) ?? [0, 0]
  const minutes = (on - off) / MINUTE_MS
  const [offBlock, onBlock] = [off, on].map((at) => toSecond(at))
  return {
    ...{ offBlock, onBlock, totalMinutes: minutes },
    ...splitOf(ROLE_FIELDS, draft.role ?? '', minutes),
    ...splitOf(CLASSES, draft.class ?? '', minutes),
  }
}

const isClock = (field: Field): boolean => 'name' in field && (CLOCKS as readonly string[]).includes(field.name)

/** A new entry says what was given; a change says what is another than before. The draft has no problems. */
export const inputOf = (kind: EntryKind, draft: Draft, before: Draft | null): Values => {
  const isOther = (name: string): boolean => before === null || draft[name] !== before[name]
  const typed = FIELDS_OF[kind].flatMap((field): (readonly [string, unknown])[] => {
    const name = nameOf(field)
    if ('choice' in field || isClock(field) || !isOther(name)) return []
    const text = draft[name]?.trim() ?? ''
    return [[name, 'airport' in field ? text : typedValue(field as Text, text)]]
  })
  const areTimesOther = ['date', 'role', 'class', ...CLOCKS].some(isOther)
  return {
    ...(isOther('date') ? { date: draft.date } : {}),
    ...(isOther('remarks') ? { remarks: draft.remarks?.trim() || null } : {}),
    ...Object.fromEntries(typed),
    ...(kind === 'FLIGHT' && areTimesOther ? flightTimes(draft) : {}),
  }
}
