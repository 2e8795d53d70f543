/**
 * Retries failures. Waits exactly as long as Retry-After says, and retries a failed connection after growing pauses.
 * One time budget limits both; it counts waited time, so that clock changes do not matter. A wait that exceeds the
 * budget is thrown at once.
 */
import { AskedToWait, ConnectionFailed } from './failures.ts'
import type { Surroundings } from './surroundings.ts'

export const MAX_WAIT_SECONDS_DEFAULT = 60

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2000

export interface RetryPolicy {
  readonly maxWaitSeconds: number
  /** Whether it may be sent again if its outcome is unknown. */
  readonly isRepeatable: () => boolean
  readonly signal?: AbortSignal | undefined
}

const pauseMs = (attempt: number): number => {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS)
  return longest * (0.5 + Math.random() / 2)
}

/** Milliseconds until the next attempt; null if none makes sense. */
const delayMs = (failure: unknown, attempt: number, retryPolicy: RetryPolicy): number | null => {
  if (failure instanceof AskedToWait) {
    return failure.retryAfterSeconds === undefined ? pauseMs(attempt) : failure.retryAfterSeconds * 1000
  }
  if (!(failure instanceof ConnectionFailed) || failure.isFinal) return null
  return failure.outcome === 'not sent' || retryPolicy.isRepeatable() ? pauseMs(attempt) : null
}

export const withRetries = async <T>(
  job: () => Promise<T>,
  retryPolicy: RetryPolicy,
  { sleep }: Pick<Surroundings, 'sleep'>,
): Promise<T> => {
  let leftMs = retryPolicy.maxWaitSeconds * 1000
  for (let attempt = 0; ; attempt++) {
    const startedAt = performance.now()
    try {
      return await job()
    } catch (failure) {
      const delay = delayMs(failure, attempt, retryPolicy)
      // The time spent on a response that never arrived counts too.
      if (failure instanceof ConnectionFailed) leftMs -= performance.now() - startedAt
      if (delay === null || delay > leftMs) throw failure
      await sleep(delay, retryPolicy.signal)
      leftMs -= delay
    }
  }
}
