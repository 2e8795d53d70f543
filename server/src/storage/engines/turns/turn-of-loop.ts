/**
 * A turn of the event loop for everybody else, in the middle of a job. Each job pauses after some milliseconds; were all
 * of them to go on in the same turn, forty requests of one operator would keep the others waiting for all of their pieces
 * together (threats row 545). So one goes on with each turn of the loop, and shares one after another.
 */
import { RoundRobin } from './round-robin.ts'

/** As many as there are requests at work. */
const waiting = new RoundRobin<() => void>(Number.POSITIVE_INFINITY)

const nextGoesOn = (): void => {
  waiting.next()?.()
  if (waiting.size > 0) setImmediate(nextGoesOn)
}

/** A share is a tenant, or what the platform does for itself. */
export const turnOfLoop = (share: string): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.size === 0) setImmediate(nextGoesOn)
    waiting.add(share, resolve)
  })
