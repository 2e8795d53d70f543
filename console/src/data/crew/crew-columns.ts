/** The crew table's columns: what each is ordered by, and what the CSV holds. */

import type { Column } from '../../parts/table.tsx'
import type { CsvColumn } from '../../text/csv.ts'
import type { CrewMember } from './crew-queries.ts'

export const CREW_TABLE: readonly Column[] = [
  { name: 'Person', sort: 'name' },
  { name: 'Positions', sort: 'position' },
  { name: 'Type ratings', sort: 'ratings' },
  { name: 'Base', sort: 'base' },
  { name: 'Next to end', sort: 'end' },
]

/** The first paper to end. */
export const nextToEnd = ({ qualificationList }: CrewMember): { label: string; validTo: string } | undefined =>
  qualificationList
    .flatMap(({ label, validTo }) => (validTo === null ? [] : [{ label, validTo }]))
    .sort((a, b) => a.validTo.localeCompare(b.validTo))[0]

export const CREW_ORDERS: Readonly<Record<string, (member: CrewMember) => string | number | null>> = {
  name: ({ surname, name }) => `${surname} ${name}`,
  position: ({ positionList }) => positionList.join(' '),
  ratings: ({ typeRatingList }) => typeRatingList.join(' ') || null,
  base: ({ base }) => base.iCAO ?? base.name,
  end: (member) => nextToEnd(member)?.validTo ?? null,
}

export const CREW_CSV: readonly CsvColumn<CrewMember>[] = [
  { name: 'crewMemberId', of: ({ crewMemberId }) => crewMemberId },
  { name: 'code', of: ({ code }) => code },
  { name: 'name', of: ({ name }) => name },
  { name: 'surname', of: ({ surname }) => surname },
  { name: 'positions', of: ({ positionList }) => positionList.join(' ') },
  { name: 'typeRatings', of: ({ typeRatingList }) => typeRatingList.join(' ') },
  { name: 'base', of: ({ base }) => base.iCAO ?? base.name },
  { name: 'isActive', of: ({ isActive }) => isActive },
  { name: 'nextToEnd', of: (member) => nextToEnd(member)?.label },
  { name: 'nextToEndOn', of: (member) => nextToEnd(member)?.validTo },
]
