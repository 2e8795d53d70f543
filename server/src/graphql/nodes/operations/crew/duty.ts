/** Duties of crew members. */
import { minutesBetween } from '../../../../domain/interval.ts'
import {
  assessmentWarnings,
  DUTY_KIND,
  type DutyAssessment as DutyAssessmentValue,
  isWork,
} from '../../../../domain/operations/crew/duty.ts'
import {
  type DutyPeriod as DutyPeriodValue,
  maxMinutesOf,
  PERIOD_FIELDS,
  type PeriodAround,
  type PeriodPart,
  periodAround,
  periodWarnings,
  restBeforeMinutes,
} from '../../../../domain/operations/crew/duty-period.ts'
import { holdsAll, scopeSet } from '../../../../domain/scopes.ts'
import { duties } from '../../../../services/operations/crew/duties.ts'
import { rulesOf } from '../../../../services/operations/risk/rules.ts'
import { eachInTurn } from '../../../../services/steps.ts'
import { DUTY, workAround } from '../../../../storage/operations/crew/duties.ts'
import { noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { usually } from '../../../operation/list-size.ts'
import { enumOf } from '../../records/record-enum.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { Warning } from '../../warning.ts'

export const DutyKind = enumOf(DUTY_KIND)

/** The operator's rules, once for a request. */
export const loadRules = ({ loaders, reader }: QueryContext) =>
  loaders.loadExisting('rules', 'own', async () => new Map([['own', await rulesOf(reader)]]))

/** Each with the work of eleven days: a statement of the embedded store is not interrupted (threats row 436). */
const DUTIES_IN_A_PART = 20
/** A person may have hundreds of short duties in eleven days, so that one has the work of twenty (threats row 520). */
const WORK_IN_A_PART = 300

/** As many as have little enough work if the next have as much as the last, at most twice as many. */
const nextPart = (duties: number, work: number): number =>
  Math.max(1, Math.min(DUTIES_IN_A_PART, 2 * duties, Math.floor((duties * WORK_IN_A_PART) / Math.max(1, work))))

/**
 * The period that a duty belongs to, and the one before it, which determines its rest. Worked out once for a request,
 * for some duties at a time with a turn for others in between, and of the work around them nothing is kept (threats row
 * 356).
 */
export const loadPeriod = async (context: QueryContext, own: PeriodPart): Promise<PeriodAround> => {
  const { loaders, reader } = context
  const { dutyLimits } = await loadRules(context)
  const around = await loaders.load('period', own.dutyId, async (ids) => {
    const found = new Map<string, PeriodAround>()
    let part = DUTIES_IN_A_PART
    for (let at = 0; at < ids.length; ) {
      await loaders.inTurn(async () => {
        const surrounded = await workAround(reader, ids.slice(at, at + part))
        await eachInTurn(reader, surrounded, ({ duty, work }) => {
          found.set(duty.dutyId, periodAround(duty, work, dutyLimits))
        })
        at += part
        part = nextPart(
          part,
          surrounded.reduce((sum, { work }) => sum + work.length, 0),
        )
      })
    }
    return found
  })
  // It may have been deleted since it was read.
  return around ?? periodAround(own, [], dutyLimits)
}

const DutyPeriod = builder.objectRef<DutyPeriodValue>('DutyPeriod').implement({
  ...noScope,
  description: 'Duties of one person that no rest lies between.',
  fields: (t) => ({
    startAt: t.field({ type: 'DateTime', resolve: ({ from }) => from }),
    endAt: t.field({ type: 'DateTime', resolve: ({ to }) => to }),
    countedMinutes: t.exposeInt('countedMinutes', {
      description: 'What counts towards the maximum and the rest after it: of standby the operator’s share.',
    }),
    breakMinutes: t.exposeInt('breakMinutes', { description: 'Breaks within it that are long enough to count.' }),
    dutyIdList: t.idList({ resolve: ({ dutyIdList }) => [...dutyIdList] }),
  }),
})

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
const REST_COLUMNS = PERIOD_FIELDS
/** The duties around it, and the operator's limits. */
const REST_FOLLOWS = ['DUTY', 'OPERATOR_SETTINGS'] as const

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
    sectorCount: t.int({
      columns: ['sectors', 'flightIdList'],
      description: 'Flights that the person operated, not those as OBS or DHD.',
      resolve: ({ sectors, flightIdList }) => sectors ?? flightIdList.length,
    }),
    flightIdList: t.idList({ columns: ['flightIdList'], resolve: ({ flightIdList }) => [...flightIdList] }),
    restBeforeMinutes: t.int({
      columns: REST_COLUMNS,
      follows: REST_FOLLOWS,
      nullable: true,
      description: 'Between its period and the work before, within a week; actual where known.',
      resolve: async (duty, _args, context) => restBeforeMinutes(await loadPeriod(context, duty)),
    }),
    period: t.field({
      columns: REST_COLUMNS,
      follows: REST_FOLLOWS,
      type: DutyPeriod,
      nullable: true,
      description: 'The duties that it joins, because no rest lies between. Null where it is no work.',
      resolve: async (duty, _args, context) => (isWork(duty.kind) ? (await loadPeriod(context, duty)).period : null),
    }),
    maxMinutes: t.int({
      columns: REST_COLUMNS,
      follows: REST_FOLLOWS,
      nullable: true,
      description: 'How long its period may last; a break adds the operator’s share. Null where the limits are off.',
      resolve: async (duty, _args, context) =>
        maxMinutesOf(await loadPeriod(context, duty), (await loadRules(context)).dutyLimits),
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
      follows: REST_FOLLOWS,
      type: [Warning],
      resolve: async (duty, _args, context) => [
        ...periodWarnings(await loadPeriod(context, duty), (await loadRules(context)).dutyLimits),
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
