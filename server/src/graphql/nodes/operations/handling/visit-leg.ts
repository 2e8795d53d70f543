/** A leg as a provider may see it: flat, with counts and weights and without names, prices or notes (data §8.4). */
import type { Aircraft } from '../../../../domain/operations/fleet/aircraft.ts'
import { arrivalId, type Flight } from '../../../../domain/operations/flights/flight.ts'
import { columnsOf } from '../../../../storage/columns.ts'
import { crewOfFlights } from '../../../../storage/operations/crew/flight-crew.ts'
import { AIRCRAFT } from '../../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT } from '../../../../storage/operations/flights/flights.ts'
import { recordsById } from '../../../../storage/records.ts'
import { unrestricted } from '../../../../storage/view.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { airport } from '../../reference/airport-field.ts'
import { FlightKind, FlightStatus } from '../flights/flight.ts'
import { estimateOf, MovementTimes, scheduleOf, TimePair } from '../movement/flight-times.ts'

const OF_AIRCRAFT = columnsOf(AIRCRAFT, 'aircraftId', 'registration', 'acftTypeId', 'mtowKg')

export type FlownAircraft = Pick<Aircraft, 'aircraftId' | 'registration' | 'acftTypeId' | 'mtowKg'>

/** Whoever sees the visit sees which aircraft it is. */
export const flownAircraft = ({ loaders, reader }: QueryContext, aircraftId: string): Promise<FlownAircraft> =>
  loaders.loadExisting('aircraft on the ground', aircraftId, (ids) =>
    recordsById(unrestricted(reader), AIRCRAFT, ids, OF_AIRCRAFT),
  )

const loadCrewCount = async ({ loaders, reader }: QueryContext, flightId: string): Promise<number> =>
  (await loaders.loadList('crew on the ground', flightId, (ids) => crewOfFlights(unrestricted(reader), ids))).length

/** A leg of a visit or request that the reader sees. */
export const legOf = ({ loaders, reader }: QueryContext, flightId: string): Promise<Flight> =>
  loaders.loadExisting('legs on the ground', flightId, (ids) => recordsById(unrestricted(reader), FLIGHT, ids))

const codeOf = (context: QueryContext, airportId: string): string => {
  const { iCAO, airportId: id } = airport(context, airportId)
  return iCAO ?? id
}

/** What a leg shows beyond the flight, whose changes are told as those of the visit or request. */
export const LEG_FOLLOWS = ['AIRCRAFT', 'CONTACT', 'CREW_MEMBER', 'TRAVEL_DOCUMENT'] as const

export const VisitLeg = builder.objectRef<Flight>('VisitLeg').implement({
  ...needs('service:read'),
  description: 'A leg as a provider may see it: flat, without names, prices or notes.',
  fields: (t) => ({
    flightId: t.exposeID('flightId'),
    flightNo: t.exposeString('flightNo'),
    callsign: t.exposeString('callsign', { nullable: true }),
    registration: t.string({
      follows: ['AIRCRAFT'],
      resolve: async ({ aircraftId }, _args, context) => (await flownAircraft(context, aircraftId)).registration,
    }),
    acftICAO: t.string({
      follows: ['AIRCRAFT'],
      description: 'The designator of its type.',
      resolve: async ({ aircraftId }, _args, context) => typeOfAircraft(context, aircraftId),
    }),
    mtowKg: t.int({
      follows: ['AIRCRAFT'],
      nullable: true,
      resolve: async ({ aircraftId }, _args, context) => (await flownAircraft(context, aircraftId)).mtowKg,
    }),
    kind: t.expose('kind', { type: FlightKind }),
    status: t.expose('status', { type: FlightStatus }),
    adepICAO: t.string({ follows: [], resolve: ({ adepId }, _args, context) => codeOf(context, adepId) }),
    adesICAO: t.string({ follows: [], resolve: ({ adesId }, _args, context) => codeOf(context, adesId) }),
    arrivalICAO: t.string({
      follows: [],
      description: 'Where it goes now: after a diversion another place than adesICAO.',
      resolve: (flight, _args, context) => codeOf(context, arrivalId(flight)),
    }),
    schedule: t.field({ type: TimePair, resolve: scheduleOf }),
    estimate: t.field({ type: TimePair, nullable: true, resolve: estimateOf }),
    calculatedTakeOff: t.expose('calculatedTakeOff', { type: 'DateTime', nullable: true }),
    actual: t.expose('actual', { type: MovementTimes }),
    paxCount: t.int({ resolve: ({ paxTotal }) => paxTotal }),
    crewCount: t.int({ follows: [], resolve: ({ flightId }, _args, context) => loadCrewCount(context, flightId) }),
    weightKg: t.int({
      nullable: true,
      description: 'Of all passengers together, as far as it was told.',
      resolve: ({ load }) => load?.weightKg ?? null,
    }),
    baggageKg: t.int({ nullable: true, resolve: ({ load }) => load?.baggageKg ?? null }),
    baggageCount: t.int({ nullable: true, description: 'Pieces.', resolve: ({ load }) => load?.baggageCount ?? null }),
  }),
})

export const typeOfAircraft = async (context: QueryContext, aircraftId: string): Promise<string> => {
  const { acftTypeId } = await flownAircraft(context, aircraftId)
  return context.reference.types.byId(acftTypeId)?.iCAO ?? acftTypeId
}
