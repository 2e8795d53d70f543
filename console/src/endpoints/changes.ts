/** What is done with an endpoint of either graph: these mutations have the same names and arguments in both. */
import { REFUSAL } from '../graph/fragments.ts'
import { graphql, plainMutation } from '../graph/graphql.ts'

export const WEBHOOK_DELETE = plainMutation('webhookDelete', '$webhookId: ID!, $idempotencyKey: String!')

export const WEBHOOK_SWITCH = plainMutation(
  'webhookSwitch',
  '$webhookId: ID!, $isOn: Boolean!, $fromNow: Boolean, $currentPassword: String, $idempotencyKey: String!',
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

export const WEBHOOK_TEST = plainMutation('webhookTest', '$webhookId: ID!, $idempotencyKey: String!')

export const WEBHOOK_RESEND = plainMutation(
  'webhookResend',
  '$webhookId: ID!, $messageId: ID!, $idempotencyKey: String!',
)
