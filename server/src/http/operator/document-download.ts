/**
 * GET /document/?link=…: the bytes that a link leads to, always as a file to be kept and never as a page: no browser
 * runs, frames or guesses at it (threats row 246). ?attachment=… leads to a file of a safety report, ?own=… to one of a
 * report of one's own, with the session or token itself (data §11.8).
 */
import type { OutgoingHttpHeaders } from 'node:http'
import { Failure } from '../../domain/failure.ts'
import { userScopes } from '../../domain/identity/user-scopes.ts'
import { KEPT_BYTES_FOR_COST, MAX_TRANSFER_SECONDS } from '../../domain/limits.ts'
import { attachmentHeader, fileNameOf } from '../../domain/operations/documents/file-name.ts'
import { DOCUMENT_LINK_PATH } from '../../domain/operations/documents/paths.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { signedIn } from '../../services/identity/sessions.ts'
import { requireNetwork } from '../../services/oauth/key-networks.ts'
import type { AccessTokens } from '../../services/oauth/verify.ts'
import { readContent } from '../../services/operations/documents/content.ts'
import { type LinkedContent, useLink } from '../../services/operations/documents/links.ts'
import { useAttachmentLink } from '../../services/operations/safety/attachment-links.ts'
import { openOwnAttachment } from '../../services/operations/safety/own-attachments.ts'
import type { Payer, Principal } from '../../services/principal.ts'
import type { CostBudget } from '../../services/usage/cost-budget.ts'
import { paidParts } from '../../services/usage/transfer-charges.ts'
import { forStranger, forTransfer, type World, type WorldAt } from '../../services/world.ts'
import { PIECE_BYTES } from '../../storage/operations/documents/document-files.ts'
import { sendFile } from '../answer/streamed-file.ts'
import { openRoute } from '../guards/open.ts'
import { type Exchange, sendJson } from '../listening/exchange.ts'
import { noteFailure } from '../listening/failure-answer.ts'
import type { Route } from '../listening/route.ts'
import { TransferLanes } from '../listening/transfer-lanes.ts'
import { bearerToken } from '../request/bearer.ts'
import { askedRange, type ByteRange } from '../request/byte-range.ts'
import { sessionSecret } from '../request/cookies.ts'
import { queryParameters } from '../request/query-parameters.ts'

/** What is fetched, by whom, and who pays; nobody does where that would be noted with a time. */
interface Fetched extends Pick<LinkedContent, 'title' | 'file' | 'again'> {
  readonly holder: string
  readonly payer: Payer | null
}

const headersOf = ({ title, file: { mediaType, sha256 } }: Fetched): OutgoingHttpHeaders => ({
  'accept-ranges': 'bytes',
  'content-type': mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
  'content-disposition': attachmentHeader(fileNameOf(title, mediaType)),
  etag: `"${sha256}"`,
})

/** A range of another content than the client has a part of is not sent: it gets the whole (RFC 9110 §13.1.5). */
const rangeOf = ({ req: { headers } }: Exchange, { file }: Fetched): ByteRange | 'none' | null => {
  const condition = headers['if-range']
  if (condition !== undefined && condition !== `"${file.sha256}"`) return null
  return askedRange(headers.range, file.byteSize)
}

const refuseRange = (exchange: Exchange, byteSize: number): void => {
  const failure = new Failure('range_not_satisfiable', `The file has ${byteSize} bytes: ask for some of these`)
  noteFailure(exchange, failure)
  const body = { error: failure.code, error_description: failure.description }
  sendJson(exchange, 416, body, { 'content-range': `bytes */${byteSize}` })
}

/** The same parts with the first one read: content that cannot be read is told before anything is sent. */
const begun = async (parts: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> => {
  const reading = parts[Symbol.asyncIterator]()
  const first = await reading.next()
  return (async function* () {
    for (let next = first; !next.done; next = await reading.next()) yield next.value
  })()
}

/** Breaks off once the right to it has ended: a slow file is on its way for minutes (threats row 403). */
async function* whileAllowed(parts: AsyncIterable<Uint8Array>, again: () => Promise<void>) {
  let isFirst = true
  for await (const part of parts) {
    if (!isFirst) await again()
    isFirst = false
    yield part
  }
}

interface Transfer {
  readonly world: World
  readonly at: WorldAt
  readonly budget: CostBudget
}

const send = async (exchange: Exchange, { world, at, budget }: Transfer, fetched: Fetched): Promise<void> => {
  const { byteSize, fileId } = fetched.file
  const range = rangeOf(exchange, fetched)
  if (range === 'none') return refuseRange(exchange, byteSize)
  const part = range ?? { from: 0, to: byteSize - 1 }
  const headers = headersOf(fetched)
  if (range !== null) headers['content-range'] = `bytes ${part.from}-${part.to}/${byteSize}`
  const { payer } = fetched
  const reading = readContent(at, fileId, part)
  try {
    const paid = payer === null ? reading : await paidParts({ budget, payer }, reading, KEPT_BYTES_FOR_COST)
    const parts = await begun(whileAllowed(paid, () => fetched.again(world)))
    const file = {
      byteCount: part.to - part.from + 1,
      partBytes: 2 * PIECE_BYTES,
      seconds: MAX_TRANSFER_SECONDS,
      parts,
    }
    await sendFile(exchange, { status: range === null ? 200 : 206, headers }, file)
  } finally {
    await reading.return(undefined)
  }
}

interface Download {
  readonly world: World
  readonly budget: CostBudget
  readonly tokens: AccessTokens
  readonly lanes: TransferLanes
}

const fetchedByLink = async (exchange: Exchange, tenant: Tenant, { world }: Download): Promise<Fetched> => {
  const { clientAddress: address, requestId, req, lifetime, query } = exchange
  const asked = queryParameters(query)
  const ofReport = asked.get('attachment')
  const use = { secret: ofReport ?? asked.get('link') ?? '', sessionSecret: sessionSecret(req), address, requestId }
  const follow = ofReport === undefined ? useLink : useAttachmentLink
  const { asker, title, file, again } = await follow(forStranger(world, lifetime), tenant, use)
  return { title, file, again, holder: asker.actorKey, payer: asker }
}

const readerOf = async (
  exchange: Exchange,
  tenant: Tenant,
  { world, tokens }: Download,
): Promise<Pick<Principal, 'scopes' | 'userId'>> => {
  const token = bearerToken(exchange.req.rawHeaders, exchange.req.url ?? '')
  if (token !== null) {
    const principal = await tokens.verify(tenant, token)
    requireNetwork(principal.networks, exchange.clientAddress)
    return principal
  }
  const at = forStranger(world, exchange.lifetime).at(tenant)
  const person = await signedIn(at, sessionSecret(exchange.req))
  if (!person) throw new Failure('not_signed_in', 'Nobody is signed in at this address: sign in and try again')
  return { userId: person.user.user_id, scopes: userScopes(person.user.role_list.split(' ')) }
}

/** Of fetching a file of one's own report there is no line, no span and no cost that is kept (data §11.2). */
const fetchedAsOwn = async (exchange: Exchange, tenant: Tenant, download: Download, own: string): Promise<Fetched> => {
  exchange.noted.leavesNoTrace = true
  const reader = await readerOf(exchange, tenant, download)
  const file = await openOwnAttachment(forStranger(download.world, exchange.lifetime).at(tenant), reader, own)
  const again = async () => {
    const { userId } = await readerOf(exchange, tenant, download)
    if (userId !== reader.userId) throw new Failure('not_signed_in', 'Somebody else is signed in by now')
  }
  return { title: file.title, file, again, holder: reader.userId ?? '', payer: null }
}

const answer = async (exchange: Exchange, tenant: Tenant, download: Download): Promise<void> => {
  const own = queryParameters(exchange.query).get('own')
  const fetched = await (own === undefined
    ? fetchedByLink(exchange, tenant, download)
    : fetchedAsOwn(exchange, tenant, download, own))
  const { world, budget, lanes } = download
  const transfer = forTransfer(world, exchange.lifetime)
  // Only who has a link takes a place: a stranger's guesses keep no file from anybody (threats row 247).
  const giveUp = () => exchange.res.destroy()
  await lanes.withPlace({ tenantId: tenant.tenantId, holder: fetched.holder, giveUp }, () =>
    send(exchange, { world: transfer, at: transfer.at(tenant), budget }, fetched),
  )
}

export const documentDownloadRoute = (world: World, budget: CostBudget, tokens: AccessTokens): Route<Tenant> => {
  const lanes = new TransferLanes({ places: 128, placesPerOperator: 32 })
  return openRoute(
    'the link is checked with the rights of who asked for it',
    { method: 'GET', path: DOCUMENT_LINK_PATH, endpoint: 'documents' },
    (exchange, tenant) => answer(exchange, tenant, { world, budget, tokens, lanes }),
  )
}
