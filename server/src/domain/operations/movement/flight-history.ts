/** What was done to a flight, oldest first: steps of its life cycle and corrections, with their reasons (data §4.8). */

import type { Author } from '../../versioned.ts'
import type { FlightStatus } from '../flights/flight-status.ts'
import type { TimeReport } from './time-report.ts'

export interface FlightHistoryEntry {
  readonly at: number
  readonly by: Author | null
  /** Both null where the status stayed. */
  readonly from: FlightStatus | null
  readonly to: FlightStatus | null
  /** Of a correction: what was corrected, in the names of the graph. */
  readonly fieldList: readonly string[]
  readonly reason: string | null
  /** Of a return to stand: what was reported until then. Absent from what was stored before it was kept. */
  readonly timeReportList?: readonly TimeReport[]
}

const MAX_ENTRIES = 300

/** Beyond the most that is kept, the oldest entry goes first that has no reason. */
export const withEntry = (
  list: readonly FlightHistoryEntry[],
  entry: FlightHistoryEntry,
): readonly FlightHistoryEntry[] => {
  if (list.length < MAX_ENTRIES) return [...list, entry]
  const dropped = Math.max(
    0,
    list.findIndex(({ reason }) => reason === null),
  )
  return [...list.filter((_, index) => index !== dropped), entry]
}
