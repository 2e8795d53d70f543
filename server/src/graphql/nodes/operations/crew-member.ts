/** Crew members. */
import { CREW_POSITIONS, type CrewMember as CrewMemberRecord, SEX } from '../../../domain/operations/crew.ts'
import { ratingsOn } from '../../../domain/operations/qualification.ts'
import { compileWildcard } from '../../../domain/wildcard.ts'
import { createCrewMember, updateCrewMember } from '../../../services/operations/crew-members.ts'
import {
  CREW_MEMBER,
  crewMembersAfter,
  QUALIFICATION,
  qualificationsOf,
} from '../../../storage/operations/crew-members.ts'
import { DUTY, dutiesWithin } from '../../../storage/operations/duties.ts'
import { type ListRange, recordsById } from '../../../storage/records.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { searches, usually } from '../../operation/list-size.ts'
import { warningPayload } from '../../payload.ts'
import { askedList } from '../asked-list.ts'
import { ExternalIdInput } from '../external-id.ts'
import { askedFor } from '../found-by.ts'
import { askedInterval, IntervalInput } from '../interval.ts'
import { askedPage, type Page, PageInfo, PageInput, pageOf } from '../page.ts'
import { enumOf } from '../records/record-enum.ts'
import { Airport } from '../reference/airport.ts'
import { airport, askedAirportId } from '../reference/airport-field.ts'
import { Versioned } from '../versioned.ts'
import { Duty } from './duty.ts'
import { DutyTotals, loadDutyTotals } from './duty-totals.ts'
import { Qualification } from './qualification.ts'

export const CrewPosition = builder.enumType('CrewPosition', { values: CREW_POSITIONS })
const Sex = enumOf(SEX)
const MAX_DUTIES_DAYS = 400
const SEARCH_BATCH = 1000
/** A year of legs is read for each crew member. */
const COST_OF_TOTALS = 20

/** A member of a flight's crew: visible with the crew. */
export const loadCrewMember = ({ loaders, reader, columns }: QueryContext, crewMemberId: string) =>
  loaders.loadExisting('crew member', crewMemberId, (ids) =>
    recordsById(reader, CREW_MEMBER, ids, columns.of(CREW_MEMBER)),
  )

export const CrewMember = builder.objectRef<CrewMemberRecord>('CrewMember').implement({
  ...needs('crew:read'),
  description: 'A crew member of the operator.',
  interfaces: [Versioned],
  rows: CREW_MEMBER,
  fields: (t) => ({
    crewMemberId: t.exposeID('crewMemberId'),
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    surname: t.exposeString('surname'),
    positionList: t.field({
      columns: ['positionList'],
      type: [CrewPosition],
      resolve: ({ positionList }) => [...positionList],
    }),
    base: t.field({
      columns: ['baseId'],
      type: Airport,
      resolve: ({ baseId }, _args, context) => airport(context, baseId),
    }),
    typeRatingList: t.stringList({
      columns: ['ratingPeriods'],
      description: 'Codes of the ratings that are valid today.',
      resolve: ({ ratingPeriods }, _args, { reference, world, tenant }) =>
        ratingsOn(
          ratingPeriods,
          new Date(world.now(tenant.tenantId)).toISOString().slice(0, 10),
          reference.typeRatings,
        ),
    }),
    qualificationList: t.field({
      ...usually(6),
      columns: ['crewMemberId'],
      type: [Qualification],
      resolve: ({ crewMemberId }, _args, { loaders, reader, columns }) =>
        loaders.loadList('qualifications', crewMemberId, (ids) =>
          qualificationsOf(reader, ids, columns.of(QUALIFICATION)),
        ),
    }),
    dutyList: t.field({
      columns: ['crewMemberId'],
      description: 'What meets the interval, in the order of time.',
      type: [Duty],
      args: { interval: t.arg({ type: IntervalInput, required: true }) },
      resolve: ({ crewMemberId }, args, { loaders, reader, columns }) => {
        const interval = askedInterval(args.interval, MAX_DUTIES_DAYS)
        const name = `duties ${interval.from} ${interval.to}`
        return loaders.loadList(name, crewMemberId, async (ids) =>
          Map.groupBy(await dutiesWithin(reader, ids, interval, columns.of(DUTY)), (duty) => duty.crewMemberId),
        )
      },
    }),
    dutyTotals: t.field({
      ...searches({ cost: COST_OF_TOTALS, args: ['at'] }),
      columns: ['crewMemberId'],
      description:
        'What they worked and flew up to a time. Null for whoever sees a part of the operator: the sum of a part would be wrong, and the whole would tell of the rest.',
      type: DutyTotals,
      nullable: true,
      args: { at: t.arg({ type: 'DateTime', required: true }) },
      resolve: ({ crewMemberId }, { at }, context) =>
        context.reader.view.of === 'operator' ? loadDutyTotals(context, crewMemberId, at) : null,
    }),
    isActive: t.exposeBoolean('isActive'),
    userId: t.exposeID('userId', { nullable: true, description: 'Null for crew who do not sign in.' }),
    dateOfBirth: t.expose('dateOfBirth', { type: 'Date', nullable: true }),
    nationality: t.exposeString('nationality', { nullable: true }),
    sex: t.expose('sex', { type: Sex, nullable: true }),
  }),
})

const CrewPage = builder.objectRef<Page<CrewMemberRecord>>('CrewPage').implement({
  ...needs('crew:read'),
  fields: (t) => ({
    nodeList: t.field({ type: [CrewMember], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const CrewFilter = builder.inputType('CrewFilter', {
  fields: (t) => ({
    crewMemberIdList: t.idList(),
    externalId: t.field({ type: ExternalIdInput }),
    updatedSince: t.field({ type: 'DateTime' }),
    wildcard: t.string({ description: 'Searches code, name and surname.' }),
    positionList: t.field({ type: [CrewPosition] }),
    typeRating: t.string({ description: 'Rating code or type designator.' }),
    isActive: t.boolean(),
    base: t.string({ description: 'iCAO or iATA code.' }),
    expiringBefore: t.field({ type: 'Date', description: 'Who has a qualification that ends before this day.' }),
  }),
})

type Filter = typeof CrewFilter.$inferInput

const placeOf = ({ code, crewMemberId }: CrewMemberRecord): readonly (string | number)[] => [code, crewMemberId]

/** A rating's code and its designators: a record may name any of them. */
const waysToWrite = ({ reference }: QueryContext, typeRating: string): string[] => {
  const rating = reference.typeRatings.find(typeRating)
  return rating ? [rating.ratingCode, ...rating.iCAOList] : [typeRating.trim().toUpperCase()]
}

/** Reads crew members in order until the page and one row more are found. */
const search = async (context: QueryContext, filter: Filter, range: ListRange) => {
  const asked = {
    ...askedFor(filter, filter.crewMemberIdList, 'filter.crewMemberIdList'),
    positions: askedList(filter.positionList, 'filter.positionList'),
    ratings: filter.typeRating ? waysToWrite(context, filter.typeRating) : null,
    isActive: filter.isActive ?? null,
    baseId: askedAirportId(context, filter.base, 'filter.base'),
    expiringBefore: filter.expiringBefore ?? null,
  }
  const { reader } = context
  const columns = context.columns.of(CREW_MEMBER)
  if (!filter.wildcard) return crewMembersAfter(reader, asked, { columns, ...range })
  const matches = compileWildcard(filter.wildcard)
  const searched = columns.with('code', 'name', 'surname')
  const found: CrewMemberRecord[] = []
  const { most } = range
  let { after } = range
  while (found.length < most) {
    const batch = await crewMembersAfter(reader, asked, { ...range, columns: searched, after, most: SEARCH_BATCH })
    found.push(...batch.filter(({ code, name, surname }) => [code, name, surname].some(matches)))
    context.looked.add(batch.length)
    const last = batch.at(-1)
    if (!last || batch.length < SEARCH_BATCH) break
    after = placeOf(last)
  }
  return found.slice(0, most)
}

builder.queryField('crewMember', (t) =>
  t.field({
    ...needs('crew:read'),
    description: 'Null where there is no such crew member.',
    type: CrewMember,
    nullable: true,
    args: { crewMemberId: t.arg.id({ required: true }) },
    resolve: async (_root, { crewMemberId }, context) => (await loadCrewMember(context, crewMemberId)) ?? null,
  }),
)

builder.queryField('crewMemberList', (t) =>
  t.field({
    ...needs('crew:read'),
    description: 'Crew members by code.',
    type: CrewPage,
    args: { filter: t.arg({ type: CrewFilter }), page: t.arg({ type: PageInput }) },
    resolve: async (_root, { filter, page }, context) => {
      const asked = askedPage('crewMemberList', page, ['string', 'string'], filter)
      return pageOf(await search(context, filter ?? {}, asked.range), asked, placeOf)
    },
  }),
)

const CrewMemberInput = builder.inputType('CrewMemberInput', {
  fields: (t) => ({
    code: t.string({ required: true, description: 'Unique; 2 to 6 capital letters and digits.' }),
    name: t.string({ required: true }),
    surname: t.string({ required: true }),
    positionList: t.field({ type: [CrewPosition], required: true }),
    base: t.string({ required: true, description: 'iCAO or iATA code.' }),
    userId: t.id({ description: 'The user whose own records these are; crew need not be users.' }),
    dateOfBirth: t.field({ type: 'Date' }),
    nationality: t.string(),
    sex: t.field({ type: Sex }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

const CrewMemberUpdateInput = builder.inputType('CrewMemberUpdateInput', {
  fields: (t) => ({
    code: t.string(),
    name: t.string(),
    surname: t.string(),
    positionList: t.field({ type: [CrewPosition] }),
    base: t.string(),
    isActive: t.boolean({ description: 'False: no new assignments; refused while flights are planned.' }),
    userId: t.id(),
    dateOfBirth: t.field({ type: 'Date' }),
    nationality: t.string(),
    sex: t.field({ type: Sex }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

const CrewMemberPayload = warningPayload<{ readonly crewMember: CrewMemberRecord | null }>(
  'CrewMemberPayload',
  (t) => ({
    crewMember: t.expose('crewMember', { type: CrewMember, nullable: true }),
  }),
)

builder.mutationFields((t) => ({
  crewMemberCreate: mutation(t, {
    ...needs('crew:write'),
    description: 'Adds a crew member.',
    type: CrewMemberPayload,
    args: { input: t.arg({ type: CrewMemberInput, required: true }) },
    write: (tx, args, context) => createCrewMember(tx, context, args.input),
  }),
  crewMemberUpdate: mutation(t, {
    ...needs('crew:write'),
    description: 'Changes a crew member. What is absent stays, null clears.',
    type: CrewMemberPayload,
    args: {
      crewMemberId: t.arg.id({ required: true }),
      input: t.arg({ type: CrewMemberUpdateInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => updateCrewMember(tx, context, args),
  }),
}))
