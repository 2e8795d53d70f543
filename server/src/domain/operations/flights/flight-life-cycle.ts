/**
 * The life cycle of a flight: one table of who may lead it from which state to which, and on what condition. The
 * mutations obey it, `docs/life-cycles.md` is generated from it, and a test tries every triple against it. What is
 * not here is an ILLEGAL_TRANSITION.
 */
import type { ActingAs } from '../acting-as.ts'
import { type FlightStatus, MOVING } from './flight-status.ts'

export type FlightCondition =
  | 'none'
  /** Nothing keeps it from being released (NOT_RELEASABLE). */
  | 'ready'
  | 'reason'
  /** The aircraft's slot is still free. */
  | 'free-slot'
  | 'reported-time'
  /** A time is taken back or another one counts; the flight deck says why. */
  | 'taken-back'

/** `report`: implied by the times that were reported; `set` and `close`: asked for by name. */
export type SteppedBy = 'set' | 'close' | 'report'

export interface FlightTransition {
  readonly from: FlightStatus
  readonly to: FlightStatus
  readonly actors: readonly ActingAs[]
  readonly condition: FlightCondition
  readonly by: readonly SteppedBy[]
}

const OPERATOR: readonly ActingAs[] = ['operator']
const CREW: readonly ActingAs[] = ['operator', 'flight-deck']
/** Who stands beside the aircraft sees it leave its stand and come to it. */
const GROUND: readonly ActingAs[] = [...CREW, 'provider']

const isOnBlocks = (status: FlightStatus): boolean => status === 'OFF_BLOCK' || status === 'ON_BLOCK'

const set = (from: FlightStatus, to: FlightStatus, condition: FlightCondition = 'none'): FlightTransition => ({
  from,
  to,
  actors: OPERATOR,
  condition,
  by: ['set'],
})

const report = (from: FlightStatus, to: FlightStatus, condition: FlightCondition): FlightTransition => ({
  from,
  to,
  actors: isOnBlocks(condition === 'taken-back' ? from : to) ? GROUND : CREW,
  condition,
  by: ['report'],
})

/** Times come out of order and with gaps: a flight goes at once to the state that its times imply. */
const forward: readonly FlightTransition[] = (['CONFIRMED', 'RELEASED', ...MOVING] as const).flatMap((from) =>
  MOVING.slice(MOVING.indexOf(from) + 1).map((to) => report(from, to, 'reported-time')),
)

const backward: readonly FlightTransition[] = MOVING.flatMap((from, index) =>
  (['CONFIRMED', 'RELEASED', ...MOVING.slice(0, index)] as const).map((to) => report(from, to, 'taken-back')),
)

export const FLIGHT_LIFE_CYCLE: readonly FlightTransition[] = [
  set('OPTION', 'CONFIRMED', 'free-slot'),
  set('CONFIRMED', 'OPTION'),
  set('CONFIRMED', 'RELEASED', 'ready'),
  set('RELEASED', 'CONFIRMED'),
  ...forward,
  ...backward,
  // Return to stand by name: the off-block time is taken back.
  set('OFF_BLOCK', 'RELEASED'),
  { ...set('ON_BLOCK', 'CLOSED'), by: ['set', 'close'] },
  { ...set('ON_BLOCK', 'CLOSED'), actors: ['flight-deck'], by: ['close'] },
  set('CLOSED', 'ON_BLOCK', 'reason'),
  set('OPTION', 'CANCELLED', 'reason'),
  set('CONFIRMED', 'CANCELLED', 'reason'),
  set('RELEASED', 'CANCELLED', 'reason'),
  set('CANCELLED', 'OPTION', 'free-slot'),
]

export const CONDITION_TEXTS: Readonly<Record<FlightCondition, string>> = {
  none: '',
  ready: 'nothing keeps it from being released (`NOT_RELEASABLE`)',
  reason: 'a reason is given',
  'free-slot': 'the aircraft is still free at that time',
  'reported-time': 'implied by the times',
  'taken-back': 'implied by the times that are left; the flight deck gives a reason',
}

/** The row that allows this step to this actor, if there is one. */
export const flightTransition = (
  from: FlightStatus,
  to: FlightStatus,
  actor: ActingAs,
  by: SteppedBy,
): FlightTransition | undefined =>
  FLIGHT_LIFE_CYCLE.find(
    (row) => row.from === from && row.to === to && row.by.includes(by) && row.actors.includes(actor),
  )
