/** Duties of crew members. */

import { minutesBetween } from '../../../domain/interval.ts'
import {
  assessmentWarnings,
  DUTY_KINDS,
  type DutyAssessment as DutyAssessmentValue,
  type Duty as DutyRecord,
  dutyWarnings,
  isWork,
  restBeforeMinutes,
} from '../../../domain/operations/duty.ts'
import { rulesOf } from '../../../services/operations/consequences/rules.ts'
import { createDuty, deleteDuty, updateDuty } from '../../../services/operations/duties.ts'
import { DUTY, dutiesAfter, workBefore } from '../../../storage/operations/duties.ts'
import { recordsById } from '../../../storage/records.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { warningPayload } from '../../payload.ts'
import { askedList } from '../asked-list.ts'
import { ExternalIdInput } from '../external-id.ts'
import { askedFor } from '../found-by.ts'
import { askedInterval, IntervalInput } from '../interval.ts'
import { askedPage, badInput, type Page, PageInfo, PageInput, pageOf } from '../page.ts'
import { Airport } from '../reference/airport.ts'
import { airportOrNull } from '../reference/airport-field.ts'
import { Versioned } from '../versioned.ts'
import { Warning } from '../warning.ts'

export const DutyKind = builder.enumType('DutyKind', { values: DUTY_KINDS })

/** The duty before a duty, which determines its rest. */
const loadWorkBefore = ({ loaders, reader }: QueryContext, dutyId: string) =>
  loaders.load('work before', dutyId, (ids) => workBefore(reader, ids))

/** The operator's rules, once for a request. */
export const loadRules = ({ loaders, reader }: QueryContext) =>
  loaders.loadExisting('rules', 'own', async () => new Map([['own', await rulesOf(reader)]]))

const DutyAssessment = builder.objectRef<DutyAssessmentValue>('DutyAssessment').implement({
  ...noScope,
  description: 'What an engine for flight time limitations says of a duty. One per duty and source.',
  fields: (t) => ({
    source: t.exposeString('source', { description: 'The application or key that wrote it.' }),
    ruleSet: t.exposeString('ruleSet'),
    isLegal: t.exposeBoolean('isLegal'),
    maxFdpMinutes: t.exposeInt('maxFdpMinutes', { nullable: true }),
    minRestMinutes: t.exposeInt('minRestMinutes', { nullable: true }),
    messageList: t.stringList({ resolve: ({ messageList }) => [...messageList] }),
    assessedAt: t.expose('assessedAt', { type: 'DateTime' }),
    isStale: t.exposeBoolean('isStale', { description: 'The duty has changed since.' }),
  }),
})

/** Columns that the rules for rest and duty length need. */
const REST_COLUMNS = ['dutyId', 'kind', 'startAt', 'endAt'] as const

export const Duty = builder.objectRef<DutyRecord>('Duty').implement({
  ...noScope,
  description: 'A duty of a crew member. FLIGHT duties follow from crew assignments.',
  interfaces: [Versioned],
  rows: DUTY,
  fields: (t) => ({
    dutyId: t.exposeID('dutyId'),
    crewMemberId: t.exposeID('crewMemberId'),
    kind: t.expose('kind', { type: DutyKind }),
    startAt: t.expose('startAt', {
      type: 'DateTime',
      description: 'As it stands: actual, else estimated, else planned.',
    }),
    endAt: t.expose('endAt', { type: 'DateTime' }),
    plannedStartAt: t.expose('plannedStartAt', { type: 'DateTime' }),
    plannedEndAt: t.expose('plannedEndAt', { type: 'DateTime' }),
    actualStartAt: t.expose('actualStartAt', { type: 'DateTime', nullable: true }),
    actualEndAt: t.expose('actualEndAt', { type: 'DateTime', nullable: true }),
    fdpStartAt: t.field({
      columns: ['startAt', 'fdpEndAt'],
      type: 'DateTime',
      nullable: true,
      description: 'Flight duty period: report to last on-block.',
      resolve: ({ startAt, fdpEndAt }) => (fdpEndAt === null ? null : startAt),
    }),
    fdpEndAt: t.expose('fdpEndAt', { type: 'DateTime', nullable: true }),
    fdpMinutes: t.int({
      columns: ['startAt', 'fdpEndAt'],
      nullable: true,
      resolve: ({ startAt, fdpEndAt }) => (fdpEndAt === null ? null : minutesBetween(startAt, fdpEndAt)),
    }),
    sectorCount: t.int({ columns: ['flightIdList'], resolve: ({ flightIdList }) => flightIdList.length }),
    startAirport: t.field({
      columns: ['startAirportId'],
      type: Airport,
      nullable: true,
      resolve: ({ startAirportId }, _args, context) => airportOrNull(context, startAirportId),
    }),
    endAirport: t.field({
      columns: ['endAirportId'],
      type: Airport,
      nullable: true,
      resolve: ({ endAirportId }, _args, context) => airportOrNull(context, endAirportId),
    }),
    flightIdList: t.idList({ columns: ['flightIdList'], resolve: ({ flightIdList }) => [...flightIdList] }),
    restBeforeMinutes: t.int({
      columns: REST_COLUMNS,
      nullable: true,
      description: 'Since the work before, within a week; actual where known.',
      resolve: async (duty, _args, context) => restBeforeMinutes(duty, await loadWorkBefore(context, duty.dutyId)),
    }),
    maxMinutes: t.int({
      columns: ['kind'],
      nullable: true,
      description: 'Null where the operator’s limits are off.',
      resolve: async ({ kind }, _args, context) => {
        const { dutyLimits } = await loadRules(context)
        return isWork(kind) && dutyLimits.isOn ? dutyLimits.maxDutyMinutes : null
      },
    }),
    assessmentList: t.field({
      ...usually(1),
      columns: ['assessmentList'],
      type: [DutyAssessment],
      resolve: ({ assessmentList }) => [...assessmentList],
    }),
    warningList: t.field({
      ...usually(1),
      columns: [...REST_COLUMNS, 'assessmentList'],
      type: [Warning],
      resolve: async (duty, _args, context) => [
        ...dutyWarnings(duty, await loadWorkBefore(context, duty.dutyId), (await loadRules(context)).dutyLimits),
        ...assessmentWarnings(duty),
      ],
    }),
  }),
})

const DutyInput = builder.inputType('DutyInput', {
  fields: (t) => ({
    crewMemberId: t.id({ required: true }),
    kind: t.field({ type: DutyKind, required: true }),
    startAt: t.field({ type: 'DateTime', required: true }),
    endAt: t.field({ type: 'DateTime', required: true }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

const DutyUpdateInput = builder.inputType('DutyUpdateInput', {
  description: 'What is absent stays.',
  fields: (t) => ({
    kind: t.field({ type: DutyKind }),
    startAt: t.field({ type: 'DateTime' }),
    endAt: t.field({ type: 'DateTime' }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

interface DutyPayloadValue {
  readonly duty: DutyRecord | null
}

export const DutyPayload = warningPayload<DutyPayloadValue>('DutyPayload', (t) => ({
  duty: t.expose('duty', { type: Duty, nullable: true }),
}))

builder.mutationFields((t) => ({
  dutyCreate: mutation(t, {
    ...needs('crew:write'),
    description: 'Enters a duty. Refused where the member is on another one at that time.',
    type: DutyPayload,
    args: { input: t.arg({ type: DutyInput, required: true }) },
    write: (tx, args, context) => createDuty(tx, context, args.input),
  }),
  dutyUpdate: mutation(t, {
    ...needs('crew:write'),
    description: 'Changes an entered duty.',
    type: DutyPayload,
    args: {
      dutyId: t.arg.id({ required: true }),
      input: t.arg({ type: DutyUpdateInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => updateDuty(tx, context, args),
  }),
  dutyDelete: mutation(t, {
    ...needs('crew:write'),
    description: 'Removes an entered duty; answers what was removed.',
    type: DutyPayload,
    args: {
      dutyId: t.arg.id({ required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args) => deleteDuty(tx, args.dutyId, args.expectedVersion),
  }),
}))

const MAX_INTERVAL_DAYS = 400

const loadDuty = ({ loaders, reader, columns }: QueryContext, dutyId: string) =>
  loaders.load('duty', dutyId, (ids) => recordsById(reader, DUTY, ids, columns.of(DUTY)))

const DutyPage = builder.objectRef<Page<DutyRecord>>('DutyPage').implement({
  ...needs('crew:read'),
  fields: (t) => ({
    nodeList: t.field({ type: [Duty], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const DutyFilter = builder.inputType('DutyFilter', {
  description: 'Needs one of interval, dutyIdList, updatedSince, externalId.',
  fields: (t) => ({
    dutyIdList: t.idList(),
    crewMemberIdList: t.idList(),
    interval: t.field({ type: IntervalInput }),
    kindList: t.field({ type: [DutyKind] }),
    flightId: t.id(),
    externalId: t.field({ type: ExternalIdInput }),
    updatedSince: t.field({ type: 'DateTime' }),
  }),
})

const searchOf = (filter: typeof DutyFilter.$inferInput) => {
  const found = askedFor(filter, filter.dutyIdList, 'filter.dutyIdList')
  const interval = filter.interval ? askedInterval(filter.interval, MAX_INTERVAL_DAYS) : null
  if (!interval && !found.ids && found.updatedSince === null && !found.externalId) {
    throw badInput('filter needs one of interval, dutyIdList, updatedSince, externalId.')
  }
  return {
    ...found,
    interval,
    crewMemberIds: askedList(filter.crewMemberIdList, 'filter.crewMemberIdList'),
    kinds: askedList(filter.kindList, 'filter.kindList'),
    flightId: filter.flightId ?? null,
  }
}

builder.queryFields((t) => ({
  duty: t.field({
    ...needs('crew:read'),
    description: 'One duty.',
    type: Duty,
    nullable: true,
    args: { dutyId: t.arg.id({ required: true }) },
    resolve: async (_root, { dutyId }, context) => (await loadDuty(context, dutyId)) ?? null,
  }),
  dutyList: t.field({
    ...needs('crew:read'),
    description: 'Duties by start.',
    type: DutyPage,
    args: { filter: t.arg({ type: DutyFilter, required: true }), page: t.arg({ type: PageInput }) },
    resolve: async (_root, { filter, page }, { reader, columns }) => {
      const asked = askedPage('dutyList', page, ['number', 'string'], filter)
      const rows = await dutiesAfter(reader, searchOf(filter), { columns: columns.of(DUTY), ...asked.range })
      return pageOf(rows, asked, ({ startAt, dutyId }) => [startAt, dutyId])
    },
  }),
}))
