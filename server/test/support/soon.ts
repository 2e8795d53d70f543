/** Waits, at most a second, for what another process has to be notified of first. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { REVOCATION_REACH_MS } from '../../src/domain/limits.ts'

const LOOK_EVERY_MS = 20
/** A machine that is too busy to be asked this often in a second is also too busy to tell in time. */
const MIN_LOOKS = 40

/** Looks until it holds; fails where it does not after a second and as many looks as fit into one. */
export const soon = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + REVOCATION_REACH_MS
  for (let looks = 1; ; looks++) {
    const lookedAt = performance.now()
    if (await holds()) return
    assert.ok(lookedAt < deadline || looks < MIN_LOOKS, `Not within a second: ${what}`)
    await pause(LOOK_EVERY_MS)
  }
}
