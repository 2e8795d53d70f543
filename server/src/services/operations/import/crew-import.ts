/**
 * Imports crew members, their qualifications and their duties. A file may name the crew member by code. The same
 * qualification or duty in a later file is a change of it, also where no other system has an id for it.
 */

import { fragment } from '../../../storage/engines/fragment.ts'
import { CREW_MEMBER, QUALIFICATION } from '../../../storage/operations/crew/crew-members.ts'
import { DUTY } from '../../../storage/operations/crew/duties.ts'
import { lockNames } from '../../../storage/operations/name-lock.ts'
import type { Condition } from '../../../storage/record-kind.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { crewMembers } from '../crew/crew-members.ts'
import { duties } from '../crew/duties.ts'
import { qualifications } from '../crew/qualifications.ts'
import type { Desk } from '../desk.ts'
import { describedImport, type Opened } from './described-import.ts'
import type { LineInput, ReadLine } from './import-kind.ts'
import { CREW_CODE, lockNamedCrew } from './named-crew.ts'

export const CREW_IMPORT = describedImport(CREW_MEMBER, crewMembers, {
  knownBy: 'code',
  begin: async (tx) => {
    await lockNames(tx, 'crew_member')
    return {}
  },
})

const withMember = async (tx: ViewTx, _desk: Desk, lines: readonly ReadLine[]): Promise<Opened> => {
  const memberOf = await lockNamedCrew(tx, lines)
  return {
    resolve: ({ crewCode, ...line }) => {
      const { crewMemberId, problems } = memberOf({ ...line, crewCode })
      return { input: crewMemberId === undefined ? line : { ...line, crewMemberId }, problems }
    },
  }
}

const ofMember = {
  columns: { crewCode: CREW_CODE },
  instead: { crewMemberId: 'crewCode' },
  begin: withMember,
}

/** A person has one paper of a kind and name that begins on a day. */
const sameQualification = ({ crewMemberId, kind, label, validFrom }: LineInput): Condition[] | null =>
  [crewMemberId, kind, label, validFrom].every((part) => typeof part === 'string')
    ? [
        fragment`qualification.crew_member_id = ${crewMemberId as string}`,
        fragment`qualification.kind = ${kind as string}`,
        fragment`qualification.label = ${label as string}`,
        fragment`qualification.valid_from = ${validFrom as string}`,
      ]
    : null

/** Those that follow from flights are not a file's to change. */
const sameDuty = ({ crewMemberId, kind, startAt }: LineInput): Condition[] | null =>
  typeof crewMemberId === 'string' && typeof kind === 'string' && typeof startAt === 'number'
    ? [
        fragment`duty.crew_member_id = ${crewMemberId}`,
        fragment`duty.kind = ${kind}`,
        fragment`duty.start_at = ${startAt}`,
        fragment`duty.entered is not null`,
      ]
    : null

export const QUALIFICATION_IMPORT = describedImport(QUALIFICATION, qualifications, {
  ...ofMember,
  sameAs: sameQualification,
})

export const DUTY_IMPORT = describedImport(DUTY, duties, { ...ofMember, sameAs: sameDuty })
