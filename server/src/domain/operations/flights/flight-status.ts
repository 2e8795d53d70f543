/** The states of a flight. flight-life-cycle.ts says who may lead it from one to another. */
export const FLIGHT_STATUSES = [
  'OPTION',
  'CONFIRMED',
  'RELEASED',
  'OFF_BLOCK',
  'AIRBORNE',
  'LANDED',
  'ON_BLOCK',
  'CLOSED',
  'CANCELLED',
] as const
export type FlightStatus = (typeof FLIGHT_STATUSES)[number]

/** States in which the plan can still change; reported times are facts. */
export const isPlannable = (status: FlightStatus): boolean =>
  status === 'OPTION' || status === 'CONFIRMED' || status === 'RELEASED'

/** Keeps others from its aircraft from block to block, as planned; options stand beside one another (data §5.1). */
export const excludesOthers = (status: FlightStatus): boolean => status !== 'CANCELLED' && status !== 'OPTION'

/** The states that reported times imply, in the order of the events. */
export const MOVING: readonly FlightStatus[] = ['OFF_BLOCK', 'AIRBORNE', 'LANDED', 'ON_BLOCK']

/** From take-off on, a flight can have landed elsewhere than planned. */
export const isAfterTakeOff = (status: FlightStatus): boolean =>
  status === 'AIRBORNE' || status === 'LANDED' || status === 'ON_BLOCK' || status === 'CLOSED'

/** It has left its stand: what is true of it from then on is told by its journey log. */
export const hasLeft = (status: FlightStatus): boolean => MOVING.includes(status) || status === 'CLOSED'
