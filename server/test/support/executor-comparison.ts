/** Compares many random documents of the real schema with the execution of graphql-js. */
import { OperationCache } from '../../src/graphql/operation/operation-cache.ts'
import { hostileText } from './hostile-text.ts'
import { randomDocument } from './random-document.ts'
import { assertSameExecution, type Outcome } from './same-execution.ts'
import { SeededRandom } from './seeded-random.ts'
import { seededSchema } from './seeded-schema.ts'

/** Literals alone, variables alone, and both. */
const SHARES = [0, 1, 0.4]
const RUNS = [1, 2, 2, 10]

export type Outcomes = Record<Outcome, number>

export interface ComparisonRequest {
  readonly firstSeed: number
  readonly documents: number
  readonly isHostile: boolean
}

/** Throws at the first difference, with the seed and the text. */
export const compareExecutions = async ({ firstSeed, documents, isHostile }: ComparisonRequest): Promise<Outcomes> => {
  const schema = seededSchema()
  const cache = new OperationCache(schema)
  const outcomes: Outcomes = { answered: 0, refused: 0, 'beyond limits': 0 }
  for (let at = 0; at < documents; at++) {
    const seed = firstSeed + at
    // Every other document has the structure of the one before it, and other values.
    const seeds = { structure: seed >> 1, values: seed * 7 + 1 }
    const made = randomDocument(schema, seeds, SHARES[(seed >> 1) % SHARES.length] ?? 0)
    const document = isHostile ? { ...made, text: hostileText(made.text, new SeededRandom(seed)) } : made
    try {
      outcomes[await assertSameExecution(schema, cache, document, RUNS[seed % RUNS.length] ?? 1)]++
    } catch (error) {
      throw new Error(`Seed ${seed}: ${document.text}\n${JSON.stringify(document.variables)}`, { cause: error })
    }
  }
  return outcomes
}
