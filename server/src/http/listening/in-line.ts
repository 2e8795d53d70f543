/**
 * Requests that a client sends on one connection without waiting for answers. Node reads all that came at once, and
 * hands each over before anybody else has a turn; so each is begun once the one before it is answered, after a turn of
 * the loop (threats row 446). Few clients send so, and none that we know more than some at a time.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { dropUnparsed } from './dropped-rest.ts'

const MAX_IN_LINE = 100

const waiting = new WeakMap<Socket, number>()

/** Node gives a response its connection once the one before is sent. */
export const isInLine = (res: ServerResponse): boolean => res.socket === null

/** Calls back when it is the request's turn; never, where its connection is gone by then. */
export const afterThoseBefore = (socket: Socket, res: ServerResponse, begin: () => void): void => {
  const count = (waiting.get(socket) ?? 0) + 1
  waiting.set(socket, count)
  if (count > MAX_IN_LINE) return
  if (count === MAX_IN_LINE) {
    // Its answer is the last on this connection, and nothing more is taken apart.
    res.shouldKeepAlive = false
    process.nextTick(dropUnparsed, socket)
  }
  res.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
    setImmediate(begin)
  })
}
