/** The four times of a flight that count: those that were reported, and those that the others imply (data §4.1). */

export const MOVEMENT_EVENTS = ['OFF_BLOCK', 'TAKE_OFF', 'LANDING', 'ON_BLOCK'] as const
export type MovementEvent = (typeof MOVEMENT_EVENTS)[number]

export const EVENT_FIELDS = {
  OFF_BLOCK: 'offBlock',
  TAKE_OFF: 'takeOff',
  LANDING: 'landing',
  ON_BLOCK: 'onBlock',
} as const satisfies Record<MovementEvent, string>

export type EventField = (typeof EVENT_FIELDS)[MovementEvent]

export type ReportedTimes = Readonly<Record<EventField, number | null>>

export interface MovementTimes extends ReportedTimes {
  /** Those that nobody reported. */
  readonly impliedList: readonly MovementEvent[]
}

export const NO_TIMES: ReportedTimes = { offBlock: null, takeOff: null, landing: null, onBlock: null }
export const NO_MOVEMENT: MovementTimes = { ...NO_TIMES, impliedList: [] }
