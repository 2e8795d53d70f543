/** Locks a record together with the one that it belongs to, in the order in which every transaction locks them. */
import { userError } from '../../domain/user-error.ts'
import type { Versioned } from '../../domain/versioned.ts'
import type { RecordKind } from '../../storage/record-kind.ts'
import { lockRecord, recordById } from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'

/** The parent first: the crew member of a duty, the aircraft of a block. */
export const lockWithParent = async <P extends Versioned, R extends Versioned>(
  tx: ViewTx,
  parentKind: RecordKind<P>,
  kind: RecordKind<R>,
  id: string,
): Promise<{ readonly parent: P; readonly record: R }> => {
  const path = [kind.id]
  const unlocked = await recordById(tx, kind, id)
  const parentId = unlocked && kind.parent?.(unlocked)
  if (!parentId) throw userError('NOT_FOUND', `There is no such ${kind.noun}`, path)
  const parent = await lockRecord(tx, parentKind, parentId, path)
  return { parent, record: await lockRecord(tx, kind, id, path) }
}
