/**
 * Spending from the cost buckets without asking the store each time: a process draws a chunk and spends it in
 * memory. A chunk is taken from the bucket before it is spent, so all processes together never spend more than
 * bucket and refill allow; what can happen is that up to one chunk per process is spent within a second later
 * than it was drawn, and that a chunk nobody spends within that second is forfeited.
 */
import { Failure } from '../domain/failure.ts'
import { COST_REFILL_PER_SECOND } from '../domain/limits.ts'
import { drawFromBucket } from '../storage/cost-buckets.ts'
import type { Principal } from './principal.ts'
import type { World } from './world.ts'

const CHUNK = 2_000
const CHUNK_LIFE_MS = 1000
const CHUNKS_KEPT = 50_000

interface Chunk {
  left: number
  readonly bucketLeft: number
  readonly expiresAt: number
}

export class CostBudget {
  readonly #world: World
  readonly #chunks = new Map<string, Chunk>()

  constructor(world: World) {
    this.#world = world
  }

  /** Takes the cost and answers what remains, or refuses with the time after which it would fit. */
  spend(principal: Principal, cost: number): number | Promise<number> {
    const key = `${principal.tenantId}/${principal.actorKey}`
    const chunk = this.#chunks.get(key)
    if (chunk === undefined || chunk.left < cost || chunk.expiresAt < this.#world.now(principal.tenantId)) {
      return this.#draw(principal, key, cost)
    }
    chunk.left -= cost
    return chunk.left + chunk.bucketLeft
  }

  async #draw(principal: Principal, key: string, cost: number): Promise<number> {
    const draw = await this.#world.storage.writeTenant(principal.tenantId, (tx) =>
      drawFromBucket(tx, principal.actorKey, cost, Math.max(cost, CHUNK)),
    )
    if (draw.drawn < cost) {
      throw new Failure('rate_limited', `This request costs ${cost} and ${draw.left} are left: retry a little later`, {
        retryAfterSeconds: Math.max(1, Math.ceil((cost - draw.left) / COST_REFILL_PER_SECOND)),
      })
    }
    return this.#keep(principal, key, draw.drawn - cost, draw.left)
  }

  #keep(principal: Principal, key: string, left: number, bucketLeft: number): number {
    const now = this.#world.now(principal.tenantId)
    const other = this.#chunks.get(key)
    const spare = other !== undefined && other.expiresAt >= now ? other.left : 0
    if (this.#chunks.size >= CHUNKS_KEPT) this.#chunks.delete(this.#chunks.keys().next().value as string)
    this.#chunks.set(key, { left: left + spare, bucketLeft, expiresAt: now + CHUNK_LIFE_MS })
    return left + spare + bucketLeft
  }
}
