/** What the test clock's page and the sandbox's band read and change (events §4). */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

export const TEST_CLOCK = graphql(`
  query TestClock {
    testClock {
      now
      aheadSeconds
      mostSeconds
    }
  }
`)

export const TEST_CLOCK_WAY = graphql(`
  query TestClockWay($seconds: Int!) {
    testClock {
      way(seconds: $seconds) {
        stepList {
          at
          kind
          count
          reminder
        }
        moreCount
      }
    }
  }
`)

export type TestClock = NonNullable<ResultOf<typeof TEST_CLOCK>['testClock']>

export const TEST_CLOCK_ADVANCE = mutation(
  'testClockAdvance',
  '$seconds: Int!, $idempotencyKey: String!',
  'testClock { now aheadSeconds } way { stepList { at kind count reminder } moreCount }',
)
