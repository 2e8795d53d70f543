/**
 * A file that is sent part by part, each read once the client has taken the last: a large one is never in memory. It may
 * take longer than a request has; a client that takes nothing for fifteen seconds is given up, as with any answer.
 */
import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import { asFailure } from '../../services/as-failure.ts'
import { type Exchange, NO_STORE, writeHead } from '../listening/exchange.ts'
import { noteFailure } from '../listening/failure-answer.ts'
import { FILE_PACE, msAtPace } from '../listening/pace.ts'

/** A browser saves it and shows nothing of it, in no frame and for no other site (threats rows 213, 246). */
const NEVER_SHOWN: OutgoingHttpHeaders = {
  ...NO_STORE,
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

export interface FileHead {
  /** 206 for a part of it. */
  readonly status: 200 | 206
  readonly headers: OutgoingHttpHeaders
}

export interface StreamedFile {
  /** Null where it is not known before the end. */
  readonly byteCount: number | null
  /** The most that is in memory at once. */
  readonly partBytes: number
  /** How long it may take. */
  readonly seconds: number
  readonly parts: AsyncIterable<Uint8Array>
}

/** The connection took what was written, or is gone; also where it took longer than it may. */
const taken = async ({ res }: Exchange, allowedMs: number): Promise<void> => {
  if (!res.writableNeedDrain || res.destroyed) return
  const stop = new AbortController()
  const { signal } = stop
  const slow = setTimeout(() => res.destroy(), allowedMs)
  await Promise.race([once(res, 'drain', { signal }), once(res, 'close', { signal })]).finally(() => {
    clearTimeout(slow)
    stop.abort()
  })
}

/**
 * Returns once the client has all of it or is gone. What fails after the first byte breaks the connection: the client
 * must not take half a file for the whole.
 */
export const sendFile = async (
  exchange: Exchange,
  { status, headers }: FileHead,
  { byteCount, partBytes, seconds, parts }: StreamedFile,
): Promise<void> => {
  const { req, res } = exchange
  if (res.destroyed) return
  writeHead(exchange, status, { ...headers, ...NEVER_SHOWN }, byteCount)
  if (req.method === 'HEAD') return void res.end()
  // A file takes as long as its reader does, and holds no place among requests at work meanwhile.
  exchange.lifetime.waitWithoutDeadline()
  exchange.admission.end()
  exchange.unread.note(res, exchange.clientAddress, partBytes)
  const tooLong = setTimeout(() => res.destroy(), seconds * 1000)
  let written = 0
  let waitedMs = 0
  try {
    for await (const part of parts) {
      if (res.destroyed) return
      res.write(part)
      written += part.length
      const since = performance.now()
      await taken(exchange, msAtPace(FILE_PACE, written) - waitedMs)
      waitedMs += performance.now() - since
    }
    res.end()
    if (!res.closed) await once(res, 'close')
  } catch (error) {
    noteFailure(exchange, asFailure(error))
    res.destroy()
  } finally {
    clearTimeout(tooLong)
  }
}
