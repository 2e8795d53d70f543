/** The flights table's columns: what each is ordered by, and what the CSV holds. */

import type { Column } from '../../parts/table.tsx'
import type { CsvColumn } from '../../text/csv.ts'
import type { Flight } from './flight-queries.ts'

export const FLIGHT_TABLE: readonly Column[] = [
  { name: 'Flight', sort: 'flight' },
  { name: 'Off block', sort: 'off' },
  { name: 'On block', sort: 'on' },
  { name: 'Route', sort: 'route' },
  { name: 'Aircraft', sort: 'aircraft' },
  { name: 'Kind', sort: 'kind' },
  { name: 'Passengers', align: 'number', sort: 'passengers' },
  { name: 'Status', sort: 'status' },
]

const codeOf = ({ iCAO, name }: Flight['adep']): string => iCAO ?? name

export const FLIGHT_ORDERS: Readonly<Record<string, (flight: Flight) => string | number | null>> = {
  flight: ({ flightNo }) => flightNo,
  off: ({ schedule }) => schedule.offBlock,
  on: ({ schedule }) => schedule.onBlock,
  route: ({ adep, ades }) => `${codeOf(adep)} ${codeOf(ades)}`,
  aircraft: ({ aircraft }) => aircraft.registration,
  kind: ({ kind }) => kind,
  passengers: ({ paxCount }) => paxCount.total,
  status: ({ status }) => status,
}

export const FLIGHT_CSV: readonly CsvColumn<Flight>[] = [
  { name: 'flightId', of: ({ flightId }) => flightId },
  { name: 'flightNo', of: ({ flightNo }) => flightNo },
  { name: 'offBlock', of: ({ schedule }) => schedule.offBlock },
  { name: 'onBlock', of: ({ schedule }) => schedule.onBlock },
  { name: 'estimatedOffBlock', of: ({ estimate }) => estimate?.offBlock },
  { name: 'actualOffBlock', of: ({ actual }) => actual.offBlock },
  { name: 'adep', of: ({ adep }) => codeOf(adep) },
  { name: 'ades', of: ({ ades }) => codeOf(ades) },
  { name: 'divertedTo', of: ({ divertedTo }) => divertedTo && codeOf(divertedTo) },
  { name: 'registration', of: ({ aircraft }) => aircraft.registration },
  { name: 'type', of: ({ aircraft }) => aircraft.acftType.iCAO },
  { name: 'kind', of: ({ kind }) => kind },
  { name: 'passengers', of: ({ paxCount }) => paxCount.total },
  { name: 'status', of: ({ status }) => status },
  { name: 'statusReason', of: ({ statusReason }) => statusReason },
  { name: 'opsNote', of: ({ opsNote }) => opsNote },
]
