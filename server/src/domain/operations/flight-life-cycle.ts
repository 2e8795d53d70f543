/**
 * The life cycle of a flight: one table of who may lead it from which state to which, and on what condition. The
 * mutations obey it, `docs/life-cycles.md` is generated from it, and a test tries every triple against it. What is
 * not here is an ILLEGAL_TRANSITION.
 */
import type { ActingAs } from './acting-as.ts'
import type { FlightStatus } from './flight.ts'

export type FlightCondition =
  | 'none'
  /** A commander is assigned, nobody's medical or rating is expired or missing, the aircraft is not grounded. */
  | 'ready'
  | 'reason'
  /** The aircraft's slot is still free. */
  | 'free-slot'
  | 'reported-time'
  | 'journey-log'

export interface FlightTransition {
  readonly from: FlightStatus
  readonly to: FlightStatus
  readonly actors: readonly ActingAs[]
  readonly condition: FlightCondition
  /** `report`: implied by the times that were reported; `set`: asked for by name. */
  readonly by: readonly ('set' | 'report')[]
}

const OPERATOR: readonly ActingAs[] = ['operator']
const CREW: readonly ActingAs[] = ['operator', 'flight-deck']

const set = (from: FlightStatus, to: FlightStatus, condition: FlightCondition = 'none'): FlightTransition => ({
  from,
  to,
  actors: OPERATOR,
  condition,
  by: ['set'],
})

const report = (from: FlightStatus, to: FlightStatus): FlightTransition => ({
  from,
  to,
  actors: CREW,
  condition: 'reported-time',
  by: ['report'],
})

export const FLIGHT_LIFE_CYCLE: readonly FlightTransition[] = [
  set('OPTION', 'CONFIRMED'),
  set('CONFIRMED', 'OPTION'),
  set('CONFIRMED', 'RELEASED', 'ready'),
  set('RELEASED', 'CONFIRMED'),
  report('RELEASED', 'OFF_BLOCK'),
  report('OFF_BLOCK', 'AIRBORNE'),
  report('AIRBORNE', 'LANDED'),
  report('LANDED', 'ON_BLOCK'),
  // Return to stand: the off-block time is taken back, by name or by reporting that there is none.
  { ...set('OFF_BLOCK', 'RELEASED'), actors: CREW, by: ['set', 'report'] },
  { ...set('ON_BLOCK', 'CLOSED', 'journey-log'), actors: CREW },
  set('CLOSED', 'ON_BLOCK', 'reason'),
  set('OPTION', 'CANCELLED', 'reason'),
  set('CONFIRMED', 'CANCELLED', 'reason'),
  set('RELEASED', 'CANCELLED', 'reason'),
  set('CANCELLED', 'OPTION', 'free-slot'),
]

export const CONDITION_TEXTS: Readonly<Record<FlightCondition, string>> = {
  none: '',
  ready:
    'a commander is assigned, no medical or rating of the crew is expired, no pilot lacks the type’s, the aircraft is active',
  reason: 'a reason is given',
  'free-slot': 'the aircraft is still free at that time',
  'reported-time': 'implied by a reported time',
  'journey-log': 'the journey log is signed',
}

/** The row that allows this step to this actor, if there is one. */
export const flightTransition = (
  from: FlightStatus,
  to: FlightStatus,
  actor: ActingAs,
  by: 'set' | 'report',
): FlightTransition | undefined =>
  FLIGHT_LIFE_CYCLE.find(
    (row) => row.from === from && row.to === to && row.by.includes(by) && row.actors.includes(actor),
  )
