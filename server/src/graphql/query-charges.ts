/**
 * What a request is charged beside the cost of its operation: the work before execution, in proportion to the size of
 * the request, and results beyond the estimate. A refused request costs at least 1.
 */
import { BODY_COST_PER_KILOBYTE, DOCUMENT_TOKENS_PER_COST } from '../domain/limits.ts'
import type { Principal } from '../services/principal.ts'
import type { CostBudget } from '../services/usage/cost-budget.ts'

const KILOBYTE = 1024

export class QueryCharges {
  readonly #budget: CostBudget

  constructor(budget: CostBudget) {
    this.#budget = budget
  }

  /** Takes the cost and returns what remains, or refuses. */
  spend(principal: Principal, cost: number): number | Promise<number> {
    return this.#budget.spend(principal, cost)
  }

  /** Takes the cost of lists that were longer than estimated; the request is answered all the same. */
  owe(principal: Principal, cost: number): void {
    this.#budget.owe(principal, cost)
  }

  /** Null if the body is small enough to be free. */
  chargeBody(principal: Principal, bytes: number): Promise<void> | null {
    const cost = Math.floor(bytes / KILOBYTE) * BODY_COST_PER_KILOBYTE
    return cost === 0 ? null : this.#charge(principal, cost)
  }

  chargeDocument(principal: Principal, tokens: number): Promise<void> {
    return this.#charge(principal, Math.floor(tokens / DOCUMENT_TOKENS_PER_COST))
  }

  chargeRefusal(principal: Principal): Promise<void> {
    return this.#charge(principal, 1)
  }

  async #charge(principal: Principal, cost: number): Promise<void> {
    if (cost > 0) await this.#budget.spend(principal, cost)
  }
}
