/** Suspensions of operators that wait for a second administrator's word. */
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    asked_suspension: {
      operator_id: string
      /** The member of staff who asked. */
      asked_by: string
      asked_at: number
      reason: string
    }
  }
}

export type AskedSuspensionRow = Tables['asked_suspension']

/** Those that were asked for since then. */
export const askedSuspensions = (
  reader: PlatformReader,
  operatorIds: readonly string[],
  since: number,
): Promise<AskedSuspensionRow[]> =>
  reader.db
    .selectFrom('asked_suspension')
    .selectAll()
    .where('operator_id', 'in', operatorIds)
    .where('asked_at', '>', since)
    .execute()

export const removeAskedSuspension = async (tx: PlatformTx, operatorId: string): Promise<void> => {
  await tx.db.deleteFrom('asked_suspension').where('operator_id', '=', operatorId).execute()
}

/** Of somebody who may no longer ask. */
export const removeSuspensionsAskedBy = async (tx: PlatformTx, userId: string): Promise<void> => {
  await tx.db.deleteFrom('asked_suspension').where('asked_by', '=', userId).execute()
}

/** The caller holds the operator's lock. The later of two is kept. */
export const saveAskedSuspension = async (tx: PlatformTx, asked: AskedSuspensionRow): Promise<void> => {
  await removeAskedSuspension(tx, asked.operator_id)
  await tx.db.insertInto('asked_suspension').values(asked).execute()
}
