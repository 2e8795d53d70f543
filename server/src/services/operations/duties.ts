/** Creates, changes and removes duties. roster.ts maintains those that follow from flights. */

import { type Duty, type DutyKind, dutyProblems, enteredDuty } from '../../domain/operations/duty.ts'
import type { ExternalIdChange } from '../../domain/operations/external-id.ts'
import { refuseProblems, userError } from '../../domain/user-error.ts'
import type { Warning } from '../../domain/warning.ts'
import { CREW_MEMBER } from '../../storage/operations/crew-members.ts'
import { DUTY } from '../../storage/operations/duties.ts'
import { changeRecord, createRecord, expectVersion, lockRecord, removeRecord } from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'
import { newId } from '../world.ts'
import { warningsOfDuties } from './consequences/duty-warnings.ts'
import { refuseDutyOverlap } from './consequences/roster.ts'
import { rulesOf } from './consequences/rules.ts'
import { type AtRisk, settleRisk } from './consequences/settle-risk.ts'
import type { Desk, Given } from './desk.ts'
import { externalIdsAfter } from './external-ids.ts'
import { lockWithParent } from './parent-lock.ts'
import { refuseNulls } from './patch.ts'

export interface DutyInput {
  readonly crewMemberId: string
  readonly kind: DutyKind
  readonly startAt: number
  readonly endAt: number
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
}

/** A duty changes the rest before the flights that follow it, and so their risk. */
const settleRiskOfDuties = (tx: ViewTx, duties: readonly Duty[]): Promise<AtRisk[]> =>
  settleRisk(tx, {
    aircraftIds: [],
    crewMemberIds: duties.map(({ crewMemberId }) => crewMemberId),
    flightIds: [],
    changed: {
      from: Math.min(...duties.map(({ startAt }) => startAt)),
      to: Math.max(...duties.map(({ endAt }) => endAt)),
    },
  })

/** `duties` holds the duty before and after the change; the last one is valid. */
const settleDuty = async (tx: ViewTx, duties: readonly Duty[]): Promise<Warning[]> => {
  await settleRiskOfDuties(tx, duties)
  return warningsOfDuties(tx, duties.slice(-1), (await rulesOf(tx)).dutyLimits)
}

/** Locks the crew member's row, so that of two overlapping duties the second is refused. */
export const createDuty = async (tx: ViewTx, desk: Desk, input: DutyInput) => {
  await lockRecord(tx, CREW_MEMBER, input.crewMemberId, ['input', 'crewMemberId'])
  refuseProblems(dutyProblems(input), ['input'])
  const duty = await createRecord(tx, DUTY, {
    dutyId: newId(desk.world, 'dty'),
    crewMemberId: input.crewMemberId,
    kind: input.kind,
    ...enteredDuty({ from: input.startAt, to: input.endAt }),
    assessmentList: [],
    externalIdList: await externalIdsAfter(tx, desk, { changes: input.externalIdList }),
  })
  await refuseDutyOverlap(tx, duty, ['input', 'startAt'])
  return { duty, warningList: await settleDuty(tx, [duty]) }
}

/** Refuses a duty that follows from flights: only those that a user entered change here. */
const lockDuty = async (tx: ViewTx, dutyId: string, expectedVersion: number): Promise<Duty> => {
  const { record: duty } = await lockWithParent(tx, CREW_MEMBER, DUTY, dutyId)
  expectVersion(duty, expectedVersion)
  if (duty.flightIdList.length > 0) {
    throw userError('LOCKED', 'This duty follows from its flights: change the crew of the flights', ['dutyId'])
  }
  return duty
}

export interface DutyUpdate {
  readonly kind?: Given<DutyKind>
  readonly startAt?: Given<number>
  readonly endAt?: Given<number>
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
}

export interface DutyChange {
  readonly dutyId: string
  readonly input: DutyUpdate
  readonly expectedVersion: number
}

export const updateDuty = async (tx: ViewTx, desk: Desk, { dutyId, input, expectedVersion }: DutyChange) => {
  refuseNulls(input, ['kind', 'startAt', 'endAt', 'externalIdList'])
  const before = await lockDuty(tx, dutyId, expectedVersion)
  const next = {
    kind: input.kind ?? before.kind,
    startAt: input.startAt ?? before.startAt,
    endAt: input.endAt ?? before.endAt,
  }
  refuseProblems(dutyProblems(next), ['input'])
  const times = enteredDuty({ from: next.startAt, to: next.endAt })
  const ids = { before: before.externalIdList, changes: input.externalIdList }
  const externalIdList = await externalIdsAfter(tx, desk, ids)
  const duty = await changeRecord(tx, DUTY, before, { ...times, kind: next.kind, externalIdList })
  await refuseDutyOverlap(tx, duty, ['input', 'startAt'])
  return { duty, warningList: await settleDuty(tx, [before, duty]) }
}

export const deleteDuty = async (tx: ViewTx, dutyId: string, expectedVersion: number) => {
  const duty = await lockDuty(tx, dutyId, expectedVersion)
  await removeRecord(tx, DUTY, duty)
  await settleRiskOfDuties(tx, [duty])
  return { duty, warningList: [] }
}
