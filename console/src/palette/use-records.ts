/** Records that the palette looks through: the fleet, a fortnight of flights, crew by what is typed, add-ons and keys. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { daysAhead } from '../data/time-span.ts'
import { queryOf } from '../graph/query.ts'
import { PAUSE_MS } from '../parts/typed-filter.tsx'
import { mayDo, type Viewer } from '../shell/viewer.ts'
import {
  accessEntries,
  aircraftEntries,
  crewEntries,
  FOUND_ACCESS,
  FOUND_CREW,
  FOUND_FLEET,
  FOUND_FLIGHTS,
  flightEntries,
} from './entries.ts'
import type { Entry } from './entry.ts'

const MIN_TYPED = 2
const DAYS_OF_FLIGHTS = 14

export const useRecords = (viewer: Viewer, typed: string): Entry[] => {
  const [interval] = useState(() => daysAhead(DAYS_OF_FLIGHTS))
  const [settled] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const isTyped = typed.trim().length >= MIN_TYPED
  const fleet = useQuery({ ...queryOf(FOUND_FLEET, {}), enabled: isTyped && mayDo(viewer, 'aircraft:read') })
  const flights = useQuery({
    ...queryOf(FOUND_FLIGHTS, { filter: { interval } }),
    enabled: isTyped && mayDo(viewer, 'flight:read'),
  })
  const crew = useQuery({
    ...queryOf(FOUND_CREW, { typed: settled }),
    enabled: settled.length >= MIN_TYPED && mayDo(viewer, 'crew:read'),
  })
  const access = useQuery({
    ...queryOf(FOUND_ACCESS, {}),
    enabled: isTyped && mayDo(viewer, 'add-on:read') && mayDo(viewer, 'api-key:read'),
  })
  if (!isTyped) return []
  return [
    ...aircraftEntries(fleet.data?.aircraftList.nodeList ?? []),
    ...flightEntries(flights.data?.flightList.nodeList ?? []),
    ...crewEntries(crew.data?.crewMemberList.nodeList ?? []),
    ...(access.data ? accessEntries(access.data) : []),
  ]
}
