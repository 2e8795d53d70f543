/** The end of a request that nobody reads any more, for an answer that closes the connection. */
import type { IncomingMessage } from 'node:http'
import { ArrivingRequest } from './arriving-request.ts'

/** Calls back once the request has ended. */
export const afterRest = (req: IncomingMessage, done: () => void): void => {
  if (req.complete || req.destroyed) return void done()
  if (req instanceof ArrivingRequest) req.dropRest()
  let isOver = false
  const onOver = (): void => {
    if (!isOver) done()
    isOver = true
  }
  req.once('end', onOver)
  req.once('close', onOver)
}
