/** What the developer portal reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql } from './graphql.ts'

export const ME = graphql(`
  query Me {
    me {
      userId
      name
      isOwner
      canSendSms
      keptRequestDays
      callbackUri
      outboxPath
      provider {
        name
        sandbox {
          operatorId
          name
          origin
          isSuspended
          testClock {
            now
            aheadSeconds
            mostSeconds
          }
        }
        sandboxMaking {
          askedAt
          tries
          nextTryAt
        }
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
        lastUsedAt
        leftMakerName
      }
      credentialEventList {
        eventId
        at
        kind
        lastFour
        endsAt
        byName
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
        toMode
        at
        by
        byName
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
      extraScopeList {
        name
        text
      }
      extraScopesLastDay
      scopeDecisionList {
        position
        action
        scopeList
        lastDay
        at
        byName
        reason
      }
      scopeCeilingList {
        name
        area
        access
        text
        subject
      }
    }
  }
`)

export type Application = NonNullable<ResultOf<typeof APPLICATION>['application']>
