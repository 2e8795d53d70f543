/** Asks for a demo, withdraws, writes to support. */
import { graphql } from '../graphql.ts'
import { REFUSAL } from '../refusal.ts'

export const DEMO_REQUEST = graphql(
  `
  mutation RequestDemo($clientId: ID!, $input: DemoInput!, $idempotencyKey: String) {
    demoRequest(clientId: $clientId, input: $input, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const DEMO_WITHDRAW = graphql(
  `
  mutation WithdrawDemo($clientId: ID!, $reason: String!, $idempotencyKey: String) {
    demoWithdraw(clientId: $clientId, reason: $reason, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const MESSAGE_SEND = graphql(
  `
  mutation SendMessage($clientId: ID!, $text: String!, $idempotencyKey: String) {
    messageSend(clientId: $clientId, text: $text, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)
