/** What the list of empty legs reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

const EMPTY_LEG = graphql(`
  fragment OfferedLeg on EmptyLeg {
    emptyLegId
    version
    status
    flightId
    aircraftId
    acftType {
      iCAO
    }
    adep {
      iCAO
    }
    ades {
      iCAO
    }
    earliest
    latest
    price {
      amount
      currency
    }
    heldUntil
    heldBy {
      kind
      applicationName
      person {
        name
        surname
      }
    }
  }
`)

export type EmptyLeg = ResultOf<typeof EMPTY_LEG>

export const EMPTY_LEGS = graphql(
  `
  query EmptyLegs($filter: EmptyLegFilter!, $page: PageInput) {
    emptyLegList(filter: $filter, page: $page) {
      nodeList {
        ...OfferedLeg
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`,
  [EMPTY_LEG],
)

export const FERRIES = graphql(`
  query Ferries($filter: FlightFilter!) {
    flightList(filter: $filter, page: { first: 100 }) {
      nodeList {
        flightId
        flightNo
        aircraft {
          registration
        }
        adep {
          iCAO
        }
        ades {
          iCAO
        }
        schedule {
          offBlock
        }
      }
    }
  }
`)

export type Ferry = ResultOf<typeof FERRIES>['flightList']['nodeList'][number]

export const EMPTY_LEG_PUBLISH = mutation('emptyLegPublish', '$input: EmptyLegInput!, $idempotencyKey: String')

export const EMPTY_LEG_HOLD = mutation(
  'emptyLegHold',
  '$emptyLegId: ID!, $until: DateTime!, $expectedVersion: Int!, $idempotencyKey: String',
)

export const EMPTY_LEG_STATUS = mutation(
  'emptyLegStatusSet',
  '$emptyLegId: ID!, $status: EmptyLegStatus!, $expectedVersion: Int!, $idempotencyKey: String',
)
