/**
 * Tells records that somebody changed since an import from those that only follow others: the plan around a flight
 * raises its version, because its risk or its place in a trip is kept with it. The change feed says which fields each
 * version changed; a version that the feed no longer has counts as changed.
 */
import type { EntityKind } from '../../../domain/entity-kind.ts'
import { updatesAfter } from '../../../storage/operations/import/updates-after.ts'
import type { ViewTx } from '../../../storage/view.ts'

/** A record that has another version than the import left it with. */
export interface Raised {
  readonly recordId: string
  /** As the import left it. */
  readonly from: number
  readonly to: number
}

interface Followed {
  readonly entity: EntityKind | null
  /** Fields that follow from other records, as the feed names them. */
  readonly derived: ReadonlySet<string>
  /** Where the feed ended before the import; null where it was not kept. */
  readonly after: number | null
}

export const changedSince = async (
  tx: ViewTx,
  raised: readonly Raised[],
  { entity, derived, after }: Followed,
): Promise<ReadonlySet<string>> => {
  const changed = new Set(raised.map(({ recordId }) => recordId))
  if (changed.size === 0 || entity === null || after === null || derived.size === 0) return changed
  const isDerived = (fields: readonly string[]) => fields.length > 0 && fields.every((field) => derived.has(field))
  const updates = await updatesAfter(tx, { entity, ids: [...changed], after })
  const byRecord = Map.groupBy(
    updates.filter(({ fieldList }) => isDerived(fieldList)),
    ({ recordId }) => recordId,
  )
  for (const { recordId, from, to } of raised) {
    const followed = (byRecord.get(recordId) ?? []).filter(({ version }) => version > from && version <= to)
    if (new Set(followed.map(({ version }) => version)).size === to - from) changed.delete(recordId)
  }
  return changed
}
