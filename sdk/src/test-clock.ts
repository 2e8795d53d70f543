/** The clock of a sandbox, which tests move forwards so that nobody waits for what expires. */
import type { Client } from './client.ts'
import { Misuse } from './failures.ts'

export interface TestClock {
  /** What it says, as text in UTC. */
  readonly now: string
  readonly aheadSeconds: number
  readonly mostSeconds: number
}

const CLOCK = 'testClock { now aheadSeconds mostSeconds }'

/** Null in production. */
export const readTestClock = async (client: Client, signal?: AbortSignal): Promise<TestClock | null> =>
  (await client.query<{ testClock: TestClock | null }>(`{ ${CLOCK} }`, {}, { signal })).testClock

/** Sent with a key of its own, so that a repetition after a lost answer moves it once. */
export const moveTestClock = async (client: Client, seconds: number, signal?: AbortSignal): Promise<TestClock> => {
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new Misuse(`The clock is moved by 1 second or more, in whole seconds, not by ${seconds}`)
  const { testClockAdvance } = await client.query<{ testClockAdvance: { testClock: TestClock } }>(
    `mutation ($seconds: Int!, $key: String!) { testClockAdvance(seconds: $seconds, idempotencyKey: $key) { ${CLOCK} } }`,
    { seconds, key: crypto.randomUUID() },
    { signal },
  )
  return testClockAdvance.testClock
}
