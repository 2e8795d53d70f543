/**
 * Crew members of one tenant and their qualifications. A transaction that changes a roster locks the crew member's row.
 */
import type { CrewMember, CrewPosition } from '../../domain/operations/crew.ts'
import type { Qualification, QualificationKind } from '../../domain/operations/qualification.ts'
import { allColumns, type Columns, columnsOf } from '../columns.ts'
import { fragment } from '../engines/fragment.ts'
import { type Condition, NOTHING, oneOf, type RecordKind, VERSION_FIELDS } from '../record-kind.ts'
import { type ListPart, selectRecords } from '../records.ts'
import type { ViewReader } from '../view.ts'
import { changedSince, type FoundBy, foundBy, type Matching } from './record-search.ts'

export const CREW_MEMBER: RecordKind<CrewMember> = {
  table: 'crew_member',
  noun: 'crew member',
  id: 'crewMemberId',
  entity: 'CREW_MEMBER',
  graphNames: { baseId: 'base', ratingPeriods: 'typeRatingList' },
  fields: {
    crewMemberId: 'plain',
    code: 'plain',
    name: 'plain',
    surname: 'plain',
    positionList: 'json',
    baseId: 'plain',
    typeRatingList: 'json',
    ratingPeriods: 'json',
    isActive: 'truth',
    userId: 'plain',
    dateOfBirth: 'plain',
    nationality: 'plain',
    sex: 'plain',
    ...VERSION_FIELDS,
  },
  visible: (view) => (view.of === 'person' ? fragment`crew_member.user_id = ${view.userId}` : NOTHING),
  viewers: () => [],
}

export const ofOwnCrewMember = (column: string, userId: string, tenantId: string): Condition =>
  fragment`${fragment.raw(column)} in (select crew_member_id from crew_member
    where tenant_id = ${tenantId} and user_id = ${userId})`

export const QUALIFICATION: RecordKind<Qualification> = {
  table: 'qualification',
  noun: 'qualification',
  id: 'qualificationId',
  entity: 'QUALIFICATION',
  graphNames: { supersedesId: null },
  parent: ({ crewMemberId }) => crewMemberId,
  fields: {
    qualificationId: 'plain',
    crewMemberId: 'plain',
    kind: 'plain',
    label: 'plain',
    ratingCode: 'plain',
    medicalClass: 'plain',
    number: 'plain',
    issuingCountry: 'plain',
    validFrom: 'plain',
    validTo: 'plain',
    supersedesId: 'plain',
    supersededById: 'plain',
    ...VERSION_FIELDS,
  },
  visible: (view, tenantId) =>
    view.of === 'person' ? ofOwnCrewMember('qualification.crew_member_id', view.userId, tenantId) : NOTHING,
  viewers: () => [],
}

export interface CrewSearch extends FoundBy {
  readonly positions: readonly CrewPosition[] | null
  /** Ways to write the rating, any of which counts. */
  readonly ratings: readonly string[] | null
  readonly isActive: boolean | null
  readonly baseId: string | null
  readonly expiringBefore: string | null
}

/** Matches an item of a JSON list of words that need no escaping, within its text. */
const lists = (column: string, word: string, kind: ViewReader['kind']): Condition => {
  const text = JSON.stringify(word)
  return kind === 'postgres'
    ? fragment`strpos(${fragment.raw(column)}, ${text}) > 0`
    : fragment`instr(${fragment.raw(column)}, ${text}) > 0`
}

const expiringBefore = (day: string, tenantId: string): Condition =>
  fragment`crew_member.crew_member_id in (select crew_member_id from qualification
    where tenant_id = ${tenantId} and valid_to < ${day})`

const listsOne = (column: string, words: readonly string[], kind: ViewReader['kind']): Condition =>
  words.length === 0
    ? NOTHING
    : fragment`(${fragment.join(
        words.map((word) => lists(column, word, kind)),
        ' or ',
      )})`

const matching = (reader: ViewReader, search: CrewSearch): Matching => ({
  where: foundBy(CREW_MEMBER, search, reader.tenantId),
  sifted: marksOf(reader, search),
})

const marksOf = (reader: ViewReader, search: CrewSearch): Condition[] => [
  ...changedSince(CREW_MEMBER, search),
  ...(search.positions ? [listsOne('crew_member.position_list', search.positions, reader.kind)] : []),
  ...(search.ratings ? [listsOne('crew_member.type_rating_list', search.ratings, reader.kind)] : []),
  ...(search.isActive === null ? [] : [fragment`crew_member.is_active = ${search.isActive ? 1 : 0}`]),
  ...(search.baseId ? [fragment`crew_member.base_id = ${search.baseId}`] : []),
  ...(search.expiringBefore ? [expiringBefore(search.expiringBefore, reader.tenantId)] : []),
]

/** Ordered by code. */
export const crewMembersAfter = (
  reader: ViewReader,
  search: CrewSearch,
  { columns, ...part }: ListPart<CrewMember>,
): Promise<CrewMember[]> =>
  selectRecords(reader, CREW_MEMBER, {
    columns: columns.with('code'),
    ...matching(reader, search),
    orderBy: ['crew_member.code', 'crew_member.crew_member_id'],
    ...part,
  })

export const qualificationsOf = async (
  reader: ViewReader,
  crewMemberIds: readonly string[],
  columns: Columns<Qualification> = allColumns(QUALIFICATION),
): Promise<ReadonlyMap<string, Qualification[]>> => {
  const list = await selectRecords(reader, QUALIFICATION, {
    columns: columns.with('crewMemberId'),
    where: [oneOf('qualification.crew_member_id', crewMemberIds)],
    orderBy: [
      'qualification.kind',
      'qualification.label',
      'qualification.valid_from',
      'qualification.qualification_id',
    ],
  })
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

export interface QualificationSearch extends FoundBy {
  readonly crewMemberIds: readonly string[] | null
  readonly kinds: readonly QualificationKind[] | null
  readonly expiringBefore: string | null
  readonly isSuperseded: boolean | null
}

/** The column of the order: those without an end come last. */
const END = `coalesce(qualification.valid_to, '9999-12-31')`

const matchingPapers = (search: QualificationSearch, tenantId: string): Matching => ({
  where: [
    ...foundBy(QUALIFICATION, search, tenantId),
    ...(search.crewMemberIds ? [oneOf('qualification.crew_member_id', search.crewMemberIds)] : []),
    ...(search.expiringBefore ? [fragment`${fragment.raw(END)} < ${search.expiringBefore}`] : []),
  ],
  sifted: [
    ...changedSince(QUALIFICATION, search),
    ...(search.kinds ? [oneOf('qualification.kind', search.kinds)] : []),
    ...(search.isSuperseded === null
      ? []
      : [search.isSuperseded ? SUPERSEDED : fragment`qualification.superseded_by_id is null`]),
  ],
})

const SUPERSEDED: Condition = fragment`qualification.superseded_by_id is not null`

/** The day by which qualifications are ordered; those without an end come last. */
export const endOfValidity = ({ validTo }: Pick<Qualification, 'validTo'>): string => validTo ?? '9999-12-31'

/** Ordered by end of validity. */
export const qualificationsAfter = (
  reader: ViewReader,
  search: QualificationSearch,
  { columns, ...part }: ListPart<Qualification>,
): Promise<Qualification[]> =>
  selectRecords(reader, QUALIFICATION, {
    columns: columns.with('validTo'),
    ...matchingPapers(search, reader.tenantId),
    orderBy: [END, 'qualification.qualification_id'],
    ...part,
  })
