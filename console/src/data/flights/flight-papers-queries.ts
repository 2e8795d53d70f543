/** What a flight is flown with. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../../graph/graphql.ts'

/** Read beside the flight: most who open one look at its times. */
export const FLIGHT_PLAN = graphql(`
  query FlightPlanOfFlight($flightId: ID!) {
    flight(flightId: $flightId) {
      flightPlan {
        flightPlanId
        revision
        status
        outdatedList
        route
        levels
        fuelUnit
        tripFuel
        blockFuel
        takeOffKg
        maxTakeOffKg
        computedAt
        source
      }
    }
  }
`)

export type FlightPlanRecord = NonNullable<NonNullable<ResultOf<typeof FLIGHT_PLAN>['flight']>['flightPlan']>

/** A separate query, because it needs a scope of its own. */
export const FLIGHT_BRIEFING = graphql(`
  query FlightBriefing($flightId: ID!) {
    briefing(flightId: $flightId) {
      isComplete
      missingKindList
      documentList {
        documentId
        title
        revision
      }
      openAcknowledgementList {
        documentId
      }
    }
  }
`)
