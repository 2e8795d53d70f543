/** The answer of a command that shows one thing: names and values for people, the same as an object for programs. */
import type { HeldToken } from '../storage/incidents/grants.ts'
import type { CommandAnswer } from './command.ts'
import { listed, type Row } from './listed.ts'

type Value = Row[string] | readonly Row[]

const isList = (value: Value): value is readonly Row[] => Array.isArray(value)

export const timeText = (time: number | null | undefined): string | null =>
  time === null || time === undefined ? null : new Date(time).toISOString()

/** When people were last seen is told by the day, to the host too (ADR 205). */
export const dayText = (time: number | null | undefined): string | null => timeText(time)?.slice(0, 10) ?? null

const lineOf = (name: string, value: Value, width: number): string => {
  const title = name.replaceAll('_', ' ')
  if (isList(value)) {
    const table = listed(value).text.split('\n')
    return ['', title, ...table.map((line) => `  ${line}`)].join('\n')
  }
  const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? '')
  return `${title.padEnd(width)}${text}`.trimEnd()
}

export const shown = (data: Readonly<Record<string, Value>>): CommandAnswer => {
  const width = Math.max(...Object.keys(data).map((name) => name.length)) + 2
  const text = Object.entries(data).map(([name, value]) => lineOf(name, value, width))
  return { data, text: text.join('\n') }
}

/** Refresh tokens as lists show them; those of a person's own application by the day, which their end follows. */
export const tokenRows = (tokens: readonly HeldToken[], now: number, toldAs = timeText): Row[] =>
  tokens.map(({ last_four, created_at, last_used_at, expires_at, revoked_at }) => ({
    last_four,
    state: revoked_at !== null ? 'revoked' : expires_at !== null && expires_at <= now ? 'expired' : 'works',
    created_at: toldAs(created_at),
    last_used_at: toldAs(last_used_at),
    expires_at: toldAs(expires_at),
  }))
