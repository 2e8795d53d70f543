/**
 * What it costs to fetch a file by a link: something to begin, and the rest by its bytes as they are read. Whoever has
 * spent their budget waits before the next one, as with queries (threats row 310).
 */
import { COST_TO_FETCH } from '../../domain/limits.ts'
import type { Payer } from '../principal.ts'
import type { CostBudget } from './cost-budget.ts'

export interface Fetching {
  readonly budget: CostBudget
  readonly payer: Payer
}

async function* charged(
  { budget, payer }: Fetching,
  parts: AsyncIterable<Uint8Array>,
  bytesForCost: number,
): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    budget.owe(payer, Math.ceil(part.byteLength / bytesForCost))
    yield part
  }
}

/** Refuses, before anything is read, who cannot pay for the beginning. */
export const paidParts = async (
  fetching: Fetching,
  parts: AsyncIterable<Uint8Array>,
  bytesForCost: number,
): Promise<AsyncIterable<Uint8Array>> => {
  await fetching.budget.spend(fetching.payer, COST_TO_FETCH)
  return charged(fetching, parts, bytesForCost)
}
