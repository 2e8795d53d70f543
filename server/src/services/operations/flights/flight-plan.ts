/** Creates and reschedules flights. */

import { DAY_MS, toMinute } from '../../../domain/interval.ts'
import { actingAs } from '../../../domain/operations/acting-as.ts'
import type { ExternalIdChange } from '../../../domain/operations/external-id.ts'
import { type Aircraft, statusAt } from '../../../domain/operations/fleet/aircraft.ts'
import { canBePermitted } from '../../../domain/operations/fleet/permit-to-fly.ts'
import {
  type Flight,
  type FlightKind,
  type FlightRules,
  type FlightStatus,
  flightNameProblems,
  flightProblems,
  isPlannable,
  NO_MOVEMENT,
} from '../../../domain/operations/flights/flight.ts'
import { paxCountWarnings, planWarnings } from '../../../domain/operations/flights/flight-plan.ts'
import type { Trip } from '../../../domain/operations/flights/trip.ts'
import { farFromPlan, scheduleBoundProblems } from '../../../domain/operations/movement/plausibility.ts'
import { firstOffBlockAfter } from '../../../domain/operations/movement/return-to-stand.ts'
import { optionWarnings, permitWarnings } from '../../../domain/operations/risk/aircraft-risk.ts'
import { Timeline } from '../../../domain/operations/risk/timeline.ts'
import { blockTimeMs, distanceNm } from '../../../domain/reference/great-circle.ts'
import { refuseProblems, staleVersion, userError } from '../../../domain/user-error.ts'
import { changedFields, UNWRITTEN } from '../../../domain/versioned.ts'
import { eachOnce, type Warning } from '../../../domain/warning.ts'
import type { CrewOnFlight } from '../../../storage/operations/crew/flight-crew.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { groundingsOf } from '../../../storage/operations/fleet/unavailability.ts'
import { FLIGHT, neighbours } from '../../../storage/operations/flights/flights.ts'
import { legsOfAircraft } from '../../../storage/operations/flights/legs.ts'
import { TRIP } from '../../../storage/operations/flights/trips.ts'
import { namedOnFlights } from '../../../storage/operations/passengers/flight-passengers.ts'
import { createRecord, lockRecord, recordById } from '../../../storage/records.ts'
import { nextNumber, operatorProfile } from '../../../storage/tenancy/operator-profile.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { atOneTime } from '../../at-one-time.ts'
import { airportOf, knownAirport } from '../../reference/airport-code.ts'
import { newId } from '../../world.ts'
import type { Desk, Given } from '../desk.ts'
import { externalIdsAfter } from '../external-ids.ts'
import { followInHandling } from '../handling/visits-follow.ts'
import { type CrewAssignment, refuseAboardLocked, replaceCrew } from '../passengers/flight-people.ts'
import { kept, refuseNulls } from '../patch.ts'
import { settleConsequences } from '../risk/consequences.ts'
import { refuseUnready } from '../risk/open-warnings.ts'
import { papersOfCrew } from '../risk/readiness.ts'
import { rulesOf } from '../risk/rules.ts'
import { settleTrips } from '../risk/trip-legs.ts'
import { type FlightChange, type FlightToWrite, writeFlights } from './flight-change.ts'
import { isPastPlanning, type LockedFlight, lockFlights, refuseOverlap, refuseSold } from './flight-lock.ts'

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
    load: null,
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

const warningsOf = async (
  tx: ViewTx,
  { reference }: Desk,
  flight: Flight,
  { aircraft, under }: { readonly aircraft: Aircraft; readonly under: readonly string[] },
) =>
  planWarnings(flight, under, {
    aircraft,
    aircraftStatus: statusAt(aircraft, await tx.now()),
    adep: knownAirport(reference, flight.adepId),
    ades: knownAirport(reference, flight.adesId),
    ...(await neighbours(unrestricted(tx), flight)),
    taxi: await rulesOf(tx),
    now: await tx.now(),
  })

/** What lets a flight be planned although its aircraft is grounded then (data §4.13). */
const warningsOfPermit = async (tx: ViewTx, flight: Flight, under: readonly string[]): Promise<Warning[]> => {
  if (!canBePermitted(flight)) return []
  const interval = { from: flight.offBlock, to: flight.onBlock }
  const blocks = await groundingsOf(unrestricted(tx), [flight.aircraftId], interval, await tx.now())
  const found = permitWarnings(flight, { blocks, taxi: await rulesOf(tx) })
  return found.map((each) => ({ ...each, path: [...under, 'offBlock'] }))
}

/** Other options of the aircraft at that time. */
const warningsOfRivals = async (tx: ViewTx, flight: Flight, under: readonly string[]): Promise<Warning[]> => {
  if (flight.status !== 'OPTION') return []
  const around = { from: flight.offBlock - DAY_MS, to: flight.onBlock }
  const legs = (await legsOfAircraft(unrestricted(tx), [flight.aircraftId], around)).get(flight.aircraftId) ?? []
  tx.payer?.addCompared(legs.length)
  const found = optionWarnings(flight, new Timeline(legs, await rulesOf(tx)))
  return found.map((each) => ({ ...each, path: [...under, 'offBlock'] }))
}

/**
 * Locks the aircraft's row, then the trip's, so that simultaneous requests for one slot are decided one after another
 * (data §5.1).
 */
export const createFlight = async (written: ViewTx, desk: Desk, input: FlightCreate): Promise<FlightChange> => {
  const aircraft = await lockRecord(written, AIRCRAFT, input.aircraftId, ['input', 'aircraftId'])
  const trip = input.tripId ? await lockRecord(written, TRIP, input.tripId, ['input', 'tripId']) : null
  const tx = atOneTime(written)
  const draft = await newFlight(tx, desk, input, { aircraft, trip })
  const bounds = scheduleBoundProblems(draft, await tx.now())
  refuseProblems([...flightNameProblems(draft), ...flightProblems(draft), ...bounds], ['input'])
  refuseSold(aircraft, ['input', 'aircraftId'])
  await refuseOverlap(tx, draft, ['input', 'offBlock'])
  const created = await createRecord(tx, FLIGHT, draft)
  const consequence = { before: null, after: created, crewMemberIds: [], path: ['input', 'offBlock'] }
  const settled = await settleConsequences(tx, desk, consequence)
  await followInHandling(tx, desk, { before: null, after: settled.flight })
  const flight = await settleTrips(tx, null, settled.flight)
  const planned = await warningsOf(tx, desk, flight, { aircraft, under: ['input'] })
  const rivals = await warningsOfRivals(tx, flight, ['input'])
  const permits = await warningsOfPermit(tx, flight, ['input'])
  return { flight, warningList: eachOnce([...planned, ...permits, ...rivals, ...settled.warningList]) }
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

const TARGETS = ['targetOffBlock', 'calculatedTakeOff'] as const

/** Near the plan as it becomes, as those that are reported (data §5.2). */
const targetProblems = (input: FlightUpdate, after: Flight) =>
  TARGETS.flatMap((field) => {
    const time = input[field]
    return typeof time === 'number' ? farFromPlan(field, time, after) : []
  })

interface PlannedBy {
  readonly input: FlightUpdate
  readonly aircraft: Aircraft
  readonly under: readonly string[]
}

/**
 * A rescheduled flight keeps its duration; on another route, or with another aircraft, it is calculated anew unless it
 * is given (data §4.4). After the flight its plan stays as it was.
 */
const onBlockOf = (before: Flight, after: Omit<Flight, 'onBlock'>, { input, aircraft }: PlannedBy): number => {
  if (typeof input.onBlock === 'number') return toMinute(input.onBlock)
  const isElsewhere = before.adepId !== after.adepId || before.adesId !== after.adesId
  const isReplanned = isElsewhere || before.aircraftId !== after.aircraftId
  if (!isReplanned || !isPlannable(before.status)) return before.onBlock + (after.offBlock - before.offBlock)
  return toMinute(after.offBlock + blockTimeMs(after.distanceNm, aircraft.cruiseKt))
}

const planned = (before: Flight, { reference }: Desk, by: PlannedBy): Flight => {
  const { input, under } = by
  const at = (code: Given<string>, name: 'adep' | 'ades', airportId: string) =>
    typeof code === 'string' ? airportOf(reference, code, [...under, name]) : knownAirport(reference, airportId)
  const adep = at(input.adep, 'adep', before.adepId)
  const ades = at(input.ades, 'ades', before.adesId)
  const offBlock = toMinute(input.offBlock ?? before.offBlock)
  const alternates = input.alternateList?.map(
    (code, index) => airportOf(reference, code, [...under, 'alternateList', String(index)]).airportId,
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
const OPEN_TO_CORRECTION = new Set([...ALWAYS_OPEN, 'paxTotal', 'aircraftId'])

/** Once the flight is closed, only the operator says that another aircraft flew it (data §4.8). */
const mayCorrectAircraft = (before: Flight, { principal }: Desk): boolean =>
  before.status !== 'CLOSED' || actingAs(principal) === 'operator'

const refuseLocked = (before: Flight, after: Flight, desk: Desk, under: readonly string[]): void => {
  if (isPlannable(before.status)) return
  const open = before.status === 'CANCELLED' ? ALWAYS_OPEN : OPEN_TO_CORRECTION
  const [field] = changedFields(before, after).filter((name) => !open.has(name))
  if (field) {
    const rest = 'only its note and what is corrected afterwards change now'
    throw userError('LOCKED', isPastPlanning(before, rest), under)
  }
  if (before.aircraftId !== after.aircraftId && !mayCorrectAircraft(before, desk)) {
    throw userError('LOCKED', isPastPlanning(before, 'the operator corrects its aircraft now'), [
      ...under,
      'aircraftId',
    ])
  }
}

const occupiesOtherwise = (before: Flight, after: Flight): boolean =>
  before.aircraftId !== after.aircraftId || before.offBlock !== after.offBlock || before.onBlock !== after.onBlock

/** The argument that makes the flight meet others. */
const causeOf = (before: Flight, after: Flight, input: FlightUpdate): string => {
  if (before.aircraftId !== after.aircraftId) return 'aircraftId'
  if (before.offBlock !== after.offBlock) return 'offBlock'
  if (typeof input.onBlock === 'number') return 'onBlock'
  return before.adesId === after.adesId ? 'adep' : 'ades'
}

/** The trip that it is to belong to, which the principal sees. */
const refuseTrip = async (tx: ViewTx, tripId: Given<string>, under: readonly string[]): Promise<void> => {
  if (tripId && !(await recordById(tx, TRIP, tripId))) {
    throw userError('NOT_FOUND', 'There is no such trip', [...under, 'tripId'])
  }
}

/** A change of one flight: as its mutation asks for it, or as an entry of a list does. */
export interface AskedUpdate {
  readonly input: FlightUpdate
  readonly expectedVersion: number
  readonly versionPath: readonly string[]
  /** The argument that holds the input. */
  readonly under: readonly string[]
  /** The whole crew; absent where it stays. */
  readonly crewList?: Given<readonly CrewAssignment[]>
}

interface Prepared extends AskedUpdate {
  readonly locked: LockedFlight
  readonly after: Flight
  readonly moved: boolean
  /** The argument that refusals and warnings about other records name. */
  readonly path: readonly string[]
  readonly crew: readonly CrewOnFlight[]
  readonly isCrewSame: boolean
}

const refuseStale = ({ version }: Flight, { expectedVersion, versionPath }: AskedUpdate): void => {
  if (version !== expectedVersion) throw staleVersion(versionPath)
}

/** What the flight becomes; everything about the flight alone is checked, and its crew is written. */
const prepare = async (tx: ViewTx, desk: Desk, asked: AskedUpdate, locked: LockedFlight): Promise<Prepared> => {
  const { input, under, crewList } = asked
  const { flight: before, nextAircraft, crew: present } = locked
  refuseStale(before, asked)
  const ids = { before: before.externalIdList, changes: input.externalIdList, under }
  const externalIdList = await externalIdsAfter(tx, desk, ids)
  const after = { ...planned(before, desk, { input, aircraft: nextAircraft, under }), externalIdList }
  refuseLocked(before, after, desk, under)
  refuseProblems([...renamed(before, after), ...flightProblems(after), ...targetProblems(input, after)], under)
  if (crewList) refuseAboardLocked(before, [...under, 'flightId'])
  const { crew, isSame } = crewList
    ? await replaceCrew(tx, { list: crewList, flight: after, present, under })
    : { crew: present, isSame: true }
  const moved = occupiesOtherwise(before, after)
  const path = [...under, moved ? causeOf(before, after, input) : isSame ? 'flightId' : 'crewList']
  return { ...asked, locked, after, moved, path, crew, isCrewSame: isSame }
}

const refuseTaken = async (tx: ViewTx, { after, locked, under, path }: Prepared): Promise<void> => {
  refuseProblems(scheduleBoundProblems(after, await tx.now()), under)
  refuseSold(locked.nextAircraft, [...under, 'aircraftId'])
  await refuseOverlap(tx, after, path)
}

const writingOf = ({ locked, after, input, under, path, isCrewSame, crewList }: Prepared): FlightToWrite => ({
  locked,
  asked: {
    after,
    reason: input.reason ?? null,
    reasonPath: [...under, 'reason'],
    needsReason: after.aircraftId !== locked.flight.aircraftId && !isPlannable(after.status),
    path,
    touched: isCrewSame ? [] : ['crewList'],
    crewMemberIds: crewList?.map(({ crewMemberId }) => crewMemberId) ?? [],
  },
})

/** What is allowed, but should be looked at. */
const warningsOfUpdate = async (tx: ViewTx, desk: Desk, prepared: Prepared, flight: Flight): Promise<Warning[]> => {
  const { moved, isCrewSame, under, crew, crewList, locked, path } = prepared
  const aircraft = locked.nextAircraft
  const isChecked = moved || !isCrewSame
  if (isChecked && flight.status === 'RELEASED') await refuseUnready(tx, desk.reference, flight, path)
  const found = await papersOfCrew(tx, desk.reference, { flight, aircraft, crew: isChecked ? crew : [] })
  const papers = found.map((each) => ({ ...each, path: crewList ? [...under, ...(each.path ?? [])] : path }))
  const own = await warningsOf(tx, desk, flight, { aircraft, under })
  const named = (await namedOnFlights(unrestricted(tx), [flight.flightId])).get(flight.flightId) ?? 0
  const rivals = moved ? await warningsOfRivals(tx, flight, under) : []
  const permits = moved ? await warningsOfPermit(tx, flight, under) : []
  return [...own, ...permits, ...rivals, ...paxCountWarnings(flight.paxTotal, named, [...under, 'paxCount']), ...papers]
}

/** All rows are locked first, in the order of every change; the plan is checked once all of it is written. */
const updateFlights = async (
  tx: ViewTx,
  desk: Desk,
  list: readonly AskedUpdate[],
): Promise<{ readonly flightList: readonly Flight[]; readonly warningList: readonly Warning[] }> => {
  for (const { input, under } of list) {
    refuseNulls(input, NEEDED, under)
    await refuseTrip(tx, input.tripId, under)
  }
  const locked = await lockFlights(
    tx,
    list.map(({ input, under, crewList }) => ({
      flightId: input.flightId,
      path: [...under, 'flightId'],
      aircraftPath: [...under, 'aircraftId'],
      too: { ...input, crewMemberIds: crewList?.map(({ crewMemberId }) => crewMemberId) ?? [] },
    })),
  )
  const prepared: Prepared[] = []
  for (const [index, asked] of list.entries()) {
    prepared.push(await prepare(tx, desk, asked, locked[index] as LockedFlight))
  }
  const { flights, warningList } = await writeFlights(tx, desk, prepared.map(writingOf), async () => {
    for (const each of prepared) if (each.moved) await refuseTaken(tx, each)
  })
  const written = prepared.map((each) => flights.get(each.after.flightId) ?? each.after)
  const own: Warning[] = []
  for (const [index, each] of prepared.entries()) {
    own.push(...(await warningsOfUpdate(tx, desk, each, written[index] as Flight)))
  }
  return { flightList: written, warningList: eachOnce([...own, ...warningList]) }
}

export const updateFlight = async (
  tx: ViewTx,
  desk: Desk,
  input: FlightUpdate,
  expectedVersion: number,
): Promise<FlightChange> => {
  const asked = { input, expectedVersion, versionPath: ['expectedVersion'], under: ['input'] }
  const { flightList, warningList } = await updateFlights(tx, desk, [asked])
  return { flight: flightList[0] as Flight, warningList }
}

/** How many flights one list changes. */
const MAX_CHANGES = 50

export interface FlightListEntry extends FlightUpdate {
  readonly expectedVersion: number
  readonly crewList?: Given<readonly CrewAssignment[]>
}

/** Several flights moved, given other aircraft or other crews as one change: two aircraft can be swapped. */
export const changeFlightList = (tx: ViewTx, desk: Desk, changeList: readonly FlightListEntry[]) => {
  const at = (index: number) => ['changeList', String(index)]
  if (changeList.length === 0 || changeList.length > MAX_CHANGES) {
    throw userError('VALIDATION', `Name 1 to ${MAX_CHANGES} flights`, ['changeList'])
  }
  const ids = changeList.map(({ flightId }) => flightId)
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (twice >= 0) throw userError('VALIDATION', 'Name each flight only once', [...at(twice), 'flightId'])
  return updateFlights(
    tx,
    desk,
    changeList.map(({ expectedVersion, crewList, ...input }, index) => ({
      input,
      expectedVersion,
      versionPath: [...at(index), 'expectedVersion'],
      under: at(index),
      crewList: crewList ?? null,
    })),
  )
}
