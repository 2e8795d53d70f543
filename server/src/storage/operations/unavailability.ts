/** Periods in which an aircraft is unavailable. The change feed reports them as changes of the aircraft. */

import type { Interval } from '../../domain/interval.ts'
import type { Unavailability } from '../../domain/operations/aircraft.ts'
import { allColumns, type Columns } from '../columns.ts'
import { fragment } from '../engines/fragment.ts'
import { ALL, NOTHING, oneOf, type RecordKind, VERSION_FIELDS } from '../record-kind.ts'
import { selectRecords } from '../records.ts'
import type { ViewReader } from '../view.ts'

export const UNAVAILABILITY: RecordKind<Unavailability> = {
  table: 'unavailability',
  noun: 'unavailability',
  id: 'unavailabilityId',
  entity: null,
  graphNames: {},
  fields: {
    unavailabilityId: 'plain',
    aircraftId: 'plain',
    from: 'plain',
    to: 'plain',
    reason: 'plain',
    note: 'plain',
    ...VERSION_FIELDS,
  },
  visible: (view) => {
    if (view.of === 'aircraft') return oneOf('unavailability.aircraft_id', view.aircraftIds)
    return view.of === 'person' ? NOTHING : ALL
  },
  viewers: () => [],
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
