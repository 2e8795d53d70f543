/** Assigns the crew of a flight. */

import type { CrewMember, CrewPosition } from '../../domain/operations/crew.ts'
import { type Flight, isPlannable } from '../../domain/operations/flight.ts'
import { userError } from '../../domain/user-error.ts'
import { toReaders } from '../../domain/wording.ts'
import { type CrewOnFlight, replaceFlightCrew } from '../../storage/operations/flight-crew.ts'
import { FLIGHT } from '../../storage/operations/flights.ts'
import { expectVersion, touchRecord } from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'
import type { Desk } from './desk.ts'
import type { FlightChange } from './flight-change.ts'
import { isPastPlanning, lockFlight } from './flight-lock.ts'
import { crewOf, papersOfCrew, refuseUnready } from './readiness.ts'
import { lockCrew, settleRoster } from './roster.ts'

const MAX_CREW = 20

export interface CrewAssignment {
  readonly crewMemberId: string
  readonly position: CrewPosition
  readonly reportAt?: number | null | undefined
}

/** Who is aboard changes until the flight leaves. */
export const refuseAboardLocked = (flight: Flight): void => {
  if (isPlannable(flight.status)) return
  throw userError('LOCKED', isPastPlanning(flight, 'who is aboard does not change now'), ['flightId'])
}

const refuseAssignments = (list: readonly CrewAssignment[], flight: Flight): void => {
  const at = (index: number, field: string, message: string) =>
    userError('VALIDATION', message, ['crewList', String(index), field])
  if (list.length > MAX_CREW) throw userError('VALIDATION', `A crew has at most ${MAX_CREW} members`, ['crewList'])
  for (const [index, item] of list.entries()) {
    if (list.findIndex(({ crewMemberId }) => crewMemberId === item.crewMemberId) !== index) {
      throw at(index, 'crewMemberId', 'Name each crew member only once')
    }
    if (item.position === 'CPT' && list.findIndex(({ position }) => position === 'CPT') !== index) {
      throw at(index, 'position', 'A flight has one commander')
    }
    if (item.reportAt && (item.reportAt > flight.offBlock || item.reportAt < flight.offBlock - 86_400_000)) {
      throw at(index, 'reportAt', 'The crew reports within a day before off-block')
    }
  }
}

const refuseUnable = (list: readonly CrewAssignment[], members: ReadonlyMap<string, CrewMember>): void => {
  for (const [index, { crewMemberId, position }] of list.entries()) {
    const member = members.get(crewMemberId)
    const path = ['crewList', String(index)]
    if (!member) throw userError('NOT_FOUND', 'There is no such crew member', [...path, 'crewMemberId'])
    if (!member.isActive) throw userError('VALIDATION', 'The crew member is not active', [...path, 'crewMemberId'])
    if (position !== 'OBS' && !member.positionList.includes(position)) {
      const general = `The crew member does not fly as ${position}`
      const message = toReaders('crew:read', `${member.code} does not fly as ${position}`, general)
      throw userError('VALIDATION', message, [...path, 'position'])
    }
  }
}

const isSameCrew = (present: readonly CrewOnFlight[], next: readonly CrewOnFlight[]): boolean => {
  const said = ({ crewMemberId, position, reportAt }: CrewOnFlight) => [crewMemberId, position, reportAt]
  return JSON.stringify(present.map(said)) === JSON.stringify(next.map(said))
}

export interface FlightCrewSet {
  readonly flightId: string
  readonly crewList: readonly CrewAssignment[]
  readonly expectedVersion: number
}

/** Locks the aircraft, the flight, then every crew member who joins or leaves, because their duties change. */
export const setFlightCrew = async (
  tx: ViewTx,
  desk: Desk,
  { flightId, crewList: list, expectedVersion }: FlightCrewSet,
): Promise<FlightChange> => {
  const { flight: before, aircraft } = await lockFlight(tx, flightId, ['flightId'])
  expectVersion(before, expectedVersion)
  refuseAboardLocked(before)
  refuseAssignments(list, before)
  const present = await crewOf(tx, flightId)
  const leaving = present.map(({ crewMemberId }) => crewMemberId)
  const concerned = [...leaving, ...list.map(({ crewMemberId }) => crewMemberId)]
  refuseUnable(list, await lockCrew(tx, concerned))
  const crew: CrewOnFlight[] = list.map(({ crewMemberId, position, reportAt }) => ({
    flightId,
    crewMemberId,
    position,
    isPilotFlying: null,
    reportAt: reportAt ?? null,
    confirmed: false,
  }))
  const isSame = isSameCrew(present, crew)
  if (!isSame) await replaceFlightCrew(tx, flightId, crew)
  const flight = await touchRecord(tx, FLIGHT, before, { touched: isSame ? [] : ['crewList'] })
  const changed = { from: flight.offBlock, to: flight.onBlock }
  const roster = await settleRoster(tx, desk.world, { crewMemberIds: concerned, changed, path: ['crewList'] })
  if (flight.status === 'RELEASED') await refuseUnready(tx, desk.reference, flight, aircraft)
  const papers = await papersOfCrew(tx, desk.reference, { flight, aircraft, crew })
  return { flight, warningList: [...papers, ...roster] }
}
