/** What asking for access reads and changes. */
import type { ResultOf } from 'gql.tada'
import { SCOPE } from '../../graph/fragments.ts'
import { graphql, mutation } from '../../graph/graphql.ts'

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
      reason
    }
  }
`)

export type AskableAddOn = ResultOf<typeof ASKABLE>['askableAddOnList'][number]
export type OwnRequest = ResultOf<typeof ASKABLE>['ownAccessRequestList'][number]

export const ASK = mutation('accessRequestCreate', '$clientId: ID!, $note: String, $idempotencyKey: String!')

export const DECLINE = mutation(
  'accessRequestRefuse',
  '$accessRequestId: ID!, $reason: String!, $idempotencyKey: String!',
)
