/** What the dossier of an application reads, and the steps of staff. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graphql.ts'

export const DOSSIER = graphql(`
  query Dossier($clientId: ID!) {
    answerTime {
      promisedHours
    }
    application(clientId: $clientId) {
      clientId
      name
      kind
      isPersonal
      mode
      logoPath
      providerId
      providerName
      redirectUriList
      phoneNumber
      description
      contact
      website
      connectUrl
      registeredAt
      shownDigest
      assignee {
        userId
        name
        since
      }
      caseList {
        work
        waitsFor
        since
      }
      phoneChange {
        phoneNumber
        note
        askedAt
        allowedAt
      }
      whatStops {
        operatorNameList
        accessTokens
        refreshTokens
        lastUsedAt
      }
      measuredUse {
        requests
        failed
        tokens
        dayList {
          at
          requests
          failed
        }
        scopeList {
          name
          isAsked
          isOfKind
          isExtra
          uses
        }
      }
      evidenceList {
        key
        label
        isMet
        value
        source
        todo
      }
      scopeCeilingList {
        name
        access
        text
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
      allowableScopeList {
        name
        area
        text
      }
      connectionList {
        operatorId
        operatorName
        environment
        scopeList
      }
      demo {
        demoAt
        link
        timeList
        timeZone
        attendees
        heldAt
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
      changeList {
        at
        memberName
        fieldList
        before {
          name
          redirectUriList
          connectUrl
          website
          description
        }
        after {
          name
          redirectUriList
          connectUrl
          website
          description
        }
      }
    }
  }
`)

export type Dossier = NonNullable<ResultOf<typeof DOSSIER>['application']>

export const DEMO_SCHEDULE = mutation(
  'demoSchedule',
  '$clientId: ID!, $seenPosition: Int!, $at: DateTime!, $link: String!, $note: String!, $idempotencyKey: String',
)

export const DEMO_POSTPONE = mutation(
  'demoPostpone',
  '$clientId: ID!, $seenPosition: Int!, $reason: String!, $idempotencyKey: String',
)

export const DECIDE = mutation(
  'applicationDecide',
  `$clientId: ID!, $seenPosition: Int!, $seenDigest: String!, $isDemoHeld: Boolean!, $isApproved: Boolean!,
   $requirementList: [RequirementInput!]!, $reason: String!, $idempotencyKey: String`,
)

export const SUSPEND = mutation(
  'applicationSuspend',
  '$clientId: ID!, $seenPosition: Int!, $reason: String!, $idempotencyKey: String',
)

export const RESUME = mutation(
  'applicationResume',
  '$clientId: ID!, $seenPosition: Int!, $seenDigest: String!, $reason: String!, $idempotencyKey: String',
)

export const CASE_TAKE = mutation(
  'caseTake',
  '$clientId: ID!, $seenAssigneeId: ID, $reason: String, $idempotencyKey: String',
)

export const CASE_GIVE_BACK = mutation('caseGiveBack', '$clientId: ID!, $seenAssigneeId: ID, $idempotencyKey: String')

export const EXTRA_SCOPES_ALLOW = mutation(
  'extraScopesAllow',
  `$clientId: ID!, $seenPosition: Int!, $seenDigest: String!, $scopeList: [String!]!, $lastDay: Date!,
   $reason: String!, $idempotencyKey: String, $currentPassword: String`,
)

export const EXTRA_SCOPES_WITHDRAW = mutation(
  'extraScopesWithdraw',
  '$clientId: ID!, $reason: String!, $idempotencyKey: String',
)

export const PHONE_ALLOW = mutation(
  'phoneChangeAllow',
  '$clientId: ID!, $phoneNumber: String!, $reason: String!, $idempotencyKey: String, $currentPassword: String',
)

export const MESSAGE_SEND = mutation('messageSend', '$clientId: ID!, $text: String!, $idempotencyKey: String')
