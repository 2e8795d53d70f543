/** What a crew member worked and flew up to a time. */
import {
  dutiesCounted,
  dutyTotals,
  legsCounted,
  type PositionTotals as PositionTotalsValue,
  type DutyTotals as Totals,
} from '../../../../domain/operations/crew/duty-totals.ts'
import { dutiesWithin } from '../../../../storage/operations/crew/duties.ts'
import { legsOfCrew } from '../../../../storage/operations/flights/legs.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { usually } from '../../../operation/list-size.ts'
import { CrewPosition } from './crew-position.ts'
import { loadRules } from './duty.ts'

export const loadDutyTotals = (context: QueryContext, crewMemberId: string, at: number): Promise<Totals> => {
  const { loaders, reader } = context
  return loaders.loadExisting(`duty totals ${at}`, crewMemberId, async (ids) => {
    const { dutyLimits } = await loadRules(context)
    const duties = await dutiesWithin(reader, ids, dutiesCounted(at))
    const ofCrew = Map.groupBy(duties, (duty) => duty.crewMemberId)
    const legs = await legsOfCrew(reader, ids, legsCounted(at))
    return new Map(ids.map((id) => [id, dutyTotals(ofCrew.get(id) ?? [], legs.get(id) ?? [], dutyLimits, at)]))
  })
}

const PositionTotals = builder.objectRef<PositionTotalsValue>('PositionTotals').implement({
  ...needs('crew:read'),
  description: 'Minutes flown in one position.',
  fields: (t) => ({
    position: t.expose('position', { type: CrewPosition }),
    block28Days: t.exposeInt('block28Days'),
    blockCalendarYear: t.exposeInt('blockCalendarYear'),
    block12Months: t.exposeInt('block12Months'),
    sectors7Days: t.exposeInt('sectors7Days'),
  }),
})

export const DutyTotals = builder.objectRef<Totals>('DutyTotals').implement({
  ...needs('crew:read'),
  description:
    'Minutes up to a time: actual where known, else planned. Block time and sectors are those of positions that operate.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    duty7Days: t.exposeInt('duty7Days'),
    duty14Days: t.exposeInt('duty14Days'),
    duty28Days: t.exposeInt('duty28Days'),
    block28Days: t.exposeInt('block28Days'),
    blockCalendarYear: t.exposeInt('blockCalendarYear'),
    block12Months: t.exposeInt('block12Months'),
    sectors7Days: t.exposeInt('sectors7Days', {
      description: 'Flights that left, or were to leave where no departure was reported.',
    }),
    deadhead28Days: t.exposeInt('deadhead28Days', { description: 'Aboard as DHD: duty, not block time.' }),
    positionList: t.field({
      ...usually(2),
      type: [PositionTotals],
      description: 'The same block time and sectors, by position.',
      resolve: ({ positionList }) => [...positionList],
    }),
  }),
})
