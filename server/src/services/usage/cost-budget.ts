/** The cost budget of requests: one bucket per application or key and tenant (access-model §7, §13). */
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

export const refuseUntilRefilled = (cost: number, left: number): void => {
  if (left >= cost) return
  throw new Failure('rate_limited', `This request costs ${cost} and ${left} are left: retry a little later`, {
    retryAfterSeconds: Math.max(1, Math.ceil((cost - left) / COST_REFILL_PER_SECOND)),
  })
}
