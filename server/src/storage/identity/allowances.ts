/** When a limited action, such as sending an e-mail, was last done, per subject. Subjects are stored as hashes. */
import { removeSome } from '../bounded-removal.ts'
import type { PlatformTx, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    allowance: {
      subject: string
      /** Milliseconds, oldest first, space-delimited; never more than the allowance. */
      times: string
      last_at: number
    }
  }
}

/** Locks the subject's row, created if missing, so that simultaneous actions are counted one at a time. */
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

export const removeAllowancesBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'allowance', key: ['subject'], by: 'last_at', before: time }, most)
