/** What the page of an application's events reads and changes. */
import type { ResultOf } from 'gql.tada'
import { queryOf } from '../../graph/query.ts'
import { graphql, mutation } from '../graphql.ts'

const ENDPOINT = graphql(`
  fragment EndpointShown on Webhook {
    webhookId
    environment
    url
    description
    entityList
    kindList
    fieldList
    statusList
    query
    switchedOffAt
    offReason
    leftMakerName
    operatorCount
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
    operatorId
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

const FIGURES = graphql(`
  fragment FiguresShown on WebhookFigures {
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
`)

export const ENDPOINTS = graphql(
  `
  query Endpoints($clientId: ID!) {
    application(clientId: $clientId) {
      webhookFigures {
        ...FiguresShown
      }
      webhookList {
        ...EndpointShown
        figures {
          ...FiguresShown
        }
        attemptList(first: 10) {
          ...AttemptShown
        }
      }
    }
  }
`,
  [ENDPOINT, FIGURES, ATTEMPT],
)

type Events = NonNullable<ResultOf<typeof ENDPOINTS>['application']>
export type ListedEndpoint = Events['webhookList'][number]
export type AllFigures = Events['webhookFigures']

export const ENDPOINT_DETAIL = graphql(
  `
  query EndpointDetail($webhookId: ID!, $outcome: WebhookOutcome, $before: ID) {
    webhook(webhookId: $webhookId) {
      ...EndpointShown
      waitingList {
        messageId
        entityId
        nextTryAt
      }
      secretEndsIn
      earlierSecretUntil
      createdAt
      figures {
        ...FiguresShown
      }
      attemptList(first: 100, outcome: $outcome, before: $before) {
        ...AttemptShown
        answer
        cursorBefore
      }
    }
  }
`,
  [ENDPOINT, FIGURES, ATTEMPT],
)

export type Endpoint = NonNullable<ResultOf<typeof ENDPOINT_DETAIL>['webhook']>

export const MESSAGES_AFTER = graphql(`
  query MessagesAfter($webhookId: ID!, $operatorId: ID, $cursor: String) {
    webhook(webhookId: $webhookId) {
      messagesAfter(operatorId: $operatorId, cursor: $cursor) {
        count
        hasMore
      }
    }
  }
`)

/** What is sent when an endpoint that is off is switched on. */
export const sentWhenOn = (webhookId: string) => queryOf(MESSAGES_AFTER, { webhookId, operatorId: null, cursor: null })

export const ENDPOINT_CREATE = mutation(
  'webhookCreate',
  '$clientId: ID!, $environment: String!, $input: WebhookInput!, $idempotencyKey: String!',
  'webhook { webhookId url } secret',
)

export const ENDPOINT_UPDATE = mutation(
  'webhookUpdate',
  '$webhookId: ID!, $input: WebhookInput!, $idempotencyKey: String!',
)

export const ENDPOINT_TAKE_OVER = mutation('webhookTakeOver', '$webhookId: ID!, $idempotencyKey: String!')

export const ENDPOINT_PREVIEW = mutation(
  'webhookPreview',
  '$clientId: ID!, $input: WebhookPreviewInput!',
  'message { messageId body cost }',
)

export const ENDPOINT_RESEND_FROM = mutation(
  'webhookResendFrom',
  '$webhookId: ID!, $operatorId: ID!, $after: String!, $idempotencyKey: String!',
)
