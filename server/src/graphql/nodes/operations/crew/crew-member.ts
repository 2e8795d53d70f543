/** Crew members. */
import { DAY_MS, type Interval } from '../../../../domain/interval.ts'
import { ratingsOn } from '../../../../domain/operations/crew/qualification.ts'
import { crewMembers } from '../../../../services/operations/crew/crew-members.ts'
import { CREW_MEMBER, QUALIFICATION, qualificationsOf } from '../../../../storage/operations/crew/crew-members.ts'
import { DUTY, dutiesWithin } from '../../../../storage/operations/crew/duties.ts'
import type { QueryContext } from '../../../context.ts'
import { searches, usually } from '../../../operation/list-size.ts'
import { askedInterval, IntervalInput } from '../../interval.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { Duty } from './duty.ts'
import { DutyTotals, loadDutyTotals } from './duty-totals.ts'
import { Qualification } from './qualification.ts'

const MAX_DUTIES_DAYS = 400
const USUAL_DUTIES = 10
/** A year of legs is read for each crew member. */
const COST_OF_TOTALS = 20

/** A duty every other day, days off among them; a short interval as any list. */
const usualDuties = (interval: Partial<Interval> | null | undefined): number => {
  const { from = 0, to = 0 } = interval ?? {}
  return Math.max(USUAL_DUTIES, Math.min(Math.ceil((to - from) / (2 * DAY_MS)), MAX_DUTIES_DAYS))
}

/** A rating's code and its designators: a record may name any of them. */
const waysToWrite = (typeRating: string, { reference }: QueryContext): string[] => {
  const rating = reference.typeRatings.find(typeRating)
  return rating ? [rating.ratingCode, ...rating.iCAOList] : [typeRating.trim().toUpperCase()]
}

/** A member of a flight's crew is visible with the crew. */
export const {
  Node: CrewMember,
  loadExisting: loadCrewMember,
  bring: bringCrewMembers,
} = recordNodes(CREW_MEMBER, crewMembers, {
  fields: (t) => ({
    typeRatingList: t.stringList({
      columns: ['ratingPeriods'],
      follows: ['TIME', 'REFERENCE'],
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
      ...usually(({ interval }) => usualDuties(interval as Interval | null | undefined)),
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
      follows: ['DUTY', 'FLIGHT', 'OPERATOR_SETTINGS'],
      description:
        'What they worked and flew up to a time. Null for whoever sees a part of the operator: the sum of a part would be wrong, and the whole would tell of the rest.',
      type: DutyTotals,
      nullable: true,
      args: { at: t.arg({ type: 'DateTime', required: true }) },
      resolve: ({ crewMemberId }, { at }, context) =>
        context.reader.view.of === 'operator' ? loadDutyTotals(context, crewMemberId, at) : null,
    }),
  }),
  read: { typeRating: waysToWrite },
})
