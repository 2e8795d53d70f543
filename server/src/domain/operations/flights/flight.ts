/** A flight: one leg of one aircraft, with its planned, estimated and actual times. */

import { HOUR_MS, minutesBetween } from '../../interval.ts'
import { type Problem, textProblems } from '../../problem.ts'
import { own, type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { airport, anyText, idOf, oneOf, time, upper, value, values, whole } from '../../records/fields.ts'
import { among, byId, equal, joined } from '../../records/filter.ts'
import type { CountedHours } from '../fleet/aircraft.ts'
import type { Delay } from '../movement/delay.ts'
import type { FlightHistoryEntry } from '../movement/flight-history.ts'
import type { FuelRecord } from '../movement/fuel.ts'
import type { FuelUplift } from '../movement/fuel-uplift.ts'
import type { TimeReport } from '../movement/time-report.ts'
import type { MovementTimes } from '../movement/times.ts'
import type { FlightLoad } from '../passengers/passenger-load.ts'
import type { RiskReason } from '../risk/risk-reason.ts'
import { callsignProblems, flightNoProblems } from '../written-text.ts'
import { FLIGHT_STATUSES } from './flight-status.ts'

export { type MovementTimes, NO_MOVEMENT } from '../movement/times.ts'
export { FLIGHT_STATUSES, type FlightStatus, isPlannable } from './flight-status.ts'

export const FLIGHT_KINDS = ['CHARTER', 'OWNER', 'FERRY', 'TRAINING', 'TEST', 'MEDEVAC', 'CARGO'] as const
export type FlightKind = (typeof FLIGHT_KINDS)[number]

export const FLIGHT_RULES = ['IFR', 'VFR', 'Y', 'Z'] as const
export type FlightRules = (typeof FLIGHT_RULES)[number]

export const FLIGHT_KIND = enumeration('FlightKind', FLIGHT_KINDS)
export const FLIGHT_RULE = enumeration('FlightRules', FLIGHT_RULES)
export const FLIGHT_STATUS = enumeration('FlightStatus', FLIGHT_STATUSES)

/** By which times and places a search takes flights. */
const FLIGHT_BASIS = enumeration('FlightBasis', ['PLANNED', 'EXPECTED'])

/** What is written of a flight, and when, its life cycle decides: its mutations are by hand. */
export const FLIGHT_RECORD = record('Flight', {
  file: 'domain/operations/flights/flight.ts',
  entity: 'FLIGHT',
  noun: 'flight',
  calledBy: ['flightNo'],
  says: 'One leg of one aircraft. Seen by the operator’s applications and keys; a marketplace sees the legs of its own trips, a flight support application those of its visits and requests, a key limited to aircraft those of its aircraft.',
  id: { field: 'flightId', prefix: 'flt' },
  read: 'flight:read',
  write: 'flight:write',
  fields: {
    flightNo: upper({ required: true, label: 'Flight' }),
    callsign: upper({}),
    tripId: idOf('Trip', { shown: 'trip' }),
    legNumber: whole({ shown: 'legNumber' }),
    aircraftId: idOf('Aircraft', { required: true, shown: 'aircraft' }),
    status: oneOf(FLIGHT_STATUS, { required: true }),
    kind: oneOf(FLIGHT_KIND, { required: true }),
    rules: oneOf(FLIGHT_RULE, { required: true }),
    adepId: airport({ as: 'adep', required: true, label: 'From' }),
    adesId: airport({ as: 'ades', required: true, label: 'To' }),
    alternateIdList: values<string>()({ shown: 'alternateList' }),
    divertedToId: airport({ as: 'divertedTo', says: 'Where it landed instead; equal to adep after an air return.' }),
    offBlock: time({ required: true, shown: 'schedule' }),
    onBlock: time({ required: true, shown: 'schedule' }),
    estimatedOffBlock: time({ shown: 'estimate' }),
    estimatedOnBlock: time({ shown: 'estimate' }),
    targetOffBlock: time({ says: 'Target off-block time.' }),
    calculatedTakeOff: time({ says: 'Calculated take-off time of a flow-managed flight; not an airport slot.' }),
    firstOffBlock: time({
      says: 'When it first left its stand, where it came back to it; its crew had reported by then.',
    }),
    /** The times that count; they follow from the reports. */
    actual: value<MovementTimes>()({ required: true, shown: 'actual' }),
    timeReportList: values<TimeReport>()({ shown: 'timeReportList' }),
    landingCount: whole({}),
    /** When it was released; null where it never was, or was led back. A flight without times falls back to it. */
    releasedAt: time({ shown: null }),
    distanceNm: whole({ required: true, says: 'Great circle from adep to ades.' }),
    paxTotal: whole({ required: true, shown: 'paxCount' }),
    /** Sums over the passengers that are named; null where none ever was. */
    load: value<FlightLoad>()({ shown: 'paxCount' }),
    fuel: value<FuelRecord>()({ shown: 'fuel' }),
    fuelUpliftList: values<FuelUplift>()({ shown: 'fuel' }),
    delayList: values<Delay>()({ shown: 'delayList' }),
    opsNote: anyText({ label: 'Note', shown: 'opsNote' }),
    statusReason: anyText({ says: 'The latest reason; all of them are in historyList.' }),
    historyList: values<FlightHistoryEntry>()({ shown: 'historyList' }),
    /** Why the flight may not go as planned, while it is planned; shown once it is CONFIRMED (data §4.5). */
    riskReasonList: values<RiskReason>()({ shown: 'riskReasonList' }),
    /** The marketplace that bought the trip, where one did; it sees this leg. */
    buyer: anyText({ shown: null }),
  },
  order: { field: 'offBlock' },
  filters: {
    flightIdList: byId,
    interval: joined('interval', {
      isIndexed: true,
      keepsOrder: true,
      maxDays: 4000,
      says: 'Flights whose time from block to block meets it: the planned one, unless basis says otherwise.',
    }),
    basis: joined('word', {
      isIndexed: true,
      keepsOrder: true,
      words: FLIGHT_BASIS,
      says: 'PLANNED where absent. EXPECTED takes actual times, else estimates, else the plan, and ades where the flight goes now.',
    }),
    aircraftIdList: among('aircraftId', { needs: ['aircraft:read'] }),
    crewMemberId: joined('id', { isIndexed: true, findsFew: true, needs: ['crew:read'] }),
    tripId: equal('tripId', { isIndexed: true, findsFew: true }),
    registration: joined('text', { isIndexed: true, needs: ['aircraft:read'] }),
    adep: equal('adepId'),
    ades: joined('airport'),
    statusList: among('status'),
    kindList: among('kind'),
    flightNo: equal('flightNo', { isIndexed: true }),
    callsign: equal('callsign'),
    isAtRisk: joined('truth'),
  },
  filtersAs: 'required',
  needsOneOf: [
    'interval',
    'flightIdList',
    'externalId',
    'tripId',
    'updatedSince',
    'flightNo',
    'registration',
    'crewMemberId',
  ],
  visible: { aircraft: own('aircraftId'), buyer: own('buyer'), provider: 'joined', person: 'joined' },
  one: 'One flight.',
  list: 'Flights by planned off-block time.',
  create: false,
  update: false,
  delete: false,
})

export type Flight = RecordOf<typeof FLIGHT_RECORD>

export const MAX_BLOCK_HOURS = 24
const MAX_PAX = 900
const MAX_ALTERNATES = 5

const scheduleProblems = ({ offBlock, onBlock }: Pick<Flight, 'offBlock' | 'onBlock'>): Problem[] => {
  if (onBlock <= offBlock) return [{ path: ['onBlock'], message: 'onBlock must be after offBlock', code: 'TIME_ORDER' }]
  return onBlock - offBlock > MAX_BLOCK_HOURS * HOUR_MS
    ? [{ path: ['onBlock'], message: `A flight takes at most ${MAX_BLOCK_HOURS} hours from block to block` }]
    : []
}

export const paxProblems = ({ paxTotal }: Pick<Flight, 'paxTotal'>, field: string): Problem[] =>
  paxTotal >= 0 && paxTotal <= MAX_PAX
    ? []
    : [{ path: [field], message: `A flight carries 0 to ${MAX_PAX} passengers` }]

const MAX_LANDINGS = 100

export const landingProblems = ({ landingCount }: Pick<Flight, 'landingCount'>): Problem[] =>
  landingCount === null || (landingCount >= 1 && landingCount <= MAX_LANDINGS)
    ? []
    : [{ path: ['landingCount'], message: `A flight lands 1 to ${MAX_LANDINGS} times` }]

type WrittenOfFlight = Pick<Flight, 'opsNote' | 'offBlock' | 'onBlock' | 'paxTotal' | 'alternateIdList'>

/** Everything that is wrong with what people write of a flight, each with the input field it concerns. */
export const flightProblems = (flight: WrittenOfFlight): Problem[] => [
  ...textProblems(['opsNote'], flight.opsNote, { most: 4000, severalLines: true }),
  ...scheduleProblems(flight),
  ...paxProblems(flight, 'paxCount'),
  ...(flight.alternateIdList.length > MAX_ALTERNATES
    ? [{ path: ['alternateList'], message: `A flight has at most ${MAX_ALTERNATES} alternates` }]
    : []),
]

/** How a flight is called. Flights from before this rule keep what they were called. */
export const flightNameProblems = ({ flightNo, callsign }: Pick<Flight, 'flightNo' | 'callsign'>): Problem[] => [
  ...flightNoProblems(['flightNo'], flightNo),
  ...callsignProblems(['callsign'], callsign),
]

const between = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : minutesBetween(from, to)

export const blockMinutes = ({ actual }: Flight): number | null => between(actual.offBlock, actual.onBlock)

export const airborneMinutes = ({ actual }: Flight): number | null => between(actual.takeOff, actual.landing)

/** Where it arrives: what positions, next legs, duties and logbooks use (data §4.3). */
export const arrivalId = ({ divertedToId, adesId }: Pick<Flight, 'divertedToId' | 'adesId'>): string =>
  divertedToId ?? adesId

export const NO_HOURS: CountedHours = { minutes: 0, cycles: 0, onBlock: 0 }

/** Nothing, unless it is closed. Several landings of one flight are as many cycles. */
export const countedHours = (flight: Flight): CountedHours =>
  flight.status === 'CLOSED'
    ? {
        minutes: airborneMinutes(flight) ?? 0,
        cycles: flight.landingCount ?? 1,
        onBlock: flight.actual.onBlock ?? 0,
      }
    : NO_HOURS

/** Nobody counts on an option yet: all that concerns it is that its aircraft was taken. */
export const shownRisk = ({
  status,
  riskReasonList,
}: Pick<Flight, 'status' | 'riskReasonList'>): readonly RiskReason[] => {
  if (status === 'OPTION') return riskReasonList.filter((reason) => reason === 'OPTION_OVERLAP')
  return status === 'CONFIRMED' || status === 'RELEASED' ? riskReasonList : []
}
