/** Duties of crew members. */
import { minutesBetween } from '../../../domain/interval.ts'
import {
  assessmentWarnings,
  DUTY_KIND,
  type DutyAssessment as DutyAssessmentValue,
  dutyWarnings,
  isWork,
  restBeforeMinutes,
} from '../../../domain/operations/duty.ts'
import { holdsAll, scopeSet } from '../../../domain/scopes.ts'
import { rulesOf } from '../../../services/operations/consequences/rules.ts'
import { duties } from '../../../services/operations/duties.ts'
import { DUTY, workBefore } from '../../../storage/operations/duties.ts'
import { noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { usually } from '../../operation/list-size.ts'
import { enumOf } from '../records/record-enum.ts'
import { recordNodes } from '../records/record-nodes.ts'
import { Warning } from '../warning.ts'

export const DutyKind = enumOf(DUTY_KIND)

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

/** Ids of flights are for those who may read flights. */
const FLIGHT_READ = scopeSet(['flight:read'])

/** Columns that the rules for rest and duty length need. */
const REST_COLUMNS = ['dutyId', 'kind', 'startAt', 'endAt'] as const

export const { Node: Duty, Payload: DutyPayload } = recordNodes(DUTY, duties, {
  fields: (t) => ({
    fdpStartAt: t.field({
      columns: ['startAt', 'fdpEndAt'],
      type: 'DateTime',
      nullable: true,
      description: 'Flight duty period: report to last on-block.',
      resolve: ({ startAt, fdpEndAt }) => (fdpEndAt === null ? null : startAt),
    }),
    fdpMinutes: t.int({
      columns: ['startAt', 'fdpEndAt'],
      nullable: true,
      resolve: ({ startAt, fdpEndAt }) => (fdpEndAt === null ? null : minutesBetween(startAt, fdpEndAt)),
    }),
    sectorCount: t.int({ columns: ['flightIdList'], resolve: ({ flightIdList }) => flightIdList.length }),
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
  payload: (t) => ({
    atRiskFlightIdList: t.idList({
      description: 'Flights that an absence (SICK, UNFIT, FATIGUE) keeps the member from; empty without flight:read.',
      resolve: ({ atRiskFlightIdList }, _args, { principal }) =>
        holdsAll(principal.scopes, FLIGHT_READ) ? [...(atRiskFlightIdList ?? [])] : [],
    }),
  }),
})
