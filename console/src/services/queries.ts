/** What the board of visits reads and changes. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

const LEG = graphql(`
  fragment BoardLeg on VisitLeg {
    flightId
    flightNo
    registration
    acftICAO
    adepICAO
    arrivalICAO
    status
    paxCount
    crewCount
    schedule {
      offBlock
      onBlock
    }
  }
`)

export type Leg = ResultOf<typeof LEG>

/** A request as the board shows it: how far it is, and the one thing to know about it. */
const REQUEST_CELL = graphql(`
  fragment BoardRequest on ServiceRequest {
    serviceRequestId
    serviceRequestNumber
    kind
    status
    statusReason
    quantity
    unit
    sentAt
    requestedFor
    reviewReasonList
    provider {
      contactId
      name
      surname
      company
    }
    agreedFor {
      arriveAt
      departAt
      arrivalPaxCount
      departurePaxCount
    }
    result {
      reference
      slotTime
    }
    permit {
      countryCode
      entryPoint
      exitPoint
      number
      validTo
    }
  }
`)

export type BoardRequest = ResultOf<typeof REQUEST_CELL>

const VISIT = graphql(
  `
  fragment BoardVisit on Visit {
    visitId
    aircraftId
    registration
    acftICAO
    airport {
      iCAO
      city
      name
    }
    arriveAt
    departAt
    arrival {
      ...BoardLeg
    }
    departure {
      ...BoardLeg
    }
  }
`,
  [LEG],
)

export const VISITS = graphql(
  `
  query Visits($filter: VisitFilter!, $page: PageInput) {
    visitList(filter: $filter, page: $page) {
      nodeList {
        ...BoardVisit
        serviceRequestList {
          ...BoardRequest
        }
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`,
  [VISIT, REQUEST_CELL],
)

export type Visit = ResultOf<typeof VISITS>['visitList']['nodeList'][number]

export const ON_FLIGHTS = graphql(
  `
  query RequestsOnFlights($filter: ServiceRequestFilter!, $page: PageInput) {
    serviceRequestList(filter: $filter, page: $page) {
      nodeList {
        ...BoardRequest
        leg {
          ...BoardLeg
        }
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`,
  [REQUEST_CELL, LEG],
)

export type OnFlight = ResultOf<typeof ON_FLIGHTS>['serviceRequestList']['nodeList'][number]

export const REQUEST = graphql(
  `
  query ServiceRequest($serviceRequestId: ID!) {
    serviceRequest(serviceRequestId: $serviceRequestId) {
      ...BoardRequest
      version
      instructions
      provider {
        email
        phone
      }
      permit {
        validFrom
        revision
      }
      result {
        note
        completedAt
        upliftList {
          quantity
          unit
          densityKgPerLitre
          ticketNumber
        }
        chargeList {
          label
          net {
            amount
            currency
          }
          taxAmount {
            amount
            currency
          }
          invoiceNumber
          isCancellationFee
        }
      }
      historyList {
        at
        to
        reason
        by {
          applicationName
          apiKeyLabel
          person {
            name
            surname
          }
        }
        onBehalfOf {
          name
          surname
          company
        }
      }
      leg {
        ...BoardLeg
      }
      visit {
        ...BoardVisit
        serviceRequestList {
          serviceRequestId
          kind
          status
        }
      }
    }
  }
`,
  [REQUEST_CELL, LEG, VISIT],
)

export type Request = NonNullable<ResultOf<typeof REQUEST>['serviceRequest']>

export const REQUEST_STATUS = mutation(
  'serviceRequestStatusSet',
  `$serviceRequestId: ID!, $status: ServiceStatus!, $reason: String, $result: ServiceResultInput,
   $expectedVersion: Int!, $idempotencyKey: String`,
)

export const REQUEST_UPDATE = mutation(
  'serviceRequestUpdate',
  '$serviceRequestId: ID!, $input: ServiceRequestUpdateInput!, $expectedVersion: Int!, $idempotencyKey: String',
)

export const REQUEST_CREATE = mutation(
  'serviceRequestCreate',
  '$input: ServiceRequestInput!, $idempotencyKey: String',
  'serviceRequest { serviceRequestId }',
)

/** Where a service can be asked for: the flights of the days that are shown. */
export const FLIGHTS_SERVED = graphql(`
  query FlightsServed($filter: FlightFilter!) {
    flightList(filter: $filter, page: { first: 200 }) {
      nodeList {
        flightId
        flightNo
        status
        aircraft {
          registration
        }
        adep {
          iCAO
          city
          name
        }
        ades {
          iCAO
          city
          name
        }
        schedule {
          offBlock
          onBlock
        }
      }
    }
  }
`)

export type FlightServed = ResultOf<typeof FLIGHTS_SERVED>['flightList']['nodeList'][number]
