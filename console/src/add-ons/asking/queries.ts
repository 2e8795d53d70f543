/** What asking for access reads and changes. */
import type { ResultOf } from 'gql.tada'
import { REFUSAL, SCOPE } from '../../graph/fragments.ts'
import { graphql } from '../../graph/graphql.ts'

export const ASKED_FOR = graphql(
  `
  query AskedFor {
    accessRequestList {
      accessRequestId
      clientId
      applicationName
      website
      logoPath
      askedBy
      askedAt
      note
      connectHref
      scopeList {
        ...Scope
      }
    }
  }
`,
  [SCOPE],
)

export type AccessRequest = ResultOf<typeof ASKED_FOR>['accessRequestList'][number]

export const ASKABLE = graphql(`
  query Askable {
    askableAddOnList {
      clientId
      name
      description
      provider
      kind
      logoPath
    }
    ownAccessRequestList {
      accessRequestId
      clientId
      applicationName
      logoPath
      askedAt
      note
      state
      answeredAt
      reason
    }
  }
`)

export type AskableAddOn = ResultOf<typeof ASKABLE>['askableAddOnList'][number]
export type OwnRequest = ResultOf<typeof ASKABLE>['ownAccessRequestList'][number]

export const ASK = graphql(
  `
  mutation AskForAccess($clientId: ID!, $note: String, $idempotencyKey: String!) {
    accessRequestCreate(clientId: $clientId, note: $note, idempotencyKey: $idempotencyKey) {
      accessRequest {
        accessRequestId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const DECLINE = graphql(
  `
  mutation DeclineAccess($accessRequestId: ID!, $reason: String!, $idempotencyKey: String!) {
    accessRequestRefuse(accessRequestId: $accessRequestId, reason: $reason, idempotencyKey: $idempotencyKey) {
      accessRequest {
        accessRequestId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)
