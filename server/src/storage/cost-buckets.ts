/** The cost bucket of one principal at one tenant: filled by time, drawn from in chunks by every process. */
import { COST_BUCKET, COST_REFILL_PER_SECOND } from '../domain/limits.ts'
import type { TenantTx } from './storage.ts'

declare module './tables.ts' {
  interface Tables {
    cost_bucket: { tenant_id: string; principal: string; level: number; refilled_at: number }
  }
}

export interface BucketDraw {
  /** What was taken; less than asked where the bucket held less. */
  readonly drawn: number
  readonly left: number
}

const refilled = (level: number, refilledAt: number, now: number): number =>
  Math.min(COST_BUCKET, level + Math.floor((Math.max(0, now - refilledAt) * COST_REFILL_PER_SECOND) / 1000))

/** Takes `most`, or what there is if that is at least `least`, or nothing. The bucket's row is locked first. */
export const drawFromBucket = async (
  tx: TenantTx,
  principal: string,
  least: number,
  most: number,
): Promise<BucketDraw> => {
  await tx.db
    .insertInto('cost_bucket')
    .values({ tenant_id: tx.tenantId, principal, level: COST_BUCKET, refilled_at: await tx.now() })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'principal']).doNothing())
    .execute()
  const bucket = await tx.db
    .selectFrom('cost_bucket')
    .select(['level', 'refilled_at'])
    .where('tenant_id', '=', tx.tenantId)
    .where('principal', '=', principal)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  const now = await tx.now()
  const level = refilled(bucket.level, bucket.refilled_at, now)
  if (level < least) return { drawn: 0, left: level }
  const drawn = Math.min(level, most)
  await tx.db
    .updateTable('cost_bucket')
    .set({ level: level - drawn, refilled_at: now })
    .where('tenant_id', '=', tx.tenantId)
    .where('principal', '=', principal)
    .execute()
  return { drawn, left: level - drawn }
}
