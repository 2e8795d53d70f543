/**
 * How long a request may take: until its client leaves, and at most its deadline after it arrived in full. Work for the
 * request takes `signal` and stops when it aborts; the reason is the failure to respond with. The signal is created on
 * first use, because most requests are answered from memory and never need it.
 */
import { setMaxListeners } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Failure } from '../../domain/failure.ts'

const deadlineExceeded = (deadlineMs: number): Failure =>
  new Failure(
    'deadline_exceeded',
    `The request took longer than ${deadlineMs / 1000} seconds and was stopped: ask for less in one request, in smaller pages or fewer changes`,
  )

const abandoned = (): Failure => new Failure('request_abandoned', 'The client left before the answer')

export class RequestLifetime {
  readonly #res: ServerResponse
  readonly #deadlineMs: number
  #controller: AbortController | null = null
  #timer: NodeJS.Timeout | null = null
  #onClose: (() => void) | null = null
  #isUnlimited = false

  constructor(res: ServerResponse, deadlineMs: number) {
    this.#res = res
    this.#deadlineMs = deadlineMs
  }

  get signal(): AbortSignal {
    this.#controller ??= this.#watch(new AbortController())
    return this.#controller.signal
  }

  /** For a request that waits for events by design: only its client ends it. */
  waitWithoutDeadline(): void {
    this.#isUnlimited = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  #watch(controller: AbortController): AbortController {
    const { req } = this.#res
    if (this.#res.destroyed || req.socket.destroyed) controller.abort(abandoned())
    // Every statement of the request listens while it runs.
    setMaxListeners(0, controller.signal)
    this.#onClose = () => {
      if (!this.#res.writableEnded) controller.abort(abandoned())
    }
    this.#res.once('close', this.#onClose)
    this.#startTimer(controller)
    if (!req.complete) req.once('end', () => this.#startTimer(controller))
    return controller
  }

  /**
   * Work may begin before the body is read, such as the look-up of a session; it must not outlast the deadline either.
   * A body that has not arrived yet has a limit of its own, and the deadline begins anew after it.
   */
  #startTimer(controller: AbortController): void {
    if (this.#isUnlimited) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#res.req.complete) controller.abort(deadlineExceeded(this.#deadlineMs))
      else this.#startTimer(controller)
    }, this.#deadlineMs)
    this.#timer.unref()
  }

  /** Stops watching once the response is sent. */
  end(): void {
    if (this.#controller === null) return
    this.#isUnlimited = true
    if (this.#timer) clearTimeout(this.#timer)
    if (this.#onClose) this.#res.off('close', this.#onClose)
  }
}
