/**
 * Node hands over what came on all connections before anybody else has a turn. Each request is answered soon, and some
 * hundred of them that come at once keep the process for as long as none of them may (threats row 540). So some begin
 * with each turn of the loop; the rest waits, and networks have turns one after another.
 */
import type { Socket } from 'node:net'
import { RoundRobin } from '../../storage/engines/turns/round-robin.ts'

/** A cheap request takes up to a millisecond where much else runs; where less does, many of them take less than this. */
const MAX_BEGUN = 64
const ALWAYS_BEGUN = 16
const LONG_TURN_MS = 15

interface Waiting {
  readonly socket: Socket
  readonly begin: () => void
}

/** The connections that something was begun for in this turn of the loop. */
const begun = new Set<Socket>()
/** As many as there are connections. */
const waiting = new RoundRobin<Waiting>(Number.POSITIVE_INFINITY)
let isTurnAwaited = false
let turnBeganAt = 0

const awaitTurn = (): void => {
  if (isTurnAwaited) return
  isTurnAwaited = true
  setImmediate(nextTurn)
}

const nextTurn = (): void => {
  isTurnAwaited = false
  begun.clear()
  // What each of them does before it waits comes first, what it answers only then: nobody knows yet how long that is.
  while (begun.size < ALWAYS_BEGUN) {
    const next = waiting.next()
    if (next === undefined) return
    noteBegun(next.socket)
    next.begin()
  }
}

const noteBegun = (socket: Socket): void => {
  if (begun.size === 0) turnBeganAt = performance.now()
  begun.add(socket)
  awaitTurn()
}

const isTurnFull = (): boolean =>
  begun.size >= ALWAYS_BEGUN && (begun.size >= MAX_BEGUN || performance.now() - turnBeganAt >= LONG_TURN_MS)

/** Gives the connection a place in this turn of the loop, and says whether there was one. It has one a turn. */
export const takesPlace = (socket: Socket): boolean => {
  if (begun.has(socket) || waiting.size > 0 || isTurnFull()) return false
  noteBegun(socket)
  return true
}

/** Whether what has begun on the connection goes on in this turn: it began in it, or has a place now. */
export const goesOn = (socket: Socket): boolean => begun.has(socket) || takesPlace(socket)

/** Calls back when there is a place, at the earliest with the next turn of the loop. */
export const inLaterTurn = (network: string, socket: Socket, begin: () => void): void => {
  waiting.add(network, { socket, begin })
  awaitTurn()
}
