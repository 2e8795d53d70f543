/**
 * A file that is sent part by part, each read once the client has taken the last: a large one is never in memory. It may
 * take longer than a request has; a client that takes nothing for fifteen seconds is given up, as with any answer.
 */
import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import { asFailure } from '../../services/as-failure.ts'
import { type Exchange, writeHead } from '../listening/exchange.ts'
import { noteFailure } from '../listening/failure-answer.ts'

export interface StreamedFile {
  /** Null where it is not known before the end. */
  readonly byteCount: number | null
  /** The most that is in memory at once. */
  readonly partBytes: number
  /** How long it may take. */
  readonly seconds: number
  readonly parts: AsyncIterable<Uint8Array>
}

/** What fails after the first byte breaks the connection: the client must not take half a file for the whole. */
export const sendFile = async (
  exchange: Exchange,
  headers: OutgoingHttpHeaders,
  { byteCount, partBytes, seconds, parts }: StreamedFile,
): Promise<void> => {
  const { req, res } = exchange
  if (res.destroyed) return
  writeHead(exchange, 200, headers, byteCount)
  if (req.method === 'HEAD') return void res.end()
  // A file takes as long as its reader does, and holds no place among requests at work meanwhile.
  exchange.lifetime.waitWithoutDeadline()
  exchange.admission.end()
  exchange.unread.note(res, exchange.clientAddress, partBytes)
  const gone = once(res, 'close')
  gone.catch(() => {})
  const tooLong = setTimeout(() => res.destroy(), seconds * 1000)
  try {
    for await (const part of parts) {
      if (res.destroyed) return
      if (!res.write(part)) await Promise.race([once(res, 'drain'), gone])
    }
    res.end()
  } catch (error) {
    noteFailure(exchange, asFailure(error))
    res.destroy()
  } finally {
    clearTimeout(tooLong)
  }
}
