/** How an application was used. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graphql.ts'

export const USAGE = graphql(`
  query Usage($clientId: ID!, $days: Int!, $operatorId: ID, $environment: String) {
    application(clientId: $clientId) {
      clientId
      usage(days: $days, operatorId: $operatorId, environment: $environment) {
        answered
        refused
        throttled
        failed
        tokens
        p50Ms
        p95Ms
        warning
        dayList {
          at
          answered
          refused
          throttled
          failed
          p50Ms
          p95Ms
        }
        errorList {
          code
          outcome
          count
          lastAt
          remedy
        }
        operatorList {
          operatorId
          operatorName
          environment
          scopeList
          lastRequestAt
          requests
          tokens
          unusedScopeList
        }
        recentList {
          requestId
          at
          operatorName
          environment
          operation
          outcome
          code
          cost
          tookMs
        }
      }
    }
  }
`)

export type Usage = NonNullable<ResultOf<typeof USAGE>['application']>['usage']
