/**
 * A value that comes later, as the records of a batch do. Whatever waits for it goes on in the turn in which it comes,
 * one after the other: promises would take some turns for each record of a page. It can be awaited like a promise.
 */
import { isPromise } from 'graphql/jsutils/isPromise.js'

type Come<T> = (value: T) => void
type Failed = (reason: unknown) => void

export class Later<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Later'
  #state: 'awaited' | 'come' | 'failed' = 'awaited'
  #value: T | undefined
  #reason: unknown
  #waiting: (Come<T> | Failed)[] = []

  static of<T>(promise: PromiseLike<T>): Later<T> {
    const later = new Later<T>()
    promise.then(
      (value) => later.come(value),
      (reason: unknown) => later.fail(reason),
    )
    return later
  }

  /** The first of `come` and `fail` counts. */
  come(value: T): void {
    if (this.#state !== 'awaited') return
    this.#state = 'come'
    this.#value = value
    const waiting = this.#waiting
    this.#waiting = []
    for (let index = 0; index < waiting.length; index += 2) (waiting[index] as Come<T>)(value)
  }

  fail(reason: unknown): void {
    if (this.#state !== 'awaited') return
    this.#state = 'failed'
    this.#reason = reason
    const waiting = this.#waiting
    this.#waiting = []
    for (let index = 1; index < waiting.length; index += 2) (waiting[index] as Failed)(reason)
  }

  /** Neither may throw: it would keep the others from going on. */
  when(come: Come<T>, failed: Failed): void {
    if (this.#state === 'awaited') this.#waiting.push(come, failed)
    else if (this.#state === 'come') come(this.#value as T)
    else failed(this.#reason)
  }

  // biome-ignore lint/suspicious/noThenProperty: resolvers await what they load
  then<A = T, B = never>(
    come?: ((value: T) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return new Promise<T>((resolve, reject) => this.when(resolve, reject)).then(come, failed)
  }

  catch<B = never>(failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, failed)
  }

  finally(ended?: (() => void) | null): Promise<T> {
    return this.then().finally(ended)
  }
}

/** What a resolver returned that is not there yet, or null. */
export const laterOf = (value: object): Later<unknown> | null => {
  if (value instanceof Later) return value
  return isPromise(value) ? Later.of(value) : null
}

/** A result that is whole when all of its parts have come. It fails with the first part that fails. */
export class Gathering<R> {
  readonly #whole = new Later<R>()
  readonly #result: R
  #awaited = 0
  #isComplete = false
  #ended: (() => void) | null = null

  constructor(result: R) {
    this.#result = result
  }

  add<T>(part: Later<T>, come: Come<T>): void {
    this.#awaited++
    part.when(
      (value) => {
        come(value)
        this.#countDown()
      },
      (reason) => {
        this.#whole.fail(reason)
        this.#countDown()
      },
    )
  }

  /** No part is added any more. */
  whole(): Later<R> {
    this.#isComplete = true
    if (this.#awaited === 0) this.#whole.come(this.#result)
    return this.#whole
  }

  /** Fails when every part has come or failed, so that nothing runs on unobserved. */
  failWith(reason: unknown): Later<never> {
    const failed = new Later<never>()
    this.#ended = () => failed.fail(reason)
    if (this.#awaited === 0) this.#ended()
    return failed
  }

  #countDown(): void {
    if (--this.#awaited > 0) return
    if (this.#isComplete) this.#whole.come(this.#result)
    this.#ended?.()
  }
}
