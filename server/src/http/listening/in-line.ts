/**
 * Requests that a client sends on one connection without waiting for answers. Node reads all that came at once, and
 * hands each over before anybody else has a turn; so each is begun once the one before it is answered, after a turn of
 * the loop (threats rows 446 and 524). Few clients send so, and none that we know more than some at a time.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { dropUnparsed } from './dropped-rest.ts'
import { inLaterTurn, takesPlace } from './few-a-turn.ts'

const MAX_IN_LINE = 100

const waiting = new WeakMap<Socket, number>()

/**
 * Gives the request this turn of its connection, and says whether it could. Node gives a response its connection once the
 * one before is sent. That may be in the same turn, where the one before had a body and was answered at once: it waits
 * for the next turn all the same.
 */
export const takesTurn = (socket: Socket, res: ServerResponse): boolean => res.socket !== null && takesPlace(socket)

export interface InLine {
  readonly socket: Socket
  /** Networks have turns one after another. */
  readonly network: string
}

/** Calls back when it is the request's turn; never, where its connection is gone by then. */
export const afterThoseBefore = ({ socket, network }: InLine, res: ServerResponse, begin: () => void): void => {
  const count = (waiting.get(socket) ?? 0) + 1
  waiting.set(socket, count)
  if (count > MAX_IN_LINE) return
  if (count === MAX_IN_LINE) {
    // Its answer is the last on this connection, and nothing more is taken apart.
    res.shouldKeepAlive = false
    process.nextTick(dropUnparsed, socket)
  }
  const beginLater = (): void => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
    inLaterTurn(network, socket, begin)
  }
  if (res.socket === null) res.once('socket', beginLater)
  else beginLater()
}
