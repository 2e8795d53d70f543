/** Records reports of times, delays, fuel and diversions; the flight's status follows from the times. */
import { DAY_MS } from '../../../domain/interval.ts'
import { actingAs } from '../../../domain/operations/acting-as.ts'
import { type Flight, landingProblems, paxProblems } from '../../../domain/operations/flights/flight.ts'
import { isAfterTakeOff } from '../../../domain/operations/flights/flight-status.ts'
import { type Delay, delayProblems } from '../../../domain/operations/movement/delay.ts'
import { type FuelRecord, fuelProblems, mergedFuel } from '../../../domain/operations/movement/fuel.ts'
import { densityProblems } from '../../../domain/operations/movement/fuel-uplift.ts'
import { estimatesAfterReturn, returnWarning } from '../../../domain/operations/movement/return-to-stand.ts'
import { overlapWarnings } from '../../../domain/operations/risk/aircraft-risk.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import type { Warning } from '../../../domain/warning.ts'
import { toReaders } from '../../../domain/wording.ts'
import { legsOfAircraft } from '../../../storage/operations/flights/legs.ts'
import { expectVersion } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { airportOf } from '../../reference/airport-code.ts'
import { authorOf, type Desk, type Given } from '../desk.ts'
import { type FlightChange, writeFlight } from '../flights/flight-change.ts'
import { lockFlight } from '../flights/flight-lock.ts'
import { aboutItsTimes, refuseBeyondVisit } from '../handling/provider-reports.ts'
import { rulesOf } from '../risk/rules.ts'
import { type MovementReport, sourceOf } from './movement-input.ts'
import { refuseEstimates, statusAfter, timesAfter } from './movement-times.ts'
import { movementWarnings } from './movement-warnings.ts'

/** An absent value keeps the earlier report; null deletes it. */
const kept = <T>(given: Given<T>, before: T | null): T | null => (given === undefined ? before : given)

const delaysOf = (input: MovementReport, before: Flight): readonly Delay[] => {
  if (input.delayList === null) return []
  return input.delayList?.map(({ code, minutes, note }) => ({ code, minutes, note: note ?? null })) ?? before.delayList
}

const fuelOf = (input: MovementReport, before: Flight): FuelRecord | null => {
  if (input.fuel === undefined) return before.fuel
  if (input.fuel === null) return null
  refuseProblems(densityProblems(['fuel', 'densityKgPerLitre'], input.fuel.densityKgPerLitre), ['input'])
  const fuel = mergedFuel(before.fuel, input.fuel)
  if (fuel !== 'density-needed') return fuel
  const message = `The fuel of this flight is kept in another kind of unit than ${input.fuel.unit}: give densityKgPerLitre`
  throw userError('VALIDATION', message, ['input', 'fuel', 'densityKgPerLitre'])
}

/** Taking the take-off back also takes the diversion back. */
const divertedToOf = (desk: Desk, input: MovementReport, after: Flight): string | null => {
  const path = ['input', 'divertedTo']
  if (!isAfterTakeOff(after.status)) {
    if (typeof input.divertedTo !== 'string') return null
    throw userError('VALIDATION', 'A flight is diverted once it is airborne: report its take-off first', path)
  }
  if (typeof input.divertedTo !== 'string') return kept(input.divertedTo, after.divertedToId)
  const { airportId } = airportOf(desk.reference, input.divertedTo, path)
  if (airportId !== after.adesId) return airportId
  throw userError('VALIDATION', 'This is where the flight was going: null takes a diversion back', path)
}

const refuseCancelled = (before: Flight): void => {
  if (before.status !== 'CANCELLED') return
  const rest = 'nothing is reported of it'
  const message = toReaders('flight:read', `The flight is CANCELLED: ${rest}`, `The flight is not open: ${rest}`)
  throw userError('LOCKED', message, ['input', 'flightId'])
}

const AROUND_MS = 4 * DAY_MS

/** Other flights of the aircraft that were under way at the same time; a fact is never refused for it (data §5.1). */
const overlaps = async (tx: ViewTx, flight: Flight): Promise<Warning[]> => {
  if (flight.actual.offBlock === null) return []
  const around = { from: flight.offBlock - AROUND_MS, to: flight.onBlock + AROUND_MS }
  const legs = await legsOfAircraft(unrestricted(tx), [flight.aircraftId], around)
  const found = overlapWarnings(flight, legs.get(flight.aircraftId) ?? [])
  return found.map((each) => ({ ...each, path: ['input'] }))
}

/** Without an expected version the last report wins. */
export const reportMovement = async (
  tx: ViewTx,
  desk: Desk,
  input: MovementReport,
  expectedVersion: number | null,
): Promise<FlightChange> => {
  const locked = await lockFlight(tx, input.flightId, ['input', 'flightId'])
  const { flight: before } = locked
  if (expectedVersion !== null) expectVersion(before, expectedVersion)
  refuseCancelled(before)
  const actor = actingAs(desk.principal)
  if (actor === 'provider') await refuseBeyondVisit(tx, before, input)
  const now = await tx.now()
  const source = sourceOf(actor, input.source)
  const times = timesAfter(before, input, {
    source,
    reportedAt: now,
    by: authorOf(desk),
    taxi: await rulesOf(tx),
    now,
    aircraft: locked.aircraft,
  })
  const { timeReportList, actual, returned } = times
  const known = returned ? { ...before, ...estimatesAfterReturn(before, returned) } : before
  const moved: Flight = {
    ...known,
    timeReportList,
    actual,
    status: statusAfter(before, actual, actor),
    estimatedOffBlock: kept(input.estimatedOffBlock, known.estimatedOffBlock),
    estimatedOnBlock: kept(input.estimatedOnBlock, known.estimatedOnBlock),
    targetOffBlock: kept(input.targetOffBlock, before.targetOffBlock),
    calculatedTakeOff: kept(input.calculatedTakeOff, before.calculatedTakeOff),
    delayList: delaysOf(input, before),
    fuel: fuelOf(input, before),
    paxTotal: input.paxAboard ?? before.paxTotal,
    landingCount: kept(input.landingCount, before.landingCount),
  }
  const after: Flight = { ...moved, divertedToId: divertedToOf(desk, input, moved) }
  refuseEstimates(input, after)
  refuseProblems(
    [
      ...delayProblems(after.delayList),
      ...fuelProblems(after.fuel),
      ...paxProblems(after, 'paxAboard'),
      ...landingProblems(after),
    ],
    ['input'],
  )
  const needsReason = actor === 'flight-deck' && times.isTakenBack
  const { flight, warningList } = await writeFlight(tx, desk, locked, {
    after,
    reason: input.reason ?? null,
    reasonPath: ['input', 'reason'],
    needsReason,
    path: ['input'],
    returned: returned?.reports ?? [],
  })
  const own = [
    ...(returned ? [returnWarning(returned)] : []),
    ...movementWarnings(before, flight, locked.aircraft, input),
  ]
  const all = [...own, ...(await overlaps(tx, flight)), ...warningList]
  return { flight, warningList: actor === 'provider' ? aboutItsTimes(all) : all }
}
