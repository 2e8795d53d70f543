/** The four ways a request ends, in the order they are stacked, and how they are told in words. */
import { grouped, share } from '../text/count.ts'

export interface Outcomes {
  readonly answeredCount: number
  readonly refusedCount: number
  readonly throttledCount: number
  readonly failedCount: number
}

export const OUTCOMES = [
  { key: 'answeredCount', word: 'answered', tone: 'answered' },
  { key: 'refusedCount', word: 'refused', tone: 'refused' },
  { key: 'throttledCount', word: 'throttled', tone: 'throttled' },
  { key: 'failedCount', word: 'failed', tone: 'failed' },
] as const satisfies readonly { key: keyof Outcomes; word: string; tone: string }[]

export const totalOf = (outcomes: Outcomes): number =>
  outcomes.answeredCount + outcomes.refusedCount + outcomes.throttledCount + outcomes.failedCount

export const sumOf = (list: readonly Outcomes[]): Outcomes => {
  const sum = (key: keyof Outcomes): number => list.reduce((total, outcomes) => total + outcomes[key], 0)
  return {
    answeredCount: sum('answeredCount'),
    refusedCount: sum('refusedCount'),
    throttledCount: sum('throttledCount'),
    failedCount: sum('failedCount'),
  }
}

/** The worst outcome in a few words: "21.6 % failed", "4.3 % throttled", "none failed". */
export const worstShare = (outcomes: Outcomes): string => {
  const total = totalOf(outcomes)
  const { failedCount, throttledCount } = outcomes
  if (throttledCount > failedCount) return `${share(throttledCount, total)} throttled`
  if (failedCount > 0) return `${share(failedCount, total)} failed`
  return outcomes.refusedCount > 0 ? `${share(outcomes.refusedCount, total)} refused` : 'none failed'
}

/** All four, or those that a chart can have. */
export const outcomesAmong = (only: readonly (keyof Outcomes)[] | undefined) =>
  OUTCOMES.filter(({ key }) => only?.includes(key) ?? true)

export const outcomeSentence = (outcomes: Outcomes, only?: readonly (keyof Outcomes)[]): string =>
  outcomesAmong(only)
    .map(({ key, word }) => `${grouped(outcomes[key])} ${word}`)
    .join(', ')
