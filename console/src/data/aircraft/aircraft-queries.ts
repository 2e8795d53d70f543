/** What the drawer of an aircraft reads beyond its fields. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../../graph/graphql.ts'

export const AIRCRAFT_OWN = graphql(`
  query AircraftOwn($aircraftId: ID!, $ahead: IntervalInput!) {
    aircraft(aircraftId: $aircraftId) {
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

export type AircraftOwn = NonNullable<ResultOf<typeof AIRCRAFT_OWN>['aircraft']>

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
          name
        }
        ades {
          iCAO
          name
        }
        schedule {
          offBlock
        }
      }
    }
  }
`)
