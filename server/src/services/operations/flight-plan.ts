/** Creates and reschedules flights. */

import { toMinute } from '../../domain/interval.ts'
import type { Aircraft } from '../../domain/operations/aircraft.ts'
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
import { planWarnings } from '../../domain/operations/flight-plan.ts'
import { scheduleBoundProblems } from '../../domain/operations/movement/plausibility.ts'
import type { Trip } from '../../domain/operations/trip.ts'
import { blockTimeMs, distanceNm } from '../../domain/reference/great-circle.ts'
import { refuseProblems, userError } from '../../domain/user-error.ts'
import { changedFields, UNWRITTEN } from '../../domain/versioned.ts'
import { AIRCRAFT } from '../../storage/operations/aircraft.ts'
import { FLIGHT, neighbours } from '../../storage/operations/flights.ts'
import { nextNumber, operatorProfile } from '../../storage/operations/operator-profile.ts'
import { nextLegNumber, settleTrip, TRIP } from '../../storage/operations/trips.ts'
import { changeRecord, createRecord, expectVersion, lockRecord } from '../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../storage/view.ts'
import { airportOf, knownAirport } from '../reference/airport-code.ts'
import { newId } from '../world.ts'
import type { Desk, Given } from './desk.ts'
import { externalIdsAfter } from './external-ids.ts'
import type { FlightChange } from './flight-change.ts'
import { isPastPlanning, lockFlight, refuseOverlap, refuseSold } from './flight-lock.ts'
import { kept, refuseNulls } from './patch.ts'
import { crewOf, papersOfCrew, refuseUnready } from './readiness.ts'
import { lockCrew, settleRoster } from './roster.ts'

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
    legNumber: trip ? await nextLegNumber(tx, trip.tripId) : null,
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
  const flight = await createRecord(tx, FLIGHT, draft)
  await settleTrip(tx, flight.tripId, true)
  return { flight, warningList: await warningsOf(tx, desk, flight, aircraft) }
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
  readonly opsNote?: Given<string>
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
}

/** What a flight cannot be without. */
const NEEDED = ['aircraftId', 'adep', 'ades', 'offBlock', 'paxCount', 'kind', 'externalIdList'] as const

const planned = (before: Flight, { reference }: Desk, input: FlightUpdate): Flight => {
  const at = (code: Given<string>, name: 'adep' | 'ades', airportId: string) =>
    typeof code === 'string' ? airportOf(reference, code, ['input', name]) : knownAirport(reference, airportId)
  const adep = at(input.adep, 'adep', before.adepId)
  const ades = at(input.ades, 'ades', before.adesId)
  const offBlock = toMinute(input.offBlock ?? before.offBlock)
  const alternates = input.alternateList?.map(
    (code, index) => airportOf(reference, code, ['input', 'alternateList', String(index)]).airportId,
  )
  return {
    ...before,
    aircraftId: input.aircraftId ?? before.aircraftId,
    adepId: adep.airportId,
    adesId: ades.airportId,
    distanceNm: distanceNm(adep, ades),
    offBlock,
    // A rescheduled flight keeps its duration.
    onBlock: toMinute(input.onBlock ?? before.onBlock + (offBlock - before.offBlock)),
    alternateIdList: input.alternateList === null ? [] : (alternates ?? before.alternateIdList),
    paxTotal: input.paxCount ?? before.paxTotal,
    kind: input.kind ?? before.kind,
    opsNote: kept(input.opsNote, before.opsNote),
  }
}

const ALWAYS_OPEN = new Set(['opsNote', 'externalIdList'])

const refuseLocked = (before: Flight, after: Flight): void => {
  const [field] = changedFields(before, after).filter((name) => !ALWAYS_OPEN.has(name))
  if (field && !isPlannable(before.status)) {
    const rest = 'only its note and external ids change now'
    throw userError('LOCKED', isPastPlanning(before, rest), ['input'])
  }
}

const occupiesOtherwise = (before: Flight, after: Flight): boolean =>
  before.aircraftId !== after.aircraftId || before.offBlock !== after.offBlock || before.onBlock !== after.onBlock

/** Locks both aircraft, the flight, its crew, its trip, in this order. */
export const updateFlight = async (
  tx: ViewTx,
  desk: Desk,
  input: FlightUpdate,
  expectedVersion: number,
): Promise<FlightChange> => {
  const path = ['input', 'flightId']
  refuseNulls(input, NEEDED)
  const { flight: before, nextAircraft } = await lockFlight(tx, input.flightId, path, input.aircraftId ?? null)
  expectVersion(before, expectedVersion)
  const ids = { before: before.externalIdList, changes: input.externalIdList }
  const after = { ...planned(before, desk, input), externalIdList: await externalIdsAfter(tx, desk, ids) }
  refuseLocked(before, after)
  refuseProblems(flightProblems(after), ['input'])
  const moved = occupiesOtherwise(before, after)
  if (moved) {
    refuseProblems(scheduleBoundProblems(after, await tx.now()), ['input'])
    refuseSold(nextAircraft, ['input', 'aircraftId'])
    await refuseOverlap(tx, after, ['input', 'offBlock'])
  }
  const crewing = moved ? await crewOf(tx, before.flightId) : []
  const crew = crewing.map(({ crewMemberId }) => crewMemberId)
  await lockCrew(tx, crew)
  const flight = await changeRecord(tx, FLIGHT, before, after)
  const changed = {
    from: Math.min(before.offBlock, after.offBlock),
    to: Math.max(before.onBlock, after.onBlock),
  }
  const roster = await settleRoster(tx, desk.world, { crewMemberIds: crew, changed, path: ['input', 'offBlock'] })
  if (moved && flight.status === 'RELEASED') await refuseUnready(tx, desk.reference, flight, nextAircraft)
  await settleTrip(tx, flight.tripId, false)
  const papers = await papersOfCrew(tx, desk.reference, { flight, aircraft: nextAircraft, crew: crewing })
  return { flight, warningList: [...(await warningsOf(tx, desk, flight, nextAircraft)), ...papers, ...roster] }
}
