/**
 * Counts the work on one request that a client decides on: reading its document, planning it, fitting its variables,
 * writing its errors (ADR 85). Whatever walks a document or variables does so by these loops, which count before they
 * begin; the linter refuses others there. Beyond the allowance the request is refused before anything of it runs, and
 * what was counted is charged in any case (threats row 122).
 *
 * A step is the work on one node of a document or one value, a fifth of a microsecond once the code is warm. Work that
 * takes longer counts as several.
 */
import { Failure } from '../domain/failure.ts'
import { MAX_BYTES_KEPT_PER_REQUEST, MAX_WORK_STEPS, MIN_REFUSAL_COST, WORK_STEPS_PER_COST } from '../domain/limits.ts'

export class WorkMeter {
  #steps = 0
  #bytes = 0
  #paid = 0
  #paidForBody = 0
  #isRefused = false

  get steps(): number {
    return this.#steps
  }

  /** What is held on to because of this request. */
  get bytes(): number {
    return this.#bytes
  }

  /** What was counted costs so much more than was paid for it before; a refusal costs at least 1 more. */
  get unpaidCost(): number {
    const unpaid = Math.floor(this.#steps / WORK_STEPS_PER_COST) - this.#paid
    return Math.max(unpaid, this.#isRefused ? Math.max(1, MIN_REFUSAL_COST - this.#paid) : 0)
  }

  /** What the work before the request ran costs altogether, with what was paid for reading its body. */
  get cost(): number {
    return this.#paidForBody + this.#paid + this.unpaidCost
  }

  /** Notes that so much was charged in advance for the work to come. */
  pay(cost: number): void {
    this.#paid += cost
  }

  payForBody(cost: number): void {
    this.#paidForBody += cost
  }

  refused(): void {
    this.#isRefused = true
  }

  /** Counts and refuses nothing: for what is told after the operation ran, whose size has a bound of its own. */
  count(steps: number): void {
    this.#steps += steps
  }

  step(steps = 1): void {
    this.#steps += steps
    if (this.#steps <= MAX_WORK_STEPS) return
    throw new Failure(
      'limit_exceeded',
      `Reading this request takes more than ${MAX_WORK_STEPS} steps of work: ask for less in one request, or send long values as variables`,
    )
  }

  keep(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= MAX_BYTES_KEPT_PER_REQUEST) return
    throw new Failure(
      'limit_exceeded',
      `This request takes more than ${MAX_BYTES_KEPT_PER_REQUEST} bytes of memory before it runs: ask for less in one request`,
    )
  }

  /** The same list, counted as read: `for (const node of meter.over(nodes))`. */
  over<T>(list: readonly T[] | undefined, stepsEach = 1): readonly T[] {
    if (list === undefined) return []
    this.step(list.length * stepsEach)
    return list
  }

  /** The same for a set or a map. */
  members<T>(set: Iterable<T> & { readonly size: number }): Iterable<T> {
    this.step(set.size)
    return set
  }

  map<T, U>(list: readonly T[] | undefined, make: (item: T, index: number) => U): U[] {
    return this.over(list).map(make)
  }

  every<T>(list: readonly T[] | undefined, holds: (item: T) => boolean): boolean {
    return this.over(list).every(holds)
  }

  find<T>(list: readonly T[] | undefined, isIt: (item: T) => boolean): T | undefined {
    return this.over(list).find(isIt)
  }

  filter<T, U extends T = T>(
    list: readonly T[] | undefined,
    isIn: ((item: T) => item is U) | ((item: T) => boolean),
  ): U[] {
    return this.over(list).filter(isIn) as U[]
  }

  sorted<T>(list: readonly T[] | undefined, keyOf: (item: T) => string): readonly T[] {
    return [...this.over(list)].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  }

  /** The names of the members of an object that was sent. */
  keysOf(object: object): readonly string[] {
    return this.over(Object.keys(object))
  }
}
