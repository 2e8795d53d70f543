/**
 * Bounds requests that write but cost their sender nothing: passkey challenges, tries of codes, reset requests per
 * network; revocations per client. One bucket per tenant and sender, in memory: a refusal costs no store access. Exact
 * counts (mails, guesses) are kept in the store by `identity/allowance` and `identity/guess-brake`.
 */
import { Failure } from '../domain/failure.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { WorldAt } from './world.ts'

const BURST = 60
const PER_SECOND = 1
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
export const brakeSender = (at: WorldAt, sender: string, message: string): void => {
  const all = bucketsOf(at)
  const key = `${at.tenantId} ${sender}`
  const now = at.realNow()
  const bucket = all.get(key) ?? { level: BURST, at: now }
  const level = Math.min(BURST, bucket.level + (Math.max(0, now - bucket.at) / 1000) * PER_SECOND)
  if (level < 1) {
    throw new Failure('too_many_attempts', message, { retryAfterSeconds: Math.ceil((1 - level) / PER_SECOND) })
  }
  all.set(key, { level: level - 1, at: now })
}
