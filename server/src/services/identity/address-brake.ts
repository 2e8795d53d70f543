/**
 * Limits what anonymous requests can make a process write: passkey challenges, tries of codes, reset requests. Each
 * network has a bucket per realm, kept in memory, so that a refusal needs no store access. Exact counts (e-mails,
 * guesses) are kept by `allowance` and `guess-brake`.
 */
import { LRUCache } from 'lru-cache'
import { Failure } from '../../domain/failure.ts'
import type { Realm } from '../../domain/identity/realm.ts'
import type { World } from '../world.ts'
import { networkOf } from './guess-brake.ts'

const BURST = 60
const PER_SECOND = 1
const MAX_NETWORKS = 10_000

interface Bucket {
  level: number
  at: number
}

const buckets = new WeakMap<World, LRUCache<string, Bucket>>()

const bucketsOf = (world: World): LRUCache<string, Bucket> => {
  const known = buckets.get(world)
  if (known) return known
  const made = new LRUCache<string, Bucket>({ max: MAX_NETWORKS })
  buckets.set(world, made)
  return made
}

/** Takes one from the bucket of the address's network; throws with the seconds to wait if it is empty. */
export const brakeAddress = (world: World, { tenantId }: Realm, address: string): void => {
  const all = bucketsOf(world)
  const key = `${tenantId} ${networkOf(address)}`
  const now = world.now(tenantId)
  const bucket = all.get(key) ?? { level: BURST, at: now }
  const level = Math.min(BURST, bucket.level + (Math.max(0, now - bucket.at) / 1000) * PER_SECOND)
  if (level < 1) {
    const retryAfterSeconds = Math.ceil((1 - level) / PER_SECOND)
    throw new Failure('too_many_attempts', 'There were too many requests from your network: wait, then try again', {
      retryAfterSeconds,
    })
  }
  all.set(key, { level: level - 1, at: now })
}
