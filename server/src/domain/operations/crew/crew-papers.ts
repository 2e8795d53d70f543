/** Checks the licences, ratings and medicals of a crew for one flight (data §4.9). */
import { DAY_MS } from '../../interval.ts'
import type { AircraftTypeRecord } from '../../reference/aircraft-type.ts'
import type { TypeRatings } from '../../reference/type-rating.ts'
import { subject, type Warning, type WarningCode, warning } from '../../warning.ts'
import { toReaders } from '../../wording.ts'
import type { Flight } from '../flights/flight.ts'
import type { CrewMember, CrewPosition } from './crew.ts'
import {
  countingOn,
  coversClass,
  type MedicalClass,
  type Qualification,
  type QualificationKind,
  ratesFor,
} from './qualification.ts'

/** Positions that need a rating for the aircraft's type. */
export const PILOTS: ReadonlySet<CrewPosition> = new Set(['CPT', 'FO', 'RELIEF'])

/** Kinds without which a flight is not released; of the ratings, the one for the aircraft's type. */
const NEEDED_TO_FLY = new Set<QualificationKind>(['LICENCE', 'INSTRUMENT', 'MEDICAL', 'TYPE_RATING'])
const EXPIRING_DAYS = 30

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

type FlownType = Pick<AircraftTypeRecord, 'iCAO' | 'engineType' | 'species'>

/** One member in one position on one flight. */
export interface Assignment {
  readonly member: Pick<CrewMember, 'crewMemberId' | 'code'>
  readonly position: CrewPosition
  readonly type: FlownType
  readonly ratings: TypeRatings
  readonly medicalClassMin: MedicalClass
  /** Checks that the operator asks of a pilot as well. */
  readonly requiredCheckList: readonly QualificationKind[]
  readonly flight: Pick<Flight, 'flightId' | 'flightNo' | 'onBlock'>
}

const concerns = (item: Qualification, { position, type, ratings, requiredCheckList }: Assignment): boolean =>
  item.kind === 'TYPE_RATING'
    ? ratesFor(item, type.iCAO, ratings)
    : NEEDED_TO_FLY.has(item.kind) || (PILOTS.has(position) && requiredCheckList.includes(item.kind))

const lacksRating = ({ position, type, ratings }: Assignment, held: readonly Qualification[]): boolean =>
  PILOTS.has(position) && ratings.codeForType(type) !== null && !held.some(({ kind }) => kind === 'TYPE_RATING')

/** A pilot flies with a licence, a medical of the class that the operator asks for, and the checks that it asks for. */
const lacking = (assignment: Assignment, held: readonly Qualification[]): string[] => {
  const { position, medicalClassMin, requiredCheckList } = assignment
  if (!PILOTS.has(position)) return []
  const hasMedical = held.some((item) => item.kind === 'MEDICAL' && coversClass(item, medicalClassMin))
  return [
    ...(held.some(({ kind }) => kind === 'LICENCE') ? [] : ['LICENCE']),
    ...(hasMedical ? [] : [`MEDICAL ${medicalClassMin}`]),
    ...requiredCheckList.filter((check) => !held.some(({ kind }) => kind === check)),
  ]
}

/**
 * What a member's papers say about a flight: expired or missing blocks RELEASED, all warn on assignment (data §4.7).
 * A pilot who never had the rating is no more able to fly than one whose rating ended.
 */
export const qualificationWarnings = (
  assignment: Assignment,
  qualifications: readonly Qualification[],
  path: readonly string[],
): Warning[] => {
  const { member, flight, type, ratings } = assignment
  const day = dayOf(flight.onBlock)
  const soon = dayOf(flight.onBlock + EXPIRING_DAYS * DAY_MS)
  const held = countingOn(qualifications, day, ratings).filter((item) => concerns(item, assignment))
  const about = [
    subject('FLIGHT', flight.flightId, flight.flightNo),
    subject('CREW_MEMBER', member.crewMemberId, member.code),
  ]
  const tell = (code: WarningCode, full: string, general: string) =>
    warning(code, toReaders('crew:read', `${member.code}: ${full}`, general), path, about)
  const ending = held.flatMap(({ kind, label, validTo }) => {
    if (validTo === null || validTo >= soon) return []
    const full = `${kind} ${label} is valid to ${validTo}`
    return validTo < day
      ? [tell('QUALIFICATION_EXPIRED', full, 'A licence, medical or rating of the crew is expired')]
      : [tell('QUALIFICATION_EXPIRING', full, 'A licence, medical or rating of the crew expires soon')]
  })
  const missing = [
    ...(lacksRating(assignment, held) ? [`no TYPE_RATING ${ratings.codeForType(type)}`] : []),
    ...lacking(assignment, held).map((what) => `no ${what}`),
  ]
  const general = 'A pilot lacks the rating for the type, a licence or a medical'
  return [...ending, ...missing.map((full) => tell('QUALIFICATION_MISSING', full, general))]
}

/** Whether this warning keeps a flight from being released. */
export const keepsFromFlying = ({ code }: Warning): boolean =>
  code === 'QUALIFICATION_EXPIRED' || code === 'QUALIFICATION_MISSING'
