/** Creates and reschedules flights. */

import { toMinute } from '../../domain/interval.ts'
import { type Aircraft, statusAt } from '../../domain/operations/aircraft.ts'
import type { ExternalIdChange } from '../../domain/operations/external-id.ts'
import {
  type Flight,
  type FlightKind,
  type FlightRules,
  type FlightStatus,
  flightNameProblems,
  flightProblems,
  isPlannable,
  NO_MOVEMENT,
} from '../../domain/operations/flight.ts'
import { paxCountWarnings, planWarnings } from '../../domain/operations/flight-plan.ts'
import { scheduleBoundProblems } from '../../domain/operations/movement/plausibility.ts'
import { firstOffBlockAfter } from '../../domain/operations/movement/return-to-stand.ts'
import type { Trip } from '../../domain/operations/trip.ts'
import { blockTimeMs, distanceNm } from '../../domain/reference/great-circle.ts'
import { refuseProblems, userError } from '../../domain/user-error.ts'
import { changedFields, UNWRITTEN } from '../../domain/versioned.ts'
import { eachOnce } from '../../domain/warning.ts'
import { AIRCRAFT } from '../../storage/operations/aircraft.ts'
import { namedOnFlights } from '../../storage/operations/flight-passengers.ts'
import { FLIGHT, neighbours } from '../../storage/operations/flights.ts'
import { nextNumber, operatorProfile } from '../../storage/operations/operator-profile.ts'
import { TRIP } from '../../storage/operations/trips.ts'
import { createRecord, expectVersion, lockRecord, recordById } from '../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../storage/view.ts'
import { airportOf, knownAirport } from '../reference/airport-code.ts'
import { newId } from '../world.ts'
import { settleConsequences } from './consequences/consequences.ts'
import { refuseUnready } from './consequences/open-warnings.ts'
import { papersOfCrew } from './consequences/readiness.ts'
import { settleTrips } from './consequences/trip-legs.ts'
import type { Desk, Given } from './desk.ts'
import { externalIdsAfter } from './external-ids.ts'
import { type FlightChange, writeFlight } from './flight-change.ts'
import { isPastPlanning, lockFlight, refuseOverlap, refuseSold } from './flight-lock.ts'
import { kept, refuseNulls } from './patch.ts'

export interface FlightCreate {
  readonly aircraftId: string
  readonly flightNo?: Given<string>
  readonly callsign?: Given<string>
  readonly tripId?: Given<string>
  readonly adep: string
  readonly ades: string
  readonly offBlock: number
  readonly onBlock?: Given<number>
  readonly kind: FlightKind
  readonly rules?: Given<FlightRules>
  readonly paxCount?: Given<number>
  readonly status?: Given<FlightStatus>
  readonly opsNote?: Given<string>
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
}

const firstStatus = (status: Given<FlightStatus>): FlightStatus => {
  if (status === null || status === undefined) return 'OPTION'
  if (status === 'OPTION' || status === 'CONFIRMED') return status
  throw userError('ILLEGAL_TRANSITION', 'A new flight is an OPTION or CONFIRMED', ['input', 'status'])
}

const takeFlightNumber = async (tx: ViewTx): Promise<string> => {
  const { iCAO } = await operatorProfile(tx)
  return `${iCAO ?? 'FLT'}${String(await nextNumber(tx, 'flight')).padStart(4, '0')}`
}

const newFlight = async (
  tx: ViewTx,
  desk: Desk,
  input: FlightCreate,
  { aircraft, trip }: { readonly aircraft: Aircraft; readonly trip: Trip | null },
): Promise<Flight> => {
  const { reference, world } = desk
  const adep = airportOf(reference, input.adep, ['input', 'adep'])
  const ades = airportOf(reference, input.ades, ['input', 'ades'])
  const distance = distanceNm(adep, ades)
  const offBlock = toMinute(input.offBlock)
  return {
    flightId: newId(world, 'flt'),
    flightNo: input.flightNo ?? (await takeFlightNumber(tx)),
    callsign: input.callsign ?? null,
    tripId: trip?.tripId ?? null,
    legNumber: null,
    aircraftId: aircraft.aircraftId,
    status: firstStatus(input.status),
    kind: input.kind,
    rules: input.rules ?? 'IFR',
    adepId: adep.airportId,
    adesId: ades.airportId,
    alternateIdList: [],
    divertedToId: null,
    offBlock,
    onBlock: toMinute(input.onBlock ?? offBlock + blockTimeMs(distance, aircraft.cruiseKt)),
    estimatedOffBlock: null,
    estimatedOnBlock: null,
    targetOffBlock: null,
    calculatedTakeOff: null,
    firstOffBlock: null,
    actual: NO_MOVEMENT,
    timeReportList: [],
    landingCount: null,
    releasedAt: null,
    distanceNm: distance,
    paxTotal: input.paxCount ?? 0,
    fuel: null,
    fuelUpliftList: [],
    delayList: [],
    opsNote: input.opsNote ?? null,
    statusReason: null,
    historyList: [],
    riskReasonList: [],
    externalIdList: await externalIdsAfter(tx, desk, { changes: input.externalIdList }),
    buyer: trip?.buyer ?? null,
    ...UNWRITTEN,
  }
}

const warningsOf = async (tx: ViewTx, { reference }: Desk, flight: Flight, aircraft: Aircraft) =>
  planWarnings(flight, {
    aircraft,
    aircraftStatus: statusAt(aircraft, await tx.now()),
    adep: knownAirport(reference, flight.adepId),
    ades: knownAirport(reference, flight.adesId),
    ...(await neighbours(unrestricted(tx), flight)),
  })

/**
 * Locks the aircraft's row, then the trip's, so that simultaneous requests for one slot are decided one after another
 * (data §5.1).
 */
export const createFlight = async (tx: ViewTx, desk: Desk, input: FlightCreate): Promise<FlightChange> => {
  const aircraft = await lockRecord(tx, AIRCRAFT, input.aircraftId, ['input', 'aircraftId'])
  const trip = input.tripId ? await lockRecord(tx, TRIP, input.tripId, ['input', 'tripId']) : null
  const draft = await newFlight(tx, desk, input, { aircraft, trip })
  const bounds = scheduleBoundProblems(draft, await tx.now())
  refuseProblems([...flightNameProblems(draft), ...flightProblems(draft), ...bounds], ['input'])
  refuseSold(aircraft, ['input', 'aircraftId'])
  await refuseOverlap(tx, draft, ['input', 'offBlock'])
  const created = await createRecord(tx, FLIGHT, draft)
  const consequence = { before: null, after: created, crewMemberIds: [], path: ['input', 'offBlock'] }
  const settled = await settleConsequences(tx, desk, consequence)
  const flight = await settleTrips(tx, null, settled.flight)
  const planned = await warningsOf(tx, desk, flight, aircraft)
  return { flight, warningList: eachOnce([...planned, ...settled.warningList]) }
}

export interface FlightUpdate {
  readonly flightId: string
  readonly aircraftId?: Given<string>
  readonly adep?: Given<string>
  readonly ades?: Given<string>
  readonly offBlock?: Given<number>
  readonly onBlock?: Given<number>
  readonly alternateList?: Given<readonly string[]>
  readonly paxCount?: Given<number>
  readonly kind?: Given<FlightKind>
  readonly flightNo?: Given<string>
  readonly callsign?: Given<string>
  readonly tripId?: Given<string>
  readonly rules?: Given<FlightRules>
  readonly targetOffBlock?: Given<number>
  readonly calculatedTakeOff?: Given<number>
  readonly opsNote?: Given<string>
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
  readonly reason?: Given<string>
}

/** What a flight cannot be without. */
const NEEDED = [
  'aircraftId',
  'adep',
  'ades',
  'offBlock',
  'paxCount',
  'kind',
  'flightNo',
  'rules',
  'externalIdList',
] as const

/** A new name has the form of a name; flights from before that rule keep theirs. */
const renamed = (before: Flight, after: Flight) =>
  before.flightNo === after.flightNo && before.callsign === after.callsign ? [] : flightNameProblems(after)

interface PlannedBy {
  readonly input: FlightUpdate
  readonly aircraft: Aircraft
}

/**
 * A rescheduled flight keeps its duration; on another route, or with another aircraft, it is calculated anew unless it
 * is given (data §4.4).
 */
const onBlockOf = (before: Flight, after: Omit<Flight, 'onBlock'>, { input, aircraft }: PlannedBy): number => {
  if (typeof input.onBlock === 'number') return toMinute(input.onBlock)
  const isElsewhere = before.adepId !== after.adepId || before.adesId !== after.adesId
  if (!isElsewhere && before.aircraftId === after.aircraftId) return before.onBlock + (after.offBlock - before.offBlock)
  return toMinute(after.offBlock + blockTimeMs(after.distanceNm, aircraft.cruiseKt))
}

const planned = (before: Flight, { reference }: Desk, by: PlannedBy): Flight => {
  const { input } = by
  const at = (code: Given<string>, name: 'adep' | 'ades', airportId: string) =>
    typeof code === 'string' ? airportOf(reference, code, ['input', name]) : knownAirport(reference, airportId)
  const adep = at(input.adep, 'adep', before.adepId)
  const ades = at(input.ades, 'ades', before.adesId)
  const offBlock = toMinute(input.offBlock ?? before.offBlock)
  const alternates = input.alternateList?.map(
    (code, index) => airportOf(reference, code, ['input', 'alternateList', String(index)]).airportId,
  )
  const after = {
    ...before,
    aircraftId: input.aircraftId ?? before.aircraftId,
    adepId: adep.airportId,
    adesId: ades.airportId,
    distanceNm: distanceNm(adep, ades),
    offBlock,
    alternateIdList: input.alternateList === null ? [] : (alternates ?? before.alternateIdList),
    paxTotal: input.paxCount ?? before.paxTotal,
    kind: input.kind ?? before.kind,
    flightNo: input.flightNo ?? before.flightNo,
    callsign: kept(input.callsign, before.callsign),
    rules: input.rules ?? before.rules,
    tripId: kept(input.tripId, before.tripId),
    targetOffBlock: kept(input.targetOffBlock, before.targetOffBlock),
    calculatedTakeOff: kept(input.calculatedTakeOff, before.calculatedTakeOff),
    opsNote: kept(input.opsNote, before.opsNote),
    firstOffBlock: firstOffBlockAfter(before.firstOffBlock, offBlock),
  }
  return { ...after, onBlock: onBlockOf(before, after, by) }
}

/** Notes, and what is corrected after the flight. */
const ALWAYS_OPEN = new Set(['opsNote', 'externalIdList'])
const OPEN_TO_CORRECTION = new Set([...ALWAYS_OPEN, 'paxTotal'])

const refuseLocked = (before: Flight, after: Flight): void => {
  const open = before.status === 'CANCELLED' ? ALWAYS_OPEN : OPEN_TO_CORRECTION
  const [field] = changedFields(before, after).filter((name) => !open.has(name))
  if (field && !isPlannable(before.status)) {
    const rest = 'only its note and what is corrected afterwards change now'
    throw userError('LOCKED', isPastPlanning(before, rest), ['input'])
  }
}

const occupiesOtherwise = (before: Flight, after: Flight): boolean =>
  before.aircraftId !== after.aircraftId || before.offBlock !== after.offBlock || before.onBlock !== after.onBlock

/** The trip that it is to belong to, which the principal sees. */
const refuseTrip = async (tx: ViewTx, tripId: Given<string>): Promise<void> => {
  if (tripId && !(await recordById(tx, TRIP, tripId))) {
    throw userError('NOT_FOUND', 'There is no such trip', ['input', 'tripId'])
  }
}

const refuseTaken = async (tx: ViewTx, after: Flight, aircraft: Aircraft): Promise<void> => {
  refuseProblems(scheduleBoundProblems(after, await tx.now()), ['input'])
  refuseSold(aircraft, ['input', 'aircraftId'])
  await refuseOverlap(tx, after, ['input', 'offBlock'])
}

export const updateFlight = async (
  tx: ViewTx,
  desk: Desk,
  input: FlightUpdate,
  expectedVersion: number,
): Promise<FlightChange> => {
  refuseNulls(input, NEEDED)
  await refuseTrip(tx, input.tripId)
  const locked = await lockFlight(tx, input.flightId, ['input', 'flightId'], input)
  const { flight: before, nextAircraft } = locked
  expectVersion(before, expectedVersion)
  const ids = { before: before.externalIdList, changes: input.externalIdList }
  const externalIdList = await externalIdsAfter(tx, desk, ids)
  const after = { ...planned(before, desk, { input, aircraft: nextAircraft }), externalIdList }
  refuseLocked(before, after)
  refuseProblems([...renamed(before, after), ...flightProblems(after)], ['input'])
  const moved = occupiesOtherwise(before, after)
  if (moved) await refuseTaken(tx, after, nextAircraft)
  const asked = { reason: input.reason ?? null, reasonPath: ['input', 'reason'], needsReason: false }
  const { flight, warningList } = await writeFlight(tx, desk, locked, { after, ...asked, path: ['input', 'offBlock'] })
  if (moved && flight.status === 'RELEASED') await refuseUnready(tx, desk.reference, flight, ['input'])
  const crew = moved ? locked.crew : []
  const papers = await papersOfCrew(tx, desk.reference, { flight, aircraft: nextAircraft, crew })
  const own = await warningsOf(tx, desk, flight, nextAircraft)
  const named = (await namedOnFlights(unrestricted(tx), [flight.flightId])).get(flight.flightId) ?? 0
  const counts = paxCountWarnings(flight.paxTotal, named, ['input', 'paxCount'])
  return { flight, warningList: eachOnce([...own, ...counts, ...papers, ...warningList]) }
}
