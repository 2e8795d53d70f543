/** Duties of crew members. A transaction that writes one has locked the crew member's row. */

import { DAY_MS, type Interval } from '../../domain/interval.ts'
import { type Duty, type DutyKind, WORKING_KINDS } from '../../domain/operations/duty.ts'
import { allColumns, type Columns } from '../columns.ts'
import { fragment, rowsOf } from '../engines/fragment.ts'
import { type Condition, NOTHING, oneOf, type RecordKind, VERSION_FIELDS } from '../record-kind.ts'
import { type ListPart, selectRecords } from '../records.ts'
import type { ViewReader } from '../view.ts'
import { ofOwnCrewMember } from './crew-members.ts'
import { changedSince, type FoundBy, foundBy, type Matching } from './record-search.ts'

export const DUTY: RecordKind<Duty> = {
  table: 'duty',
  noun: 'duty',
  id: 'dutyId',
  entity: 'DUTY',
  parent: ({ crewMemberId }) => crewMemberId,
  graphNames: { entered: null, startAirportId: 'startAirport', endAirportId: 'endAirport' },
  fields: {
    dutyId: 'plain',
    crewMemberId: 'plain',
    kind: 'plain',
    startAt: 'plain',
    endAt: 'plain',
    plannedStartAt: 'plain',
    plannedEndAt: 'plain',
    actualStartAt: 'plain',
    actualEndAt: 'plain',
    fdpEndAt: 'plain',
    startAirportId: 'plain',
    endAirportId: 'plain',
    flightIdList: 'json',
    assessmentList: 'json',
    entered: 'json',
    ...VERSION_FIELDS,
  },
  visible: (view, tenantId) =>
    view.of === 'person' ? ofOwnCrewMember('duty.crew_member_id', view.userId, tenantId) : NOTHING,
  viewers: () => [],
}

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

export interface DutySearch extends FoundBy {
  readonly crewMemberIds: readonly string[] | null
  readonly interval: Interval | null
  readonly kinds: readonly DutyKind[] | null
  readonly flightId: string | null
}

/** Matches an id within the JSON text of the list. */
const withFlight = (flightId: string, kind: ViewReader['kind']): Condition => {
  const text = JSON.stringify(flightId)
  return kind === 'postgres'
    ? fragment`strpos(duty.flight_id_list, ${text}) > 0`
    : fragment`instr(duty.flight_id_list, ${text}) > 0`
}

const matching = (reader: ViewReader, search: DutySearch): Matching => ({
  where: [
    ...foundBy(DUTY, search, reader.tenantId),
    ...(search.crewMemberIds ? [oneOf('duty.crew_member_id', search.crewMemberIds)] : []),
    ...(search.interval ? [fragment`duty.start_at < ${search.interval.to}`] : []),
  ],
  sifted: [
    ...changedSince(DUTY, search),
    ...(search.interval ? [fragment`duty.end_at > ${search.interval.from}`] : []),
    ...(search.kinds ? [oneOf('duty.kind', search.kinds)] : []),
    ...(search.flightId ? [withFlight(search.flightId, reader.kind)] : []),
  ],
})

/** Ordered by start. */
export const dutiesAfter = (
  reader: ViewReader,
  search: DutySearch,
  { columns, ...part }: ListPart<Duty>,
): Promise<Duty[]> =>
  selectRecords(reader, DUTY, {
    columns: columns.with('startAt'),
    ...matching(reader, search),
    orderBy: ['duty.start_at', 'duty.duty_id'],
    ...part,
  })
