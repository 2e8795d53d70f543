/** Duties of crew members. A transaction that writes one has locked the crew member's row. */

import { DAY_MS, type Interval } from '../../../domain/interval.ts'
import { AROUND_FIELDS, type DutyAround } from '../../../domain/operations/crew/crew-fit.ts'
import { DUTY_RECORD, type Duty, WORKING_KINDS } from '../../../domain/operations/crew/duty.ts'
import {
  LOOKED_AHEAD_MS,
  LOOKED_BACK_MS,
  PERIOD_FIELDS,
  type PeriodPart,
} from '../../../domain/operations/crew/duty-period.ts'
import { CREW_DUTY_FIELDS, type CrewDuty } from '../../../domain/operations/crew/member-duties.ts'
import { allColumns, type Columns, columnsOf } from '../../columns.ts'
import { fragment, listsOf } from '../../engines/fragment.ts'
import { type Condition, oneOf, sortedAfterwards } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { listsWord } from '../../records/described-search.ts'
import { selectRecords } from '../../records.ts'
import { someAtATime } from '../../some-at-a-time.ts'
import type { ViewReader } from '../../view.ts'
import { ofOwnCrewMember } from './crew-members.ts'

export const DUTY = describedRecord(DUTY_RECORD, {
  visible: { person: ({ userId }, tenantId) => ofOwnCrewMember('duty.crew_member_id', userId, tenantId) },
  filters: { flightId: (flightId, { kind }) => listsWord('duty.flight_id_list', flightId, kind) },
})

/** What is longer has an index of its own, which says so in these words: nobody's work lasts two days. */
const LONG_MS = 2 * DAY_MS
const IS_LONG = fragment.raw(`(end_at - start_at > ${LONG_MS} or planned_end_at - planned_start_at > ${LONG_MS})`)

type Times = 'start_at' | 'planned_start_at'

/**
 * Duties of these people that overlap the interval. Found by when they begin, not among all that a person had before or
 * has after it (threats row 550): those that are not long begin at most two days before.
 */
const overlapping = (
  { tenantId }: ViewReader,
  crewMemberIds: readonly string[],
  { from, to }: Interval,
  start: Times,
): Condition => {
  const [startAt, endAt] = [fragment.raw(`d.${start}`), fragment.raw(`d.${start.replace('start', 'end')}`)]
  const ofThem = fragment`select d.duty_id from duty d where d.tenant_id = ${tenantId}
    and ${oneOf('d.crew_member_id', crewMemberIds)}`
  // Of two bounds on times the index of long ones is walked by the other one.
  return fragment`duty.duty_id in (
    ${ofThem} and ${startAt} > ${from - LONG_MS - 1} and ${startAt} < ${to} and ${endAt} > ${from}
    union all ${ofThem} and ${IS_LONG} and ${endAt} > ${from} and +${startAt} < ${to})`
}

/** Some three milliseconds on the embedded store. */
const PEOPLE_AT_A_TIME = 50

/** Duties that overlap the interval, of each person in the order of time. */
export const dutiesWithin = <S = Duty>(
  reader: ViewReader,
  crewMemberIds: readonly string[],
  interval: Interval,
  columns: Columns<Duty, S> = allColumns(DUTY) as unknown as Columns<Duty, S>,
): Promise<(S & Pick<Duty, 'crewMemberId'>)[]> =>
  someAtATime(crewMemberIds, PEOPLE_AT_A_TIME, (some) =>
    selectRecords<Duty, S & Pick<Duty, 'crewMemberId'>>(reader, DUTY, {
      columns: columns.with('crewMemberId'),
      where: [overlapping(reader, some, interval, 'start_at')],
      orderBy: [sortedAfterwards('duty.start_at'), 'duty.duty_id'],
    }),
  )

const AROUND = columnsOf(DUTY, ...AROUND_FIELDS)

/** What is looked at to find out who is free. */
export const dutiesAround = (
  reader: ViewReader,
  crewMemberIds: readonly string[],
  interval: Interval,
): Promise<DutyAround[]> => dutiesWithin(reader, crewMemberIds, interval, AROUND)

/** Duties whose planned times overlap the interval, in the order of the plan. */
export const dutiesPlannedWithin = (
  reader: ViewReader,
  crewMemberIds: readonly string[],
  interval: Interval,
): Promise<Duty[]> =>
  selectRecords(reader, DUTY, {
    where: [overlapping(reader, crewMemberIds, interval, 'planned_start_at')],
    orderBy: [sortedAfterwards('duty.planned_start_at'), 'duty.duty_id'],
  })

const OF_CREW = columnsOf(DUTY, ...CREW_DUTY_FIELDS)

/** What is looked at to find out what crews put at risk. */
export const dutiesOfCrews = (
  reader: ViewReader,
  crewMemberIds: readonly string[],
  interval: Interval,
): Promise<CrewDuty[]> => dutiesWithin(reader, crewMemberIds, interval, OF_CREW)

const PART = columnsOf(DUTY, ...PERIOD_FIELDS)

/** What these people do within the interval, as far as periods of duty and the rest between them follow from it. */
export const workWithin = (
  reader: ViewReader,
  crewMemberIds: readonly string[],
  interval: Interval,
): Promise<PeriodPart[]> => dutiesWithin(reader, crewMemberIds, interval, PART)

/** A duty and the work of the same person around it, from which its period and the rest before it follow. */
export interface WorkAround {
  readonly duty: PeriodPart
  readonly work: readonly PeriodPart[]
}

/** About fourteen rows for each of the duties. */
export const workAround = async (reader: ViewReader, dutyIds: readonly string[]): Promise<WorkAround[]> => {
  const rows = await listsOf(
    reader,
    fragment`select d.duty_id, ${PART.selected} from duty d
    join duty on duty.tenant_id = d.tenant_id and duty.crew_member_id = d.crew_member_id
      and duty.start_at > d.start_at - ${LOOKED_BACK_MS} and duty.start_at < d.end_at + ${LOOKED_AHEAD_MS}
      and (duty.kind ${fragment.among(WORKING_KINDS)} or duty.duty_id = d.duty_id)
    where d.tenant_id = ${reader.tenantId} and ${oneOf('d.duty_id', dutyIds)}`,
  )
  const around = new Map<string, PeriodPart[]>()
  for (const row of rows) {
    const part = PART.objectOf(row, 1) as PeriodPart
    const list = around.get(row[0] as string)
    if (list) list.push(part)
    else around.set(row[0] as string, [part])
  }
  return [...around].flatMap(([dutyId, work]) => {
    const duty = work.find((part) => part.dutyId === dutyId)
    return duty ? { duty, work } : []
  })
}
