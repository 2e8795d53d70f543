/** What the dossier of an application reads, and the steps of staff. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graphql.ts'
import { REFUSAL } from '../refusal.ts'

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

export const DEMO_SCHEDULE = graphql(
  `
  mutation ScheduleDemo($clientId: ID!, $seenPosition: Int!, $at: DateTime!, $link: String!, $note: String!, $idempotencyKey: String) {
    demoSchedule(clientId: $clientId, seenPosition: $seenPosition, at: $at, link: $link, note: $note, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const DEMO_POSTPONE = graphql(
  `
  mutation PostponeDemo($clientId: ID!, $seenPosition: Int!, $reason: String!, $idempotencyKey: String) {
    demoPostpone(clientId: $clientId, seenPosition: $seenPosition, reason: $reason, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const DECIDE = graphql(
  `
  mutation Decide($clientId: ID!, $seenPosition: Int!, $seenDigest: String!, $isDemoHeld: Boolean!, $isApproved: Boolean!, $requirementList: [RequirementInput!]!, $reason: String!, $idempotencyKey: String) {
    applicationDecide(clientId: $clientId, seenPosition: $seenPosition, seenDigest: $seenDigest, isDemoHeld: $isDemoHeld, isApproved: $isApproved, requirementList: $requirementList, reason: $reason, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const SUSPEND = graphql(
  `
  mutation Suspend($clientId: ID!, $seenPosition: Int!, $reason: String!, $idempotencyKey: String) {
    applicationSuspend(clientId: $clientId, seenPosition: $seenPosition, reason: $reason, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const RESUME = graphql(
  `
  mutation Resume($clientId: ID!, $seenPosition: Int!, $seenDigest: String!, $reason: String!, $idempotencyKey: String) {
    applicationResume(clientId: $clientId, seenPosition: $seenPosition, seenDigest: $seenDigest, reason: $reason, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const CASE_TAKE = graphql(
  `
  mutation TakeCase($clientId: ID!, $seenAssigneeId: ID, $reason: String, $idempotencyKey: String) {
    caseTake(clientId: $clientId, seenAssigneeId: $seenAssigneeId, reason: $reason, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const CASE_GIVE_BACK = graphql(
  `
  mutation GiveCaseBack($clientId: ID!, $seenAssigneeId: ID, $idempotencyKey: String) {
    caseGiveBack(clientId: $clientId, seenAssigneeId: $seenAssigneeId, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const EXTRA_SCOPES_ALLOW = graphql(
  `
  mutation AllowExtraScopes($clientId: ID!, $seenPosition: Int!, $seenDigest: String!, $scopeList: [String!]!, $lastDay: Date!, $reason: String!, $idempotencyKey: String, $currentPassword: String) {
    extraScopesAllow(clientId: $clientId, seenPosition: $seenPosition, seenDigest: $seenDigest, scopeList: $scopeList, lastDay: $lastDay, reason: $reason, idempotencyKey: $idempotencyKey, currentPassword: $currentPassword) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const EXTRA_SCOPES_WITHDRAW = graphql(
  `
  mutation WithdrawExtraScopes($clientId: ID!, $reason: String!, $idempotencyKey: String) {
    extraScopesWithdraw(clientId: $clientId, reason: $reason, idempotencyKey: $idempotencyKey) {
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const PHONE_ALLOW = graphql(
  `
  mutation AllowPhone($clientId: ID!, $phoneNumber: String!, $reason: String!, $idempotencyKey: String, $currentPassword: String) {
    phoneChangeAllow(clientId: $clientId, phoneNumber: $phoneNumber, reason: $reason, idempotencyKey: $idempotencyKey, currentPassword: $currentPassword) {
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
