/** Periods in which an aircraft is unavailable. */

import { DAY_MS, type Interval } from '../../../domain/interval.ts'
import {
  endOf,
  GROUNDING_REASONS,
  MAX_BLOCK_DAYS,
  UNAVAILABILITY_RECORD,
  type Unavailability,
} from '../../../domain/operations/fleet/unavailability.ts'
import { allColumns, type Columns } from '../../columns.ts'
import { fragment } from '../../engines/fragment.ts'
import { type Condition, oneOf, sortedAfterwards } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader } from '../../view.ts'

export const UNAVAILABILITY = describedRecord(UNAVAILABILITY_RECORD, { visible: {}, filters: {} })

const BY_START = [sortedAfterwards('unavailability."from"'), 'unavailability.unavailability_id']

const LONGEST_MS = MAX_BLOCK_DAYS * DAY_MS
/** Of a defect that stood for longer than a block may be planned. They have an index of their own, which says so in these words. */
const IS_LONG = fragment.raw(`u."to" - u."from" > ${LONGEST_MS}`)

/**
 * Periods of these aircraft that overlap the interval. Found by when they end, not among all that an aircraft ever had
 * (threats row 622): one that began before the interval's end ends at most a block's length after it.
 */
const overlapping = (
  { tenantId }: ViewReader,
  aircraftIds: readonly string[],
  { from, to }: Interval,
  isGoneOn = false,
): Condition => {
  const ofThem = fragment`select u.unavailability_id from unavailability u where u.tenant_id = ${tenantId}
    and ${oneOf('u.aircraft_id', aircraftIds)} and +u."from" < ${to}`
  const goneOn = fragment`union all ${ofThem} and u.is_end_estimated = 1 and u."to" <= ${from}`
  const latest = Math.max(from, to) + LONGEST_MS
  return fragment`unavailability.unavailability_id in (
    ${ofThem} and u."to" > ${from} and u."to" <= ${latest}
    union all ${ofThem} and ${IS_LONG} and u."to" > ${latest} ${isGoneOn ? goneOn : fragment.raw('')})`
}

/** Periods that overlap the interval, in the order of time. */
export const unavailabilityOf = (
  reader: ViewReader,
  aircraftIds: readonly string[],
  interval: Interval,
  columns: Columns<Unavailability> = allColumns(UNAVAILABILITY),
): Promise<Unavailability[]> =>
  selectRecords(reader, UNAVAILABILITY, {
    columns: columns.with('aircraftId'),
    where: [overlapping(reader, aircraftIds, interval)],
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
      overlapping(reader, [aircraftId], { from, to }),
      fragment`unavailability.unavailability_id <> ${unavailabilityId}`,
    ],
    orderBy: BY_START,
    most,
  })

/** AOG and MAINTENANCE of these aircraft that overlap the interval; an estimated end that has passed has moved on. */
export const groundingsOf = async (
  reader: ViewReader,
  aircraftIds: readonly string[],
  interval: Interval,
  now: number,
): Promise<Unavailability[]> => {
  const blocks = await selectRecords(reader, UNAVAILABILITY, {
    where: [overlapping(reader, aircraftIds, interval, true), oneOf('unavailability.reason', GROUNDING_REASONS)],
    orderBy: BY_START,
  })
  return blocks.map((block) => ({ ...block, to: endOf(block, now) })).filter((block) => block.to > interval.from)
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
