/** What the fleet page reads: a row for each aircraft, and everything about the one that is open. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../../graph/graphql.ts'

export const AIRCRAFT_LIST = graphql(`
  query Aircraft($filter: AircraftFilter, $page: PageInput, $now: IntervalInput!) {
    aircraftList(filter: $filter, page: $page) {
      nodeList {
        aircraftId
        registration
        status
        seatCount
        maxRangeNm
        acftType {
          iCAO
          manufacturer
          model
        }
        base {
          iCAO
          name
        }
        hours {
          airframeMinutes
          cycles
        }
        unavailabilityList(interval: $now) {
          reason
          note
          to
        }
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`)

export type Aircraft = ResultOf<typeof AIRCRAFT_LIST>['aircraftList']['nodeList'][number]

export const AIRCRAFT = graphql(`
  query OneAircraft($aircraftId: ID!, $ahead: IntervalInput!) {
    aircraft(aircraftId: $aircraftId) {
      aircraftId
      registration
      serialNumber
      yearOfManufacture
      status
      seatCount
      maxRangeNm
      cruiseKt
      mtowKg
      equipmentList
      version
      createdAt
      updatedAt
      acftType {
        iCAO
        manufacturer
        model
      }
      base {
        iCAO
        name
        city
      }
      hours {
        airframeMinutes
        cycles
        asOf
      }
      unavailabilityList(interval: $ahead) {
        unavailabilityId
        reason
        note
        from
        to
      }
    }
  }
`)

export type AircraftRecord = NonNullable<ResultOf<typeof AIRCRAFT>['aircraft']>

/** A separate query, because it needs a scope of its own. */
export const AIRCRAFT_FLIGHTS = graphql(`
  query AircraftFlights($filter: FlightFilter!) {
    flightList(filter: $filter, page: { first: 8 }) {
      nodeList {
        flightId
        flightNo
        status
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
