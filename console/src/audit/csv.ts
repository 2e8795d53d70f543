/** Entries as CSV (RFC 4180) for a spreadsheet, which must not take a cell for a formula. */
import type { AuditEntry } from './queries.ts'

const COLUMNS = [
  'at',
  'action',
  'actorKind',
  'actorId',
  'actorName',
  'subjectKind',
  'subjectId',
  'subjectName',
  'address',
  'requestId',
  'detail',
] as const satisfies readonly (keyof AuditEntry)[]

const cell = (value: string | null): string => {
  const text = value ?? ''
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${inert.replaceAll('"', '""')}"`
}

export const csvOf = (entries: readonly AuditEntry[]): string =>
  [COLUMNS.join(','), ...entries.map((entry) => COLUMNS.map((column) => cell(entry[column])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('')
