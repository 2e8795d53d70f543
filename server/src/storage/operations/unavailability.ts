/** Periods in which an aircraft is unavailable. */

import type { Interval } from '../../domain/interval.ts'
import {
  endOf,
  GROUNDING_REASONS,
  type Unavailability,
  type UnavailabilityReason,
} from '../../domain/operations/aircraft.ts'
import { aircraftViewer, FLEET_VIEWER } from '../../domain/view.ts'
import { allColumns, type Columns } from '../columns.ts'
import { fragment } from '../engines/fragment.ts'
import { ALL, NOTHING, oneOf, type RecordKind, VERSION_FIELDS } from '../record-kind.ts'
import { type ListPart, selectRecords } from '../records.ts'
import type { ViewReader } from '../view.ts'
import { changedSince, type FoundBy, foundBy, type Matching } from './record-search.ts'

export const UNAVAILABILITY: RecordKind<Unavailability> = {
  table: 'unavailability',
  noun: 'unavailability',
  id: 'unavailabilityId',
  entity: 'UNAVAILABILITY',
  graphNames: {},
  parent: ({ aircraftId }) => aircraftId,
  fields: {
    unavailabilityId: 'plain',
    aircraftId: 'plain',
    from: 'plain',
    to: 'plain',
    reason: 'plain',
    isEndEstimated: 'truth',
    note: 'plain',
    ...VERSION_FIELDS,
  },
  visible: (view) => {
    if (view.of === 'aircraft') return oneOf('unavailability.aircraft_id', view.aircraftIds)
    return view.of === 'person' ? NOTHING : ALL
  },
  viewers: ({ aircraftId }) => [FLEET_VIEWER, aircraftViewer(aircraftId)],
}

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
    orderBy: ['unavailability."from"', 'unavailability.unavailability_id'],
  })

export interface UnavailabilitySearch extends FoundBy {
  readonly aircraftIds: readonly string[] | null
  readonly interval: Interval | null
  readonly reasons: readonly UnavailabilityReason[] | null
}

const matching = (search: UnavailabilitySearch, tenantId: string): Matching => ({
  where: [
    ...foundBy(UNAVAILABILITY, search, tenantId),
    ...(search.aircraftIds ? [oneOf('unavailability.aircraft_id', search.aircraftIds)] : []),
    ...(search.interval ? [fragment`unavailability."from" < ${search.interval.to}`] : []),
  ],
  sifted: [
    ...changedSince(UNAVAILABILITY, search),
    ...(search.interval ? [fragment`unavailability."to" > ${search.interval.from}`] : []),
    ...(search.reasons ? [oneOf('unavailability.reason', search.reasons)] : []),
  ],
})

/** Ordered by start. */
export const unavailabilityAfter = (
  reader: ViewReader,
  search: UnavailabilitySearch,
  { columns, ...part }: ListPart<Unavailability>,
): Promise<Unavailability[]> =>
  selectRecords(reader, UNAVAILABILITY, {
    columns: columns.with('from'),
    ...matching(search, reader.tenantId),
    orderBy: ['unavailability."from"', 'unavailability.unavailability_id'],
    ...part,
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
    orderBy: ['unavailability."from"', 'unavailability.unavailability_id'],
  })
  return blocks.map((block) => ({ ...block, to: endOf(block, now) })).filter((block) => block.to > from)
}
