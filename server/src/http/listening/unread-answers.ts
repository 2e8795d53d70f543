/**
 * Bounds responses that clients do not read. What the kernel does not accept stays in this process's memory, so it is
 * limited, and a connection that accepts nothing for fifteen seconds is closed. Only sent bytes count as progress: a
 * client that keeps sending while it reads nothing is closed too.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Held, HeldByAddress, networkOf } from './held-by-address.ts'

const MAX_WITHOUT_PROGRESS_MS = 15_000
const LOOK_MS = 1_000
const MAX_UNREAD_BYTES = 64 * 1024 * 1024
/** A connection has few responses; the limit in bytes is the one that matters. */
const MAX_UNREAD_PER_ADDRESS = 1024

/** A write shows progress only when all of it is sent, so a large response is written in pieces. */
export const PIECE_BYTES = 64 * 1024

class UnreadAnswer implements Held {
  readonly network: string
  readonly bytes: number
  readonly #socket: Socket
  #left: number
  #since = performance.now()

  constructor(socket: Socket, address: string, bytes: number) {
    this.network = networkOf(address)
    this.bytes = bytes
    this.#socket = socket
    this.#left = this.#bytesLeft()
  }

  /** Bytes sent on this connection, over all responses. */
  #bytesLeft(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength
  }

  isStuck(now: number): boolean {
    const left = this.#bytesLeft()
    if (left !== this.#left) this.#since = now
    this.#left = left
    return now - this.#since >= MAX_WITHOUT_PROGRESS_MS
  }

  giveUp(): void {
    this.#socket.destroy()
  }
}

export class UnreadAnswers {
  readonly #held = new HeldByAddress({ maxBytes: MAX_UNREAD_BYTES, maxItemsPerAddress: MAX_UNREAD_PER_ADDRESS })
  readonly #answers = new Set<UnreadAnswer>()
  #timer: NodeJS.Timeout | null = null

  /** Records a response that is not fully sent by its first write; most are. */
  note(res: ServerResponse, address: string, bytes: number): void {
    if (res.destroyed) return
    const answer = new UnreadAnswer(res.req.socket, address, bytes)
    this.#answers.add(answer)
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref()
    res.once('close', () => this.#forget(answer))
    this.#held.add(answer)
  }

  #forget(answer: UnreadAnswer): void {
    this.#answers.delete(answer)
    this.#held.remove(answer)
    if (this.#answers.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  #look(): void {
    const now = performance.now()
    for (const answer of this.#answers) if (answer.isStuck(now)) answer.giveUp()
  }
}

/** Writes the next piece once the connection has accepted the last one. */
export const writeInPieces = (res: ServerResponse, body: Buffer, done: () => void): void => {
  let at = 0
  const next = (): void => {
    while (at < body.length) {
      const piece = body.subarray(at, at + PIECE_BYTES)
      at += piece.length
      if (!res.write(piece) && at < body.length) return void res.once('drain', next)
    }
    done()
  }
  next()
}
