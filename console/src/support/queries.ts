/** What the support console reads and changes. */
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
      name
      outboxPath
    }
  }
`)

export const QUEUE = graphql(`
  query Queue {
    queue {
      work
      waitsFor
      since
      application {
        clientId
        name
        kind
        mode
        logoPath
        providerName
        demo {
          demoAt
          timeList
        }
        evidenceList {
          isMet
        }
      }
    }
  }
`)

export type Case = ResultOf<typeof QUEUE>['queue'][number]

export const APPLICATIONS = graphql(`
  query Applications {
    applicationList {
      clientId
      name
      kind
      mode
      logoPath
      providerName
      registeredAt
    }
  }
`)

export const DOSSIER = graphql(`
  query Dossier($clientId: ID!) {
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
      registeredAt
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
        scopeList {
          name
          isAsked
          isOfKind
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
      changeList {
        at
        memberName
        fieldList
        before {
          name
          redirectUriList
        }
        after {
          name
          redirectUriList
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
  mutation Decide($clientId: ID!, $seenPosition: Int!, $isApproved: Boolean!, $requirementList: [RequirementInput!]!, $reason: String!, $idempotencyKey: String) {
    applicationDecide(clientId: $clientId, seenPosition: $seenPosition, isApproved: $isApproved, requirementList: $requirementList, reason: $reason, idempotencyKey: $idempotencyKey) {
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
  mutation Resume($clientId: ID!, $seenPosition: Int!, $reason: String!, $idempotencyKey: String) {
    applicationResume(clientId: $clientId, seenPosition: $seenPosition, reason: $reason, idempotencyKey: $idempotencyKey) {
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
  mutation AllowPhone($clientId: ID!, $phoneNumber: String!, $reason: String!, $idempotencyKey: String) {
    phoneChangeAllow(clientId: $clientId, phoneNumber: $phoneNumber, reason: $reason, idempotencyKey: $idempotencyKey) {
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

export const LOOK_UP = graphql(
  `
  mutation LookUp($requestId: ID!) {
    requestLookUp(requestId: $requestId) {
      request {
        requestId
        at
        operatorName
        environment
        asker
        isApplication
        operation
        outcome
        code
        cost
        tookMs
        path
        neededScopeFactList {
          name
          isHeld
          isOfKind
        }
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export type FoundRequest = NonNullable<ResultOf<typeof LOOK_UP>['requestLookUp']['request']>

export const STAFF_LOG = graphql(`
  query StaffLog {
    staffLog {
      entryId
      at
      staffName
      action
      subjectKind
      subjectId
      subjectName
      reason
    }
  }
`)
