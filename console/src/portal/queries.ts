/** What the developer portal reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql } from './graphql.ts'

/** Why a change was refused, as every payload says it (`graph/change`). */
export const REFUSAL = graphql(`
  fragment Refusal on UserError {
    code
    message
    path
  }
`)

export const ME = graphql(`
  query Me {
    me {
      userId
      name
      isOwner
      canSendSms
      callbackUri
      outboxPath
      provider {
        name
        sandbox {
          operatorId
          name
          origin
        }
      }
    }
  }
`)

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
        operatorId
      }
    }
  }
`)

export const APPLICATION = graphql(`
  query Application($clientId: ID!) {
    application(clientId: $clientId) {
      clientId
      name
      kind
      isPersonal
      mode
      logoPath
      redirectUriList
      description
      phoneNumber
      contact
      website
      connectUrl
      registeredAt
      secretsBlockedUntil
      secretList {
        secretId
        lastFour
        createdAt
        expiresAt
      }
      secretCode {
        phoneNumber
        expiresAt
        triesLeft
        delivery
      }
      oldNumberCode {
        phoneNumber
        expiresAt
        triesLeft
        delivery
      }
      newNumberCode {
        phoneNumber
        expiresAt
        triesLeft
        delivery
      }
      phoneChange {
        phoneNumber
        askedAt
        allowedAt
      }
      evidenceList {
        key
        label
        isMet
        value
        source
        todo
      }
      demo {
        demoAt
        link
        timeList
        timeZone
        attendees
        calendarFile
        requirementList {
          text
          isMet
        }
      }
      messageList {
        messageId
        at
        by
        authorName
        text
      }
      transitionList {
        position
        action
        at
        by
        reason
      }
      connectionList {
        connectionId
        operatorId
        operatorName
        environment
        scopeList
        since
        tokens {
          refreshTokens
          maxRefreshTokens
          accessTokens
          maxAccessTokens
        }
      }
      scopeCeilingList {
        name
        area
        access
        text
      }
    }
  }
`)

export type Application = NonNullable<ResultOf<typeof APPLICATION>['application']>

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

export const USAGE = graphql(`
  query Usage($clientId: ID!, $days: Int!) {
    application(clientId: $clientId) {
      clientId
      usage(days: $days) {
        answered
        refused
        throttled
        failed
        tokens
        p50Ms
        p95Ms
        warning
        errorList {
          code
          count
        }
        operatorList {
          operatorName
          environment
          requests
          tokens
          unusedScopeList
        }
        recentList {
          requestId
          at
          operatorName
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

export const SANDBOX_RESET = graphql(
  `
  mutation ResetSandbox($idempotencyKey: String) {
    sandboxReset(idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)
