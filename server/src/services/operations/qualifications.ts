/**
 * Adds, changes and removes the qualifications of crew members. Each locks the crew member's row: which qualification
 * supersedes which, and the ratings of the member, follow from all of them.
 */

import type { CrewMember } from '../../domain/operations/crew.ts'
import type { ExternalIdChange } from '../../domain/operations/external-id.ts'
import {
  type MedicalClass,
  type Qualification,
  type QualificationDetails,
  type QualificationKind,
  qualificationProblems,
  ratingPeriodsOf,
  supersessions,
} from '../../domain/operations/qualification.ts'
import { refuseProblems, userError } from '../../domain/user-error.ts'
import { changedFields, UNWRITTEN } from '../../domain/versioned.ts'
import { CREW_MEMBER, QUALIFICATION, qualificationsOf } from '../../storage/operations/crew-members.ts'
import {
  changeRecord,
  createRecord,
  expectVersion,
  lockRecord,
  recordById,
  removeRecord,
  touchRecord,
} from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'
import { newId } from '../world.ts'
import type { Desk, Given } from './desk.ts'
import { externalIdsAfter } from './external-ids.ts'
import { lockWithParent } from './parent-lock.ts'
import { kept, refuseNulls } from './patch.ts'

interface QualificationFields {
  readonly ratingCode?: Given<string>
  readonly medicalClass?: Given<MedicalClass>
  readonly number?: Given<string>
  readonly issuingCountry?: Given<string>
  readonly validTo?: Given<string>
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
}

export interface QualificationInput extends QualificationFields {
  readonly crewMemberId: string
  readonly kind: QualificationKind
  readonly label: string
  readonly validFrom: string
  /** The one that this one replaces. */
  readonly supersedesId?: Given<string>
}

export interface QualificationUpdate extends QualificationFields {
  readonly kind?: Given<QualificationKind>
  readonly label?: Given<string>
  readonly validFrom?: Given<string>
}

const NOTHING_SAID: QualificationDetails = {
  kind: 'OTHER',
  label: '',
  ratingCode: null,
  medicalClass: null,
  number: null,
  issuingCountry: null,
  validFrom: '',
  validTo: null,
}

/** The details after an input, checked. */
const detailsOf = (before: QualificationDetails, input: QualificationUpdate): QualificationDetails => {
  const details: QualificationDetails = {
    kind: input.kind ?? before.kind,
    label: input.label?.trim() ?? before.label,
    ratingCode: kept(input.ratingCode, before.ratingCode)?.toUpperCase() ?? null,
    medicalClass: kept(input.medicalClass, before.medicalClass),
    number: kept(input.number, before.number),
    issuingCountry: kept(input.issuingCountry, before.issuingCountry),
    validFrom: input.validFrom ?? before.validFrom,
    validTo: kept(input.validTo, before.validTo),
  }
  refuseProblems(qualificationProblems(details), ['input'])
  return details
}

/**
 * Recalculates the member's other qualifications after this one was added, changed or (null) removed: which supersedes
 * which, and the ratings that the member holds. Returns the id of the one that supersedes this one.
 */
const settleOthers = async (
  tx: ViewTx,
  { reference }: Desk,
  member: CrewMember,
  changed: { readonly id: string; readonly next: Qualification | null },
): Promise<string | null> => {
  const stored = (await qualificationsOf(tx, [member.crewMemberId])).get(member.crewMemberId) ?? []
  const others = stored.filter(({ qualificationId }) => qualificationId !== changed.id)
  const all = changed.next ? [...others, changed.next] : others
  const superseded = supersessions(all, reference.typeRatings)
  for (const item of others) {
    const supersededById = superseded.get(item.qualificationId) ?? null
    if (supersededById !== item.supersededById) await changeRecord(tx, QUALIFICATION, item, { supersededById })
  }
  const ratingPeriods = ratingPeriodsOf(all, reference.typeRatings)
  const typeRatingList = [...new Set(ratingPeriods.map(({ ratingCode }) => ratingCode))].sort()
  await touchRecord(tx, CREW_MEMBER, member, {
    changes: { typeRatingList, ratingPeriods },
    touched: ['qualificationList'],
  })
  return superseded.get(changed.id) ?? null
}

const supersededOne = async (
  tx: ViewTx,
  { crewMemberId, supersedesId }: QualificationInput,
): Promise<string | null> => {
  if (!supersedesId) return null
  const older = await recordById(tx, QUALIFICATION, supersedesId)
  if (older?.crewMemberId === crewMemberId) return supersedesId
  throw userError('NOT_FOUND', 'There is no such qualification of this crew member', ['input', 'supersedesId'])
}

const createQualification = async (tx: ViewTx, desk: Desk, input: QualificationInput) => {
  const member = await lockRecord(tx, CREW_MEMBER, input.crewMemberId, ['input', 'crewMemberId'])
  const details = detailsOf(NOTHING_SAID, input)
  const now = await tx.now()
  const id = newId(desk.world, 'qua')
  const draft: Qualification = {
    ...details,
    qualificationId: id,
    crewMemberId: member.crewMemberId,
    supersedesId: await supersededOne(tx, input),
    supersededById: null,
    externalIdList: await externalIdsAfter(tx, desk, { changes: input.externalIdList }),
    ...UNWRITTEN,
    createdAt: now,
  }
  const supersededById = await settleOthers(tx, desk, member, { id, next: draft })
  return { qualification: await createRecord(tx, QUALIFICATION, { ...draft, supersededById }) }
}

const lockQualification = async (tx: ViewTx, qualificationId: string, expectedVersion: number) => {
  const locked = await lockWithParent(tx, CREW_MEMBER, QUALIFICATION, qualificationId)
  const { parent: member, record: qualification } = locked
  expectVersion(qualification, expectedVersion)
  return { member, qualification }
}

export interface QualificationChange {
  readonly qualificationId: string
  readonly input: QualificationUpdate
  readonly expectedVersion: number
}

export const updateQualification = async (tx: ViewTx, desk: Desk, asked: QualificationChange) => {
  refuseNulls(asked.input, ['label', 'validFrom', 'externalIdList'])
  const { member, qualification: before } = await lockQualification(tx, asked.qualificationId, asked.expectedVersion)
  const ids = { before: before.externalIdList, changes: asked.input.externalIdList }
  const externalIdList = await externalIdsAfter(tx, desk, ids)
  const next: Qualification = { ...before, ...detailsOf(before, asked.input), externalIdList }
  if (changedFields(before, next).length === 0) return { qualification: before }
  const supersededById = await settleOthers(tx, desk, member, { id: before.qualificationId, next })
  return { qualification: await changeRecord(tx, QUALIFICATION, before, { ...next, supersededById }) }
}

export const deleteQualification = async (tx: ViewTx, desk: Desk, qualificationId: string, expectedVersion: number) => {
  const { member, qualification } = await lockQualification(tx, qualificationId, expectedVersion)
  await removeRecord(tx, QUALIFICATION, qualification)
  await settleOthers(tx, desk, member, { id: qualificationId, next: null })
  return { qualification }
}

export interface QualificationSave {
  /** Absent for a new one. */
  readonly qualificationId?: Given<string>
  readonly input: QualificationInput
  readonly expectedVersion?: Given<number>
}

/** Adds a qualification, or changes one of the same crew member. */
export const saveQualification = async (tx: ViewTx, desk: Desk, asked: QualificationSave) => {
  const { qualificationId, input, expectedVersion } = asked
  if (!qualificationId) return createQualification(tx, desk, input)
  const before = await recordById(tx, QUALIFICATION, qualificationId)
  if (before?.crewMemberId !== input.crewMemberId) {
    throw userError('NOT_FOUND', 'There is no such qualification of this crew member', ['qualificationId'])
  }
  if (typeof expectedVersion !== 'number') {
    throw userError('VALIDATION', 'To change a qualification, say which version you expect', ['expectedVersion'])
  }
  return updateQualification(tx, desk, { qualificationId, input, expectedVersion })
}
