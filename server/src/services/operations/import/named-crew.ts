/** Finds the crew members whom the lines of a file name by their codes or ids, and locks them as every change does. */
import type { Problem } from '../../../domain/problem.ts'
import { columnsOf } from '../../../storage/columns.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import { oneOf } from '../../../storage/record-kind.ts'
import { selectRecords } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { lockCrew } from '../crew/roster.ts'
import { code, text } from './cells.ts'
import type { FileField, LineInput, ReadLine } from './import-kind.ts'

/** How a line names a crew member. */
export const CREW_CODE: FileField = {
  read: code,
  label: 'Crew code',
  headings:
    'crew, code, crew member, short code, 3lc, three letter code, Besatzung, Kürzel, Dreilettercode, équipage, trigramme, sigle, equipaggio, sigla, codice',
}

export const CREW_MEMBER_ID: FileField = { read: text, label: 'Crew member, by its id', headings: '' }

export interface NamedMember {
  /** Undefined where nobody is named, or nobody has that code. */
  readonly crewMemberId: string | undefined
  readonly problems: readonly Problem[]
}

const CODES = columnsOf(CREW_MEMBER, 'crewMemberId', 'code')

const texts = (values: readonly unknown[]): string[] => values.filter((value) => typeof value === 'string')

export type CrewNames = (line: LineInput) => NamedMember

/** The ids of all members whom the lines name, and how each line is read. */
export const namedCrew = async (
  tx: ViewTx,
  lines: readonly ReadLine[],
): Promise<{ readonly ids: readonly string[]; readonly memberOf: CrewNames }> => {
  const codes = [...new Set(texts(lines.map(({ input }) => input.crewCode)))]
  const given = [...new Set(texts(lines.map(({ input }) => input.crewMemberId)))]
  const byCode = await selectRecords(tx, CREW_MEMBER, { columns: CODES, where: [oneOf('crew_member.code', codes)] })
  const byId = await selectRecords(tx, CREW_MEMBER, {
    columns: CODES,
    where: [oneOf('crew_member.crew_member_id', given)],
  })
  const idOf = new Map(byCode.map((member) => [member.code, member.crewMemberId]))
  const known = new Set(byId.map(({ crewMemberId }) => crewMemberId))
  return {
    ids: [...new Set([...idOf.values(), ...known])],
    memberOf: ({ crewMemberId, crewCode }) => {
      if (typeof crewMemberId === 'string') {
        if (known.has(crewMemberId)) return { crewMemberId, problems: [] }
        const message = `There is no crew member with the id ${crewMemberId}`
        return { crewMemberId: undefined, problems: [{ path: ['crewMemberId'], message }] }
      }
      if (typeof crewCode !== 'string') return { crewMemberId: undefined, problems: [] }
      const found = idOf.get(crewCode)
      const message = `There is no crew member ${crewCode}`
      return { crewMemberId: found, problems: found === undefined ? [{ path: ['crewCode'], message }] : [] }
    },
  }
}

/** As `namedCrew`, with all of them locked: what belongs to a crew member is written under that lock. */
export const lockNamedCrew = async (tx: ViewTx, lines: readonly ReadLine[]): Promise<CrewNames> => {
  const { ids, memberOf } = await namedCrew(tx, lines)
  await lockCrew(tx, ids)
  return memberOf
}
