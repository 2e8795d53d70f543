/**
 * Goes through a list that an operator's data made, and gives others a turn every few milliseconds: between statements
 * the store does so, what is computed from them does it here (threats row 436).
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

const MAX_WITHOUT_PAUSE_MS = 5

export const inTurns = async <T>(list: Iterable<T>, step: (each: T) => void | Promise<void>): Promise<void> => {
  let pausedAt = performance.now()
  for (const each of list) {
    if (performance.now() - pausedAt >= MAX_WITHOUT_PAUSE_MS) {
      await nextTurn()
      pausedAt = performance.now()
    }
    await step(each)
  }
}
