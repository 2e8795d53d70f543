/** What the webhooks page reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

const WEBHOOK = graphql(`
  fragment WebhookShown on Webhook {
    webhookId
    apiKeyId
    url
    description
    entityList
    kindList
    fieldList
    statusList
    aircraftIdList
    query
    switchedOffAt
    offReason
    waitingCount
    givenUpAt
    delayedSince
  }
`)

const ATTEMPT = graphql(`
  fragment AttemptShown on WebhookAttempt {
    attemptId
    messageId
    at
    type
    entityId
    number
    status
    problem
    isTaken
    tookMs
    connectMs
    waitMs
    delayMs
  }
`)

export const WEBHOOKS = graphql(
  `
  query Webhooks {
    webhookList {
      ...WebhookShown
      figures {
        firstTryCount
        firstTakenCount
        delayP50Ms
        delayP95Ms
        hourList {
          from
          takenCount
          failedCount
        }
      }
      attemptList(first: 10) {
        ...AttemptShown
      }
    }
    apiKeyList(includeRevoked: true) {
      apiKeyId
      label
      state
      aircraftIdList
      scopeList {
        scope {
          name
        }
      }
    }
  }
`,
  [WEBHOOK, ATTEMPT],
)

type Listed = ResultOf<typeof WEBHOOKS>
export type ListedWebhook = Listed['webhookList'][number]
export type KeyOfWebhook = Listed['apiKeyList'][number]

export const WEBHOOK_DETAIL = graphql(
  `
  query WebhookDetail($webhookId: ID!, $outcome: WebhookOutcome, $before: ID) {
    webhook(webhookId: $webhookId) {
      ...WebhookShown
      waitingList {
        messageId
        entityId
        nextTryAt
      }
      secretEndsIn
      earlierSecretUntil
      createdAt
      createdBy {
        name
        surname
      }
      figures {
        firstTryCount
        firstTakenCount
        delayP50Ms
        delayP95Ms
        hourList {
          from
          takenCount
          failedCount
        }
      }
      attemptList(first: 100, outcome: $outcome, before: $before) {
        ...AttemptShown
        answer
        cursorBefore
      }
    }
  }
`,
  [WEBHOOK, ATTEMPT],
)

export type Webhook = NonNullable<ResultOf<typeof WEBHOOK_DETAIL>['webhook']>

export const MESSAGES_AFTER = graphql(`
  query MessagesAfter($webhookId: ID!, $cursor: String) {
    webhook(webhookId: $webhookId) {
      messagesAfter(cursor: $cursor) {
        count
        hasMore
      }
    }
  }
`)

export const WEBHOOK_CREATE = mutation(
  'webhookCreate',
  '$input: WebhookInput!, $idempotencyKey: String!',
  'webhook { webhookId url } secret',
)

export const WEBHOOK_UPDATE = mutation(
  'webhookUpdate',
  '$webhookId: ID!, $input: WebhookInput!, $idempotencyKey: String!',
)

export const WEBHOOK_PREVIEW = mutation(
  'webhookPreview',
  '$input: WebhookPreviewInput!',
  'message { messageId body cost }',
)

export const WEBHOOK_RESEND_FROM = mutation(
  'webhookResendFrom',
  '$webhookId: ID!, $after: String!, $idempotencyKey: String!',
)
