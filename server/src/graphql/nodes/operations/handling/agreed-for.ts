/** For when and for how many a provider said yes. */
import type { Circumstances } from '../../../../domain/operations/handling/circumstances.ts'
import { noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'

interface Agreed {
  readonly arriveAt: number | null
  readonly departAt: number | null
  readonly arrivalPaxCount: number | null
  readonly departurePaxCount: number | null
}

/** A visit has an arrival before its departure, a flight the other way round and one number of passengers. */
export const agreedFor = ({ times, paxCounts }: Circumstances, isVisit: boolean): Agreed => {
  const [first = null, second = null] = times
  const [pax = null, paxOut = null] = paxCounts
  return isVisit
    ? { arriveAt: first, departAt: second, arrivalPaxCount: pax, departurePaxCount: paxOut }
    : { arriveAt: second, departAt: first, arrivalPaxCount: pax, departurePaxCount: pax }
}

export const AgreedFor = builder.objectRef<Agreed>('AgreedFor').implement({
  ...noScope,
  description: 'For when and for how many a provider said yes.',
  fields: (t) => ({
    arriveAt: t.expose('arriveAt', { type: 'DateTime', nullable: true }),
    departAt: t.expose('departAt', { type: 'DateTime', nullable: true }),
    arrivalPaxCount: t.exposeInt('arrivalPaxCount', { nullable: true }),
    departurePaxCount: t.exposeInt('departurePaxCount', { nullable: true }),
  }),
})
