/**
 * A request whose body is handed to one taker as it comes off the parser (ADR 106). The usual body arrives in one piece
 * with the head; read as a stream it costs four listeners, a buffer, two ticks and their events, which is more than the
 * reading itself. Until a taker asks, and after it lets go, the request is the stream that Node made.
 */
import { IncomingMessage } from 'node:http'

export interface BodyTaker {
  took(chunk: Buffer): void
  ended(): void
  /** The connection is gone before the end. Called at most once, and never after `ended`. */
  broke(cause: Error | undefined): void
}

/** What Node looks at when the response is sent; a test pins it for every release of Node that we run on. */
interface Internals {
  /** Whether somebody reads the stream: Node drops the rest of a body that nobody reads. */
  _consuming: boolean
  /** Node keeps a request until its stream has ended. */
  readonly _readableState: { ended: boolean; endEmitted: boolean }
}

export class ArrivingRequest extends IncomingMessage {
  #taker: BodyTaker | null = null

  /** False where some of the body, or all of it, is in the stream already: then it is to be read from there. */
  handTo(taker: BodyTaker): boolean {
    if (this.complete || this.destroyed || this.readableLength > 0) return false
    this.#taker = taker
    internals(this)._consuming = true
    return true
  }

  /** What comes from now on goes into the stream. */
  letGo(): void {
    if (this.#taker === null) return
    this.#taker = null
    internals(this)._consuming = false
  }

  /** The parser calls it with each piece of the body, and with null at the end. */
  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    const taker = this.#taker
    if (taker === null) return super.push(chunk, encoding)
    if (chunk !== null) {
      taker.took(chunk)
      return true
    }
    this.#taker = null
    const state = internals(this)._readableState
    state.ended = true
    state.endEmitted = true
    taker.ended()
    this.emit('end')
    return false
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const taker = this.#taker
    this.#taker = null
    super._destroy(error, done)
    taker?.broke(error ?? undefined)
  }
}

const internals = (request: ArrivingRequest): Internals => request as unknown as Internals
