/**
 * Demo and sandbox data: a whole operator, made up the same way for the same seed and as-of time, on every host. What
 * can be derived is derived: crews follow from tours, duties from crews, hours from flights. Everything here is pure
 * but `write.ts`, which puts the outcome into a store.
 *
 * Chance that can be repeated: a generator that gives the same numbers for the same seed.
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

  /** A generator of its own for a part, so that one part's length does not change the next. */
  part(name: string): Seeded {
    return new Seeded(`${this.#seed}/${name}`)
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `least` to `most`, both included. */
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

  /** The next id of a kind: unique, and the same every time. */
  id(prefix: string): string {
    const count = (this.#counts.get(prefix) ?? 0) + 1
    this.#counts.set(prefix, count)
    return `${prefix}_${hash('sha256', `${this.#seed}/${prefix}/${count}`, 'hex').slice(0, 20)}`
  }
}
