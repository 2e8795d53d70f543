/** Duties of crew members. A transaction that writes one has locked the crew member's row. */

import { DAY_MS, type Interval } from '../../domain/interval.ts'
import { DUTY_RECORD, type Duty, WORKING_KINDS } from '../../domain/operations/duty.ts'
import { allColumns, type Columns } from '../columns.ts'
import { fragment, rowsOf } from '../engines/fragment.ts'
import { oneOf } from '../record-kind.ts'
import { describedRecord } from '../records/described-record.ts'
import { listsWord } from '../records/described-search.ts'
import { selectRecords } from '../records.ts'
import type { ViewReader } from '../view.ts'
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
    orderBy: ['duty.start_at', 'duty.duty_id'],
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
    orderBy: ['duty.planned_start_at', 'duty.duty_id'],
  })

const REST_LOOKED_BACK_MS = 7 * DAY_MS

/**
 * The duty before each duty, if there was one within a week. Planned duties of one crew member never overlap; where late
 * ones do, the latest end counts.
 */
export const workBefore = async (
  reader: ViewReader,
  dutyIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<Duty, 'startAt' | 'endAt'>>> => {
  const rows = await rowsOf<{ id: string; startAt: number; endAt: number }>(
    reader,
    fragment`select d.duty_id as id, max(p.start_at) as "startAt", max(p.end_at) as "endAt" from duty d
    join duty p on p.tenant_id = d.tenant_id and p.crew_member_id = d.crew_member_id
      and p.start_at < d.start_at and p.start_at > d.start_at - ${REST_LOOKED_BACK_MS}
      and p.kind ${fragment.among(WORKING_KINDS)}
    where d.tenant_id = ${reader.tenantId} and ${oneOf('d.duty_id', dutyIds)}
    group by d.duty_id`,
  )
  return new Map(rows.map(({ id, startAt, endAt }) => [id, { startAt, endAt }]))
}
