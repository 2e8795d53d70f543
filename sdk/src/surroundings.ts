/** What the client uses of its environment: fetch, clock, sleep. Tests replace them. */

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface Surroundings {
  readonly fetch: Fetch
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Rejects with the signal's reason when that is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** The longest delay of a JavaScript timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

export const sleep: Surroundings['sleep'] = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(milliseconds, MAX_TIMER_MS),
    )
    signal?.addEventListener('abort', stop, { once: true })
  })

export const webSurroundings: Surroundings = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  sleep,
}
