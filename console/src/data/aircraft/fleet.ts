/** The aircraft by their registrations, to choose one and to name it. */
import { useQuery } from '@tanstack/react-query'
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

const fleetChoice = choiceOf(FLEET, {})

/** Empty while it is read. */
export const useFleet = (): readonly FleetAircraft[] => useQuery(fleetChoice).data?.aircraftList.nodeList ?? []

export const registrationsOf = (fleet: readonly FleetAircraft[]): ReadonlyMap<string, string> =>
  new Map(fleet.map(({ aircraftId, registration }) => [aircraftId, registration]))

/** For a select, after what is chosen where none is. */
export const aircraftOptions = (fleet: readonly FleetAircraft[], none: string) => [
  { value: '', label: none },
  ...fleet.map(({ aircraftId, registration }) => ({ value: aircraftId, label: registration })),
]
