/** Waits for a state that something else brings about: another process, a job, a store, a page. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect, isDeepStrictEqual } from 'node:util'
import { PATIENCE_MS } from './patience.ts'

const LOOK_EVERY_MS = 20

/** Looks until it holds; where it never does, fails with what was waited for. */
export const soon = async (what: string | (() => string), holds: () => Promise<boolean> | boolean): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() < deadline) await pause(LOOK_EVERY_MS)
    else assert.fail(`Waited ${PATIENCE_MS / 1000} seconds in vain: ${typeof what === 'string' ? what : what()}`)
  }
}

/**
 * Reads a value until it equals the wanted one, or matches it. For what a page shows: it draws some time after what was
 * pressed, so that a value that is read once may be the one before.
 */
export const becomes = async <T>(
  what: string,
  read: () => Promise<T> | T,
  wanted: NoInfer<T> | RegExp,
): Promise<void> => {
  let last: T
  await soon(
    () => `${what} becomes ${inspect(wanted)}; it was ${inspect(last)}`,
    async () => {
      last = await read()
      return wanted instanceof RegExp ? wanted.test(String(last)) : isDeepStrictEqual(last, wanted)
    },
  )
}
