/**
 * Lets few jobs run at once; those that wait take turns by tenant. A file operation on a disk that does not answer keeps a thread of the process for as long,
 * and there are four: sign-in must always find one (threats row 388).
 */
import { RoundRobin } from '../engines/turns/round-robin.ts'

export class FewAtOnce {
  readonly #most: number
  readonly #patienceMs: number
  readonly #waiting = new RoundRobin<() => void>()
  #running = 0

  constructor({ most, patienceMs }: { readonly most: number; readonly patienceMs: number }) {
    this.#most = most
    this.#patienceMs = patienceMs
  }

  /** Throws where its turn does not come in time; one that must be done `evenLate` is then done when it comes. */
  run<T>(tenantId: string, job: () => Promise<T>, { evenLate = false } = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        this.#running++
        void job()
          .then(resolve, reject)
          .finally(() => this.#end())
      }
      if (this.#running < this.#most) return start()
      const timer = setTimeout(() => {
        if (!evenLate) this.#waiting.remove(tenantId, turn)
        reject(new Error(`none of ${this.#most} jobs ended within ${this.#patienceMs / 1000} s`))
      }, this.#patienceMs)
      const turn = (): void => {
        clearTimeout(timer)
        start()
      }
      this.#waiting.add(tenantId, turn)
    })
  }

  #end(): void {
    this.#running--
    this.#waiting.next()?.()
  }
}
