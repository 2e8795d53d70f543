/**
 * What a request is charged beside the cost of its operation: the work before execution, in proportion to the size of
 * the request, and results beyond the estimate. A refused request costs too (ADR 109).
 */
import {
  ANSWER_COST_PER_KILOBYTE,
  BODY_COST_PER_KILOBYTE,
  DOCUMENT_TOKENS_PER_COST,
  NEW_DOCUMENT_COST,
} from '../domain/limits.ts'
import type { Principal } from '../services/principal.ts'
import type { CostBudget } from '../services/usage/cost-budget.ts'
import type { LookedThrough } from '../storage/counted-search.ts'
import type { WorkMeter } from './work-meter.ts'

const KILOBYTE = 1024

interface AnswerSize {
  readonly objects: number
  readonly characters: number
  readonly paid: number
}

interface Broken {
  readonly principal: Principal
  readonly looked: LookedThrough
  readonly objects: number
  readonly characters: number
  readonly paid: number
}

export class QueryCharges {
  readonly #budget: CostBudget

  constructor(budget: CostBudget) {
    this.#budget = budget
  }

  /** Takes the cost and returns what remains, or refuses. */
  spend(principal: Principal, cost: number): number | Promise<number> {
    return this.#budget.spend(principal, cost)
  }

  /**
   * Takes what an answer cost beyond what was paid before it was known: each object costs 1, or each kilobyte where
   * that is more. The request is answered all the same. Returns what it took.
   */
  oweForAnswer(principal: Principal, { objects, characters, paid }: AnswerSize): number {
    const cost = Math.max(objects, Math.floor((characters / KILOBYTE) * ANSWER_COST_PER_KILOBYTE))
    const beyond = Math.max(0, cost - paid)
    if (beyond > 0) this.#budget.owe(principal, beyond)
    return beyond
  }

  /** Takes what the searches of a request cost beside what they found, and returns it (threats row 97). */
  oweForSearches(principal: Principal, looked: LookedThrough, paid: number): number {
    const cost = looked.costBeyond(paid)
    if (cost > 0) this.#budget.owe(principal, cost)
    return cost
  }

  /** Takes what a request cost that was broken off while it ran: nothing of it is answered, and it was read (threats row 383). */
  oweForBroken({ principal, looked, objects, characters, paid }: Broken): void {
    this.oweForSearches(principal, looked, paid)
    this.oweForAnswer(principal, { objects, characters, paid })
  }

  /** Takes what the work before execution cost beyond what was paid for it, whatever became of the request. */
  oweForWork(principal: Principal, work: WorkMeter): void {
    const cost = work.unpaidCost
    if (cost > 0) this.#budget.owe(principal, cost)
  }

  /** Null if the body is small enough to be free. */
  chargeBody(principal: Principal, bytes: number, work: WorkMeter): Promise<void> | null {
    const cost = Math.floor(bytes / KILOBYTE) * BODY_COST_PER_KILOBYTE
    return cost === 0 ? null : this.#charge(principal, cost).then(() => work.payForBody(cost))
  }

  /** Before a document is parsed, so that one who cannot pay is refused without the work. */
  async chargeDocument(principal: Principal, tokens: number, work: WorkMeter): Promise<void> {
    const cost = NEW_DOCUMENT_COST + Math.floor(tokens / DOCUMENT_TOKENS_PER_COST)
    await this.#charge(principal, cost)
    work.pay(cost)
  }

  async #charge(principal: Principal, cost: number): Promise<void> {
    await this.#budget.spend(principal, cost)
  }
}
