/**
 * Bounds requests that write but cost their sender nothing: passkey challenges, tries of codes, reset requests per
 * network; revocations per client. One bucket per tenant and sender, in memory: a refusal costs no store access. Exact
 * counts (mails, guesses) are kept in the store by `identity/allowance` and `identity/guess-brake`.
 */
import { Failure } from '../domain/failure.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { WorldAt } from './world.ts'

export interface Pace {
  readonly burst: number
  readonly perSecond: number
}

const USUAL: Pace = { burst: 60, perSecond: 1 }
const MAX_SENDERS = 10_000

interface Bucket {
  readonly level: number
  readonly at: number
}

const buckets = new WeakMap<WorldAt['randomBytes'], BoundedCache<Bucket>>()

/** The worlds of one process share their source of randomness, and so their buckets. */
const bucketsOf = ({ randomBytes }: WorldAt): BoundedCache<Bucket> => {
  const known = buckets.get(randomBytes)
  if (known) return known
  const made = new BoundedCache<Bucket>(MAX_SENDERS)
  buckets.set(randomBytes, made)
  return made
}

/** Takes one request from the sender's bucket; throws with the seconds to wait where it is empty. */
export const brakeSender = (at: WorldAt, sender: string, message: string, pace: Pace = USUAL): void => {
  const { burst, perSecond } = pace
  const all = bucketsOf(at)
  const key = `${at.tenantId} ${sender}`
  const now = at.realNow()
  const bucket = all.get(key) ?? { level: burst, at: now }
  const level = Math.min(burst, bucket.level + (Math.max(0, now - bucket.at) / 1000) * perSecond)
  if (level < 1) {
    throw new Failure('too_many_attempts', message, { retryAfterSeconds: Math.ceil((1 - level) / perSecond) })
  }
  all.set(key, { level: level - 1, at: now })
}
