/**
 * The cost budget of requests: one bucket per application or key and tenant (access-model §7, §13), and one for all of a
 * provider's sandbox (portals row 73).
 */
import { Failure } from '../../domain/failure.ts'
import { COST_REFILL_PER_SECOND } from '../../domain/limits.ts'
import type { Principal } from '../principal.ts'

export interface CostBudget {
  /** Takes the cost and returns what remains, or refuses with the time after which it would fit. */
  spend(principal: Principal, cost: number): number | Promise<number>
  /**
   * Takes a cost that is known only after the work is done. The bucket may go below zero, and later requests wait
   * until it has refilled.
   */
  owe(principal: Principal, cost: number): void
}

const OWN_BUDGET = 'retry a little later'
const SHARED_BUDGET = 'all applications and keys of this sandbox share one budget, so retry a little later'

export const refuseUntilRefilled = ({ payer, actorKey }: Principal, cost: number, left: number): void => {
  if (left >= cost) return
  const advice = payer === actorKey ? OWN_BUDGET : SHARED_BUDGET
  throw new Failure('rate_limited', `This request costs ${cost} and ${left} are left: ${advice}`, {
    retryAfterSeconds: Math.max(1, Math.ceil((cost - left) / COST_REFILL_PER_SECOND)),
  })
}
