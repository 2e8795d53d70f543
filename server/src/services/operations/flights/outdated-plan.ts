/** Marks the operational flight plan of a flight that became another one than it was computed for (data §10.9). */
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { canBePlanned, outdatedBy } from '../../../domain/operations/flights/operational-plan.ts'
import { changedFields } from '../../../domain/versioned.ts'
import { FLIGHT_PLAN, lockLatestPlanOf } from '../../../storage/operations/flights/flight-plans.ts'
import { changeRecord } from '../../../storage/records.ts'
import { operatorSettings } from '../../../storage/tenancy/operator-settings.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'

const PLANNED_BY = ['adepId', 'adesId', 'aircraftId', 'paxTotal', 'load'] as const

/** The flight is locked, and written: whoever reads its plan reads in the same state that it no longer fits. */
export const outdatePlan = async (tx: ViewTx, before: Flight, flight: Flight): Promise<void> => {
  const changed = changedFields(before, flight)
  if (!canBePlanned(flight) || !PLANNED_BY.some((field) => changed.includes(field))) return
  const all = unrestricted(tx)
  const plan = await lockLatestPlanOf(all, flight.flightId)
  if (!plan || plan.status === 'SUPERSEDED') return
  const { planPayloadKg } = await operatorSettings(tx)
  const outdatedList = outdatedBy(plan, flight, planPayloadKg)
  if (outdatedList.length > 0) await changeRecord(all, FLIGHT_PLAN, plan, { status: 'OUTDATED', outdatedList })
}
