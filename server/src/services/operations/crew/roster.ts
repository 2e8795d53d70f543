/**
 * Keeps the duties of crew members consistent with their flights. The crew members' rows are locked first, in order of
 * id.
 */

import { DAY_MS, type Interval } from '../../../domain/interval.ts'
import type { CrewMember } from '../../../domain/operations/crew/crew.ts'
import { type Duty, type Entered, enteredDuty, isAbsence, isWork } from '../../../domain/operations/crew/duty.ts'
import { DutyClash, flightDuties, type PlannedDuty } from '../../../domain/operations/crew/flight-duty.ts'
import { standbyAfter } from '../../../domain/operations/crew/standby.ts'
import type { OperatorRules } from '../../../domain/operations/operator-rules.ts'
import { userError } from '../../../domain/user-error.ts'
import { changedFields } from '../../../domain/versioned.ts'
import type { Warning } from '../../../domain/warning.ts'
import { toReaders } from '../../../domain/wording.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import { DUTY, dutiesPlannedWithin } from '../../../storage/operations/crew/duties.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { assignedLegs } from '../../../storage/operations/flights/legs.ts'
import { changeRecord, createRecord, lockRecords, recordsById, removeRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { newId, type World } from '../../world.ts'
import { warningsOfDuties } from './duty-warnings.ts'

/** Locks and returns the crew members; those not visible are missing from the result. */
export const lockCrew = (tx: ViewTx, crewMemberIds: readonly string[]): Promise<ReadonlyMap<string, CrewMember>> =>
  crewMemberIds.length === 0 ? Promise.resolve(new Map()) : lockRecords(unrestricted(tx), CREW_MEMBER, crewMemberIds)

/** What engines said of a duty was about the duty as it was. */
const stale = ({ assessmentList }: Duty) => assessmentList.map((each) => ({ ...each, isStale: true }))

/** The refusal names the duty that is in the way, and its flights, to whoever may read them. */
const overlapWith = async (tx: ViewTx, duty: Duty, path: readonly string[]) => {
  const { crewMemberId, dutyId, kind, plannedStartAt, plannedEndAt, flightIdList } = duty
  const all = unrestricted(tx)
  const member = (await recordsById(all, CREW_MEMBER, [crewMemberId])).get(crewMemberId)
  const flights = [...(await recordsById(all, FLIGHT, flightIdList)).values()].map(({ flightNo }) => flightNo)
  const from = new Date(plannedStartAt).toISOString().slice(0, 16)
  const to = new Date(plannedEndAt).toISOString().slice(0, 16)
  const named = `${member?.code} is on ${kind} from ${from}Z to ${to}Z (${[...flights, dutyId].join(', ')})`
  const needs = flights.length > 0 ? (['crew:read', 'flight:read'] as const) : (['crew:read'] as const)
  const message = toReaders(needs, named, 'The crew member is on another duty at that time')
  return userError('CREW_OVERLAP', message, path)
}

/** Duties that keep a person from another one: an absence is a fact and may lie over duties, a plan gives way to it. */
const inTheWay = async (tx: ViewTx, crewMemberId: string, { from, to }: Interval, isPlan: (duty: Duty) => boolean) =>
  (await dutiesPlannedWithin(unrestricted(tx), [crewMemberId], { from, to })).find(isPlan)

/**
 * Whether two duties of one person exclude each other. A flight duty was planned before the absence, or is refused where
 * somebody joins a crew; whoever is in reserve can be given work.
 */
const excludes = (present: Duty, next: Pick<Duty, 'kind'>): boolean => {
  if (isAbsence(present.kind)) return next.kind !== 'FLIGHT'
  if (present.kind === 'RESERVE') return !isWork(next.kind)
  return !(next.kind === 'RESERVE' && isWork(present.kind))
}

/** One crew member's planned duties do not overlap (data §5.4). The crew member's row is locked. */
export const refuseDutyOverlap = async (tx: ViewTx, duty: Duty, path: readonly string[]): Promise<void> => {
  if (isAbsence(duty.kind)) return
  const { crewMemberId, plannedStartAt: from, plannedEndAt: to } = duty
  const isOther = (other: Duty) => other.dutyId !== duty.dutyId && excludes(other, duty)
  const met = await inTheWay(tx, crewMemberId, { from, to }, isOther)
  if (met) throw await overlapWith(tx, met, path)
}

/** Nobody joins the crew of a flight who is known to be absent then. The crew member's row is locked. */
export const refuseAbsent = async (
  tx: ViewTx,
  crewMemberId: string,
  needed: Interval,
  path: readonly string[],
): Promise<void> => {
  const met = await inTheWay(tx, crewMemberId, needed, ({ kind }) => isAbsence(kind))
  if (met) throw await overlapWith(tx, met, path)
}

const isEntered = (duty: Duty): duty is Duty & { readonly entered: Entered } => duty.entered !== null

/** Standby ends where it is called out, and has its own times again once it is not. */
const settleStandbys = async (tx: ViewTx, planned: readonly Duty[]): Promise<void> => {
  for (const duty of planned.filter(isEntered).filter(({ kind }) => kind === 'STANDBY')) {
    const met = await dutiesPlannedWithin(unrestricted(tx), [duty.crewMemberId], duty.entered)
    const times = standbyAfter(duty.entered, met)
    if (changedFields(duty, { ...duty, ...times }).length === 0) continue
    await changeRecord(tx, DUTY, duty, { ...times, assessmentList: stale(duty) })
  }
}

/** A day around the change, widened so that every duty in it is complete. */
const surroundings = async (tx: ViewTx, crewMemberId: string, changed: Interval) => {
  const window = { from: changed.from - DAY_MS, to: changed.to + DAY_MS }
  const planned = await dutiesPlannedWithin(unrestricted(tx), [crewMemberId], window)
  const duties = planned.filter(({ kind }) => kind === 'FLIGHT')
  const from = Math.min(window.from, ...duties.map(({ plannedStartAt }) => plannedStartAt))
  const to = Math.max(window.to, ...duties.map(({ plannedEndAt }) => plannedEndAt))
  return { planned, duties, legs: await assignedLegs(tx, crewMemberId, { from, to }) }
}

const sameDuty = (duty: Duty, { dutyId: _, ...times }: PlannedDuty): boolean =>
  changedFields(duty, { ...duty, ...times }).length === 0

/** The standbys of a person that a duty of these times ends, or ended. */
export const settleStandbysAround = async (tx: ViewTx, duty: Duty): Promise<void> => {
  const { crewMemberId, plannedStartAt, plannedEndAt } = duty
  // One that it ended ends where it begins.
  const within = { from: plannedStartAt - 1, to: plannedEndAt }
  await settleStandbys(tx, await dutiesPlannedWithin(unrestricted(tx), [crewMemberId], within))
}

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
  const { dutyId: _, ...times } = plan
  if (!duty) {
    const dutyId = newId(world, 'dty')
    return createRecord(tx, DUTY, {
      ...times,
      dutyId,
      crewMemberId,
      kind: 'FLIGHT',
      calledOutAt: null,
      assessmentList: [],
      entered: null,
    })
  }
  return sameDuty(duty, plan) ? null : changeRecord(tx, DUTY, duty, { ...times, assessmentList: stale(duty) })
}

/**
 * Ends a duty that no flight needs any more: one derived from flights is removed, an entered one gets its own times
 * back.
 */
const release = async (tx: ViewTx, duty: Duty): Promise<void> => {
  if (duty.entered === null) return removeRecord(tx, DUTY, duty)
  if (duty.flightIdList.length === 0) return
  await changeRecord(tx, DUTY, duty, { ...enteredDuty(duty.entered), assessmentList: stale(duty) })
}

/** What was begun keeps the rules of then; what would reach into another duty by new rules keeps its times. */
const staysAsItIs = (plan: PlannedDuty, planned: readonly Duty[]): boolean =>
  plan.actualStartAt !== null ||
  planned.some(
    (other) =>
      other.kind !== 'FLIGHT' &&
      other.kind !== 'STANDBY' &&
      excludes(other, { kind: 'FLIGHT' }) &&
      other.plannedStartAt < plan.plannedEndAt &&
      plan.plannedStartAt < other.plannedEndAt,
  )

const settleMember = async (
  tx: ViewTx,
  world: World,
  crewMemberId: string,
  { changed, rules, isPlanOnly = false }: Pick<RosterChange, 'changed' | 'rules' | 'isPlanOnly'>,
): Promise<Duty[]> => {
  const { planned, duties, legs } = await surroundings(tx, crewMemberId, changed)
  const plans = flightDuties(legs, duties.filter(isEntered), rules)
  const left = new Set(duties)
  const pairs = plans.map((plan) => {
    const duty = duties.find((candidate) => left.has(candidate) && carriesOn(plan)(candidate))
    if (duty) left.delete(duty)
    return { plan, duty }
  })
  for (const duty of left) await release(tx, duty)
  const written: Duty[] = []
  for (const { plan, duty } of pairs) {
    if (isPlanOnly && duty && staysAsItIs(plan, planned)) continue
    const next = await write(tx, world, { crewMemberId, plan, duty })
    if (next) written.push(next)
  }
  await settleStandbys(tx, planned)
  return written
}

export interface RosterChange {
  readonly crewMemberIds: readonly string[]
  /** The interval within which their flights changed. */
  readonly changed: Interval
  /** The argument that a refusal names. */
  readonly path: readonly string[]
  readonly rules: OperatorRules
  /** Only what has not begun is written. */
  readonly isPlanOnly?: boolean
}

/**
 * Lets the planned duties of these crew members follow the operator's rules (data §4.10), and returns whose changed. What
 * no longer fits beside another duty stays as it was: nobody is there to be refused.
 */
export const followRules = async (
  tx: ViewTx,
  world: World,
  { crewMemberIds, changed, rules }: Pick<RosterChange, 'crewMemberIds' | 'changed' | 'rules'>,
): Promise<string[]> => {
  const moved: string[] = []
  for (const crewMemberId of [...new Set(crewMemberIds)].sort()) {
    try {
      const written = await settleMember(tx, world, crewMemberId, { changed, rules, isPlanOnly: true })
      if (written.length > 0) moved.push(crewMemberId)
    } catch (error) {
      if (!(error instanceof DutyClash)) throw error
    }
  }
  return moved
}

/** Updates the duties of these crew members after their flights changed within an interval, and returns warnings. */
export const settleRoster = async (
  tx: ViewTx,
  world: World,
  { crewMemberIds, changed, path, rules }: RosterChange,
): Promise<Warning[]> => {
  const written: Duty[] = []
  try {
    for (const crewMemberId of [...new Set(crewMemberIds)].sort()) {
      written.push(...(await settleMember(tx, world, crewMemberId, { changed, rules })))
    }
  } catch (error) {
    if (error instanceof DutyClash) {
      const general = 'The crew member is on another flight at that time'
      // A key that is limited to aircraft does not learn of flights of others.
      const named = toReaders('flight:read', `${general}: ${error.flightNo}`, general)
      const message = tx.view.of === 'operator' ? named : general
      throw userError('CREW_OVERLAP', message, path)
    }
    throw error
  }
  for (const duty of written) await refuseDutyOverlap(tx, duty, path)
  return warningsOfDuties(tx, written, rules.dutyLimits)
}
