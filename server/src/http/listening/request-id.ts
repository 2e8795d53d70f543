import { type RandomBytes, randomText } from '../../domain/secret.ts'

const PROCESS_LENGTH = 8
const DRAWN_AT_ONCE = 1024
const MAX_STEP = 8

/**
 * Ids of requests: a random prefix per process, then a counter. They are unique, not secret. The counter goes on by steps
 * drawn by lot: of a request that leaves no trace no gap tells that it was there (data §11.2).
 */
export const requestIds = (randomBytes: RandomBytes): (() => string) => {
  const process = `req_${randomText(PROCESS_LENGTH, randomBytes)}`
  // As many figures in each: answers that must look alike have the same length.
  let count = 36 ** 5
  let steps = randomBytes(DRAWN_AT_ONCE)
  let drawn = 0
  return () => {
    if (drawn === DRAWN_AT_ONCE) {
      steps = randomBytes(DRAWN_AT_ONCE)
      drawn = 0
    }
    count += 1 + ((steps[drawn++] ?? 0) % MAX_STEP)
    return process + count.toString(36)
  }
}
