/** What is done with an endpoint of either graph: these mutations have the same names and arguments in both. */
import { REFUSAL } from '../graph/fragments.ts'
import { graphql } from '../graph/graphql.ts'

export const WEBHOOK_DELETE = graphql(
  `
  mutation DeleteWebhook($webhookId: ID!, $idempotencyKey: String!) {
    webhookDelete(webhookId: $webhookId, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const WEBHOOK_SWITCH = graphql(
  `
  mutation SwitchWebhook(
    $webhookId: ID!
    $isOn: Boolean!
    $fromNow: Boolean
    $currentPassword: String
    $idempotencyKey: String!
  ) {
    webhookSwitch(
      webhookId: $webhookId
      isOn: $isOn
      fromNow: $fromNow
      currentPassword: $currentPassword
      idempotencyKey: $idempotencyKey
    ) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const WEBHOOK_SECRET_ROTATE = graphql(
  `
  mutation RotateWebhookSecret($webhookId: ID!, $currentPassword: String, $idempotencyKey: String!) {
    webhookSecretRotate(webhookId: $webhookId, currentPassword: $currentPassword, idempotencyKey: $idempotencyKey) {
      webhook {
        earlierSecretUntil
      }
      secret
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const WEBHOOK_TEST = graphql(
  `
  mutation TestWebhook($webhookId: ID!, $idempotencyKey: String!) {
    webhookTest(webhookId: $webhookId, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const WEBHOOK_RESEND = graphql(
  `
  mutation ResendWebhook($webhookId: ID!, $messageId: ID!, $idempotencyKey: String!) {
    webhookResend(webhookId: $webhookId, messageId: $messageId, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)
