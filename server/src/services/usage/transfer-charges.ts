/**
 * What it costs to fetch a file by a link, or to send one: something to begin, and the rest by its bytes as they are
 * read. Whoever has spent their budget waits before the next one, as with queries (threats row 310).
 */
import { COST_TO_TRANSFER } from '../../domain/limits.ts'
import type { Payer } from '../principal.ts'
import type { CostBudget } from './cost-budget.ts'

export interface Transferring {
  readonly budget: CostBudget
  readonly payer: Payer
}

async function* charged<Part extends Uint8Array>(
  { budget, payer }: Transferring,
  parts: AsyncIterable<Part>,
  bytesForCost: number,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    budget.owe(payer, Math.ceil(part.byteLength / bytesForCost))
    yield part
  }
}

/** Refuses, before anything is read, who cannot pay for the beginning. */
export const paidParts = async <Part extends Uint8Array>(
  transferring: Transferring,
  parts: AsyncIterable<Part>,
  bytesForCost: number,
): Promise<AsyncIterable<Part>> => {
  await transferring.budget.spend(transferring.payer, COST_TO_TRANSFER)
  return charged(transferring, parts, bytesForCost)
}
