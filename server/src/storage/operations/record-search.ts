/** What every list of records can be asked for: some ids, what changed since a time, what another system calls it. */
import type { ExternalId, Versioned } from '../../domain/versioned.ts'
import { columnName } from '../columns.ts'
import { fragment } from '../engines/fragment.ts'
import { withExternalId } from '../external-ids.ts'
import { type Condition, oneOf, type RecordKind } from '../record-kind.ts'

export interface FoundBy {
  /** Unknown ones are left out. */
  readonly ids: readonly string[] | null
  readonly updatedSince: number | null
  readonly externalId: ExternalId | null
}

export const foundBy = <R extends Versioned>(
  kind: RecordKind<R>,
  { ids, updatedSince, externalId }: FoundBy,
  tenantId: string,
): Condition[] => [
  ...(ids ? [oneOf(`${kind.table}.${columnName(kind.id)}`, ids)] : []),
  ...(updatedSince === null ? [] : [fragment`${fragment.raw(kind.table)}.updated_at >= ${updatedSince}`]),
  ...(externalId ? [withExternalId(kind, externalId, tenantId)] : []),
]
