/** For what another process has to hear of first: within the second that access-model §13 allows, and no later. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { REVOCATION_REACH_MS } from '../../src/domain/limits.ts'

const LOOK_EVERY_MS = 20

/** Looks until it holds; fails where it does not within a second of the first look. */
export const soon = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + REVOCATION_REACH_MS
  for (;;) {
    const lookedAt = performance.now()
    if (await holds()) return
    assert.ok(lookedAt < deadline, `Not within a second: ${what}`)
    await pause(LOOK_EVERY_MS)
  }
}
