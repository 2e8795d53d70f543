/**
 * GET /document/?link=…: the bytes that a link leads to, always as a file to be kept and never as a page: no browser
 * runs, frames or guesses at it (threats row 246).
 */
import type { OutgoingHttpHeaders } from 'node:http'
import { Failure } from '../../domain/failure.ts'
import { KEPT_BYTES_FOR_COST, MAX_TRANSFER_SECONDS } from '../../domain/limits.ts'
import { attachmentHeader, fileNameOf } from '../../domain/operations/documents/file-name.ts'
import { DOCUMENT_LINK_PATH } from '../../domain/operations/documents/paths.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type LinkedContent, useLink } from '../../services/operations/documents/links.ts'
import type { CostBudget } from '../../services/usage/cost-budget.ts'
import { paidParts } from '../../services/usage/transfer-charges.ts'
import { forStranger, forTransfer, type World, type WorldAt } from '../../services/world.ts'
import { PIECE_BYTES, readPiece } from '../../storage/operations/documents/document-files.ts'
import { sendFile } from '../answer/streamed-file.ts'
import { openRoute } from '../guards/open.ts'
import { type Exchange, sendJson } from '../listening/exchange.ts'
import { noteFailure } from '../listening/failure-answer.ts'
import type { Route } from '../listening/route.ts'
import { TransferLanes } from '../listening/transfer-lanes.ts'
import { askedRange, type ByteRange } from '../request/byte-range.ts'
import { sessionSecret } from '../request/cookies.ts'
import { queryParameters } from '../request/query-parameters.ts'

const headersOf = ({ document, revision }: LinkedContent): OutgoingHttpHeaders => ({
  'accept-ranges': 'bytes',
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

/** The bytes of a part, piece by piece. */
async function* piecesOf(at: WorldAt, fileId: string, { from, to }: ByteRange): AsyncGenerator<Buffer> {
  for (let position = Math.floor(from / PIECE_BYTES); position * PIECE_BYTES <= to; position++) {
    const piece = await readPiece(at.read, fileId, position)
    if (!piece) throw new Failure('not_found', 'The file was deleted while it was sent')
    const start = position * PIECE_BYTES
    yield piece.subarray(Math.max(0, from - start), to - start + 1)
  }
}

const send = async (exchange: Exchange, at: WorldAt, content: LinkedContent, budget: CostBudget): Promise<void> => {
  const { byteSize, fileId } = content.revision
  const range = rangeOf(exchange, content)
  if (range === 'none') return refuseRange(exchange, byteSize)
  const part = range ?? { from: 0, to: byteSize - 1 }
  const headers = headersOf(content)
  if (range !== null) headers['content-range'] = `bytes ${part.from}-${part.to}/${byteSize}`
  const fetching = { budget, payer: content.asker }
  const parts = await paidParts(fetching, piecesOf(at, fileId, part), KEPT_BYTES_FOR_COST)
  await sendFile(
    exchange,
    { status: range === null ? 200 : 206, headers },
    {
      byteCount: part.to - part.from + 1,
      partBytes: 2 * PIECE_BYTES,
      seconds: MAX_TRANSFER_SECONDS,
      parts,
    },
  )
}

interface Fetched {
  readonly world: World
  readonly budget: CostBudget
  readonly lanes: TransferLanes
}

const answer = async (exchange: Exchange, tenant: Tenant, { world, budget, lanes }: Fetched): Promise<void> => {
  const { clientAddress: address, requestId, req, lifetime } = exchange
  const secret = queryParameters(exchange.query).get('link') ?? ''
  const stranger = forStranger(world, lifetime)
  const content = await useLink(stranger, tenant, { secret, sessionSecret: sessionSecret(req), address, requestId })
  // Only who has a link takes a place: a stranger's guesses keep no file from anybody (threats row 247).
  const giveUp = () => exchange.res.destroy()
  await lanes.withPlace({ tenantId: tenant.tenantId, holder: content.asker.actorKey, giveUp }, () =>
    send(exchange, forTransfer(world, lifetime).at(tenant), content, budget),
  )
}

export const documentDownloadRoute = (world: World, budget: CostBudget): Route<Tenant> => {
  const lanes = new TransferLanes({ places: 128, placesPerOperator: 32 })
  return openRoute(
    'the link is checked with the rights of who asked for it',
    { method: 'GET', path: DOCUMENT_LINK_PATH, endpoint: 'documents' },
    (exchange, tenant) => answer(exchange, tenant, { world, budget, lanes }),
  )
}
