/** The fleet table's columns: what each is ordered by, and what the CSV holds. */

import type { Column } from '../../parts/table.tsx'
import type { CsvColumn } from '../../text/csv.ts'
import type { Aircraft } from './aircraft-queries.ts'

export const AIRCRAFT_TABLE: readonly Column[] = [
  { name: 'Registration', sort: 'registration' },
  { name: 'Type', sort: 'type' },
  { name: 'Base', sort: 'base' },
  { name: 'Seats', align: 'number', sort: 'seats' },
  { name: 'Range', align: 'number', sort: 'range' },
  { name: 'Airframe', align: 'number', sort: 'airframe' },
  { name: 'Cycles', align: 'number', sort: 'cycles' },
  { name: 'Status', sort: 'status' },
]

export const AIRCRAFT_ORDERS: Readonly<Record<string, (aircraft: Aircraft) => string | number | null>> = {
  registration: ({ registration }) => registration,
  type: ({ acftType }) => acftType.iCAO,
  base: ({ base }) => base.iCAO ?? base.name,
  seats: ({ seatCount }) => seatCount,
  range: ({ maxRangeNm }) => maxRangeNm,
  airframe: ({ hours }) => hours.airframeMinutes,
  cycles: ({ hours }) => hours.cycles,
  status: ({ status }) => status,
}

export const AIRCRAFT_CSV: readonly CsvColumn<Aircraft>[] = [
  { name: 'aircraftId', of: ({ aircraftId }) => aircraftId },
  { name: 'registration', of: ({ registration }) => registration },
  { name: 'type', of: ({ acftType }) => acftType.iCAO },
  { name: 'manufacturer', of: ({ acftType }) => acftType.manufacturer },
  { name: 'model', of: ({ acftType }) => acftType.model },
  { name: 'base', of: ({ base }) => base.iCAO ?? base.name },
  { name: 'seats', of: ({ seatCount }) => seatCount },
  { name: 'rangeNm', of: ({ maxRangeNm }) => maxRangeNm },
  { name: 'airframeMinutes', of: ({ hours }) => hours.airframeMinutes },
  { name: 'cycles', of: ({ hours }) => hours.cycles },
  { name: 'status', of: ({ status }) => status },
]
