/**
 * Requests that a client sends on one connection without waiting for answers. Node reads all that came at once, and
 * hands each over before anybody else has a turn; so each is begun once the one before it is answered, after a turn of
 * the loop (threats rows 446 and 524). Few clients send so, and none that we know more than some at a time.
 *
 * Taking a request apart costs, too, and Node does it for all that it has read, 64 KB of each connection. So some wait on
 * a connection, and what came after them is not taken apart (threats row 543): the answer of the last is the last there.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { dropUnparsed } from './dropped-rest.ts'
import { inLaterTurn, takesPlace } from './few-a-turn.ts'

const MAX_IN_LINE = 16
/** On all connections together, in one turn of the loop; beyond it two wait on each. */
const MAX_IN_LINE_A_TURN = 256

/** What Node's parser asks for each head that it has read; tests pin it for the releases of Node that we run on. */
interface Parser {
  onIncoming: (request: IncomingMessage, shouldKeepAlive: boolean) => number
}
/** Tells the parser that what follows is not its own, so that it stops. */
const STOP = 2

const waiting = new WeakMap<Socket, number>()
/** Nothing more is taken apart of what comes on these. */
const ended = new WeakSet<Socket>()
let inThisTurn = 0

/** Has the connection's parser stop where no more may wait on it. */
export const watchLine = (socket: Socket): void => {
  const { parser } = socket as unknown as { parser: Parser }
  const { onIncoming } = parser
  parser.onIncoming = (request, shouldKeepAlive) => {
    if (!ended.has(socket)) return onIncoming(request, shouldKeepAlive)
    process.nextTick(dropUnparsed, socket)
    return STOP
  }
}

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
  if (isLast(count)) {
    res.shouldKeepAlive = false
    ended.add(socket)
  }
  const beginLater = (): void => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
    inLaterTurn(network, socket, begin)
  }
  if (res.socket === null) res.once('socket', beginLater)
  else beginLater()
}

/** The first to wait may be alone on its connection: then it waits for the requests of others. */
const isLast = (count: number): boolean => {
  if (count === 1) return false
  if (inThisTurn++ === 0) setImmediate(() => (inThisTurn = 0))
  return count >= MAX_IN_LINE || inThisTurn > MAX_IN_LINE_A_TURN
}
