/** The clock of a sandbox, which tests move forwards so that nobody waits for what expires. */
import { Misuse } from './failures.ts'
import type { Variables } from './typed-document.ts'

export interface TestClock {
  /** What it says, as text in UTC. */
  readonly now: string
  readonly aheadSeconds: number
  readonly mostSeconds: number
}

/** Something that happens when the clock passes a moment. */
export interface TestClockStep {
  readonly at: string
  readonly kind: string
  readonly count: number
  readonly reminder: string | null
  readonly entityId: string | null
}

export interface TestClockWay {
  readonly stepList: readonly TestClockStep[]
  /** Steps beyond those. */
  readonly moreCount: number
}

export interface MovedTestClock extends TestClock {
  /** What happened on the way; null where the same request moved it before. */
  readonly way: TestClockWay | null
}

/** Sends a document and returns its data. */
type Ask = <Result>(document: string, variables: Variables) => Promise<Result>

const CLOCK = 'testClock { now aheadSeconds mostSeconds }'
const WAY = '{ stepList { at kind count reminder entityId } moreCount }'

/** Null in production. */
export const readTestClock = async (ask: Ask): Promise<TestClock | null> =>
  (await ask<{ testClock: TestClock | null }>(`{ ${CLOCK} }`, {})).testClock

const checked = (seconds: number): number => {
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new Misuse(`The clock is moved by 1 second or more, in whole seconds, not by ${seconds}`)
  return seconds
}

/** Null in production. */
export const readTestClockWay = async (ask: Ask, seconds: number): Promise<TestClockWay | null> => {
  const query = `query ($seconds: Int!) { testClock { way(seconds: $seconds) ${WAY} } }`
  type Answer = { testClock: { way: TestClockWay } | null }
  return (await ask<Answer>(query, { seconds: checked(seconds) })).testClock?.way ?? null
}

/** Sent with a key of its own, so that a repetition after a lost answer moves it once. */
export const moveTestClock = async (ask: Ask, seconds: number): Promise<MovedTestClock> => {
  const { testClockAdvance } = await ask<{ testClockAdvance: { testClock: TestClock; way: TestClockWay | null } }>(
    `mutation ($seconds: Int!, $key: String!) { testClockAdvance(seconds: $seconds, idempotencyKey: $key) {
      ${CLOCK} way ${WAY} } }`,
    { seconds: checked(seconds), key: crypto.randomUUID() },
  )
  return { ...testClockAdvance.testClock, way: testClockAdvance.way }
}
