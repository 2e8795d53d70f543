/**
 * Reads and drops what a client still sends after a refusal. Closing a connection with unread bytes resets it, and the
 * reset can overtake the response that says why. The amount is limited; the server's timeout limits the time.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

export const MAX_DISCARDED_BYTES = 16 * 1024 * 1024

const discarded = new WeakSet<IncomingMessage>()

export const discardRest = (req: IncomingMessage): void => {
  if (discarded.has(req)) return
  discarded.add(req)
  let discardedBytes = 0
  req.on('error', () => {})
  req.on('data', (chunk: Buffer) => {
    discardedBytes += chunk.length
    if (discardedBytes > MAX_DISCARDED_BYTES) req.destroy()
  })
}

/**
 * Reads and drops what still comes on a connection, without taking it apart: nothing more is served on it. Node's parser
 * listens to its `data`; a listener of ours has the connection read for it, and not in the parser.
 */
export const dropUnparsed = (socket: Socket): void => {
  let droppedBytes = 0
  socket.removeAllListeners('data')
  socket.on('data', (bytes: Buffer) => {
    droppedBytes += bytes.length
    if (droppedBytes > MAX_DISCARDED_BYTES) socket.destroy()
  })
  socket.resume()
}

/** Calls back once the request has ended. */
export const afterRest = (req: IncomingMessage, done: () => void): void => {
  if (req.complete || req.destroyed) return void done()
  discardRest(req)
  let isOver = false
  const onOver = (): void => {
    if (!isOver) done()
    isOver = true
  }
  req.once('end', onOver)
  req.once('close', onOver)
}
