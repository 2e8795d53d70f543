/** Crew members, what they may do, and until when. */
import { type Problem, textProblems } from './problem.ts'
import type { Versioned } from './versioned.ts'
import { type Warning, warning } from './warning.ts'

export const CREW_POSITIONS = ['CPT', 'FO', 'RELIEF', 'FA', 'ENG', 'OBS'] as const
export type CrewPosition = (typeof CREW_POSITIONS)[number]

/** The commander of a flight. */
export const COMMANDER: CrewPosition = 'CPT'

export interface CrewMember extends Versioned {
  readonly crewMemberId: string
  readonly code: string
  readonly name: string
  readonly surname: string
  readonly positionList: readonly CrewPosition[]
  readonly baseId: string
  /** Designators of the types that the member's ratings name. */
  readonly typeRatingList: readonly string[]
  readonly isActive: boolean
  /** The user whose own records these are. */
  readonly userId: string | null
}

export const QUALIFICATION_KINDS = [
  'LICENCE',
  'TYPE_RATING',
  'INSTRUMENT',
  'MEDICAL',
  'LPC',
  'OPC',
  'LINE_CHECK',
  'LANGUAGE',
  'DG_CRM',
  'PASSPORT',
  'VISA',
  'OTHER',
] as const
export type QualificationKind = (typeof QUALIFICATION_KINDS)[number]

export interface Qualification extends Versioned {
  readonly qualificationId: string
  readonly crewMemberId: string
  readonly kind: QualificationKind
  readonly label: string
  readonly number: string | null
  readonly validFrom: string
  readonly validTo: string | null
}

export const qualificationProblems = (qualification: Qualification): Problem[] => [
  ...textProblems(['label'], qualification.label, { most: 100, required: true }),
  ...textProblems(['number'], qualification.number, { most: 60 }),
  ...(qualification.validTo !== null && qualification.validTo < qualification.validFrom
    ? [{ path: ['validTo'], message: 'validTo must not be before validFrom' }]
    : []),
]

/** Without these nobody flies; of the ratings, the one for the aircraft's type. */
const NEEDED_TO_FLY = new Set<QualificationKind>(['LICENCE', 'INSTRUMENT', 'MEDICAL', 'TYPE_RATING'])
const EXPIRING_DAYS = 30

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const concerns = ({ kind, label }: Qualification, typeDesignator: string): boolean =>
  NEEDED_TO_FLY.has(kind) && (kind !== 'TYPE_RATING' || label === typeDesignator)

/** Of each kind and label the one that lasts longest: a renewal leaves the old one in the list. */
const latest = (list: readonly Qualification[]): Qualification[] => {
  const found = new Map<string, Qualification>()
  for (const item of list) {
    const key = `${item.kind} ${item.label}`
    const known = found.get(key)
    if (!known || (known.validTo ?? '9999') < (item.validTo ?? '9999')) found.set(key, item)
  }
  return [...found.values()]
}

/** What a member's papers say about a flight at this time: expired blocks RELEASED, both warn on assignment (invariant 4). */
export const qualificationWarnings = (
  member: Pick<CrewMember, 'code'>,
  qualifications: readonly Qualification[],
  typeDesignator: string,
  at: number,
  path: readonly string[],
): Warning[] => {
  const day = dayOf(at)
  const soon = dayOf(at + EXPIRING_DAYS * 86_400_000)
  return latest(qualifications.filter((item) => concerns(item, typeDesignator))).flatMap(({ kind, label, validTo }) => {
    if (validTo === null || validTo >= soon) return []
    const code = validTo < day ? 'QUALIFICATION_EXPIRED' : 'QUALIFICATION_EXPIRING'
    return [warning(code, `${member.code}: ${kind} ${label} is valid to ${validTo}`, path)]
  })
}
