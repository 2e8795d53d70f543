/**
 * Random bytes, fetched from the system in bulk: a system call per token would take longer than the rest of issuing it.
 * Bytes are erased from the pool when they are handed out.
 */
import type { RandomBytes } from '../domain/secret.ts'

const POOL_BYTES = 4096

export const randomPool = (fill: (bytes: Uint8Array) => unknown): RandomBytes => {
  const pool = new Uint8Array(POOL_BYTES)
  let taken = POOL_BYTES
  return (count) => {
    if (count > POOL_BYTES) throw new RangeError(`No more than ${POOL_BYTES} random bytes at once`)
    if (taken + count > POOL_BYTES) {
      fill(pool)
      taken = 0
    }
    const bytes = pool.slice(taken, taken + count)
    pool.fill(0, taken, taken + count)
    taken += count
    return bytes
  }
}
