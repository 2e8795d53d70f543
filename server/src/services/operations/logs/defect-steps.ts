/** Leads defects along their life cycle: deferred, extended, rectified, released, opened again (data §10.4). */
import { actingAs } from '../../../domain/operations/acting-as.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import { digestOfDeferral, digestOfRelease } from '../../../domain/operations/logs/confirmation.ts'
import { DEFECT_LIFE_CYCLE, type DefectStatus } from '../../../domain/operations/logs/defect-life-cycle.ts'
import {
  type Deferral,
  type DeferralInput,
  deferralOf,
  deferralProblems,
  extendedEnd,
  flownLimits,
} from '../../../domain/operations/logs/deferral.ts'
import { type Release, releaseProblems } from '../../../domain/operations/logs/release.ts'
import { AS_FOUND, type TechLogEntry } from '../../../domain/operations/logs/tech-log-entry.ts'
import { stepsOf } from '../../../domain/operations/step.ts'
import { type Problem, textProblems } from '../../../domain/problem.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import type { Warning } from '../../../domain/warning.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { TECH_LOG_ENTRY } from '../../../storage/operations/logs/tech-log.ts'
import { changeRecord, expectVersion } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { airportOf } from '../../reference/airport-code.ts'
import type { Desk, Given } from '../desk.ts'
import { illegalStep } from '../illegal-step.ts'
import { lockWithParent } from '../parent-lock.ts'
import { settleDefect } from './defect-block.ts'
import { MAX_AHEAD_MS, refuseMoreStanding } from './tech-log.ts'
import { useConfirmation } from './use-confirmation.ts'

const PATH = ['techLogEntryId']
const MAX_REASON_CHARACTERS = 1000

export interface OneDefect {
  readonly techLogEntryId: string
  readonly expectedVersion: number
}

export interface SteppedDefect {
  readonly techLogEntry: TechLogEntry
  readonly warningList: readonly Warning[]
}

interface Locked {
  readonly aircraft: Aircraft
  readonly before: TechLogEntry
}

/** Refuses a step that the life cycle does not have from here, or not for this actor. */
export const refuseStep = (desk: Desk, { status: from }: TechLogEntry, to: DefectStatus, by: string): void => {
  if (stepsOf(DEFECT_LIFE_CYCLE, { from, to, by }, actingAs(desk.principal)).length > 0) return
  throw illegalStep(TECH_LOG_ENTRY.description, from, to, PATH)
}

/** The aircraft first, as everything that grounds it does: of two who release one defect, one finds it released. */
const lockDefect = async (tx: ViewTx, { techLogEntryId, expectedVersion }: OneDefect): Promise<Locked> => {
  const { parent, record } = await lockWithParent(tx, AIRCRAFT, TECH_LOG_ENTRY, techLogEntryId)
  expectVersion(record, expectedVersion)
  return { aircraft: parent, before: record }
}

const write = async (
  tx: ViewTx,
  desk: Desk,
  { aircraft, before }: Locked,
  changes: Partial<TechLogEntry>,
): Promise<SteppedDefect> => {
  const after = await changeRecord(tx, TECH_LOG_ENTRY, before, changes)
  return { techLogEntry: after, ...(await settleDefect(tx, desk, { aircraft, before, after })) }
}

const reasonProblems = (path: string, reason: string): Problem[] =>
  textProblems([path], reason, { most: MAX_REASON_CHARACTERS, severalLines: true, required: true })

/** The deferral that an input asks for, of this defect and now. */
export const deferralFor = (entry: TechLogEntry, input: DeferralInput, now: number, under: string): Deferral => {
  refuseProblems(deferralProblems(input, entry.foundAt), [under])
  const deferral = deferralOf(input, entry.foundAt)
  if (deferral.deferredUntil !== null && deferral.deferredUntil > now) return deferral
  const message = 'This deferral is over already, counted from when the defect was found'
  throw userError('IMPLAUSIBLE', message, [under, 'melCategory'])
}

export interface ReleaseInput extends Omit<Release, 'stationId'> {
  /** The code of an airport. */
  readonly station?: Given<string>
}

/** The release that an input asks for, of this defect and now. */
export const releaseFor = (
  { reference }: Pick<Desk, 'reference'>,
  { foundAt }: TechLogEntry,
  { name, licenceNumber, approvalReference, station, at }: ReleaseInput,
  { now, under }: { readonly now: number; readonly under: string },
): Release => {
  const by = { name, licenceNumber, approvalReference }
  refuseProblems(releaseProblems(by), [under])
  if (at < foundAt || at > now + MAX_AHEAD_MS) {
    throw userError('IMPLAUSIBLE', 'It was released after it was found, and not in the future', [under, 'at'])
  }
  const stationId = station ? airportOf(reference, station, [under, 'station']).airportId : null
  return { ...by, stationId, at }
}

export interface Deferring extends OneDefect {
  readonly input: DeferralInput
  readonly confirmationId: string
}

/** A person who may accepted exactly this deferral of this defect (threats rows 305, 335). */
export const deferDefect = async (
  tx: ViewTx,
  desk: Desk,
  { input, confirmationId, ...asked }: Deferring,
): Promise<SteppedDefect> => {
  const locked = await lockDefect(tx, asked)
  const { aircraft, before } = locked
  refuseStep(desk, before, 'DEFERRED', 'defer')
  const deferral = deferralFor(before, input, await tx.now(), 'input')
  const acceptance = await useConfirmation(tx, desk, {
    confirmationId,
    purpose: 'DEFERRAL_ACCEPT',
    by: 'who accepts deferrals',
    digest: digestOfDeferral(before, deferral),
  })
  return write(tx, desk, locked, { ...deferral, ...flownLimits(deferral, aircraft), acceptance, status: 'DEFERRED' })
}

export interface Explained extends OneDefect {
  readonly reason: string
}

/** The operator answers for the interval; on a flight deck a deferral is accepted, not made longer (threats row 315). */
const refuseOutsideOperator = (desk: Desk): void => {
  if (actingAs(desk.principal) === 'operator') return
  throw userError('NOT_ALLOWED', 'The operator extends a deferral: a user, or an API key of its own', PATH)
}

export const extendDeferral = async (
  tx: ViewTx,
  desk: Desk,
  { reason, ...asked }: Explained,
): Promise<SteppedDefect> => {
  refuseProblems(reasonProblems('reason', reason), [])
  const locked = await lockDefect(tx, asked)
  refuseOutsideOperator(desk)
  const { status, isExtended, melCategory, deferredUntil } = locked.before
  if (status !== 'DEFERRED' || melCategory === null || deferredUntil === null) {
    throw userError('ILLEGAL_TRANSITION', `The defect is ${status}: a deferral is extended`, PATH)
  }
  if (isExtended) throw userError('LOCKED', 'The deferral was extended already: that is done once', PATH)
  if (deferredUntil <= (await tx.now())) {
    throw userError('LOCKED', 'The deferral has ended: the defect is rectified now', PATH)
  }
  const until = extendedEnd(melCategory, deferredUntil)
  if (until === null) throw userError('LOCKED', 'A deferral of category A is not extended', PATH)
  return write(tx, desk, locked, { isExtended: true, extensionReason: reason, deferredUntil: until })
}

export interface Rectifying extends OneDefect {
  readonly rectification: string
  readonly partOff?: Given<string>
  readonly partOn?: Given<string>
}

export const rectifyDefect = async (
  tx: ViewTx,
  desk: Desk,
  { rectification, partOff = null, partOn = null, ...asked }: Rectifying,
): Promise<SteppedDefect> => {
  const problems = [
    ...textProblems(['rectification'], rectification, { most: 4000, severalLines: true, required: true }),
    ...textProblems(['partOff'], partOff, { most: 100 }),
    ...textProblems(['partOn'], partOn, { most: 100 }),
  ]
  refuseProblems(problems, [])
  const locked = await lockDefect(tx, asked)
  refuseStep(desk, locked.before, 'RECTIFIED', 'rectify')
  return write(tx, desk, locked, { rectification, partOff, partOn, status: 'RECTIFIED' })
}

export interface Releasing extends OneDefect {
  readonly input: ReleaseInput
  readonly confirmationId?: Given<string>
}

/** Signed by whoever certifies it where a confirmation comes along; else as it is written (threats row 336). */
export const releaseDefect = async (
  tx: ViewTx,
  desk: Desk,
  { input, confirmationId, ...asked }: Releasing,
): Promise<SteppedDefect> => {
  const locked = await lockDefect(tx, asked)
  const { before } = locked
  refuseStep(desk, before, 'RELEASED', 'release')
  const release = releaseFor(desk, before, input, { now: await tx.now(), under: 'input' })
  const digest = digestOfRelease(before, release)
  const signature = confirmationId
    ? await useConfirmation(tx, desk, { confirmationId, purpose: 'RELEASE_TO_SERVICE', by: 'anybody', digest })
    : null
  return write(tx, desk, locked, { release: { ...release, signature }, status: 'RELEASED' })
}

/** As it was found; what was done about it stays in its versions. */
export const reopenDefect = async (tx: ViewTx, desk: Desk, { reason, ...asked }: Explained): Promise<SteppedDefect> => {
  refuseProblems(reasonProblems('reason', reason), [])
  const locked = await lockDefect(tx, asked)
  refuseStep(desk, locked.before, 'OPEN', 'reopen')
  if (locked.before.status === 'RELEASED') await refuseMoreStanding(tx, locked.aircraft.aircraftId, PATH)
  return write(tx, desk, locked, { ...AS_FOUND, statusReason: reason, status: 'OPEN' })
}
