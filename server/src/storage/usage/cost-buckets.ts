/** The cost bucket of one principal at one tenant: refilled over time, drawn from in chunks by every process. */
import { COST_BUCKET, COST_REFILL_PER_SECOND } from '../../domain/limits.ts'
import { storeNow } from '../engines/engine.ts'
import { prepared } from '../engines/prepared.ts'
import type { TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    cost_bucket: { tenant_id: string; principal: string; level: number; refilled_at: number }
  }
}

export interface BucketDraw {
  /** The amount taken; 0 if the bucket held less than `least`. */
  readonly drawn: number
  readonly left: number
}

interface Owner {
  readonly tenantId: string
  readonly principal: string
}

interface Bucket {
  readonly level: number
  readonly refilledAt: number
  readonly now: number
}

const locked = prepared<Owner & { offsetMs: number }, Bucket>((db, argument, kind) =>
  // The row is locked inside, so that the clock outside is read when it is held.
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('cost_bucket')
        .select(['level', 'refilled_at as refilledAt'])
        .where('tenant_id', '=', argument('tenantId'))
        .where('principal', '=', argument('principal'))
        .$if(kind === 'postgres', (query) => query.forUpdate())
        .as('held'),
    )
    .select(['level', 'refilledAt', storeNow(kind, argument('offsetMs')).as('now')]),
)

const setLevel = prepared<Owner & { level: number; now: number }, unknown>((db, argument) =>
  db
    .updateTable('cost_bucket')
    .set({ level: argument('level'), refilled_at: argument('now') })
    .where('tenant_id', '=', argument('tenantId'))
    .where('principal', '=', argument('principal')),
)

const makeFull = async (tx: TenantTx, { tenantId, principal }: Owner): Promise<void> => {
  await tx.db
    .insertInto('cost_bucket')
    .values({ tenant_id: tenantId, principal, level: COST_BUCKET, refilled_at: await tx.now() })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'principal']).doNothing())
    .execute()
}

const lockedBucket = async (tx: TenantTx, owner: Owner): Promise<Bucket> => {
  const find = async () => (await locked(tx, { ...owner, offsetMs: tx.offsetMs })).rows[0]
  const known = await find()
  if (known) return known
  await makeFull(tx, owner)
  return (await find()) as Bucket
}

const levelNow = ({ level, refilledAt, now }: Bucket, givenBack: number): number => {
  const refill = Math.floor((Math.max(0, now - refilledAt) * COST_REFILL_PER_SECOND) / 1000)
  return Math.min(COST_BUCKET, level + refill + givenBack)
}

/**
 * Takes `most`, or what the bucket holds if that is at least `least`, or nothing. Locks the bucket's row. `givenBack` is
 * below zero where a process spent more than it had drawn.
 */
export const drawFromBucket = async (
  tx: TenantTx,
  principal: string,
  asked: { readonly least: number; readonly most: number; readonly givenBack: number },
): Promise<BucketDraw> => {
  const owner = { tenantId: tx.tenantId, principal }
  const bucket = await lockedBucket(tx, owner)
  const level = levelNow(bucket, asked.givenBack)
  const drawn = level < asked.least ? 0 : Math.min(level, asked.most)
  if (drawn > 0 || asked.givenBack !== 0) await setLevel(tx, { ...owner, level: level - drawn, now: bucket.now })
  return { drawn, left: level - drawn }
}
