/**
 * Writes a change of a flight, with what every change brings: its reason and history, the hours of the aircraft, the
 * state of the trip.
 */
import { type Aircraft, type CountedHours, withHours } from '../../../domain/operations/fleet/aircraft.ts'
import { countedHours, type Flight, NO_HOURS } from '../../../domain/operations/flights/flight.ts'
import { withEntry } from '../../../domain/operations/movement/flight-history.ts'
import type { TimeReport } from '../../../domain/operations/movement/time-report.ts'
import { type Problem, textProblems } from '../../../domain/problem.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { changedFields } from '../../../domain/versioned.ts'
import type { Warning } from '../../../domain/warning.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { changeRecord, lockRecords, recordById, recordsById, touchRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { authorOf, type Desk } from '../desk.ts'
import { moveDocuments } from '../documents/moved-flight.ts'
import { followInHandling } from '../handling/visits-follow.ts'
import { followInLogbooks } from '../logbook/follow-flight.ts'
import { followInLog } from '../logs/follow-in-log.ts'
import { followHours } from '../logs/maintenance-due.ts'
import { movesOthers, settleConsequences } from '../risk/consequences.ts'
import { settleTrips, withBuyer } from '../risk/trip-legs.ts'
import { followFlight } from '../sales/empty-leg-follows.ts'
import type { LockedFlight } from './flight-lock.ts'
import { followInPlan } from './follow-in-plan.ts'

export interface FlightChange {
  readonly flight: Flight
  readonly warningList: readonly Warning[]
}

export interface AskedChange {
  readonly after: Flight
  readonly reason: string | null
  readonly reasonPath: readonly string[]
  /** True if the change needs a reason beyond the rules that hold for every change. */
  readonly needsReason: boolean
  /** The argument that warnings about consequences name. */
  readonly path: readonly string[]
  /** Fields of the graph that changed outside of the flight's row. */
  readonly touched?: readonly string[]
  /** The crew members who join. */
  readonly crewMemberIds?: readonly string[]
  /** What was reported until the aircraft returned to its stand: it stays in the history. */
  readonly returned?: readonly TimeReport[]
}

const MAX_REASON_LENGTH = 1000

/** What may be corrected after the flight (data §4.8), in the names of the graph. */
const CORRECTED: Readonly<Record<string, string>> = {
  actual: 'actual',
  timeReportList: 'actual',
  divertedToId: 'divertedTo',
  landingCount: 'landingCount',
  paxTotal: 'paxCount',
  fuel: 'fuel',
  fuelUpliftList: 'fuel',
  delayList: 'delayList',
  crewList: 'crewList',
  passengerList: 'passengerList',
  aircraftId: 'aircraft',
}

const correctionsIn = (before: Flight, changed: readonly string[]): string[] => {
  if (before.status !== 'ON_BLOCK' && before.status !== 'CLOSED') return []
  return [...new Set(changed.flatMap((field) => CORRECTED[field] ?? []))]
}

const reasonProblems = (path: readonly string[], reason: string | null): Problem[] =>
  textProblems(path, reason, { most: MAX_REASON_LENGTH, severalLines: true })

const refuseWithoutReason = (before: Flight, corrected: readonly string[], asked: Omit<AskedChange, 'after'>): void => {
  if (asked.reason !== null) return
  if (!asked.needsReason && (before.status !== 'CLOSED' || corrected.length === 0)) return
  throw userError('REASON_NEEDED', 'Say why: this change needs a reason', asked.reasonPath)
}

interface Told {
  readonly before: Flight
  readonly after: Flight
  readonly fieldList: readonly string[]
  readonly reason: string | null
  readonly returned: readonly TimeReport[]
}

const withHistory = async (
  tx: ViewTx,
  desk: Desk,
  { before, after, fieldList, reason, returned }: Told,
): Promise<Flight> => {
  const hasStepped = before.status !== after.status
  if (!hasStepped && reason === null && fieldList.length === 0 && returned.length === 0) return after
  const entry = {
    at: await tx.now(),
    by: authorOf(desk),
    from: hasStepped ? before.status : null,
    to: hasStepped ? after.status : null,
    fieldList,
    reason,
    ...(returned.length > 0 ? { timeReportList: returned } : {}),
  }
  return {
    ...after,
    statusReason: reason ?? after.statusReason,
    historyList: withEntry(before.historyList, entry),
  }
}

/**
 * Adds a closed flight's hours to the aircraft; a correction adds them anew, reopening subtracts them (data §4.8). Where
 * the flight was another aircraft's, they leave one and reach the other.
 */
const countHours = async (tx: ViewTx, before: Flight, after: Flight, aircraft: Aircraft): Promise<void> => {
  const [counted, counting] = [countedHours(before), countedHours(after)]
  const add = async (to: Aircraft, was: CountedHours, is: CountedHours) => {
    const hours = withHours(to, was, is)
    if (hours) await followHours(tx, await changeRecord(tx, AIRCRAFT, to, hours))
  }
  if (before.aircraftId === after.aircraftId) return add(aircraft, counted, counting)
  // Another change of the same list may have written them.
  const fleet = await lockRecords(unrestricted(tx), AIRCRAFT, [before.aircraftId, after.aircraftId])
  const [left, reached] = [fleet.get(before.aircraftId), fleet.get(after.aircraftId)]
  if (left) await add(left, counted, NO_HOURS)
  if (reached) await add(reached, NO_HOURS, counting)
}

export interface FlightToWrite {
  readonly locked: LockedFlight
  readonly asked: AskedChange
}

/** The row alone; null where nothing changes. */
const writeRow = async (
  tx: ViewTx,
  desk: Desk,
  { locked: { flight: before, aircraft }, asked: { after: wanted, ...asked } }: FlightToWrite,
): Promise<Flight | null> => {
  const after = await withBuyer(tx, before, wanted)
  refuseProblems(reasonProblems(asked.reasonPath, asked.reason), [])
  const touched = asked.touched ?? []
  const returned = asked.returned ?? []
  const changed = [...changedFields(before, after), ...touched, ...(returned.length > 0 ? ['historyList'] : [])]
  if (changed.length === 0) return null
  const corrected = correctionsIn(before, changed)
  refuseWithoutReason(before, corrected, asked)
  const told = await withHistory(tx, desk, { before, after, fieldList: corrected, reason: asked.reason, returned })
  const written = await touchRecord(tx, FLIGHT, before, { changes: told, touched })
  await countHours(tx, before, written, aircraft)
  if (written.aircraftId !== before.aircraftId) await moveDocuments(tx, written.flightId, written.aircraftId)
  return written
}

/** What the written row brings for duties, other flights and trips. */
const settleWritten = async (
  tx: ViewTx,
  desk: Desk,
  { locked: { flight: before, crew }, asked }: FlightToWrite,
  written: Flight,
): Promise<FlightChange> => {
  const crewMemberIds = [...crew.map(({ crewMemberId }) => crewMemberId), ...(asked.crewMemberIds ?? [])]
  const hasOtherCrew = (asked.touched ?? []).includes('crewList')
  const { flight, warningList } =
    movesOthers(before, written) || hasOtherCrew
      ? await settleConsequences(tx, desk, { before, after: written, crewMemberIds, path: asked.path })
      : { flight: written, warningList: [] }
  await followFlight(tx, before, flight)
  const ofPlan = await followInPlan(tx, desk, { before, after: flight, hasOtherCrew })
  await followInLogbooks(tx, desk, before, flight)
  await followInHandling(tx, desk, { before, after: flight, hasOtherCrew })
  const papers = [...ofPlan, ...(await followInLog(tx, desk, before, flight))]
  const ofPapers = papers.map((each) => ({ ...each, path: asked.path }))
  return { flight: await settleTrips(tx, before.tripId, flight), warningList: [...warningList, ...ofPapers] }
}

/** The rows of the flight, its aircraft, crew and trip are locked. */
export const writeFlight = async (
  tx: ViewTx,
  desk: Desk,
  locked: LockedFlight,
  asked: AskedChange,
): Promise<FlightChange> => {
  const written = await writeRow(tx, desk, { locked, asked })
  return written ? settleWritten(tx, desk, { locked, asked }, written) : { flight: locked.flight, warningList: [] }
}

/**
 * Several flights as one change: all rows are written, then `check` sees the plan as a whole, then what the change
 * brings is settled flight by flight. What settles one flight can change another of the list, so each is read again.
 */
export const writeFlights = async (
  tx: ViewTx,
  desk: Desk,
  list: readonly FlightToWrite[],
  check: () => Promise<void>,
): Promise<{ readonly flights: ReadonlyMap<string, Flight>; readonly warningList: readonly Warning[] }> => {
  const changed: FlightToWrite[] = []
  for (const each of list) if (await writeRow(tx, desk, each)) changed.push(each)
  await check()
  const all = unrestricted(tx)
  const warningList: Warning[] = []
  for (const each of changed) {
    const { flightId } = each.locked.flight
    const written = await recordById(all, FLIGHT, flightId)
    if (written) warningList.push(...(await settleWritten(tx, desk, each, written)).warningList)
  }
  const ids = list.map(({ locked }) => locked.flight.flightId)
  return { flights: await recordsById(all, FLIGHT, ids), warningList }
}
