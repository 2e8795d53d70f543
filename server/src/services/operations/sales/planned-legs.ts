/** The legs of a quote: as the operator plans them, or as the search would. */
import { toMinute } from '../../../domain/interval.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import { scheduleBoundProblems } from '../../../domain/operations/movement/plausibility.ts'
import type { PlannedLeg } from '../../../domain/operations/sales/availability.ts'
import type { CharterRequest } from '../../../domain/operations/sales/charter-request.ts'
import { MAX_PLANNED_LEGS } from '../../../domain/operations/sales/sales-limits.ts'
import { blockTimeMs, distanceNm } from '../../../domain/reference/great-circle.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { airportOf } from '../../reference/airport-code.ts'
import type { ReferenceSnapshot } from '../../reference/reference-snapshot.ts'
import type { Desk, Given } from '../desk.ts'
import { planFor } from './availability.ts'

export interface PlannedLegInput {
  readonly adep: string
  readonly ades: string
  readonly offBlock: number
  readonly onBlock?: Given<number>
  readonly isPositioning?: Given<boolean>
}

type Path = readonly string[]

const PATH: Path = ['input', 'legList']

const plannedLeg = (
  reference: ReferenceSnapshot,
  { cruiseKt }: Aircraft,
  given: PlannedLegInput,
  path: Path,
): PlannedLeg => {
  const adep = airportOf(reference, given.adep, [...path, 'adep'])
  const ades = airportOf(reference, given.ades, [...path, 'ades'])
  const distance = distanceNm(adep, ades)
  const offBlock = toMinute(given.offBlock)
  return {
    adepId: adep.airportId,
    adesId: ades.airportId,
    offBlock,
    onBlock: toMinute(given.onBlock ?? offBlock + blockTimeMs(distance, cruiseKt)),
    distanceNm: distance,
    isPositioning: given.isPositioning ?? false,
  }
}

/** Each leg ends after it begins, and before the next begins; the first is still ahead. */
const refuseDisorder = (legs: readonly PlannedLeg[], now: number): void => {
  for (const [index, { offBlock, onBlock }] of legs.entries()) {
    const path = [...PATH, String(index)]
    refuseProblems(scheduleBoundProblems({ offBlock, onBlock }, now), path)
    if (onBlock <= offBlock) throw userError('TIME_ORDER', 'onBlock must be after offBlock', [...path, 'onBlock'])
    if (offBlock < (legs[index - 1]?.onBlock ?? now)) {
      throw userError('TIME_ORDER', 'A leg begins in the future, after the one before has ended', [...path, 'offBlock'])
    }
  }
  if (legs.every(({ isPositioning }) => isPositioning)) {
    throw userError('VALIDATION', 'One leg at least is not for positioning', PATH)
  }
}

export const plannedLegs = async (
  tx: ViewTx,
  { reference }: Pick<Desk, 'reference'>,
  { aircraft, request }: { readonly aircraft: Aircraft; readonly request: CharterRequest },
  given: Given<readonly PlannedLegInput[]>,
): Promise<readonly PlannedLeg[]> => {
  if (!given) {
    const plan = await planFor(tx, reference, aircraft, request.legList)
    if (plan) return plan.legs
    throw userError('VALIDATION', 'The aircraft cannot fly this between its other flights: say the legs', PATH)
  }
  if (given.length < 1 || given.length > MAX_PLANNED_LEGS) {
    throw userError('VALIDATION', `A quote has 1 to ${MAX_PLANNED_LEGS} legs`, PATH)
  }
  const legs = given.map((leg, index) => plannedLeg(reference, aircraft, leg, [...PATH, String(index)]))
  refuseDisorder(legs, await tx.now())
  return legs
}
