/**
 * A request whose body is handed to one taker as it comes off the parser (ADR 106). The usual body arrives in one piece
 * with the head; read as a stream it costs four listeners, a buffer, two ticks and their events, which is more than the
 * reading itself. Until a taker asks, and after it lets go, the request is the stream that Node made.
 *
 * Each piece is counted here, whether somebody reads it or nobody does (ADR 216): the sender chooses how small they are.
 */
import { IncomingMessage } from 'node:http'
import { mayHavePieces } from '../../domain/body-pieces.ts'
import { Failure } from '../../domain/failure.ts'
import type { Owed } from './cut-off.ts'
import { DroppedRest } from './dropped-rest.ts'

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

const tooManyPieces = (pieces: number, bytes: number): Failure =>
  new Failure(
    'invalid_request',
    `The body came in ${pieces} pieces for its first ${bytes} bytes: send larger ones, or all of it with a Content-Length`,
  )

export class ArrivingRequest extends IncomingMessage {
  #taker: BodyTaker | null = null
  #pieces = 0
  #bytes = 0
  /** Where the rest goes once nobody reads it any more. */
  #rest: DroppedRest | null = null
  /** Who waits for its answer; not in a map of the server, whose entries outlive them by far (ADR 227). */
  owed: Owed | null = null
  /** Why no more of the body is taken, once it came in too many pieces. */
  refusal: Failure | null = null

  get pieces(): number {
    return this.#pieces
  }

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
    if (chunk !== null) {
      if (!this.#takesOneMore(chunk)) return true
      if (this.#rest !== null) return this.#rest.drop(this.socket, chunk.length)
    }
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

  #takesOneMore(chunk: Buffer): boolean {
    if (this.refusal !== null) return false
    this.#bytes += chunk.length
    if (mayHavePieces(++this.#pieces, this.#bytes)) return true
    this.refusal = tooManyPieces(this.#pieces, this.#bytes)
    this.refused(this.refusal)
    return false
  }

  /** Called once, with the piece that was one too many. A server says what happens then. */
  protected refused(_refusal: Failure): void {}

  /** Reads and drops what still comes: nobody wants it. */
  dropRest(): void {
    if (this.#rest !== null) return
    this.letGo()
    if (!this.complete) {
      this.#rest = new DroppedRest()
      this.on('error', () => {})
    }
    this.removeAllListeners('data')
    this.resume()
  }

  /** Node calls it once the request is answered and nobody reads the rest. Its own would have the rest come uncounted. */
  _dump(): void {
    this.dropRest()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const taker = this.#taker
    this.#taker = null
    super._destroy(error, done)
    taker?.broke(error ?? undefined)
  }
}

const internals = (request: ArrivingRequest): Internals => request as unknown as Internals
