/** The commander accepts an operational flight plan, by a confirmation of exactly what stands in it (data §10.9). */
import type { FlightPlan } from '../../../domain/operations/flights/operational-plan.ts'
import { digestOfPlan } from '../../../domain/operations/logs/confirmation.ts'
import { userError } from '../../../domain/user-error.ts'
import { FLIGHT_PLAN } from '../../../storage/operations/flights/flight-plans.ts'
import { changeRecord, expectVersion, lockRecord, recordById } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import { type LockedFlight, lockFlight } from '../flights/flight-lock.ts'
import { commanderOf } from './sign-journey-log.ts'
import { useConfirmation } from './use-confirmation.ts'

export interface PlanToAccept {
  readonly flightPlanId: string
  readonly confirmationId: string
  readonly expectedVersion: number
}

interface LockedPlan {
  readonly locked: LockedFlight
  readonly plan: FlightPlan
}

/** The flight first, as everything that changes it or its plan does. Only what is PLANNED can be accepted. */
export const lockPlanToAccept = async (
  tx: ViewTx,
  flightPlanId: string,
  path: readonly string[],
): Promise<LockedPlan> => {
  const glimpse = await recordById(tx, FLIGHT_PLAN, flightPlanId)
  if (!glimpse) throw userError('NOT_FOUND', 'There is no such flight plan', path)
  const locked = await lockFlight(tx, glimpse.flightId, path)
  const plan = await lockRecord(tx, FLIGHT_PLAN, flightPlanId, path)
  if (plan.status === 'PLANNED') return { locked, plan }
  throw userError('ILLEGAL_TRANSITION', `The flight plan is ${plan.status}`, path)
}

export const acceptFlightPlan = async (
  tx: ViewTx,
  desk: Desk,
  { flightPlanId, confirmationId, expectedVersion }: PlanToAccept,
): Promise<{ readonly flightPlan: FlightPlan }> => {
  const { locked, plan } = await lockPlanToAccept(tx, flightPlanId, ['flightPlanId'])
  expectVersion(plan, expectedVersion)
  const acceptance = await useConfirmation(tx, desk, {
    confirmationId,
    purpose: 'FLIGHT_PLAN_ACCEPT',
    by: { crewMemberId: commanderOf(locked) },
    digest: digestOfPlan(plan),
  })
  return { flightPlan: await changeRecord(tx, FLIGHT_PLAN, plan, { status: 'ACCEPTED', acceptance }) }
}
