/** Periods in which an aircraft is unavailable. */

import type { Interval } from '../../../domain/interval.ts'
import {
  endOf,
  GROUNDING_REASONS,
  UNAVAILABILITY_RECORD,
  type Unavailability,
} from '../../../domain/operations/fleet/unavailability.ts'
import { allColumns, type Columns } from '../../columns.ts'
import { fragment } from '../../engines/fragment.ts'
import { oneOf, sortedAfterwards } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader } from '../../view.ts'

export const UNAVAILABILITY = describedRecord(UNAVAILABILITY_RECORD, { visible: {}, filters: {} })

const BY_START = [sortedAfterwards('unavailability."from"'), 'unavailability.unavailability_id']

/** Periods that overlap the interval, in the order of time. */
export const unavailabilityOf = (
  reader: ViewReader,
  aircraftIds: readonly string[],
  { from, to }: Interval,
  columns: Columns<Unavailability> = allColumns(UNAVAILABILITY),
): Promise<Unavailability[]> =>
  selectRecords(reader, UNAVAILABILITY, {
    columns: columns.with('aircraftId'),
    where: [
      oneOf('unavailability.aircraft_id', aircraftIds),
      fragment`unavailability."from" < ${to} and unavailability."to" > ${from}`,
    ],
    orderBy: BY_START,
  })

/** The first of the other periods that overlap this one. */
export const overlappedBy = (
  reader: ViewReader,
  { aircraftId, unavailabilityId, from, to }: Unavailability,
  most: number,
): Promise<Unavailability[]> =>
  selectRecords(reader, UNAVAILABILITY, {
    where: [
      oneOf('unavailability.aircraft_id', [aircraftId]),
      fragment`unavailability."from" < ${to} and unavailability."to" > ${from}`,
      fragment`unavailability.unavailability_id <> ${unavailabilityId}`,
    ],
    orderBy: BY_START,
    most,
  })

/** AOG and MAINTENANCE of these aircraft that overlap the interval; an estimated end that has passed has moved on. */
export const groundingsOf = async (
  reader: ViewReader,
  aircraftIds: readonly string[],
  { from, to }: Interval,
  now: number,
): Promise<Unavailability[]> => {
  const blocks = await selectRecords(reader, UNAVAILABILITY, {
    where: [
      oneOf('unavailability.aircraft_id', aircraftIds),
      oneOf('unavailability.reason', GROUNDING_REASONS),
      fragment`unavailability."from" < ${to} and (unavailability."to" > ${from} or unavailability.is_end_estimated = 1)`,
    ],
    orderBy: BY_START,
  })
  return blocks.map((block) => ({ ...block, to: endOf(block, now) })).filter((block) => block.to > from)
}

/** The block of a defect that stands: it ends with the defect, so that its end is estimated until then. */
export const blockOfDefect = async (
  reader: ViewReader,
  { techLogEntryId, aircraftId }: { readonly techLogEntryId: string; readonly aircraftId: string },
): Promise<Unavailability | undefined> => {
  const [block] = await selectRecords(reader, UNAVAILABILITY, {
    where: [
      fragment`unavailability.aircraft_id = ${aircraftId} and unavailability.tech_log_entry_id = ${techLogEntryId}`,
      fragment`unavailability.is_end_estimated = 1`,
    ],
    orderBy: BY_START,
  })
  return block
}
