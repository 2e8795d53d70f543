/** How often guessing failed lately, by whatever the guesser is known by. */
import type { PlatformTx, TenantReader, TenantTx } from './storage.ts'

declare module './tables.ts' {
  interface Tables {
    guess_brake: { tenant_id: string; subject: string; failures: number; last_failed_at: number }
  }
}

export interface BrakeState {
  readonly failures: number
  readonly lastFailedAt: number
}

export const brakeState = async (reader: TenantReader, subject: string): Promise<BrakeState | undefined> =>
  reader.db
    .selectFrom('guess_brake')
    .select(['failures', 'last_failed_at as lastFailedAt'])
    .where('tenant_id', '=', reader.tenantId)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** One statement, so that failures at the same moment all count. What lies before `forgottenBefore` no longer does. */
export const recordFailure = async (tx: TenantTx, subject: string, forgottenBefore: number): Promise<void> => {
  const now = await tx.now()
  await tx.db
    .insertInto('guess_brake')
    .values({ tenant_id: tx.tenantId, subject, failures: 1, last_failed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'subject']).doUpdateSet((eb) => ({
        failures: eb
          .case()
          .when('guess_brake.last_failed_at', '<', forgottenBefore)
          .then(1)
          .else(eb('guess_brake.failures', '+', 1))
          .end(),
        last_failed_at: now,
      })),
    )
    .execute()
}

export const releaseBrake = async (tx: TenantTx, subject: string): Promise<void> => {
  await tx.db.deleteFrom('guess_brake').where('tenant_id', '=', tx.tenantId).where('subject', '=', subject).execute()
}

export const removeBrakesBefore = async (tx: PlatformTx, time: number): Promise<void> => {
  await tx.db.deleteFrom('guess_brake').where('last_failed_at', '<', time).execute()
}
