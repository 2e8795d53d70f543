/** When a message is tried again (events §2). */
import { WEBHOOK_RETRY_SECONDS } from '../limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const PLAN_SECONDS = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR]
const LAST_SECONDS = 3 * HOUR
/** A receiver that comes back is not met by everything at once. */
const JITTER = 0.2
const MAX_RETRY_AFTER_SECONDS = 24 * HOUR

export interface FailedTry {
  /** How often it was tried. */
  readonly attempts: number
  /** What the receiver asked for; null if nothing. */
  readonly retryAfterSeconds: number | null
  /** From 0 to 1. */
  readonly chance: number
}

export const secondsToNextTry = ({ attempts, retryAfterSeconds, chance }: FailedTry): number => {
  const planned = (PLAN_SECONDS[attempts - 1] ?? LAST_SECONDS) * (1 + JITTER * chance)
  return Math.max(planned, Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS))
}

export const isGivenUp = (firstTriedAt: number, now: number): boolean =>
  now - firstTriedAt >= WEBHOOK_RETRY_SECONDS * 1000
