/** What a flight is flown with. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../../graph/graphql.ts'

/** Read beside the flight: most who open one look at its times. */
export const FLIGHT_PLAN = graphql(`
  query FlightPlanOfFlight($flightId: ID!) {
    flight(flightId: $flightId) {
      status
      adep {
        airportId
        iCAO
        iATA
      }
      ades {
        airportId
        iCAO
        iATA
      }
      aircraft {
        aircraftId
      }
      flightPlan {
        flightPlanId
        version
        revision
        status
        outdatedList
        alternateList {
          iCAO
          iATA
        }
        route
        levels
        cruise
        fuelUnit
        taxiFuel
        tripFuel
        contingencyFuel
        alternateFuel
        finalReserveFuel
        additionalFuel
        extraFuel
        blockFuel
        zeroFuelKg
        takeOffKg
        landingKg
        payloadKg
        maxZeroFuelKg
        maxTakeOffKg
        maxLandingKg
        maxPayloadKg
        computedAt
        source
      }
    }
  }
`)

/** What a plan is written for. */
export type PlannedFlight = NonNullable<ResultOf<typeof FLIGHT_PLAN>['flight']>

export type FlightPlanRecord = NonNullable<PlannedFlight['flightPlan']>

export const FLIGHT_PLAN_SET = mutation(
  'flightPlanSet',
  '$as: FlightPlanWriter!, $input: FlightPlanInput!, $expectedVersion: Int, $idempotencyKey: String',
  'flightPlan { flightPlanId } warningList { message }',
)

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
