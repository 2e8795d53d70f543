/**
 * Answers that clients do not read. What the kernel does not take stays in this process's memory, so it is bounded, and
 * a connection that takes nothing for fifteen seconds is closed. Only what leaves counts as progress: a client that
 * goes on sending while it reads nothing is closed too.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Held, HeldByAddress, networkOf } from './held-by-address.ts'

const MAX_WITHOUT_PROGRESS_MS = 15_000
const LOOK_MS = 1_000
const MAX_UNREAD_BYTES = 64 * 1024 * 1024
/** Answers are few per connection; the bound in bytes is the one that counts. */
const MAX_UNREAD_PER_ADDRESS = 1024

/** A write is seen to progress only when all of it has left, so a large answer is written in pieces. */
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

  /** What has left the process on this connection, whichever answer it was part of. */
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

  /** Notes an answer of which something is left after its first write; most leave nothing. */
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

/** Writes the next piece once the connection has taken the last one. */
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
