/** Adds and changes the qualifications of crew members. */
import { type Qualification, type QualificationKind, qualificationProblems } from '../../domain/operations/crew.ts'
import { refuseProblems, userError } from '../../domain/user-error.ts'
import { CREW_MEMBER, QUALIFICATION, qualificationsOf } from '../../storage/operations/crew-members.ts'
import { changeRecord, createRecord, expectVersion, lockRecord, touchRecord } from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'
import { newId } from '../world.ts'
import type { Desk, Given } from './desk.ts'
import { kept } from './patch.ts'

export interface QualificationInput {
  readonly crewMemberId: string
  readonly kind: QualificationKind
  readonly label: string
  readonly number?: Given<string>
  readonly validFrom: string
  readonly validTo?: Given<string>
}

export interface QualificationSave {
  /** Absent for a new one. */
  readonly qualificationId?: Given<string>
  readonly input: QualificationInput
  readonly expectedVersion?: Given<number>
}

const refuseWrong = (record: Omit<Qualification, 'version' | 'createdAt' | 'updatedAt'>): void =>
  refuseProblems(qualificationProblems({ ...record, version: 0, createdAt: 0, updatedAt: 0 }), ['input'])

interface Written {
  readonly qualification: Qualification
  readonly isChanged: boolean
}

const write = async (tx: ViewTx, { world }: Desk, asked: QualificationSave): Promise<Written> => {
  const { input } = asked
  const draft = { ...input, label: input.label.trim(), number: input.number ?? null, validTo: input.validTo ?? null }
  if (!asked.qualificationId) {
    const record = { ...draft, qualificationId: newId(world, 'qua') }
    refuseWrong(record)
    return { qualification: await createRecord(tx, QUALIFICATION, record), isChanged: true }
  }
  const before = await lockRecord(tx, QUALIFICATION, asked.qualificationId, ['qualificationId'])
  if (before.crewMemberId !== draft.crewMemberId) {
    throw userError('NOT_FOUND', 'There is no such qualification of this crew member', ['qualificationId'])
  }
  if (typeof asked.expectedVersion !== 'number') {
    throw userError('VALIDATION', 'To change a qualification, say which version you expect', ['expectedVersion'])
  }
  expectVersion(before, asked.expectedVersion)
  const next = { ...draft, number: kept(input.number, before.number), validTo: kept(input.validTo, before.validTo) }
  refuseWrong({ ...before, ...next })
  const qualification = await changeRecord(tx, QUALIFICATION, before, next)
  return { qualification, isChanged: qualification.version !== before.version }
}

/**
 * Locks the crew member's row: the feed reports a qualification as a change of its crew member, and the ratings follow
 * from it.
 */
export const saveQualification = async (tx: ViewTx, desk: Desk, asked: QualificationSave) => {
  const path = ['input', 'crewMemberId']
  const member = await lockRecord(tx, CREW_MEMBER, asked.input.crewMemberId, path)
  const { qualification, isChanged } = await write(tx, desk, asked)
  if (!isChanged) return { qualification }
  const all = (await qualificationsOf(tx, [member.crewMemberId])).get(member.crewMemberId) ?? []
  const ratings = all.filter(({ kind }) => kind === 'TYPE_RATING').map(({ label }) => label)
  const typeRatingList = [...new Set(ratings)].sort()
  await touchRecord(tx, CREW_MEMBER, member, { changes: { typeRatingList }, touched: ['qualificationList'] })
  return { qualification }
}
