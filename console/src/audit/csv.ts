/** The audit log's entries as CSV, every field of them. */
import { type CsvColumn, csvText } from '../text/csv.ts'
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

const AUDIT_COLUMNS: readonly CsvColumn<AuditEntry>[] = COLUMNS.map((name) => ({
  name,
  of: (entry) => entry[name],
}))

export const csvOf = (entries: readonly AuditEntry[]): string => csvText(AUDIT_COLUMNS, entries)
