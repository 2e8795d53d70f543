/** When something that is allowed only so often was last done, by whatever it is counted by. Subjects are hashes. */
import type { PlatformTx, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    allowance: {
      subject: string
      /** Milliseconds, oldest first, space-delimited: no more of them than the allowance allows. */
      times: string
      last_at: number
    }
  }
}

/** Locks the subject's row first, making it where there is none: of two at the same moment one is counted at a time. */
export const lockAllowance = async (tx: TenantTx | PlatformTx, subject: string): Promise<number[]> => {
  const { times } = await tx.db
    .insertInto('allowance')
    .values({ subject, times: '', last_at: 0 })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet((eb) => ({ times: eb.ref('allowance.times') })))
    .returning('times')
    .executeTakeFirstOrThrow()
  return times.split(' ').filter(Boolean).map(Number)
}

/** The caller holds the row's lock. */
export const writeAllowance = async (
  tx: TenantTx | PlatformTx,
  subject: string,
  times: readonly number[],
): Promise<void> => {
  await tx.db
    .updateTable('allowance')
    .set({ times: times.join(' '), last_at: times.at(-1) ?? 0 })
    .where('subject', '=', subject)
    .execute()
}

export const removeAllowancesBefore = async (tx: PlatformTx, time: number): Promise<void> => {
  await tx.db.deleteFrom('allowance').where('last_at', '<', time).execute()
}
