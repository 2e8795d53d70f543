/** What the first page reads, and the reset of the sandbox. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graphql.ts'

export const APPLICATIONS = graphql(`
  query Applications {
    applicationList {
      clientId
      name
      kind
      mode
      logoPath
      registeredAt
      secretList {
        secretId
      }
      connectionList {
        connectionId
        operatorId
        operatorName
        environment
        since
      }
      evidenceList {
        key
        isMet
      }
      transitionList {
        position
        action
        at
        byName
      }
      measuredUse {
        requests
        failed
        tokens
        dayList {
          at
          requests
          failed
        }
      }
    }
  }
`)

export type ListedApplication = ResultOf<typeof APPLICATIONS>['applicationList'][number]

export const SANDBOX_RESET = mutation('sandboxReset', '$idempotencyKey: String')

export const SANDBOX_CLOCK_WAY = graphql(`
  query SandboxClockWay($seconds: Int!) {
    me {
      provider {
        sandbox {
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
      }
    }
  }
`)

export const SANDBOX_CLOCK_ADVANCE = mutation(
  'testClockAdvance',
  '$seconds: Int!, $idempotencyKey: String',
  'testClock { aheadSeconds } way { stepList { at kind count reminder } moreCount }',
)
