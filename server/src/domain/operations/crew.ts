/** Crew members and their qualifications. */
import { type Problem, textProblems } from '../problem.ts'
import type { Versioned } from '../versioned.ts'

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
