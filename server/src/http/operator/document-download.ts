/**
 * GET /document/?link=…: the bytes that a link leads to, always as a file to be kept and never as a page: no browser
 * runs, frames or guesses at it (threats row 246).
 */
import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import { Failure } from '../../domain/failure.ts'
import { MAX_TRANSFER_SECONDS } from '../../domain/limits.ts'
import { attachmentHeader, fileNameOf } from '../../domain/operations/documents/file-name.ts'
import { DOCUMENT_LINK_PATH } from '../../domain/operations/documents/paths.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type LinkedContent, useLink } from '../../services/operations/documents/links.ts'
import { forStranger, forTransfer, type World } from '../../services/world.ts'
import { PIECE_BYTES, readPiece } from '../../storage/operations/documents/document-files.ts'
import { openRoute } from '../guards/open.ts'
import { type Exchange, sendJson, writeHead } from '../listening/exchange.ts'
import { noteFailure } from '../listening/failure-answer.ts'
import type { Route } from '../listening/route.ts'
import { TransferLanes } from '../listening/transfer-lanes.ts'
import { askedRange, type ByteRange } from '../request/byte-range.ts'
import { sessionSecret } from '../request/cookies.ts'
import { queryParameters } from '../request/query-parameters.ts'

/** Sandboxed without any right, in no frame, of no other site, in no cache. */
const SAFE: OutgoingHttpHeaders = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
  'accept-ranges': 'bytes',
}

const headersOf = ({ document, revision }: LinkedContent): OutgoingHttpHeaders => ({
  ...SAFE,
  'content-type': revision.mediaType.startsWith('text/') ? `${revision.mediaType}; charset=utf-8` : revision.mediaType,
  'content-disposition': attachmentHeader(fileNameOf(document.title, revision.mediaType)),
  etag: `"${revision.sha256}"`,
})

/** A range of another content than the client has a part of is not sent: it gets the whole (RFC 9110 §13.1.5). */
const rangeOf = ({ req: { headers } }: Exchange, { revision }: LinkedContent): ByteRange | 'none' | null => {
  const condition = headers['if-range']
  if (condition !== undefined && condition !== `"${revision.sha256}"`) return null
  return askedRange(headers.range, revision.byteSize)
}

const refuseRange = (exchange: Exchange, byteSize: number): void => {
  const failure = new Failure('range_not_satisfiable', `The file has ${byteSize} bytes: ask for some of these`)
  noteFailure(exchange, failure)
  const body = { error: failure.code, error_description: failure.description }
  sendJson(exchange, 416, body, { 'content-range': `bytes */${byteSize}` })
}

/** The connection took what was written, or is gone. */
const taken = async ({ res }: Exchange): Promise<void> => {
  if (!res.writableNeedDrain || res.destroyed) return
  const stop = new AbortController()
  const { signal } = stop
  await Promise.race([once(res, 'drain', { signal }), once(res, 'close', { signal })]).finally(() => stop.abort())
}

/** Writes the bytes piece by piece, each once the connection took the one before. */
const writeBytes = async (
  exchange: Exchange,
  world: World,
  tenant: Tenant,
  part: ByteRange & { readonly fileId: string },
) => {
  const { res, lifetime, unread, clientAddress } = exchange
  const at = forTransfer(world, lifetime).at(tenant)
  unread.note(res, clientAddress, 2 * PIECE_BYTES)
  const tooLong = setTimeout(() => res.destroy(), MAX_TRANSFER_SECONDS * 1000)
  try {
    for (let position = Math.floor(part.from / PIECE_BYTES); position * PIECE_BYTES <= part.to; position++) {
      if (res.destroyed) return
      const piece = await readPiece(at.read, part.fileId, position)
      // Deleted meanwhile: a file that is cut short says so by its length.
      if (!piece) return void res.destroy()
      const start = position * PIECE_BYTES
      res.write(piece.subarray(Math.max(0, part.from - start), part.to - start + 1))
      await taken(exchange)
    }
    res.end()
    await new Promise<void>((resolve) => (res.closed ? resolve() : res.once('close', resolve)))
  } catch {
    res.destroy()
  } finally {
    clearTimeout(tooLong)
  }
}

const answer = async (exchange: Exchange, world: World, tenant: Tenant, lanes: TransferLanes): Promise<void> => {
  const { clientAddress: address, requestId, req, res } = exchange
  const secret = queryParameters(exchange.query).get('link') ?? ''
  const stranger = forStranger(world, exchange.lifetime)
  const leave = lanes.enter(tenant.tenantId)
  try {
    const content = await useLink(stranger, tenant, { secret, sessionSecret: sessionSecret(req), address, requestId })
    const { byteSize, fileId } = content.revision
    const range = rangeOf(exchange, content)
    if (range === 'none') return refuseRange(exchange, byteSize)
    const part = range ?? { from: 0, to: byteSize - 1 }
    const headers = {
      ...headersOf(content),
      ...(range === null ? {} : { 'content-range': `bytes ${part.from}-${part.to}/${byteSize}` }),
    }
    writeHead(exchange, range === null ? 200 : 206, headers, part.to - part.from + 1)
    if (req.method === 'HEAD') return void res.end()
    // A file takes as long as its reader does, and holds no place among requests at work meanwhile.
    exchange.lifetime.waitWithoutDeadline()
    exchange.admission.end()
    await writeBytes(exchange, world, tenant, { ...part, fileId })
  } finally {
    leave()
  }
}

export const documentDownloadRoute = (world: World): Route<Tenant> => {
  const lanes = new TransferLanes({ places: 128, placesPerOperator: 32 })
  return openRoute(
    'the link is checked with the rights of who asked for it',
    { method: 'GET', path: DOCUMENT_LINK_PATH, endpoint: 'documents' },
    (exchange, tenant) => answer(exchange, world, tenant, lanes),
  )
}
