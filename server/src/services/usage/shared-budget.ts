/**
 * The cost budget of many processes on one store, without a store access per request. A process draws a chunk, spends
 * it in memory, and returns the rest when it draws again. A chunk leaves the bucket before it is spent, so nothing is
 * spent twice. A process may spend its chunk after the bucket has refilled: the overshoot is at most one chunk per
 * process, beside a bucket ten times as large.
 *
 * A principal that comes rarely costs the store nothing: a process lends a little to one that it does not know, and
 * takes it out of the bucket with the first draw. A loan that was not used up is forgotten after ten seconds, in which the
 * bucket refills fifty times as much.
 */
import { COST_BUCKET, COST_REFILL_PER_SECOND, MAX_COST_OWED } from '../../domain/limits.ts'
import { isStoreUnavailable } from '../../storage/engines/unavailable.ts'
import { type BucketDraw, type DrawAsked, drawFromBucket } from '../../storage/usage/cost-buckets.ts'
import { BoundedCache } from '../bounded-cache.ts'
import type { Payer } from '../principal.ts'
import type { World } from '../world.ts'
import { type CostBudget, refuseUntilRefilled } from './cost-budget.ts'

/** A chunk is as large as twice what was spent of the one before, so that a process holds little that it does not use. */
const MIN_CHUNK = 500
const MAX_CHUNK = 2_000
const CHUNK_LIFE_MS = 10_000
const MAX_CHUNKS = 50_000
const LOAN = 200

interface Chunk {
  left: number
  /** How large it was, drawn or lent. */
  readonly size: number
  readonly bucketLeft: number
  readonly drawnAt: number
  /** The bucket held too little: the store need not be asked again before it can have refilled. */
  readonly isAll: boolean
  /** Spent before anything was drawn; the first draw pays for it. */
  readonly isLoan: boolean
}

/** What the next draw puts into the bucket; below zero, what it takes out for what was spent before. */
const givenBackBy = (chunk: Chunk | undefined): number =>
  chunk === undefined ? 0 : chunk.left - (chunk.isLoan ? LOAN : 0)

const nextSize = (chunk: Chunk | undefined): number =>
  Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, chunk === undefined ? 0 : 2 * (chunk.size - chunk.left)))

/** What chunk and bucket hold, as far as this process knows. */
const remaining = (chunk: Chunk, now: number): number =>
  Math.min(
    COST_BUCKET,
    chunk.left + chunk.bucketLeft + Math.floor(((now - chunk.drawnAt) * COST_REFILL_PER_SECOND) / 1000),
  )

export class SharedBudget implements CostBudget {
  readonly #world: World
  readonly #chunks = new BoundedCache<Chunk>(MAX_CHUNKS)
  /** Draws in progress: later requests wait for the same chunk instead of drawing another. */
  readonly #draws = new Map<string, Promise<number>>()

  constructor(world: World) {
    this.#world = world
  }

  /** Takes the cost and returns what remains, or refuses with the time after which it would fit. */
  spend(principal: Payer, cost: number): number | Promise<number> {
    const key = principal.bucketKey
    const now = this.#world.realNow(principal.tenantId)
    const chunk = this.#chunkOf(key, cost, now)
    if (chunk === undefined || chunk.left < cost || now - chunk.drawnAt > CHUNK_LIFE_MS) {
      return this.#afterDraw(principal, key, cost)
    }
    chunk.left -= cost
    return remaining(chunk, now)
  }

  #chunkOf(key: string, cost: number, now: number): Chunk | undefined {
    const known = this.#chunks.get(key)
    const isForgotten = known === undefined || (known.isLoan && known.left >= 0 && now - known.drawnAt > CHUNK_LIFE_MS)
    if (!isForgotten || cost > LOAN || this.#draws.has(key)) return known
    const lent = { left: LOAN, size: LOAN, bucketLeft: COST_BUCKET - LOAN, drawnAt: now, isAll: false, isLoan: true }
    this.#chunks.set(key, lent)
    return lent
  }

  /** A chunk below zero gives its debt back with the next draw, so that the bucket pays for it. */
  owe({ bucketKey }: Payer, cost: number): void {
    const chunk = this.#chunks.peek(bucketKey)
    if (chunk) chunk.left = Math.max(-MAX_COST_OWED, chunk.left - cost)
  }

  async #afterDraw(principal: Payer, key: string, cost: number): Promise<number> {
    const underWay = this.#draws.get(key)
    if (underWay) {
      await underWay.catch(() => {})
      return this.spend(principal, cost)
    }
    const draw = this.#draw(principal, key, cost).finally(() => this.#draws.delete(key))
    this.#draws.set(key, draw)
    return draw
  }

  async #draw(principal: Payer, key: string, cost: number): Promise<number> {
    const known = this.#chunks.get(key)
    if (known?.isAll) refuseUntilRefilled(principal, cost, remaining(known, this.#world.realNow(principal.tenantId)))
    this.#chunks.delete(key)
    const asked = { least: cost, most: Math.max(cost, nextSize(known)), givenBack: givenBackBy(known) }
    const { drawn, left } = await this.#ask(principal, asked)
    const now = this.#world.realNow(principal.tenantId)
    const chunk = {
      left: Math.max(0, drawn - cost),
      size: drawn,
      bucketLeft: left,
      drawnAt: now,
      isAll: drawn < cost,
      isLoan: false,
    }
    this.#chunks.set(key, chunk)
    if (drawn < cost) refuseUntilRefilled(principal, cost, left)
    return remaining(chunk, now)
  }

  /** A store that cannot be written may still verify tokens: meanwhile each process lends itself a chunk. */
  #ask(principal: Payer, asked: DrawAsked): Promise<BucketDraw> {
    return this.#world.storage
      .writeStatement(principal.tenantId, (store) => drawFromBucket(store, principal.payer, asked))
      .catch((error: unknown) => {
        if (isStoreUnavailable(error)) return { drawn: asked.most, left: 0 }
        throw error
      })
  }
}
