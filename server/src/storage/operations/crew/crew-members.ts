/**
 * Crew members of one tenant and their qualifications. A transaction that changes a roster locks the crew member's row.
 */
import { CREW_MEMBER_RECORD, type CrewMember } from '../../../domain/operations/crew/crew.ts'
import { SOUGHT_FIELDS, type SoughtMember } from '../../../domain/operations/crew/crew-fit.ts'
import { QUALIFICATION_RECORD, type Qualification } from '../../../domain/operations/crew/qualification.ts'
import { allColumns, type Columns, columnsOf } from '../../columns.ts'
import { fragment } from '../../engines/fragment.ts'
import { type Condition, hasOne, oneOf } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { listsOne } from '../../records/described-search.ts'
import { selectRecords } from '../../records.ts'
import { someAtATime } from '../../some-at-a-time.ts'
import type { ViewReader } from '../../view.ts'

export const CREW_MEMBER = describedRecord(CREW_MEMBER_RECORD, {
  visible: {},
  filters: {
    /** Ways to write the rating, any of which counts. */
    typeRating: (ratings, { kind }) => listsOne('crew_member.type_rating_list', ratings, kind),
    expiringBefore: (day, { tenantId }) =>
      hasOne(fragment`qualification paper where paper.tenant_id = ${tenantId}
      and paper.crew_member_id = crew_member.crew_member_id and paper.valid_to < ${day}`),
  },
})

export const ofOwnCrewMember = (column: string, userId: string, tenantId: string): Condition =>
  fragment`${fragment.raw(column)} in (select crew_member_id from crew_member
    where tenant_id = ${tenantId} and user_id = ${userId})`

export const QUALIFICATION = describedRecord(QUALIFICATION_RECORD, {
  visible: {
    person: ({ userId }, tenantId) => ofOwnCrewMember('qualification.crew_member_id', userId, tenantId),
  },
  filters: {},
})

/** Some two milliseconds on the embedded store. */
const PEOPLE_AT_A_TIME = 100

export const qualificationsOf = async (
  reader: ViewReader,
  crewMemberIds: readonly string[],
  columns: Columns<Qualification> = allColumns(QUALIFICATION),
): Promise<ReadonlyMap<string, Qualification[]>> => {
  const list = await someAtATime(crewMemberIds, PEOPLE_AT_A_TIME, (some) =>
    selectRecords(reader, QUALIFICATION, {
      columns: columns.with('crewMemberId'),
      where: [oneOf('qualification.crew_member_id', some)],
      orderBy: [
        'qualification.kind',
        'qualification.label',
        'qualification.valid_from',
        'qualification.qualification_id',
      ],
    }),
  )
  return Map.groupBy(list, ({ crewMemberId }) => crewMemberId)
}

const OF_USER = columnsOf(CREW_MEMBER, 'crewMemberId', 'userId', 'code', 'baseId')

export type CrewMemberOfUser = Pick<CrewMember, 'crewMemberId' | 'userId' | 'code' | 'baseId'>

/** The crew members that are linked to these users. */
export const crewMembersOfUsers = async (
  reader: ViewReader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, CrewMemberOfUser>> => {
  const where = [oneOf('crew_member.user_id', userIds)]
  const members = await selectRecords(reader, CREW_MEMBER, { columns: OF_USER, where })
  return new Map(members.map((member) => [member.userId ?? '', member]))
}

const ID = columnsOf(CREW_MEMBER, 'crewMemberId')

export const crewMemberByCode = async (
  reader: ViewReader,
  code: string,
): Promise<Pick<CrewMember, 'crewMemberId'> | undefined> => {
  const [found] = await selectRecords(reader, CREW_MEMBER, {
    columns: ID,
    where: [fragment`crew_member.code = ${code}`],
  })
  return found
}

const SOUGHT = columnsOf(CREW_MEMBER, ...SOUGHT_FIELDS)

/** The crew that can be assigned, in the order of codes. */
export const activeCrewMembers = (reader: ViewReader, most: number): Promise<SoughtMember[]> =>
  selectRecords(reader, CREW_MEMBER, {
    columns: SOUGHT,
    where: [fragment`crew_member.is_active = 1`],
    orderBy: ['crew_member.code', 'crew_member.crew_member_id'],
    most,
  })

const NUMBER = columnsOf(QUALIFICATION, 'number')

/** The number of a crew member's licence, the one that began last. */
export const licenceNumberOf = async (reader: ViewReader, crewMemberId: string): Promise<string | null> => {
  const [licence] = await selectRecords(reader, QUALIFICATION, {
    columns: NUMBER,
    where: [
      fragment`qualification.crew_member_id = ${crewMemberId} and qualification.kind = 'LICENCE'
        and qualification.superseded_by_id is null`,
    ],
    orderBy: ['qualification.valid_from', 'qualification.qualification_id'],
    isDescending: true,
    most: 1,
  })
  return licence?.number ?? null
}
