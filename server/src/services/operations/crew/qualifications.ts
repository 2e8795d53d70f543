/**
 * Adds, changes and removes the qualifications of crew members. Each locks the crew member's row: which qualification
 * supersedes which, and the ratings of the member, follow from all of them.
 */
import type { CrewMember } from '../../../domain/operations/crew/crew.ts'
import {
  type QUALIFICATION_RECORD,
  type Qualification,
  ratingPeriodsOf,
  supersessions,
} from '../../../domain/operations/crew/qualification.ts'
import type { Given, InputOf } from '../../../domain/records/description.ts'
import { userError } from '../../../domain/user-error.ts'
import { changedFields, UNWRITTEN } from '../../../domain/versioned.ts'
import { CREW_MEMBER, QUALIFICATION, qualificationsOf } from '../../../storage/operations/crew/crew-members.ts'
import { changeRecord, recordById, touchRecord } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { useCases } from '../../records/use-cases.ts'
import { refuseMoreQualifications } from '../crowding.ts'
import type { Desk } from '../desk.ts'
import { settlePapers } from '../risk/settle-papers.ts'

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

const refuseOtherMembers = async (
  tx: ViewTx,
  { crewMemberId, supersedesId }: Pick<Qualification, 'crewMemberId' | 'supersedesId'>,
): Promise<void> => {
  if (!supersedesId) return
  const older = await recordById(tx, QUALIFICATION, supersedesId)
  if (older?.crewMemberId === crewMemberId) return
  throw userError('NOT_FOUND', 'There is no such qualification of this crew member', ['input', 'supersedesId'])
}

export const qualifications = useCases(QUALIFICATION, CREW_MEMBER, {
  beforeWrite: async ({ tx, desk, parent, path, input, before, next }) => {
    if (before === null) {
      await refuseMoreQualifications(tx, parent.crewMemberId, [...path, 'crewMemberId'])
      await refuseOtherMembers(tx, next)
    }
    // qualificationSave may change the kind too.
    const kind = input.kind ?? next.kind
    const draft: Qualification = {
      ...UNWRITTEN,
      createdAt: await tx.now(),
      externalIdList: [],
      ...before,
      ...next,
      kind,
    }
    if (before && !input.externalIdList?.length && changedFields(before, draft).length === 0) return {}
    const supersededById = await settleOthers(tx, desk, parent, { id: next.qualificationId, next: draft })
    return { kind, supersededById }
  },
  afterWrite: async ({ tx, desk, parent, path, before, after }) => {
    if (after === null && before) await settleOthers(tx, desk, parent, { id: before.qualificationId, next: null })
    if (after?.version === before?.version) return { warningList: [] }
    return { warningList: await settlePapers(tx, desk, { crewMemberIds: [parent.crewMemberId], path }) }
  },
})

export interface QualificationSave {
  /** Absent for a new one. */
  readonly qualificationId?: Given<string>
  readonly input: InputOf<typeof QUALIFICATION_RECORD>
  readonly expectedVersion?: Given<number>
}

/** Adds a qualification, or changes one of the same crew member. */
export const saveQualification = async (tx: ViewTx, desk: Desk, asked: QualificationSave) => {
  const { qualificationId: id, input, expectedVersion } = asked
  if (!id) return qualifications.create(tx, desk, { input })
  const before = await recordById(tx, QUALIFICATION, id)
  if (before?.crewMemberId !== input.crewMemberId) {
    throw userError('NOT_FOUND', 'There is no such qualification of this crew member', ['qualificationId'])
  }
  if (typeof expectedVersion !== 'number') {
    throw userError('VALIDATION', 'To change a qualification, say which version you expect', ['expectedVersion'])
  }
  return qualifications.update(tx, desk, { id, input, expectedVersion })
}
