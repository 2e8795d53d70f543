/**
 * One task in flight, shared by all callers that ask for it meanwhile. A caller that aborts leaves the others waiting;
 * the task is aborted when no caller is left.
 */

interface Flight<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiting: number
}

export class SharedTask<T> {
  #flight: Flight<T> | null = null

  join(start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const flight = this.#flight ?? this.#begin(start)
    flight.waiting++
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        reject(signal?.reason)
        this.#left(flight)
      }
      signal?.addEventListener('abort', leave, { once: true })
      flight.result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })
  }

  #begin(start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController()
    const flight = { controller, waiting: 0, result: start(controller.signal) }
    this.#flight = flight
    const land = () => {
      if (this.#flight === flight) this.#flight = null
    }
    flight.result.then(land, land)
    return flight
  }

  #left(flight: Flight<T>): void {
    flight.waiting--
    if (flight.waiting > 0) return
    if (this.#flight === flight) this.#flight = null
    flight.controller.abort(new DOMException('Nobody waits for it any more', 'AbortError'))
  }
}
