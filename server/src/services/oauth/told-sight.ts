/** The feed of an application when an administrator lets it see more or less: what enters reads as CREATED, what leaves as DELETED. */
import type { Versioned } from '../../domain/versioned.ts'
import type { Viewer } from '../../domain/view.ts'
import type { TenantTx } from '../../storage/handles.ts'
import type { Condition, RecordKind } from '../../storage/record-kind.ts'
import { selectRecords, tellSight } from '../../storage/records.ts'
import { writingAs } from '../../storage/view.ts'

/** Of one kind, what is told at most, the newest: what was long ago is found by reading. */
const MAX_TOLD = 2000

/** What was chosen, and what is chosen now. */
export interface Chosen {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface Sight {
  readonly before: readonly Viewer[]
  readonly after: readonly Viewer[]
}

/** Once with what was added, once with what was taken away; not where there is none. */
export const tellChosen = async (
  { before, after }: Chosen,
  viewer: Viewer,
  tell: (ids: readonly string[], sight: Sight) => Promise<void>,
): Promise<void> => {
  const gained = after.filter((id) => !before.includes(id))
  const lost = before.filter((id) => !after.includes(id))
  if (gained.length > 0) await tell(gained, { before: [], after: [viewer] })
  if (lost.length > 0) await tell(lost, { before: [viewer], after: [] })
}

export const tellRecords = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  sight: Sight,
  where: readonly Condition[],
): Promise<void> => {
  const found = await selectRecords(writingAs(tx, { of: 'operator' }), kind, {
    where: [...where],
    orderBy: [`${kind.table}.created_at`],
    isDescending: true,
    most: MAX_TOLD,
  })
  for (const record of found) tellSight(tx, kind, record, sight)
}
