/** Flights: planned, expected and reported data of each leg, and their search. */
import {
  airborneMinutes,
  arrivalId,
  blockMinutes,
  FLIGHT_KINDS,
  FLIGHT_RULES,
  FLIGHT_STATUSES,
  type Flight as FlightRecord,
} from '../../../domain/operations/flight.ts'
import type { Delay as DelayValue } from '../../../domain/operations/movement/delay.ts'
import { namedOnFlights } from '../../../storage/operations/flight-passengers.ts'
import { FLIGHT, flightsAfter, legsOfTrips } from '../../../storage/operations/flights.ts'
import { recordsById } from '../../../storage/records.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { usually } from '../../operation/list-size.ts'
import { askedList } from '../asked-list.ts'
import { ExternalIdInput } from '../external-id.ts'
import { askedFor } from '../found-by.ts'
import { askedInterval, IntervalInput } from '../interval.ts'
import { askedPage, badInput, type Page, PageInfo, PageInput, pageOf } from '../page.ts'
import { Airport } from '../reference/airport.ts'
import { airport, airportOrNull, askedAirportId } from '../reference/airport-field.ts'
import { Versioned } from '../versioned.ts'
import { Aircraft, loadAircraftOfFlight } from './aircraft.ts'
import {
  ESTIMATE_COLUMNS,
  estimateOf,
  MovementTimes,
  SCHEDULE_COLUMNS,
  scheduleOf,
  TimePair,
  TimeReport,
  timeReportsOf,
} from './movement/flight-times.ts'

export const FlightStatus = builder.enumType('FlightStatus', { values: FLIGHT_STATUSES })
export const FlightKind = builder.enumType('FlightKind', { values: FLIGHT_KINDS })
export const FlightRules = builder.enumType('FlightRules', { values: FLIGHT_RULES })

const MAX_INTERVAL_DAYS = 4000

const loadFlight = ({ loaders, reader, columns }: QueryContext, flightId: string) =>
  loaders.load('flight', flightId, (ids) => recordsById(reader, FLIGHT, ids, columns.of(FLIGHT)))

/** The split by person was never told. */
const unknownCount = { nullable: true, deprecationReason: 'Always null', resolve: () => null } as const

const PaxCount = builder.objectRef<Pick<FlightRecord, 'paxTotal' | 'flightId'>>('PaxCount').implement({
  ...noScope,
  fields: (t) => ({
    total: t.int({ resolve: ({ paxTotal }) => paxTotal }),
    named: t.int({
      description: 'How many are named in the passenger list.',
      resolve: async ({ flightId }, _args, { loaders, reader }) =>
        (await loaders.load('named passengers', flightId, (ids) => namedOnFlights(reader, ids))) ?? 0,
    }),
    male: t.int(unknownCount),
    female: t.int(unknownCount),
    child: t.int(unknownCount),
    infant: t.int(unknownCount),
  }),
})

const Delay = builder.objectRef<DelayValue>('Delay').implement({
  ...noScope,
  fields: (t) => ({
    code: t.exposeString('code'),
    minutes: t.exposeInt('minutes'),
    note: t.exposeString('note', { nullable: true }),
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

export const Flight = builder.objectRef<FlightRecord>('Flight').implement({
  ...needs('flight:read'),
  description:
    'One leg of one aircraft. Seen by the operator’s applications and keys; a marketplace sees the legs of its own trips, a key limited to aircraft those of its aircraft.',
  interfaces: [Versioned],
  rows: FLIGHT,
  fields: (t) => ({
    flightId: t.exposeID('flightId'),
    flightNo: t.exposeString('flightNo'),
    callsign: t.exposeString('callsign', { nullable: true }),
    legNumber: t.int({
      columns: ['legNumber', 'tripId', 'flightId'],
      nullable: true,
      description: 'Its place in the trip, counted over the legs that the caller sees.',
      resolve: (flight, _args, context) => seenLegNumber(flight, context),
    }),
    aircraft: t.field({
      columns: ['aircraftId'],
      type: Aircraft,
      resolve: ({ aircraftId }, _args, context) => loadAircraftOfFlight(context, aircraftId),
    }),
    status: t.expose('status', { type: FlightStatus }),
    statusReason: t.exposeString('statusReason', {
      nullable: true,
      description: 'The latest reason; all of them are in historyList.',
    }),
    kind: t.expose('kind', { type: FlightKind }),
    rules: t.expose('rules', { type: FlightRules }),
    adep: t.field({
      columns: ['adepId'],
      type: Airport,
      resolve: ({ adepId }, _args, context) => airport(context, adepId),
    }),
    ades: t.field({
      columns: ['adesId'],
      type: Airport,
      resolve: ({ adesId }, _args, context) => airport(context, adesId),
    }),
    alternateList: t.field({
      ...usually(1),
      columns: ['alternateIdList'],
      type: [Airport],
      resolve: ({ alternateIdList }, _args, context) => alternateIdList.map((id) => airport(context, id)),
    }),
    divertedTo: t.field({
      columns: ['divertedToId'],
      type: Airport,
      nullable: true,
      description: 'Where it landed instead; equal to adep after an air return.',
      resolve: ({ divertedToId }, _args, context) => airportOrNull(context, divertedToId),
    }),
    arrivalAirport: t.field({
      columns: ['divertedToId', 'adesId'],
      type: Airport,
      description: 'divertedTo or ades: what positions, duties and logbooks use.',
      resolve: (flight, _args, context) => airport(context, arrivalId(flight)),
    }),
    schedule: t.field({ columns: SCHEDULE_COLUMNS, type: TimePair, resolve: scheduleOf }),
    estimate: t.field({ columns: ESTIMATE_COLUMNS, type: TimePair, nullable: true, resolve: estimateOf }),
    targetOffBlock: t.expose('targetOffBlock', {
      type: 'DateTime',
      nullable: true,
      description: 'Target off-block time.',
    }),
    calculatedTakeOff: t.expose('calculatedTakeOff', {
      type: 'DateTime',
      nullable: true,
      description: 'Calculated take-off time of a flow-managed flight; not an airport slot.',
    }),
    actual: t.expose('actual', { type: MovementTimes }),
    timeReportList: t.field({
      ...usually(4),
      columns: ['timeReportList'],
      type: [TimeReport],
      description: 'Every time that was reported, also those that do not count; of one source the ten newest.',
      resolve: ({ timeReportList }) => timeReportsOf(timeReportList),
    }),
    distanceNm: t.exposeInt('distanceNm', { description: 'Great circle from adep to ades.' }),
    blockMinutes: t.int({ columns: ['actual'], nullable: true, resolve: blockMinutes }),
    airborneMinutes: t.int({ columns: ['actual'], nullable: true, resolve: airborneMinutes }),
    paxCount: t.field({ columns: ['paxTotal', 'flightId'], type: PaxCount, resolve: (flight) => flight }),
    landingCount: t.exposeInt('landingCount', { nullable: true }),
    delayList: t.field({
      ...usually(1),
      columns: ['delayList'],
      type: [Delay],
      resolve: ({ delayList }) => [...delayList],
    }),
    opsNote: t.exposeString('opsNote', { nullable: true }),
  }),
})

const FlightPage = builder.objectRef<Page<FlightRecord>>('FlightPage').implement({
  ...needs('flight:read'),
  fields: (t) => ({
    nodeList: t.field({ type: [Flight], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const FlightFilter = builder.inputType('FlightFilter', {
  description: 'Needs one of interval, flightIdList, externalId, tripId, updatedSince.',
  fields: (t) => ({
    interval: t.field({
      type: IntervalInput,
      description: 'Flights whose planned time from block to block meets it.',
    }),
    updatedSince: t.field({ type: 'DateTime' }),
    flightNo: t.string(),
    callsign: t.string(),
    registration: t.string({ ...needs('aircraft:read') }),
    isAtRisk: t.boolean(),
    flightIdList: t.idList(),
    aircraftIdList: t.idList({ ...needs('aircraft:read') }),
    crewMemberId: t.id({ ...needs('crew:read') }),
    tripId: t.id(),
    adep: t.string({ description: 'iCAO or iATA code.' }),
    ades: t.string({ description: 'iCAO or iATA code.' }),
    statusList: t.field({ type: [FlightStatus] }),
    kindList: t.field({ type: [FlightKind] }),
    externalId: t.field({ type: ExternalIdInput }),
  }),
})

const askedCode = (text: string | null | undefined): string | null => text?.trim().toUpperCase() ?? null

const searchOf = (context: QueryContext, filter: typeof FlightFilter.$inferInput) => {
  const found = askedFor(filter, filter.flightIdList, 'filter.flightIdList')
  const interval = filter.interval ? askedInterval(filter.interval, MAX_INTERVAL_DAYS) : null
  const tripId = filter.tripId ?? null
  if (!interval && !found.ids && !found.externalId && tripId === null && found.updatedSince === null) {
    throw badInput('filter needs one of interval, flightIdList, externalId, tripId, updatedSince.')
  }
  return {
    ...found,
    interval,
    tripId,
    aircraftIds: askedList(filter.aircraftIdList, 'filter.aircraftIdList'),
    crewMemberId: filter.crewMemberId ?? null,
    isAtRisk: filter.isAtRisk ?? null,
    adepId: askedAirportId(context, filter.adep, 'filter.adep'),
    adesId: askedAirportId(context, filter.ades, 'filter.ades'),
    statuses: askedList(filter.statusList, 'filter.statusList'),
    kinds: askedList(filter.kindList, 'filter.kindList'),
    flightNo: askedCode(filter.flightNo),
    callsign: askedCode(filter.callsign),
    registration: askedCode(filter.registration),
  }
}

builder.queryFields((t) => ({
  flightList: t.field({
    ...needs('flight:read'),
    description: 'Flights by planned off-block time.',
    type: FlightPage,
    args: { filter: t.arg({ type: FlightFilter, required: true }), page: t.arg({ type: PageInput }) },
    resolve: async (_root, { filter, page }, context) => {
      const asked = askedPage('flightList', page, ['number', 'string'], filter)
      const part = { columns: context.columns.of(FLIGHT), ...asked.range }
      const rows = await flightsAfter(context.reader, searchOf(context, filter), part)
      return pageOf(rows, asked, ({ offBlock, flightId }) => [offBlock, flightId])
    },
  }),
  flight: t.field({
    ...needs('flight:read'),
    description: 'One flight.',
    type: Flight,
    nullable: true,
    args: { flightId: t.arg.id({ required: true }) },
    resolve: async (_root, { flightId }, context) => (await loadFlight(context, flightId)) ?? null,
  }),
}))
