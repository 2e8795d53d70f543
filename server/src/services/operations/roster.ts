/**
 * Keeps the duties of crew members consistent with their flights. The crew members' rows are locked first, in order of
 * id.
 */

import { DAY_MS, type Interval } from '../../domain/interval.ts'
import type { CrewMember } from '../../domain/operations/crew.ts'
import { type Duty, dutyInterval, dutyWarnings } from '../../domain/operations/duty.ts'
import { DutyClash, type EnteredDuty, flightDuties, type PlannedDuty } from '../../domain/operations/flight-duty.ts'
import { userError } from '../../domain/user-error.ts'
import type { Warning } from '../../domain/warning.ts'
import { inFull, toReaders } from '../../domain/wording.ts'
import { CREW_MEMBER } from '../../storage/operations/crew-members.ts'
import { DUTY, dutiesWithin, workBefore } from '../../storage/operations/duties.ts'
import { assignedLegs } from '../../storage/operations/flight-crew.ts'
import { changeRecord, createRecord, lockRecords, removeRecord } from '../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../storage/view.ts'
import { newId, type World } from '../world.ts'

/** Locks and returns the crew members; those not visible are missing from the result. */
export const lockCrew = (tx: ViewTx, crewMemberIds: readonly string[]): Promise<ReadonlyMap<string, CrewMember>> =>
  crewMemberIds.length === 0 ? Promise.resolve(new Map()) : lockRecords(unrestricted(tx), CREW_MEMBER, crewMemberIds)

/** Invariant 4: one crew member's duties do not overlap. The crew member's row is locked. */
export const refuseDutyOverlap = async (tx: ViewTx, duty: Duty, path: readonly string[]): Promise<void> => {
  const met = await dutiesWithin(unrestricted(tx), [duty.crewMemberId], dutyInterval(duty))
  if (met.some(({ dutyId }) => dutyId !== duty.dutyId)) {
    throw userError('CREW_OVERLAP', 'The crew member is on another duty at that time', path)
  }
}

/**
 * Removes details that need crew:read: a principal who moves a flight learns that a duty is too long, but not whose or
 * how long.
 */
const toCrewReaders = ({ code, message, path }: Warning): Warning => {
  const general =
    code === 'REST_BELOW_MINIMUM' ? 'Someone rests less than the minimum' : 'A duty is longer than the maximum'
  return { code, message: toReaders('crew:read', inFull(message), general), path }
}

export const warningsOfDuties = async (tx: ViewTx, duties: readonly Duty[]): Promise<Warning[]> => {
  if (duties.length === 0) return []
  const before = await workBefore(
    tx,
    duties.map(({ dutyId }) => dutyId),
  )
  return duties.flatMap((duty) => dutyWarnings(duty, before.get(duty.dutyId))).map(toCrewReaders)
}

const isEntered = (duty: Duty): duty is Duty & EnteredDuty => duty.entered !== null

/** A day around the change, widened so that every duty in it is complete. */
const surroundings = async (tx: ViewTx, crewMemberId: string, changed: Interval) => {
  const window = { from: changed.from - DAY_MS, to: changed.to + DAY_MS }
  const duties = (await dutiesWithin(unrestricted(tx), [crewMemberId], window)).filter(({ kind }) => kind === 'FLIGHT')
  const from = Math.min(window.from, ...duties.map(({ startAt }) => startAt))
  const to = Math.max(window.to, ...duties.map(({ endAt }) => endAt))
  return { duties, legs: await assignedLegs(tx, crewMemberId, { from, to }) }
}

const sameDuty = (duty: Duty, plan: PlannedDuty): boolean =>
  duty.startAt === plan.startAt &&
  duty.endAt === plan.endAt &&
  JSON.stringify(duty.flightIdList) === JSON.stringify(plan.flightIdList)

const carriesOn = (plan: PlannedDuty) => (duty: Duty) =>
  plan.dutyId === null
    ? duty.entered === null && duty.flightIdList.some((flightId) => plan.flightIdList.includes(flightId))
    : duty.dutyId === plan.dutyId

interface DutyWrite {
  readonly crewMemberId: string
  readonly plan: PlannedDuty
  /** The duty that the plan carries on, if there is one. */
  readonly duty: Duty | undefined
}

const write = async (tx: ViewTx, world: World, { crewMemberId, plan, duty }: DutyWrite) => {
  const { startAt, endAt, flightIdList } = plan
  if (!duty) {
    const dutyId = newId(world, 'dty')
    return createRecord(tx, DUTY, { dutyId, crewMemberId, kind: 'FLIGHT', startAt, endAt, flightIdList, entered: null })
  }
  return sameDuty(duty, plan) ? null : changeRecord(tx, DUTY, duty, { startAt, endAt, flightIdList })
}

/**
 * Ends a duty that no flight needs any more: one derived from flights is removed, an entered one gets its own times
 * back.
 */
const release = async (tx: ViewTx, duty: Duty): Promise<void> => {
  if (duty.entered === null) return removeRecord(tx, DUTY, duty)
  if (duty.flightIdList.length === 0) return
  await changeRecord(tx, DUTY, duty, { startAt: duty.entered.from, endAt: duty.entered.to, flightIdList: [] })
}

const settleMember = async (tx: ViewTx, world: World, crewMemberId: string, changed: Interval): Promise<Duty[]> => {
  const { duties, legs } = await surroundings(tx, crewMemberId, changed)
  const plans = flightDuties(legs, duties.filter(isEntered))
  const left = new Set(duties)
  const pairs = plans.map((plan) => {
    const duty = duties.find((candidate) => left.has(candidate) && carriesOn(plan)(candidate))
    if (duty) left.delete(duty)
    return { plan, duty }
  })
  for (const duty of left) await release(tx, duty)
  const written: Duty[] = []
  for (const { plan, duty } of pairs) {
    const next = await write(tx, world, { crewMemberId, plan, duty })
    if (next) written.push(next)
  }
  return written
}

export interface RosterChange {
  readonly crewMemberIds: readonly string[]
  /** The interval within which their flights changed. */
  readonly changed: Interval
  /** The argument that a refusal names. */
  readonly path: readonly string[]
}

/** Updates the duties of these crew members after their flights changed within an interval, and returns warnings. */
export const settleRoster = async (
  tx: ViewTx,
  world: World,
  { crewMemberIds, changed, path }: RosterChange,
): Promise<Warning[]> => {
  const written: Duty[] = []
  try {
    for (const crewMemberId of [...new Set(crewMemberIds)].sort()) {
      written.push(...(await settleMember(tx, world, crewMemberId, changed)))
    }
  } catch (error) {
    if (error instanceof DutyClash) throw userError('CREW_OVERLAP', error.message, path)
    throw error
  }
  for (const duty of written) await refuseDutyOverlap(tx, duty, path)
  return warningsOfDuties(tx, written)
}
