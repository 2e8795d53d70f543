/** Recent failed guesses (passwords, codes) per subject. */
import { removeSome } from '../bounded-removal.ts'
import type { PlatformTx, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    guess_brake: { tenant_id: string; subject: string; failures: number; last_failed_at: number }
  }
}

export interface BrakeState {
  readonly failures: number
  readonly lastFailedAt: number
}

/** Locks the subject's row, created if missing, so that simultaneous guesses are judged one at a time. */
export const lockBrake = (tx: TenantTx, subject: string): Promise<BrakeState> =>
  tx.db
    .insertInto('guess_brake')
    .values({ tenant_id: tx.tenantId, subject, failures: 0, last_failed_at: 0 })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'subject']).doUpdateSet((eb) => ({ failures: eb.ref('guess_brake.failures') })),
    )
    .returning(['failures', 'last_failed_at as lastFailedAt'])
    .executeTakeFirstOrThrow()

/** The caller holds the row's lock. */
export const recordGuess = async (tx: TenantTx, subject: string, failures: number, at: number): Promise<void> => {
  await tx.db
    .updateTable('guess_brake')
    .set({ failures, last_failed_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('subject', '=', subject)
    .execute()
}

/** As if the guess of that time had never been noted; what others guessed since stays. */
export const takeBack = async (
  tx: TenantTx,
  subject: string,
  { at, before }: { readonly at: number; readonly before: number },
): Promise<void> => {
  await tx.db
    .updateTable('guess_brake')
    .set((eb) => ({
      failures: eb('failures', '-', 1),
      last_failed_at: eb.case().when('last_failed_at', '=', at).then(before).else(eb.ref('last_failed_at')).end(),
    }))
    .where('tenant_id', '=', tx.tenantId)
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()
}

export const releaseBrake = async (tx: TenantTx, subject: string): Promise<void> => {
  await tx.db.deleteFrom('guess_brake').where('tenant_id', '=', tx.tenantId).where('subject', '=', subject).execute()
}

export const removeBrakesBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'guess_brake', key: ['tenant_id', 'subject'], by: 'last_failed_at', before: time }, most)
