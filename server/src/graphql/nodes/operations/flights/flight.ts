/** Flights: planned, expected and reported data of each leg, and their search. */
import {
  airborneMinutes,
  arrivalId,
  blockMinutes,
  FLIGHT_KIND,
  FLIGHT_RULE,
  FLIGHT_STATUS,
  type Flight as FlightRecord,
} from '../../../../domain/operations/flights/flight.ts'
import type { Delay as DelayValue } from '../../../../domain/operations/movement/delay.ts'
import { seatsTaken } from '../../../../domain/operations/passengers/passenger-load.ts'
import { FLIGHT, legsOfTrips } from '../../../../storage/operations/flights/flights.ts'
import { namedOnFlights } from '../../../../storage/operations/passengers/flight-passengers.ts'
import { noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { usually } from '../../../operation/list-size.ts'
import { isForProvider, isOutsider } from '../../records/inside.ts'
import { enumOf } from '../../records/record-enum.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { Airport } from '../../reference/airport.ts'
import { airport } from '../../reference/airport-field.ts'
import { Aircraft, loadAircraft } from '../fleet/aircraft.ts'
import {
  ESTIMATE_COLUMNS,
  estimateOf,
  MovementTimes,
  SCHEDULE_COLUMNS,
  scheduleOf,
  TimePair,
  TimeReport,
  timeReportsOf,
} from '../movement/flight-times.ts'

export const FlightStatus = enumOf(FLIGHT_STATUS)
export const FlightKind = enumOf(FLIGHT_KIND)
export const FlightRules = enumOf(FLIGHT_RULE)

/** The split by person was never told. */
const unknownCount = { nullable: true, deprecationReason: 'Always null', resolve: () => null } as const

const PaxCount = builder.objectRef<Pick<FlightRecord, 'paxTotal' | 'load' | 'flightId'>>('PaxCount').implement({
  ...noScope,
  fields: (t) => ({
    total: t.int({ resolve: ({ paxTotal }) => paxTotal }),
    named: t.int({
      // Whoever joins or leaves the list changes the flight.
      follows: [],
      description: 'How many are named in the passenger list.',
      resolve: async ({ flightId }, _args, { loaders, reader }) =>
        (await loaders.load('named passengers', flightId, (ids) => namedOnFlights(reader, ids))) ?? 0,
    }),
    male: t.int(unknownCount),
    female: t.int(unknownCount),
    child: t.int({
      nullable: true,
      description: 'Children among those who are named; null where nobody is.',
      resolve: ({ load }) => load?.child ?? null,
    }),
    infant: t.int({
      nullable: true,
      description: 'Infants among those who are named: they take no seat. Null where nobody is named.',
      resolve: ({ load }) => load?.infant ?? null,
    }),
    seated: t.int({ description: 'Seats that are taken: all but the infants.', resolve: seatsTaken }),
    weightKg: t.int({
      nullable: true,
      description: 'The sum of what was told of those who travel; `weighed` says of how many.',
      resolve: ({ load }) => load?.weightKg ?? null,
    }),
    weighed: t.int({ resolve: ({ load }) => load?.weighed ?? 0 }),
    baggageKg: t.int({ nullable: true, resolve: ({ load }) => load?.baggageKg ?? null }),
    baggageCount: t.int({ nullable: true, description: 'Pieces.', resolve: ({ load }) => load?.baggageCount ?? null }),
  }),
})

const Delay = builder.objectRef<DelayValue>('Delay').implement({
  ...noScope,
  fields: (t) => ({
    code: t.exposeString('code'),
    minutes: t.exposeInt('minutes'),
    note: t.string({
      follows: [],
      nullable: true,
      description: 'Null for another company.',
      resolve: ({ note }, _args, context) => (isOutsider(context) ? null : note),
    }),
  }),
})

/** A limited view must not learn from a number that there are legs it does not see (threats row 105). */
const seenLegNumber = async (
  { legNumber, tripId, flightId }: FlightRecord,
  { loaders, reader, columns }: QueryContext,
): Promise<number | null> => {
  if (tripId === null || reader.view.of === 'operator') return legNumber
  const legs = await loaders.loadList('legs', tripId, (ids) => legsOfTrips(reader, ids, columns.of(FLIGHT)))
  return legs.findIndex((leg) => leg.flightId === flightId) + 1
}

export const { Node: Flight, Payload: FlightPayload } = recordNodes(
  FLIGHT,
  {},
  {
    fields: (t) => ({
      legNumber: t.int({
        columns: ['legNumber', 'tripId', 'flightId'],
        follows: ['FLIGHT'],
        nullable: true,
        description: 'Its place in the trip, counted over the legs that the caller sees.',
        resolve: (flight, _args, context) => seenLegNumber(flight, context),
      }),
      aircraft: t.field({
        columns: ['aircraftId'],
        type: Aircraft,
        resolve: ({ aircraftId }, _args, context) => loadAircraft(context, aircraftId),
      }),
      alternateList: t.field({
        ...usually(1),
        columns: ['alternateIdList'],
        type: [Airport],
        resolve: ({ alternateIdList }, _args, context) => alternateIdList.map((id) => airport(context, id)),
      }),
      arrivalAirport: t.field({
        columns: ['divertedToId', 'adesId'],
        type: Airport,
        description: 'divertedTo or ades: what positions, duties and logbooks use.',
        resolve: (flight, _args, context) => airport(context, arrivalId(flight)),
      }),
      schedule: t.field({ columns: SCHEDULE_COLUMNS, type: TimePair, resolve: scheduleOf }),
      estimate: t.field({ columns: ESTIMATE_COLUMNS, type: TimePair, nullable: true, resolve: estimateOf }),
      actual: t.expose('actual', { type: MovementTimes }),
      timeReportList: t.field({
        ...usually(4),
        columns: ['timeReportList'],
        type: [TimeReport],
        description: 'Every time that was reported, also those that do not count; of one source the ten newest.',
        resolve: ({ timeReportList }) => timeReportsOf(timeReportList),
      }),
      blockMinutes: t.int({ columns: ['actual'], nullable: true, resolve: blockMinutes }),
      airborneMinutes: t.int({ columns: ['actual'], nullable: true, resolve: airborneMinutes }),
      paxCount: t.field({ columns: ['paxTotal', 'load', 'flightId'], type: PaxCount, resolve: (flight) => flight }),
      opsNote: t.string({
        columns: ['opsNote'],
        follows: [],
        nullable: true,
        description: 'What the operator’s people tell one another; null for another company.',
        resolve: ({ opsNote }, _args, context) => (isOutsider(context) ? null : opsNote),
      }),
      statusReason: t.string({
        columns: ['statusReason'],
        follows: [],
        nullable: true,
        description: 'The latest reason; all of them are in historyList. Null for service providers.',
        resolve: ({ statusReason }, _args, context) => (isForProvider(context) ? null : statusReason),
      }),
      delayList: t.field({
        ...usually(1),
        columns: ['delayList'],
        type: [Delay],
        resolve: ({ delayList }) => [...delayList],
      }),
    }),
    read: { registration: (registration) => registration.trim().toUpperCase() },
  },
)
