/** Crew members. */
import { type Problem, textProblems } from '../problem.ts'
import { enumeration } from '../records/field.ts'
import type { Versioned } from '../versioned.ts'
import type { RatingPeriod } from './qualification.ts'
import { birthDateProblems, nationalityProblems, shapeProblems } from './written-text.ts'

export const CREW_POSITIONS = ['CPT', 'FO', 'RELIEF', 'FA', 'ENG', 'OBS'] as const
export type CrewPosition = (typeof CREW_POSITIONS)[number]

/** The commander of a flight. */
export const COMMANDER: CrewPosition = 'CPT'

export const SEXES = ['F', 'M', 'X'] as const
/** As in a travel document. */
export type Sex = (typeof SEXES)[number]

export const SEX = enumeration('Sex', SEXES, 'As in the travel document.')

/** What an operator says of a crew member. */
export interface CrewMemberDetails {
  readonly code: string
  readonly name: string
  readonly surname: string
  readonly positionList: readonly CrewPosition[]
  readonly baseId: string
  readonly isActive: boolean
  /** The user whose own records these are; null for crew who do not sign in. */
  readonly userId: string | null
  readonly dateOfBirth: string | null
  readonly nationality: string | null
  readonly sex: Sex | null
}

export interface CrewMember extends CrewMemberDetails, Versioned {
  readonly crewMemberId: string
  /** Codes of the ratings that the member has or had, for searches. */
  readonly typeRatingList: readonly string[]
  readonly ratingPeriods: readonly RatingPeriod[]
}

const CODE = /^[A-Z0-9]{2,6}$/

/** Everything that is wrong with the details, each with the input field it concerns; `today` in UTC. */
export const crewMemberProblems = (member: CrewMemberDetails, today: string): Problem[] => [
  ...shapeProblems(['code'], member.code, CODE, 'A crew code has 2 to 6 capital letters and digits, e.g. WEB'),
  ...textProblems(['name'], member.name, { most: 100, required: true }),
  ...textProblems(['surname'], member.surname, { most: 100, required: true }),
  ...(member.positionList.length > 0 ? [] : [{ path: ['positionList'], message: 'Name at least one position' }]),
  ...birthDateProblems(['dateOfBirth'], member.dateOfBirth, today),
  ...nationalityProblems(['nationality'], member.nationality),
]
