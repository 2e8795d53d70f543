/** The aircraft by their registrations, to choose one and to name it. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../../graph/graphql.ts'
import { choiceOf } from '../../graph/query.ts'

const FLEET = graphql(`
  query Fleet {
    aircraftList(page: { first: 500 }) {
      nodeList {
        aircraftId
        registration
      }
    }
  }
`)

export type FleetAircraft = ResultOf<typeof FLEET>['aircraftList']['nodeList'][number]

export const fleetChoice = choiceOf(FLEET, {})
