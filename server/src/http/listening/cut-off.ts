/**
 * A body that came in too many pieces: whoever waits for it is told why, the answer is the last on its connection, and
 * what still comes is dropped (ADR 216).
 */
import type { Failure } from '../../domain/failure.ts'
import type { Exchange } from './exchange.ts'
import { dropUnparsed } from './unread-body.ts'

export const cutOff = ({ req, res, admission }: Exchange, refusal: Failure): void => {
  const { socket } = req
  res.shouldKeepAlive = false
  if (res.writableFinished) socket.end()
  else res.once('finish', () => socket.end())
  // The parser is at work on the piece that was one too many.
  process.nextTick(dropUnparsed, socket)
  admission.giveUp(refusal)
}
