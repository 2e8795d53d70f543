/**
 * The members of one object or list that are still under way. They are counted down instead of gathered by
 * `Promise.all`, which makes several promises per member: on a nested page that was a third of the processor time.
 * An error is told only once everything under way has ended, so that nothing runs on unseen.
 */
export class Pending {
  #count = 0
  #answer: unknown
  #failure: { readonly thrown: unknown } | null = null
  #settle: { readonly resolve: (answer: unknown) => void; readonly reject: (thrown: unknown) => void } | null = null

  add(member: Promise<unknown>, put: (answered: unknown) => void): void {
    this.#count++
    member.then(
      (answered) => {
        put(answered)
        this.#ended()
      },
      (thrown: unknown) => {
        this.#failure ??= { thrown }
        this.#ended()
      },
    )
  }

  /** The answer itself where nothing is under way, else a promise of it. */
  answer(answer: unknown): unknown {
    if (this.#count === 0) return answer
    this.#answer = answer
    return this.#whenEnded()
  }

  /** For an error that was thrown while members were being started. */
  fail(thrown: unknown): unknown {
    if (this.#count === 0) throw thrown
    this.#failure ??= { thrown }
    return this.#whenEnded()
  }

  #whenEnded(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
  }

  #ended(): void {
    this.#count--
    if (this.#count > 0 || this.#settle === null) return
    if (this.#failure === null) this.#settle.resolve(this.#answer)
    else this.#settle.reject(this.#failure.thrown)
  }
}
