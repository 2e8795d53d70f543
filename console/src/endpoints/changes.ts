/** What is done with an endpoint of either graph: these mutations have the same names and arguments in both. */
import { mutation } from '../graph/graphql.ts'

export const WEBHOOK_DELETE = mutation('webhookDelete', '$webhookId: ID!, $idempotencyKey: String!')

export const WEBHOOK_SWITCH = mutation(
  'webhookSwitch',
  '$webhookId: ID!, $isOn: Boolean!, $fromNow: Boolean, $currentPassword: String, $idempotencyKey: String!',
)

export const WEBHOOK_SECRET_ROTATE = mutation(
  'webhookSecretRotate',
  '$webhookId: ID!, $currentPassword: String, $idempotencyKey: String!',
  'webhook { earlierSecretUntil } secret',
)

export const WEBHOOK_TEST = mutation('webhookTest', '$webhookId: ID!, $idempotencyKey: String!')

export const WEBHOOK_RESEND = mutation('webhookResend', '$webhookId: ID!, $messageId: ID!, $idempotencyKey: String!')
