/** What a crew member worked and flew up to a time. */
import {
  dutiesCounted,
  dutyTotals,
  legsCounted,
  type DutyTotals as Totals,
} from '../../../domain/operations/duty-totals.ts'
import { dutiesWithin } from '../../../storage/operations/duties.ts'
import { legsOfCrew } from '../../../storage/operations/legs.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'

export const loadDutyTotals = ({ loaders, reader }: QueryContext, crewMemberId: string, at: number): Promise<Totals> =>
  loaders.loadExisting(`duty totals ${at}`, crewMemberId, async (ids) => {
    const duties = await dutiesWithin(reader, ids, dutiesCounted(at))
    const ofCrew = Map.groupBy(duties, (duty) => duty.crewMemberId)
    const legs = await legsOfCrew(reader, ids, legsCounted(at))
    return new Map(
      ids.map((id) => [
        id,
        dutyTotals(
          ofCrew.get(id) ?? [],
          (legs.get(id) ?? []).map(({ leg }) => leg),
          at,
        ),
      ]),
    )
  })

export const DutyTotals = builder.objectRef<Totals>('DutyTotals').implement({
  ...needs('crew:read'),
  description: 'Minutes up to a time: actual where known, else planned.',
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
  }),
})
