/** Waits for a state that something else brings about: another process, a job, a store. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { PATIENCE_MS } from './patience.ts'

const LOOK_EVERY_MS = 20

/** Looks until it holds; where it never does, fails with what was waited for. */
export const soon = async (what: string, holds: () => Promise<boolean> | boolean): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, `Waited ${PATIENCE_MS / 1000} seconds in vain: ${what}`)
    await pause(LOOK_EVERY_MS)
  }
}
