/**
 * What sending may take of this process: a bucket for each owner, an operator with all its own webhooks or an application
 * at an operator (ADR 294). Nobody else pays for messages. It counts in tenths of a millisecond of processor time; where
 * it is empty messages wait in the feed.
 */
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { BoundedCache } from '../../services/bounded-cache.ts'
import { keysOf } from '../../services/principal.ts'
import type { World } from '../../services/world.ts'
import type { Webhook } from '../../storage/events/webhooks.ts'

/** Some 350 messages a second in rounds of four: a fifth of a processor, a third of one whose caches others use. */
const REFILL_PER_SECOND = 2_200
const BUCKET = 20 * REFILL_PER_SECOND
const MAX_BUCKETS = 50_000

/** What each takes: measured on the embedded store, with a receiver in a thread of its own, and on a busy machine. */
export const SENDING_COSTS = {
  /** The webhook taken, its rights read, and what came of it written down. */
  round: 5,
  message: 5,
  /** A name, a connection and TLS; receivers that keep connections open cost it once. */
  connection: 10,
  /** Written down with its next try, which waits for the disk, and read again for that. */
  notTaken: 20,
  /** A change that waits behind another of its record is written down, too. */
  behind: 3,
} as const
/** Reading is counted as in requests, of which a cost of 1 takes a fifth of a millisecond. */
export const TENTHS_FOR_COST = 2

interface Bucket {
  level: number
  filledAt: number
}

export interface SendingLimits {
  readonly bucket: number
  readonly refillPerSecond: number
}

/** The operator's own webhooks are one owner; all of a provider's sandbox are, as they share its cost budget. */
const ownerOf = (tenant: Tenant, { application }: Pick<Webhook, 'application'>): string =>
  keysOf(tenant, application?.clientId ?? '').bucketKey

export class SendingBudget {
  readonly #world: World
  readonly #limits: SendingLimits
  readonly #buckets = new BoundedCache<Bucket>(MAX_BUCKETS)

  constructor(world: World, limits: SendingLimits = { bucket: BUCKET, refillPerSecond: REFILL_PER_SECOND }) {
    this.#world = world
    this.#limits = limits
  }

  /** 0 where something is left, else until a second's worth is there. */
  msToWait(tenant: Tenant, webhook: Pick<Webhook, 'application'>): number {
    const { refillPerSecond } = this.#limits
    const { level } = this.#filled(tenant, webhook)
    return level > 0 ? 0 : Math.ceil(((refillPerSecond - level) / refillPerSecond) * 1000)
  }

  /** What was done is paid, below zero too: at most what is begun at once. */
  owe(tenant: Tenant, webhook: Pick<Webhook, 'application'>, tenths: number): void {
    this.#filled(tenant, webhook).level -= tenths
  }

  #filled(tenant: Tenant, webhook: Pick<Webhook, 'application'>): Bucket {
    const { bucket: most, refillPerSecond } = this.#limits
    const owner = ownerOf(tenant, webhook)
    const now = this.#world.realNow(tenant.tenantId)
    const known = this.#buckets.get(owner)
    if (known === undefined) {
      const full = { level: most, filledAt: now }
      this.#buckets.set(owner, full)
      return full
    }
    known.level = Math.min(most, known.level + (Math.max(0, now - known.filledAt) * refillPerSecond) / 1000)
    known.filledAt = now
    return known
  }
}
