/**
 * What still comes of a request that is answered. It is read and dropped, because closing a connection with unread bytes
 * resets it, and the reset can overtake the answer. All of it goes at one pace: some large bodies that are read as fast
 * as they come keep the process from new connections for seconds (threats row 506). The server's timeout limits the
 * time.
 */
import type { Socket } from 'node:net'

/** Dropped at once, so that the rest of a usual body delays no request behind it. */
const BYTES_AT_ONCE = 64 * 1024
export const MAX_DROPPED_BYTES = 16 * 1024 * 1024

const TICK_MS = 2
/** Each is read once then, 64 KB at most: 64 MB a second for all connections together. */
const SOCKETS_PER_TICK = 2

/** Connections that wait until more of them is read; addresses take turns. */
class Waiting {
  readonly #byAddress = new Map<string | undefined, Set<Socket>>()

  add(socket: Socket): void {
    if (this.#byAddress.size === 0) this.#tickLater()
    const ofAddress = this.#byAddress.get(socket.remoteAddress)
    if (ofAddress) ofAddress.add(socket)
    else this.#byAddress.set(socket.remoteAddress, new Set([socket]))
  }

  #tickLater(): void {
    setTimeout(() => {
      for (let turn = 0; turn < SOCKETS_PER_TICK; turn++) this.#takeNext()?.resume()
      if (this.#byAddress.size > 0) this.#tickLater()
    }, TICK_MS)
  }

  #takeNext(): Socket | undefined {
    const [next] = this.#byAddress
    if (next === undefined) return undefined
    const [address, sockets] = next
    const [socket] = sockets
    if (socket) sockets.delete(socket)
    this.#byAddress.delete(address)
    if (sockets.size > 0) this.#byAddress.set(address, sockets)
    return socket
  }
}

const waiting = new Waiting()

/** The rest of one body, or of all that comes on a connection on which nothing more is served. */
export class DroppedRest {
  #bytes = 0

  /** Returns whether the connection may be read on at once; otherwise it is to be paused. */
  drop(socket: Socket, byteCount: number): boolean {
    this.#bytes += byteCount
    if (this.#bytes <= BYTES_AT_ONCE) return true
    if (this.#bytes > MAX_DROPPED_BYTES) socket.destroy()
    else waiting.add(socket)
    return false
  }
}

/**
 * Drops what still comes on a connection without taking it apart. Node's parser listens to its `data`; a listener of ours
 * has the connection read for it, and not in the parser.
 */
export const dropUnparsed = (socket: Socket): void => {
  const rest = new DroppedRest()
  socket.removeAllListeners('data')
  socket.on('data', (bytes: Buffer) => {
    if (!rest.drop(socket, bytes.length)) socket.pause()
  })
  socket.resume()
}
