/** Waits for a state that something else brings about: another process, a job, a store, a page. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect, isDeepStrictEqual } from 'node:util'
import { PATIENCE_MS } from './patience.ts'

const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 200

/**
 * Looks until it holds; where it never does, fails with what was waited for. Each look is a request or more: what did not
 * come at once is looked for less and less often, because looking takes the processor from what it waits for.
 */
export const soon = async (what: string | (() => string), holds: () => Promise<boolean> | boolean): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS
  for (let pauseMs = FIRST_PAUSE_MS; !(await holds()); pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    if (performance.now() < deadline) await pause(pauseMs)
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
