/**
 * The cost budget of a single process on an embedded store: its buckets are in memory and exact. A restart refills
 * them, as twenty seconds would.
 */
import { COST_BUCKET, COST_REFILL_PER_SECOND, MAX_COST_OWED } from '../../domain/limits.ts'
import { BoundedCache } from '../bounded-cache.ts'
import type { Payer } from '../principal.ts'
import type { World } from '../world.ts'
import { type CostBudget, refuseUntilRefilled } from './cost-budget.ts'

const MAX_BUCKETS = 50_000

interface Bucket {
  level: number
  filledAt: number
}

export class OwnBudget implements CostBudget {
  readonly #world: World
  /** A bucket goes once `MAX_BUCKETS` others were used since: it is fuller than any of them. */
  readonly #buckets = new BoundedCache<Bucket>(MAX_BUCKETS)

  constructor(world: World) {
    this.#world = world
  }

  spend(principal: Payer, cost: number): number {
    const now = this.#world.realNow(principal.tenantId)
    const bucket = this.#buckets.get(principal.bucketKey) ?? this.#full(principal.bucketKey, now)
    const elapsedMs = Math.max(0, now - bucket.filledAt)
    bucket.level = Math.min(COST_BUCKET, bucket.level + (elapsedMs * COST_REFILL_PER_SECOND) / 1000)
    bucket.filledAt = now
    const left = Math.floor(bucket.level)
    refuseUntilRefilled(principal, cost, left)
    bucket.level -= cost
    return left - cost
  }

  owe({ bucketKey, tenantId }: Payer, cost: number): void {
    const bucket = this.#buckets.peek(bucketKey) ?? this.#full(bucketKey, this.#world.realNow(tenantId))
    bucket.level = Math.max(-MAX_COST_OWED, bucket.level - cost)
  }

  #full(key: string, now: number): Bucket {
    const bucket = { level: COST_BUCKET, filledAt: now }
    this.#buckets.set(key, bucket)
    return bucket
  }
}
