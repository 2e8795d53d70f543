/** What the aircraft of a flight puts at risk: where it is, when it comes, whether it may fly (data §4.5). */
import { overlaps } from '../../interval.ts'
import type { Versioned } from '../../versioned.ts'
import { MAX_TOLD, type Subject, subject, type Warning, warning } from '../../warning.ts'
import { toReaders } from '../../wording.ts'
import type { Aircraft } from '../fleet/aircraft.ts'
import { permits } from '../fleet/permit-to-fly.ts'
import type { Unavailability } from '../fleet/unavailability.ts'
import { expectedOffBlock, expectedOnBlock } from '../movement/expected-times.ts'
import type { TaxiMinutes } from '../movement/implied-times.ts'
import { beginsElsewhere, type Leg, overlapsInFact, type Timeline } from './timeline.ts'

export interface AircraftSurroundings {
  readonly aircraft: Pick<Aircraft, 'status'>
  /** The aircraft's legs around the flight, and the last one before those. */
  readonly legs: Timeline
  /** Only AOG and MAINTENANCE, which may overlap flights. */
  readonly blocks: readonly Omit<Unavailability, keyof Versioned>[]
  readonly taxi: TaxiMinutes
}

type Blocked = Pick<AircraftSurroundings, 'blocks' | 'taxi'>

const subjectOf = ({ flightId, flightNo }: Leg): readonly Subject[] => [subject('FLIGHT', flightId, flightNo)]

const blocksOver = (leg: Leg, { blocks, taxi }: Blocked) => {
  const flown = { from: expectedOffBlock(leg), to: expectedOnBlock(leg, taxi) }
  return blocks.filter((block) => overlaps(block, flown))
}

/** What lets the flight go although the aircraft is grounded. */
export const permitWarnings = (leg: Leg, around: Blocked): Warning[] =>
  blocksOver(leg, around)
    .filter((block) => permits(block, leg))
    .slice(0, MAX_TOLD)
    .map(({ unavailabilityId, permitAuthority, permitNumber, permitConditions }) => {
      const conditions = permitConditions === null ? '' : `: ${permitConditions}`
      const full = `${leg.flightNo} flies under the permit ${permitNumber} of ${permitAuthority}${conditions}`
      const message = toReaders(['flight:read', 'aircraft:read'], full, 'The flight goes under a permit to fly')
      return warning('PERMIT_TO_FLY', message, null, [...subjectOf(leg), subject('UNAVAILABILITY', unavailabilityId)])
    })

/** True if the aircraft is out of service altogether; a grounding for some days follows from its blocks instead. */
const isOut = ({ status }: Pick<Aircraft, 'status'>): boolean => status === 'SOLD' || status === 'STORED'

const inactiveWarnings = (leg: Leg, around: AircraftSurroundings): Warning[] => {
  const block = blocksOver(leg, around).find((each) => !permits(each, leg))
  if (!block && !isOut(around.aircraft)) return []
  const full = `The aircraft of ${leg.flightNo} is ${block?.reason ?? around.aircraft.status} then`
  const message = toReaders(['flight:read', 'aircraft:read'], full, 'The aircraft is not active then')
  return [warning('AIRCRAFT_NOT_ACTIVE', message, null, subjectOf(leg))]
}

const rivalWarning = (leg: Leg, rival: Leg): Warning => {
  const isTaken = rival.status !== 'OPTION'
  const full = `${leg.flightNo} is an option on the aircraft while ${rival.flightNo} is ${isTaken ? 'planned' : 'one'} too`
  const general = isTaken
    ? 'The aircraft of an option is planned for another flight at that time'
    : 'The aircraft has another option at that time'
  return warning('OPTION_OVERLAP', toReaders('flight:read', full, general), null, [
    ...subjectOf(leg),
    ...subjectOf(rival),
  ])
}

/** Of an option: whose time its aircraft has another option, or was given to a flight that goes (data §5.1). */
const rivalWarnings = (leg: Leg, legs: Timeline, isTaken: boolean): Warning[] =>
  leg.status === 'OPTION'
    ? legs
        .rivalsOf(leg, ({ status }) => (status !== 'OPTION') === isTaken, MAX_TOLD)
        .map((rival) => rivalWarning(leg, rival))
    : []

/** Beside another option; one of them will be flown. */
export const optionWarnings = (leg: Leg, legs: Timeline): Warning[] => rivalWarnings(leg, legs, false)

const lateWarnings = (leg: Leg, { legs }: AircraftSurroundings): Warning[] => {
  const late = legs.lateBefore(leg, 'decided')
  if (!late) return []
  const message = toReaders(
    'flight:read',
    `The aircraft arrives with ${late.flightNo} after ${leg.flightNo} is to leave`,
    'The aircraft arrives after its next flight is planned to leave',
  )
  return [warning('AIRCRAFT_LATE', message, null, subjectOf(leg))]
}

const gapWarnings = (leg: Leg, { legs }: AircraftSurroundings): Warning[] => {
  const before = legs.before(leg, 'decided')
  if (!beginsElsewhere(leg, before)) return []
  const message = toReaders(
    'flight:read',
    `${leg.flightNo} begins elsewhere than ${before.flightNo} ends`,
    'A flight begins elsewhere than the one before it ends',
  )
  return [warning('POSITION_GAP', message, null, subjectOf(leg))]
}

export const aircraftRisk = (leg: Leg, around: AircraftSurroundings): Warning[] => [
  ...inactiveWarnings(leg, around),
  ...rivalWarnings(leg, around.legs, true),
  ...lateWarnings(leg, around),
  ...gapWarnings(leg, around),
]

/** Reported times of two flights of one aircraft that cannot both be true. */
export const overlapWarnings = (leg: Leg, legs: readonly Leg[]): Warning[] =>
  legs
    .filter((other) => overlapsInFact(leg, other))
    .slice(0, MAX_TOLD)
    .map((other) => {
      const full = `${leg.flightNo} and ${other.flightNo} of one aircraft were under way at once`
      const message = toReaders('flight:read', full, 'Two flights of one aircraft were under way at once')
      return warning('ACTUAL_OVERLAP', message, null, [...subjectOf(leg), ...subjectOf(other)])
    })
