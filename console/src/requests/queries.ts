/** What the request log reads. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graph/graphql.ts'

export const REQUESTS = graphql(`
  query Requests($filter: LoggedRequestFilter, $page: PageInput) {
    loggedRequestList(filter: $filter, page: $page) {
      nodeList {
        requestId
        at
        actorId
        actorKind
        actorName
        operation
        outcome
        code
        cost
        tookMs
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`)

/** How long this host keeps requests; of the list itself only the first is read. */
export const KEPT_DAYS = graphql(`
  query KeptDays {
    loggedRequestList(page: { first: 1 }) {
      keptDays
    }
  }
`)

export type LoggedRequest = ResultOf<typeof REQUESTS>['loggedRequestList']['nodeList'][number]

export const REQUEST = graphql(`
  query Request($requestId: String!) {
    loggedRequestList(filter: { requestId: $requestId }) {
      nodeList {
        requestId
        at
        actorId
        actorKind
        actorName
        operation
        outcome
        code
        cost
        tookMs
        scopeList
        address
        errorPath
        reason
        meaning
        remedy
        agent
        document
      }
    }
  }
`)

export type RequestDetail = ResultOf<typeof REQUEST>['loggedRequestList']['nodeList'][number]

export const ACTORS = graphql(`
  query RequestActors {
    addOnList {
      clientId
      name
    }
    apiKeyList(includeRevoked: true) {
      apiKeyId
      label
    }
  }
`)
