/** What the pages of operators read and change. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graphql.ts'
import { REFUSAL } from '../refusal.ts'

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

export const OPERATOR_CREATE = graphql(
  `
  mutation CreateOperator($input: OperatorInput!, $idempotencyKey: String, $currentPassword: String) {
    operatorCreate(input: $input, idempotencyKey: $idempotencyKey, currentPassword: $currentPassword) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const OPERATOR_SUSPEND = graphql(
  `
  mutation SuspendOperator($operatorId: ID!, $isSuspended: Boolean!, $reason: String!, $idempotencyKey: String) {
    operatorSuspend(operatorId: $operatorId, isSuspended: $isSuspended, reason: $reason, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const SUSPENSION_AGREE = graphql(
  `
  mutation AgreeToSuspension($operatorId: ID!, $seenAskerId: ID!, $seenReason: String!, $idempotencyKey: String) {
    operatorSuspensionAgree(operatorId: $operatorId, seenAskerId: $seenAskerId, seenReason: $seenReason, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const SUSPENSION_WITHDRAW = graphql(
  `
  mutation WithdrawSuspension($operatorId: ID!, $seenAskerId: ID!, $seenReason: String!, $idempotencyKey: String) {
    operatorSuspensionWithdraw(operatorId: $operatorId, seenAskerId: $seenAskerId, seenReason: $seenReason, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const OPERATOR_RENAME = graphql(
  `
  mutation RenameOperator($operatorId: ID!, $name: String!, $reason: String!, $idempotencyKey: String) {
    operatorRename(operatorId: $operatorId, name: $name, reason: $reason, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)
