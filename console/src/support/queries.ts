/** What the support console reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from './graphql.ts'

export const ME = graphql(`
  query Me {
    me {
      userId
      name
      role
      outboxPath
      keptRequestDays
    }
  }
`)

export const QUEUE = graphql(`
  query Queue {
    answerTime {
      promisedHours
      answered
      inTime
      overdue
    }
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
        assignee {
          userId
          name
        }
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

export type AnswerTime = ResultOf<typeof QUEUE>['answerTime']

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

export const LOOK_UP = mutation(
  'requestLookUp',
  '$requestId: ID!',
  `request { requestId at operatorName environment asker isApplication operation outcome code cost tookMs path
   neededScopeFactList { name isHeld isOfKind } }`,
)

export type FoundRequest = NonNullable<ResultOf<typeof LOOK_UP>['requestLookUp']['request']>

export const STAFF_LOG = graphql(`
  query StaffLog($page: PageInput) {
    staffEntryList(page: $page) {
      nodeList {
        entryId
        at
        staffName
        action
        subjectKind
        subjectId
        subjectName
        reason
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`)

export const STAFF = graphql(`
  query Staff {
    staffList {
      userId
      name
      email
      role
      hasSecondStep
      lastSeenAt
    }
  }
`)

export type StaffMember = ResultOf<typeof STAFF>['staffList'][number]

export const STAFF_ROLE_SET = mutation(
  'staffRoleSet',
  '$userId: ID!, $role: StaffRole!, $seenRole: StaffRole!, $idempotencyKey: String, $currentPassword: String',
)
