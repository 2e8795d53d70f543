/** The clock of a sandbox, which tests move forwards so that nobody waits for what expires. */
import { Misuse } from './failures.ts'
import type { Variables } from './typed-document.ts'

export interface TestClock {
  /** What it says, as text in UTC. */
  readonly now: string
  readonly aheadSeconds: number
  readonly mostSeconds: number
}

/** Sends a document and returns its data. */
type Ask = <Result>(document: string, variables: Variables) => Promise<Result>

const CLOCK = 'testClock { now aheadSeconds mostSeconds }'

/** Null in production. */
export const readTestClock = async (ask: Ask): Promise<TestClock | null> =>
  (await ask<{ testClock: TestClock | null }>(`{ ${CLOCK} }`, {})).testClock

/** Sent with a key of its own, so that a repetition after a lost answer moves it once. */
export const moveTestClock = async (ask: Ask, seconds: number): Promise<TestClock> => {
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new Misuse(`The clock is moved by 1 second or more, in whole seconds, not by ${seconds}`)
  const { testClockAdvance } = await ask<{ testClockAdvance: { testClock: TestClock } }>(
    `mutation ($seconds: Int!, $key: String!) { testClockAdvance(seconds: $seconds, idempotencyKey: $key) { ${CLOCK} } }`,
    { seconds, key: crypto.randomUUID() },
  )
  return testClockAdvance.testClock
}
