/** What the flights page reads: a row for each flight, and everything about the one that is open. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../../graph/graphql.ts'

const FLIGHT_ROW = graphql(`
  fragment FlightRow on Flight {
    flightId
    flightNo
    status
    statusReason
    kind
    opsNote
    isAtRisk
    riskReasonList
    aircraft {
      registration
      acftType {
        iCAO
      }
    }
    adep {
      iCAO
      name
    }
    ades {
      iCAO
      name
    }
    divertedTo {
      iCAO
      name
    }
    schedule {
      offBlock
      onBlock
      offBlockLocal
      onBlockLocal
    }
    estimate {
      offBlock
    }
    actual {
      offBlock
    }
    paxCount {
      total
    }
  }
`)

export type Flight = ResultOf<typeof FLIGHT_ROW>

export const FLIGHTS = graphql(
  `
  query Flights($filter: FlightFilter!, $page: PageInput) {
    flightList(filter: $filter, page: $page) {
      nodeList {
        ...FlightRow
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`,
  [FLIGHT_ROW],
)

export const FLIGHT = graphql(`
  query Flight($flightId: ID!) {
    flight(flightId: $flightId) {
      flightId
      flightNo
      callsign
      status
      statusReason
      kind
      rules
      legNumber
      distanceNm
      opsNote
      isAtRisk
      riskReasonList
      version
      createdAt
      updatedAt
      blockMinutes
      airborneMinutes
      aircraft {
        aircraftId
        registration
        acftType {
          manufacturer
          model
        }
      }
      adep {
        iCAO
        name
        city
      }
      ades {
        iCAO
        name
        city
      }
      divertedTo {
        iCAO
        name
      }
      alternateList {
        iCAO
        name
      }
      trip {
        tripNumber
        status
      }
      schedule {
        offBlock
        onBlock
      }
      estimate {
        offBlock
        onBlock
      }
      actual {
        offBlock
        takeOff
        landing
        onBlock
      }
      delayList {
        code
        minutes
        note
      }
      fuel {
        unit
        beforeUplift
        uplift
        blockOff
        blockOn
        used
      }
      paxCount {
        total
        child
        infant
      }
      externalIdList {
        system
        value
      }
    }
  }
`)

export type FlightRecord = NonNullable<ResultOf<typeof FLIGHT>['flight']>

/** A separate query, because it needs a scope of its own. */
export const FLIGHT_CREW = graphql(`
  query FlightCrew($flightId: ID!) {
    flight(flightId: $flightId) {
      crewList {
        position
        isPilotFlying
        reportAt
        crewMember {
          crewMemberId
          code
          name
          surname
        }
      }
    }
  }
`)

/** Requested only when the user wants to see the names. */
export const FLIGHT_PASSENGERS = graphql(`
  query FlightPassengers($flightId: ID!) {
    flight(flightId: $flightId) {
      passengerList {
        contactId
        name
        surname
        isLead
        nationality
        dateOfBirth
        documentNumber
        age
        weightKg
        baggageKg
      }
    }
  }
`)
