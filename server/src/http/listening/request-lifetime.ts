/**
 * How long a request may take: until its client leaves, and at most its deadline after it arrived in full. Work for the
 * request stops when it is over; the reason is the failure to respond with. Watching begins on first use, because most
 * requests are answered from memory and never need it.
 */
import type { ServerResponse } from 'node:http'
import { Failure } from '../../domain/failure.ts'
import { EndableLifetime } from '../../services/endable-lifetime.ts'

const deadlineExceeded = (deadlineMs: number): Failure =>
  new Failure(
    'deadline_exceeded',
    `The request took longer than ${deadlineMs / 1000} seconds and was stopped: ask for less in one request, in smaller pages or fewer changes`,
  )

const abandoned = (): Failure => new Failure('request_abandoned', 'The client left before the answer')

export class RequestLifetime extends EndableLifetime {
  readonly #res: ServerResponse
  readonly #deadlineMs: number
  #isWatched = false
  #timer: NodeJS.Timeout | null = null
  #isUnlimited = false

  constructor(res: ServerResponse, deadlineMs: number) {
    super()
    this.#res = res
    this.#deadlineMs = deadlineMs
  }

  override get reason(): Error | null {
    if (!this.#isWatched) this.#watch()
    return super.reason
  }

  override onOver(listener: () => void): void {
    if (!this.#isWatched) this.#watch()
    super.onOver(listener)
  }

  /** For a request that waits for events by design: only its client ends it. */
  waitWithoutDeadline(): void {
    this.#isUnlimited = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  /** The wait is over: what follows has the usual deadline. */
  answerInTime(): void {
    this.#isUnlimited = false
    this.#startTimer()
  }

  #watch(): void {
    this.#isWatched = true
    const { req } = this.#res
    if (this.#res.destroyed || req.socket.destroyed) this.endBecause(abandoned())
    this.#res.once('close', this.#onClose)
    this.#startTimer()
    if (!req.complete) req.once('end', () => this.#startTimer())
  }

  readonly #onClose = (): void => {
    if (!this.#res.writableEnded) this.endBecause(abandoned())
  }

  /**
   * Work may begin before the body is read, such as the look-up of a session; it must not outlast the deadline either.
   * A body that has not arrived yet has a limit of its own, and the deadline begins anew after it.
   */
  #startTimer(): void {
    if (this.#isUnlimited) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#res.req.complete) this.endBecause(deadlineExceeded(this.#deadlineMs))
      else this.#startTimer()
    }, this.#deadlineMs)
    this.#timer.unref()
  }

  /** Stops watching once the response is sent. */
  end(): void {
    if (!this.#isWatched) return
    this.#isUnlimited = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#res.off('close', this.#onClose)
  }
}
