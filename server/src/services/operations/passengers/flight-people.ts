/** Assigns the crew of a flight. */

import { DAY_MS } from '../../../domain/interval.ts'
import { type CrewMember, type CrewPosition, operates } from '../../../domain/operations/crew/crew.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { userError } from '../../../domain/user-error.ts'
import { eachOnce } from '../../../domain/warning.ts'
import { toReaders } from '../../../domain/wording.ts'
import { type CrewOnFlight, replaceFlightCrew } from '../../../storage/operations/crew/flight-crew.ts'
import { expectVersion } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { lockCrew, refuseAbsent } from '../crew/roster.ts'
import { refuseCrowdedMember } from '../crowding.ts'
import type { Desk, Given } from '../desk.ts'
import { type FlightChange, writeFlight } from '../flights/flight-change.ts'
import { isPastPlanning, lockFlight } from '../flights/flight-lock.ts'
import { refuseUnready } from '../risk/open-warnings.ts'
import { papersOfCrew } from '../risk/readiness.ts'

const MAX_CREW = 20

export interface CrewAssignment {
  readonly crewMemberId: string
  readonly position: CrewPosition
  readonly reportAt?: Given<number>
  readonly isPilotFlying?: Given<boolean>
  /** True: a new duty begins with this flight; false: it belongs to the one before; absent: by the gap. */
  readonly startsDuty?: Given<boolean>
}

/** Refuses a change of crew or passengers on a cancelled flight; they may be corrected after the flight (data §4.8). */
export const refuseAboardLocked = (flight: Flight, path: readonly string[]): void => {
  if (flight.status !== 'CANCELLED') return
  throw userError('LOCKED', isPastPlanning(flight, 'who is aboard does not change now'), path)
}

const refuseAssignments = (list: readonly CrewAssignment[], flight: Flight, path: readonly string[]): void => {
  const at = (index: number, field: string, message: string) =>
    userError('VALIDATION', message, [...path, String(index), field])
  if (list.length > MAX_CREW) throw userError('VALIDATION', `A crew has at most ${MAX_CREW} members`, path)
  for (const [index, item] of list.entries()) {
    if (list.findIndex(({ crewMemberId }) => crewMemberId === item.crewMemberId) !== index) {
      throw at(index, 'crewMemberId', 'Name each crew member only once')
    }
    if (item.position === 'CPT' && list.findIndex(({ position }) => position === 'CPT') !== index) {
      throw at(index, 'position', 'A flight has one commander')
    }
    if (item.reportAt && (item.reportAt > flight.offBlock || item.reportAt < flight.offBlock - DAY_MS)) {
      throw at(index, 'reportAt', 'The crew reports within a day before off-block')
    }
  }
}

const refuseUnable = (
  list: readonly CrewAssignment[],
  members: ReadonlyMap<string, CrewMember>,
  under: readonly string[],
): void => {
  for (const [index, { crewMemberId, position }] of list.entries()) {
    const member = members.get(crewMemberId)
    const path = [...under, String(index)]
    if (!member) throw userError('NOT_FOUND', 'There is no such crew member', [...path, 'crewMemberId'])
    if (!member.isActive) throw userError('VALIDATION', 'The crew member is not active', [...path, 'crewMemberId'])
    if (operates(position) && !member.positionList.includes(position)) {
      const general = `The crew member does not fly as ${position}`
      const message = toReaders('crew:read', `${member.code} does not fly as ${position}`, general)
      throw userError('VALIDATION', message, [...path, 'position'])
    }
  }
}

/** Who is absent stays on a flight, at risk, until another takes the place; nobody absent joins one. */
const refuseAbsentJoining = async (tx: ViewTx, { list, flight, present, under }: CrewChange): Promise<void> => {
  const aboard = new Set(present.map(({ crewMemberId }) => crewMemberId))
  for (const [index, { crewMemberId, reportAt }] of list.entries()) {
    if (aboard.has(crewMemberId)) continue
    const path = [...under, 'crewList', String(index), 'crewMemberId']
    await refuseAbsent(tx, crewMemberId, { from: reportAt ?? flight.offBlock, to: flight.onBlock }, path)
    await refuseCrowdedMember(tx, crewMemberId, flight, path)
  }
}

const isSameCrew = (present: readonly CrewOnFlight[], next: readonly CrewOnFlight[]): boolean => {
  const said = ({ flightId: _, confirmed: __, ...item }: CrewOnFlight) => [
    item.crewMemberId,
    item.position,
    item.reportAt,
    item.isPilotFlying,
    item.startsDuty,
  ]
  return JSON.stringify(present.map(said)) === JSON.stringify(next.map(said))
}

/** The crew that a flight is to have. */
export interface CrewChange {
  readonly list: readonly CrewAssignment[]
  /** With its new times. */
  readonly flight: Flight
  readonly present: readonly CrewOnFlight[]
  /** The argument that holds the `crewList`; empty where it is one of the mutation's own. */
  readonly under: readonly string[]
}

/** Writes the whole crew; false where it is the same. Its members are locked. */
export const replaceCrew = async (
  tx: ViewTx,
  change: CrewChange,
): Promise<{ readonly crew: readonly CrewOnFlight[]; readonly isSame: boolean }> => {
  const { list, flight, present, under } = change
  const path = [...under, 'crewList']
  refuseAssignments(list, flight, path)
  const members = await lockCrew(
    tx,
    list.map(({ crewMemberId }) => crewMemberId),
  )
  refuseUnable(list, members, path)
  await refuseAbsentJoining(tx, change)
  const { flightId } = flight
  const crew: CrewOnFlight[] = list.map(({ crewMemberId, position, reportAt, startsDuty, isPilotFlying }) => ({
    flightId,
    crewMemberId,
    position,
    isPilotFlying: isPilotFlying ?? null,
    reportAt: reportAt ?? null,
    confirmed: false,
    startsDuty: startsDuty ?? null,
  }))
  const isSame = isSameCrew(present, crew)
  if (!isSame) await replaceFlightCrew(tx, flightId, crew)
  return { crew, isSame }
}

export interface FlightCrewSet {
  readonly flightId: string
  readonly crewList: readonly CrewAssignment[]
  readonly expectedVersion: number
  readonly reason?: Given<string>
}

/** Locks everybody who joins or leaves, because their duties change. */
export const setFlightCrew = async (
  tx: ViewTx,
  desk: Desk,
  { flightId, crewList: list, expectedVersion, reason }: FlightCrewSet,
): Promise<FlightChange> => {
  const crewMemberIds = list.map(({ crewMemberId }) => crewMemberId)
  const locked = await lockFlight(tx, flightId, ['flightId'], { crewMemberIds })
  const { flight: before, aircraft, crew: present } = locked
  expectVersion(before, expectedVersion)
  refuseAboardLocked(before, ['flightId'])
  const { crew, isSame } = await replaceCrew(tx, { list, flight: before, present, under: [] })
  const { flight, warningList } = await writeFlight(tx, desk, locked, {
    after: before,
    reason: reason ?? null,
    reasonPath: ['reason'],
    needsReason: false,
    path: ['crewList'],
    touched: isSame ? [] : ['crewList'],
    crewMemberIds,
  })
  if (flight.status === 'RELEASED') await refuseUnready(tx, desk.reference, flight, ['crewList'])
  const papers = await papersOfCrew(tx, desk.reference, { flight, aircraft, crew })
  return { flight, warningList: eachOnce([...papers, ...warningList]) }
}
