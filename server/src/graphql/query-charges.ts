/**
 * What a request is charged beside the cost of its operation: the work before execution, in proportion to the size of
 * the request, and results beyond the estimate. A refused request costs at least 1.
 */
import { LRUCache } from 'lru-cache'
import { BODY_COST_PER_KILOBYTE, COST_PER_REQUEST, DOCUMENT_TOKENS_PER_COST } from '../domain/limits.ts'
import type { Principal } from '../services/principal.ts'
import type { CostBudget } from '../services/usage/cost-budget.ts'

const MAX_DEBTORS = 10_000
const KILOBYTE = 1024

export class QueryCharges {
  readonly #budget: CostBudget
  /** Costs of earlier requests that are not paid yet. */
  readonly #debts = new LRUCache<string, number>({ max: MAX_DEBTORS })

  constructor(budget: CostBudget) {
    this.#budget = budget
  }

  /** Takes the cost and the debt and returns what remains, or refuses. */
  spend(principal: Principal, cost: number): number | Promise<number> {
    const debt = this.#debts.get(principal.bucketKey)
    if (debt === undefined) return this.#budget.spend(principal, cost)
    return this.#spendOwed(principal, cost, debt)
  }

  async #spendOwed(principal: Principal, cost: number, debt: number): Promise<number> {
    const remaining = await this.#budget.spend(principal, cost + debt)
    this.#debts.delete(principal.bucketKey)
    return remaining
  }

  /**
   * Adds a debt for lists that were longer than estimated: the next request pays it, up to the maximum cost of one
   * request.
   */
  owe({ bucketKey }: Principal, cost: number): void {
    this.#debts.set(bucketKey, Math.min(COST_PER_REQUEST, cost + (this.#debts.get(bucketKey) ?? 0)))
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
    if (cost > 0) await this.spend(principal, cost)
  }
}
