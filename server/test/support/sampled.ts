/**
 * What is generated over everything (every node with every scope, every field with every hostile text) is tried whole by
 * `npm test -- --all` and where somebody names the file. `npm test` tries a part, which the seed of the run chooses; it
 * prints the seed, and `AIRSIDE_TEST_SEED=<seed> npm test` tries the same part again (ADR 254).
 */
import { hashOf, SeededRandom } from './seeded-random.ts'

const seed = process.env.AIRSIDE_TEST_SEED
export const isPart = seed !== undefined

let asked = 0

/** One of so many, in their order: all of them in a whole run. */
export const someOf = <T>(all: readonly T[], oneOf: number): readonly T[] => {
  if (seed === undefined) return all
  const random = new SeededRandom(hashOf(`${seed} ${asked++}`))
  const ranks = all.map(() => random.next())
  const last = ranks.toSorted((a, b) => a - b)[Math.ceil(all.length / oneOf) - 1] ?? 0
  return all.filter((_, index) => (ranks[index] as number) <= last)
}

/** How often something random is tried. */
export const tries = (whole: number, oneOf: number): number => (isPart ? Math.ceil(whole / oneOf) : whole)
