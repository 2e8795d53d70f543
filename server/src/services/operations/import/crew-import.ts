/** Imports crew members. */
import { CREW_POSITIONS, SEXES } from '../../../domain/operations/crew.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew-members.ts'
import { lockNames } from '../../../storage/operations/name-lock.ts'
import { type CrewMemberInput, createCrewMember, updateCrewMember } from '../crew-members.ts'
import { code, day, listOf, oneOf, text, truth } from './cells.ts'
import { CREW_HEADINGS } from './heading-words.ts'
import { type ImportKind, knownRecord, outcomeOf, refuseMissing } from './import-kind.ts'

export const CREW_IMPORT: ImportKind = {
  record: CREW_MEMBER,
  columns: {
    code,
    name: text,
    surname: text,
    positionList: listOf(CREW_POSITIONS),
    base: code,
    isActive: truth,
    userId: text,
    dateOfBirth: day,
    nationality: code,
    sex: oneOf(SEXES),
  },
  headings: CREW_HEADINGS,
  required: ['code', 'name', 'surname', 'positionList', 'base'],
  begin: (tx) => lockNames(tx, 'crew_member'),
  write: async (tx, desk, line) => {
    const before = await knownRecord(tx, CREW_MEMBER, line)
    if (before) {
      const { crewMemberId, version } = before
      const { crewMember } = await updateCrewMember(tx, desk, { crewMemberId, input: line, expectedVersion: version })
      return outcomeOf(before, crewMember)
    }
    refuseMissing(line, CREW_IMPORT.required)
    const { crewMember } = await createCrewMember(tx, desk, line as unknown as CrewMemberInput)
    return outcomeOf(before, crewMember)
  },
}
