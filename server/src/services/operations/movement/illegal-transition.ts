/** The refusal of a step that the life cycle does not have, or not for this actor. */
import type { FlightStatus } from '../../../domain/operations/flights/flight.ts'
import { type UserErrors, userError } from '../../../domain/user-error.ts'
import { toReaders } from '../../../domain/wording.ts'

export const illegalTransition = (from: FlightStatus, to: FlightStatus, path: readonly string[]): UserErrors =>
  userError(
    'ILLEGAL_TRANSITION',
    toReaders(
      'flight:read',
      `You cannot lead a flight from ${from} to ${to} this way`,
      `You cannot lead the flight to ${to} this way from where it is`,
    ),
    path,
  )
