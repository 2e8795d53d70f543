/** Duties of crew members. A transaction that writes one has locked the crew member's row. */

import type { Interval } from '../../../domain/interval.ts'
import { DUTY_RECORD, type Duty, WORKING_KINDS } from '../../../domain/operations/crew/duty.ts'
import {
  LOOKED_AHEAD_MS,
  LOOKED_BACK_MS,
  PERIOD_FIELDS,
  type PeriodPart,
} from '../../../domain/operations/crew/duty-period.ts'
import { allColumns, type Columns, columnsOf } from '../../columns.ts'
import { fragment, listsOf } from '../../engines/fragment.ts'
import { oneOf, sortedAfterwards } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { listsWord } from '../../records/described-search.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader } from '../../view.ts'
import { ofOwnCrewMember } from './crew-members.ts'

export const DUTY = describedRecord(DUTY_RECORD, {
  visible: { person: ({ userId }, tenantId) => ofOwnCrewMember('duty.crew_member_id', userId, tenantId) },
  filters: { flightId: (flightId, { kind }) => listsWord('duty.flight_id_list', flightId, kind) },
})

/** Duties that overlap the interval, in the order of time. */
export const dutiesWithin = (
  reader: ViewReader,
  crewMemberIds: readonly string[],
  { from, to }: Interval,
  columns: Columns<Duty> = allColumns(DUTY),
): Promise<Duty[]> =>
  selectRecords(reader, DUTY, {
    columns: columns.with('crewMemberId'),
    where: [oneOf('duty.crew_member_id', crewMemberIds), fragment`duty.start_at < ${to} and duty.end_at > ${from}`],
    orderBy: [sortedAfterwards('duty.start_at'), 'duty.duty_id'],
  })

/** Duties whose planned times overlap the interval, in the order of the plan. */
export const dutiesPlannedWithin = (
  reader: ViewReader,
  crewMemberIds: readonly string[],
  { from, to }: Interval,
): Promise<Duty[]> =>
  selectRecords(reader, DUTY, {
    where: [
      oneOf('duty.crew_member_id', crewMemberIds),
      fragment`duty.planned_start_at < ${to} and duty.planned_end_at > ${from}`,
    ],
    orderBy: [sortedAfterwards('duty.planned_start_at'), 'duty.duty_id'],
  })

const PART = columnsOf(DUTY, ...PERIOD_FIELDS)

/** The work of the same person around each duty, from which its period and the rest before it follow. */
export const workAround = async (
  reader: ViewReader,
  dutyIds: readonly string[],
): Promise<ReadonlyMap<string, PeriodPart[]>> => {
  const rows = await listsOf(
    reader,
    fragment`select d.duty_id, ${PART.selected} from duty d
    join duty on duty.tenant_id = d.tenant_id and duty.crew_member_id = d.crew_member_id
      and duty.start_at > d.start_at - ${LOOKED_BACK_MS} and duty.start_at < d.end_at + ${LOOKED_AHEAD_MS}
      and duty.kind ${fragment.among(WORKING_KINDS)}
    where d.tenant_id = ${reader.tenantId} and ${oneOf('d.duty_id', dutyIds)}`,
  )
  const parts = rows.map((row) => ({ of: row[0] as string, part: PART.objectOf(row, 1) as PeriodPart }))
  const around = Map.groupBy(parts, ({ of }) => of)
  return new Map([...around].map(([dutyId, list]) => [dutyId, list.map(({ part }) => part)]))
}
