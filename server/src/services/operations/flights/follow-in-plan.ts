/**
 * Keeps the operational flight plan true to its flight (data §10.9): it is OUTDATED where the flight became another one
 * than it was computed for, and no longer ACCEPTED where somebody else became the commander.
 */
import { COMMANDER } from '../../../domain/operations/crew/crew.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { canBePlanned, type FlightPlan, outdatedBy } from '../../../domain/operations/flights/operational-plan.ts'
import { changedFields } from '../../../domain/versioned.ts'
import { type Warning, warning } from '../../../domain/warning.ts'
import { crewOfFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { FLIGHT_PLAN, lockLatestPlanOf } from '../../../storage/operations/flights/flight-plans.ts'
import { changeRecord } from '../../../storage/records.ts'
import { operatorSettings } from '../../../storage/tenancy/operator-settings.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { authorOf, type Desk } from '../desk.ts'

const PLANNED_BY = ['adepId', 'adesId', 'aircraftId', 'paxTotal', 'load'] as const

/** Who flies answers for the plan: what another commander said yes to is not theirs (ADR 219, threats row 429). */
const endAcceptance = async (all: ViewTx, desk: Desk, plan: FlightPlan): Promise<Warning[]> => {
  if (plan.status !== 'ACCEPTED') return []
  const crew = (await crewOfFlights(all, [plan.flightId])).get(plan.flightId) ?? []
  const commander = crew.find(({ position }) => position === COMMANDER)?.crewMemberId ?? null
  if (commander !== null && commander === plan.acceptance?.crewMemberId) return []
  await changeRecord(all, FLIGHT_PLAN, plan, { status: 'PLANNED', acceptance: null })
  const { address = null, requestId = null, principal } = desk
  const actor: Actor = { kind: principal.kind, id: authorOf(desk).id, address, requestId }
  await recordAudit(desk.world, all, actor, {
    action: 'flight-plan.acceptance-ended',
    subject: { kind: 'flight-plan', id: plan.flightPlanId },
    detail: { flight: plan.flightNo, revision: plan.revision, acceptedBy: plan.acceptance?.name ?? null },
  })
  const message = 'Another commander: the flight plan that the one before accepted is to be accepted again'
  return [warning('PLAN_NOT_ACCEPTED', message)]
}

export interface ChangedFlight {
  readonly before: Flight
  readonly after: Flight
  readonly hasOtherCrew: boolean
}

/** The flight is locked, and written: whoever reads its plan reads in the same state that it no longer fits. */
export const followInPlan = async (
  tx: ViewTx,
  desk: Desk,
  { before, after: flight, hasOtherCrew }: ChangedFlight,
): Promise<Warning[]> => {
  const changed = changedFields(before, flight)
  const isOtherwise = PLANNED_BY.some((field) => changed.includes(field))
  if (!canBePlanned(flight) || !(isOtherwise || hasOtherCrew)) return []
  const all = unrestricted(tx)
  const plan = await lockLatestPlanOf(all, flight.flightId)
  if (!plan || plan.status === 'SUPERSEDED') return []
  const outdatedList = isOtherwise ? outdatedBy(plan, flight, (await operatorSettings(tx)).planPayloadKg) : []
  if (outdatedList.length === 0) return hasOtherCrew ? endAcceptance(all, desk, plan) : []
  await changeRecord(all, FLIGHT_PLAN, plan, { status: 'OUTDATED', outdatedList })
  return []
}
