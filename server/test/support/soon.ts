/** Waits, at most a second, for what another process has to be notified of first. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { REVOCATION_REACH_MS } from '../../src/domain/limits.ts'

const LOOK_EVERY_MS = 20
/** A machine too busy for this many checks in a second is also too busy to deliver notifications in time. */
const MIN_LOOKS = 40

/** Checks until it holds; fails after a second and the minimum number of checks. */
export const soon = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + REVOCATION_REACH_MS
  for (let looks = 1; ; looks++) {
    const lookedAt = performance.now()
    if (await holds()) return
    assert.ok(lookedAt < deadline || looks < MIN_LOOKS, `Not within a second: ${what}`)
    await pause(LOOK_EVERY_MS)
  }
}
