/** What each kind of import declares: its columns, what it needs, and how a line becomes a record. */
import { UserErrors } from '../../../domain/user-error.ts'
import type { ExternalId, Versioned } from '../../../domain/versioned.ts'
import type { Warning } from '../../../domain/warning.ts'
import { withExternalId } from '../../../storage/external-ids.ts'
import type { RecordKind } from '../../../storage/record-kind.ts'
import { selectRecords } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import type { CellReader } from './cells.ts'

/** A line as an input: the fields whose cells are not empty. */
export type LineInput = Readonly<Record<string, unknown>>

/** What a line did. */
export interface Outcome {
  readonly did: 'created' | 'updated' | 'unchanged'
  readonly warningList: readonly Warning[]
}

export interface ImportKind {
  readonly record: Pick<RecordKind<Versioned>, 'entity'>
  /** Columns by header: the names of the input's fields, and those that the kind adds for files. */
  readonly columns: Readonly<Record<string, CellReader>>
  /** What files call the columns, beside the names of the fields; separated by commas. */
  readonly headings: Readonly<Record<string, string>>
  /** Columns that a line of a new record needs. */
  readonly required: readonly string[]
  /** Takes locks in the order of all transactions before the first line is read. */
  readonly begin: (tx: ViewTx, desk: Desk, lines: readonly LineInput[]) => Promise<void>
  /** Creates the record, or updates the one that has the line's external id. */
  readonly write: (tx: ViewTx, desk: Desk, line: LineInput) => Promise<Outcome>
}

/** Whether a record changed: a write that changes nothing keeps the version. */
export const outcomeOf = (
  before: { readonly version: number } | undefined,
  after: { readonly version: number },
  warningList: readonly Warning[] = [],
): Outcome => {
  if (!before) return { did: 'created', warningList }
  return { did: before.version === after.version ? 'unchanged' : 'updated', warningList }
}

/** Refuses a line of a new record that lacks what every record needs. */
export const refuseMissing = (line: LineInput, fields: readonly string[]): void => {
  const missing = fields.filter((field) => line[field] === undefined)
  if (missing.length === 0) return
  const message = 'A value is required for a new record'
  throw new UserErrors(missing.map((field) => ({ code: 'VALIDATION', message, path: ['input', field] })))
}

/** The record that has the line's external id; undefined where the line has none, or no record has it yet. */
export const knownRecord = async <R extends Versioned>(
  tx: ViewTx,
  kind: RecordKind<R>,
  line: LineInput,
): Promise<R | undefined> => {
  const [externalId] = (line.externalIdList ?? []) as readonly ExternalId[]
  if (!externalId) return undefined
  const [record] = await selectRecords(tx, kind, { where: [withExternalId(kind, externalId, tx.tenantId)] })
  return record
}
