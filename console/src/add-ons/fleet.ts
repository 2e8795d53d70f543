/** The aircraft that can be offered, by registration. */
import { queryOptions } from '@tanstack/react-query'
import { textOf } from '../graph/graphql.ts'
import { allNodes } from '../graph/pages.ts'
import { FLEET, type FleetAircraft } from './queries.ts'

const wholeFleet = async (): Promise<FleetAircraft[]> => {
  const all = await allNodes(
    FLEET,
    (page) => ({ page }),
    (data) => data.aircraftList,
  )
  return all.toSorted((a, b) => a.registration.localeCompare(b.registration, 'en'))
}

export const fleetQuery = queryOptions({ queryKey: [textOf(FLEET), 'all'], queryFn: wholeFleet })
