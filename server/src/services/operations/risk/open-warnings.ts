/** Every warning that is open for a flight now, and what keeps it from being released (data §4.7). */
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { blockWarnings, paxWarnings, rangeWarnings } from '../../../domain/operations/flights/flight-plan.ts'
import { isPlannable, MOVING } from '../../../domain/operations/flights/flight-status.ts'
import { delayWarnings } from '../../../domain/operations/movement/delay.ts'
import { fuelWarnings } from '../../../domain/operations/movement/fuel.ts'
import { impliedWarnings } from '../../../domain/operations/movement/implied-times.ts'
import { timeConflicts } from '../../../domain/operations/movement/time-report.ts'
import { optionWarnings, overlapWarnings, permitWarnings } from '../../../domain/operations/risk/aircraft-risk.ts'
import { dutyRisk } from '../../../domain/operations/risk/crew-risk.ts'
import { defectWarnings } from '../../../domain/operations/risk/defect-risk.ts'
import { maintenanceWarnings } from '../../../domain/operations/risk/maintenance-warning.ts'
import { type UserError, UserErrors } from '../../../domain/user-error.ts'
import { type Warning, warning } from '../../../domain/warning.ts'
import type { ViewReader } from '../../../storage/view.ts'
import type { ReferenceSnapshot } from '../../reference/reference-snapshot.ts'
import { eachInTurn } from '../../steps.ts'
import { conflictWarning } from '../movement/movement-warnings.ts'
import { openPassengerWarnings } from '../passengers/passenger-papers.ts'
import { contextOf, type FlightContext, riskOf } from './flight-context.ts'
import { crewWarnings, keepsFromRelease } from './readiness.ts'
import { rulesOf } from './rules.ts'

const planWarnings = (flight: Flight, context: FlightContext, reference: ReferenceSnapshot): Warning[] => {
  const aircraft = context.fleet.get(flight.aircraftId)
  const around = context.aircraftAround(flight)
  const defects = context.defectsAround(flight)
  const maintenance = context.maintenanceAround(flight)
  const crew = context.crews.get(flight.flightId) ?? []
  if (!aircraft) return []
  return [
    ...(flight.status === 'OPTION' ? [] : crewWarnings(reference, { aircraft, crew })),
    ...riskOf(flight, context),
    ...(around ? [...optionWarnings(flight, around.legs), ...permitWarnings(flight, around)] : []),
    ...(defects ? defectWarnings(flight, defects) : []),
    ...(maintenance ? maintenanceWarnings(flight, maintenance) : []),
    ...blockWarnings(flight, aircraft, context.rules, null),
    ...paxWarnings(flight, aircraft, ['paxCount']),
    ...rangeWarnings(flight, aircraft, ['ades']),
  ]
}

/** Of a flight that has left. */
const movementWarnings = (flight: Flight, context: FlightContext): Warning[] => {
  const around = context.aircraftAround(flight)
  const aircraft = context.fleet.get(flight.aircraftId)
  return [
    ...(flight.releasedAt === null && MOVING.includes(flight.status)
      ? [warning('FLIGHT_NOT_RELEASED', 'The flight left without having been released')]
      : []),
    ...impliedWarnings(flight.actual.impliedList, null),
    ...timeConflicts(flight.timeReportList).map(conflictWarning),
    ...fuelWarnings(flight.fuel, flight.fuelUpliftList),
    ...delayWarnings(flight.delayList, flight.offBlock, flight.actual.offBlock),
    ...(around ? overlapWarnings(flight, around.legs.legs) : []),
    ...context.crewAround(flight).flatMap((member) => dutyRisk(flight, member)),
    ...(aircraft ? paxWarnings(flight, aircraft, ['paxCount']) : []),
  ]
}

/** Paths of mutations mean nothing on a flight that is read. */
const withoutPath = (each: Warning): Warning => ({ ...each, path: null })

/** In a number of statements that does not grow with the flights. */
export const openWarnings = async (
  reader: ViewReader,
  reference: ReferenceSnapshot,
  flights: readonly Flight[],
): Promise<ReadonlyMap<string, Warning[]>> => {
  const standing = flights.filter(({ status }) => status !== 'CANCELLED')
  if (standing.length === 0) return new Map()
  const context = await contextOf(reader, reference, standing, await rulesOf(reader))
  const ofPassengers = await openPassengerWarnings(reader, standing)
  const open = new Map<string, Warning[]>()
  await eachInTurn(reader, standing, (flight) => {
    const found = isPlannable(flight.status)
      ? planWarnings(flight, context, reference)
      : movementWarnings(flight, context)
    open.set(flight.flightId, [...found, ...(ofPassengers.get(flight.flightId) ?? [])].map(withoutPath))
  })
  return open
}

const obstacle =
  (path: readonly string[]) =>
  ({ message }: Warning): UserError => ({ code: 'NOT_RELEASABLE', message, path })

/** Refuses a flight that may not be released, with one error for each reason; answers its other open warnings. */
export const refuseUnready = async (
  reader: ViewReader,
  reference: ReferenceSnapshot,
  flight: Flight,
  path: readonly string[],
): Promise<Warning[]> => {
  const found = (await openWarnings(reader, reference, [flight])).get(flight.flightId) ?? []
  const { releaseBlockList } = await rulesOf(reader)
  const keeps = (each: Warning) => keepsFromRelease(each) || releaseBlockList.includes(each.code)
  const errors = found.filter(keeps).map(obstacle(path))
  if (errors.length > 0) throw new UserErrors(errors)
  return found
}
