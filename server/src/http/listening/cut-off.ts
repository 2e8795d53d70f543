/**
 * A body that came in too many pieces: whoever waits for it is told why, the answer is the last on its connection, and
 * what still comes is dropped (ADR 216).
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Failure } from '../../domain/failure.ts'
import type { Admission } from './admission.ts'
import { dropUnparsed } from './dropped-rest.ts'

/** The answer that a connection is owed, and who waits for the body to give it. Both are gone once it is given. */
export interface Owed {
  readonly res: ServerResponse
  readonly admission?: Admission
}

export const cutOff = (socket: Socket, owed: Owed | undefined, refusal: Failure): void => {
  if (owed === undefined || owed.res.writableFinished) socket.end()
  else {
    owed.res.shouldKeepAlive = false
    owed.res.once('finish', () => socket.end())
  }
  // The parser is at work on the piece that was one too many.
  process.nextTick(dropUnparsed, socket)
  owed?.admission?.giveUp(refusal)
}
