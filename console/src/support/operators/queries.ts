/** What the pages of operators read and change. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graphql.ts'

export const OPERATORS = graphql(`
  query Operators {
    operatorList {
      operatorId
      name
      askedSuspension {
        askedAt
      }
      environmentList {
        environment
        isSuspended
        deletedAt
        users
        addOns
        lastRequestAt
      }
    }
  }
`)

export const OPERATOR = graphql(`
  query Operator($operatorId: ID!) {
    operator(operatorId: $operatorId) {
      operatorId
      name
      sandboxOf {
        providerId
        name
      }
      askedSuspension {
        askerId
        askerName
        askedAt
        reason
      }
      environmentList {
        environment
        origin
        isSuspended
        deletedAt
        suspendedAt
        createdAt
        lastRequestAt
        whatStops {
          users
          signedIn
          addOns
          apiKeys
          accessTokens
        }
      }
    }
  }
`)

export type Operator = NonNullable<ResultOf<typeof OPERATOR>['operator']>

export const OPERATOR_CREATE = mutation(
  'operatorCreate',
  '$input: OperatorInput!, $idempotencyKey: String, $currentPassword: String',
)

export const OPERATOR_SUSPEND = mutation(
  'operatorSuspend',
  '$operatorId: ID!, $isSuspended: Boolean!, $reason: String!, $idempotencyKey: String',
)

export const SUSPENSION_AGREE = mutation(
  'operatorSuspensionAgree',
  '$operatorId: ID!, $seenAskerId: ID!, $seenReason: String!, $idempotencyKey: String',
)

export const SUSPENSION_WITHDRAW = mutation(
  'operatorSuspensionWithdraw',
  '$operatorId: ID!, $seenAskerId: ID!, $seenReason: String!, $idempotencyKey: String',
)

export const OPERATOR_RENAME = mutation(
  'operatorRename',
  '$operatorId: ID!, $name: String!, $reason: String!, $idempotencyKey: String',
)
