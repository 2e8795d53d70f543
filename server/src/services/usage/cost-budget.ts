/**
 * The cost budget of requests: one bucket per application or key and tenant (access-model §7, §13), and one for all of a
 * provider's sandbox (portals row 73).
 */
import { Failure } from '../../domain/failure.ts'
import { COST_REFILL_PER_SECOND } from '../../domain/limits.ts'
import type { Payer } from '../principal.ts'

export interface CostBudget {
  /** Takes the cost and returns what remains, or refuses with the time after which it would fit. */
  spend(principal: Payer, cost: number): number | Promise<number>
  /**
   * Takes a cost that is known only after the work is done. The bucket may go below zero, and later requests wait
   * until it has refilled.
   */
  owe(principal: Payer, cost: number): void
}

const SHARED_BUDGET = 'all applications and keys of this sandbox share one budget, so '

export const refuseUntilRefilled = ({ payer, actorKey }: Payer, cost: number, left: number): void => {
  if (left >= cost) return
  const whose = payer === actorKey ? '' : SHARED_BUDGET
  const retryAfterSeconds = Math.max(1, Math.ceil((cost - left) / COST_REFILL_PER_SECOND))
  const message = `This request costs ${cost} and ${left} are left: ${whose}retry in ${retryAfterSeconds} s`
  throw new Failure('rate_limited', message, { retryAfterSeconds })
}
