/**
 * Demo and sandbox data: a whole operator, generated identically for the same seed and as-of time on every host. Data
 * is derived where possible: crews from tours, duties from crews, hours from flights. Everything here is pure except
 * `write.ts`, which writes the result to a store.
 *
 * A random generator that gives the same numbers for the same seed.
 */
import { hash } from 'node:crypto'

export class Seeded {
  readonly #seed: string
  #state: number
  readonly #counts = new Map<string, number>()

  constructor(seed: string) {
    this.#seed = seed
    this.#state = Number.parseInt(hash('sha256', seed, 'hex').slice(0, 8), 16)
  }

  /** A separate generator for a part, so that changing one part does not change the next. */
  part(name: string): Seeded {
    return new Seeded(`${this.#seed}/${name}`)
  }

  /** At least 0 and below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** An integer from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.next() * list.length)]
    if (item === undefined) throw new Error('There is nothing to pick from')
    return item
  }

  /** The next id of a kind: unique and reproducible. */
  id(prefix: string): string {
    const count = (this.#counts.get(prefix) ?? 0) + 1
    this.#counts.set(prefix, count)
    return `${prefix}_${hash('sha256', `${this.#seed}/${prefix}/${count}`, 'hex').slice(0, 20)}`
  }
}
