/**
 * How failures are waited out. What the service asks for in Retry-After is waited exactly; a connection that fails
 * is tried again after growing pauses. Both are bounded by one allowance of time, counted as it is spent, so that a
 * clock that jumps changes nothing; what does not fit the allowance is thrown at once instead of waited for in vain.
 */
import { AskedToWait, ConnectionFailed } from './failures.ts'
import type { Surroundings } from './surroundings.ts'

export const MAX_WAIT_SECONDS_DEFAULT = 60

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2000

export interface Patience {
  readonly maxWaitSeconds: number
  /** Whether it may be sent again when it is unknown what became of it. */
  readonly isRepeatable: () => boolean
  readonly signal?: AbortSignal | undefined
}

const pauseMs = (attempt: number): number => {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS)
  return longest * (0.5 + Math.random() / 2)
}

/** Milliseconds until another attempt makes sense; null where none does. */
const delayMs = (failure: unknown, attempt: number, patience: Patience): number | null => {
  if (failure instanceof AskedToWait) {
    return failure.retryAfterSeconds === undefined ? pauseMs(attempt) : failure.retryAfterSeconds * 1000
  }
  if (!(failure instanceof ConnectionFailed) || failure.isFinal) return null
  return failure.outcome === 'not sent' || patience.isRepeatable() ? pauseMs(attempt) : null
}

export const persevere = async <T>(
  job: () => Promise<T>,
  patience: Patience,
  { sleep }: Pick<Surroundings, 'sleep'>,
): Promise<T> => {
  let leftMs = patience.maxWaitSeconds * 1000
  for (let attempt = 0; ; attempt++) {
    const startedAt = performance.now()
    try {
      return await job()
    } catch (failure) {
      const delay = delayMs(failure, attempt, patience)
      // An answer that never came was waited for as well.
      if (failure instanceof ConnectionFailed) leftMs -= performance.now() - startedAt
      if (delay === null || delay > leftMs) throw failure
      await sleep(delay, patience.signal)
      leftMs -= delay
    }
  }
}
