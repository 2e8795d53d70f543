/** What every list of records can be asked for: some ids, what changed since a time, what another system calls it. */
import type { ExternalId, Versioned } from '../../domain/versioned.ts'
import { columnName } from '../columns.ts'
import { fragment } from '../engines/fragment.ts'
import { withExternalId } from '../external-ids.ts'
import { type Condition, oneOf, type RecordKind } from '../record-kind.ts'
import type { Selection } from '../records.ts'

export interface FoundBy {
  /** Unknown ones are left out. */
  readonly ids: readonly string[] | null
  readonly updatedSince: number | null
  readonly externalId: ExternalId | null
}

/** The conditions of a search: those that an index answers, and those that rows are looked through for. */
export type Matching = Required<Pick<Selection<never>, 'where' | 'sifted'>>

/** Answered by an index. */
export const foundBy = <R extends Versioned>(
  kind: RecordKind<R>,
  { ids, externalId }: Pick<FoundBy, 'ids' | 'externalId'>,
  tenantId: string,
): Condition[] => [
  ...(ids ? [oneOf(`${kind.table}.${columnName(kind.id)}`, ids)] : []),
  ...(externalId ? [withExternalId(kind, externalId, tenantId)] : []),
]

/** Looked through for. */
export const changedSince = <R extends Versioned>(
  { table }: RecordKind<R>,
  { updatedSince }: Pick<FoundBy, 'updatedSince'>,
): Condition[] => (updatedSince === null ? [] : [fragment`${fragment.raw(table)}.updated_at >= ${updatedSince}`])
