/**
 * Answers one query, for an authenticated principal: by a bearer token at /api/graphql/, by a session at
 * /console/graphql/ (access-model §7).
 */

import type { OutgoingHttpHeaders } from 'node:http'
import { BYTES_WORTH_A_PIECE } from '../../domain/body-pieces.ts'
import { graphqlCode, statusOf } from '../../domain/error-catalogue.ts'
import { Failure } from '../../domain/failure.ts'
import { MAX_QUERY_BODY_BYTES } from '../../domain/limits.ts'
import type { QueryContext } from '../../graphql/context.ts'
import type { QueryAnswer } from '../../graphql/query-errors.ts'
import { InsufficientScope, type QueryRequest, type QueryService } from '../../graphql/query-service.ts'
import { asFailure } from '../../services/as-failure.ts'
import { ArrivingRequest } from '../listening/arriving-request.ts'
import { type Exchange, send } from '../listening/exchange.ts'
import { failureHeaders, noteFailure } from '../listening/failure-answer.ts'
import { graphqlMediaType } from '../request/accept.ts'
import { readBody } from '../request/body.ts'
import { holdRefusal } from './held-refusal.ts'
import { parseQueryRequest } from './query-request.ts'

type MediaType = NonNullable<ReturnType<typeof graphqlMediaType>>

/** With application/json, errors in the document get 200, as the audits of the specification require. */
const statusOfAnswer = (kind: QueryAnswer['kind'], mediaType: MediaType): number =>
  kind === 'answered' || mediaType === 'application/json' ? 200 : statusOf(kind, 'query')

const headersOf = (mediaType: MediaType) =>
  ({ 'content-type': `${mediaType}; charset=utf-8`, 'cache-control': 'no-store' }) as const

const HEADERS = {
  'application/json': headersOf('application/json'),
  'application/graphql-response+json': headersOf('application/graphql-response+json'),
} as const satisfies Readonly<Record<MediaType, OutgoingHttpHeaders>>

const errorsOf = (failure: Failure, requestId: string) => {
  const code = graphqlCode(failure.code)
  if (!(failure instanceof InsufficientScope)) return [{ message: failure.message, extensions: { code, requestId } }]
  return failure.refusal.needs.map(({ path, scopes, missing }) => ({
    message: `${path} needs ${missing.join(' ')}`,
    extensions: { code, path, requiredScopes: scopes, missingScopes: missing, requestId },
  }))
}

/** RFC 9728 §5.1: the challenge links to the metadata that explains how to get a token for this resource. */
const withResourceMetadata = (headers: OutgoingHttpHeaders, url: string | undefined): OutgoingHttpHeaders => {
  const challenge = headers['www-authenticate']
  if (url === undefined || typeof challenge !== 'string' || !challenge.startsWith('Bearer')) return headers
  const separator = challenge === 'Bearer' ? ' ' : ', '
  return { ...headers, 'www-authenticate': `${challenge}${separator}resource_metadata="${url}"` }
}

/** Refusals for authentication, scope, limits and size are 4xx whatever the client accepts, with a GraphQL body. */
const refuseQuery = (exchange: Exchange, error: unknown, mediaType: MediaType, resourceMetadata?: string): void => {
  const failure = asFailure(error)
  if (failure.code === 'server_error') throw error
  noteFailure(exchange, failure)
  const headers =
    failure instanceof InsufficientScope
      ? { 'www-authenticate': `Bearer error="insufficient_scope", scope="${failure.refusal.missing.join(' ')}"` }
      : withResourceMetadata(failureHeaders(failure), resourceMetadata)
  const body = JSON.stringify({ errors: errorsOf(failure, exchange.requestId) })
  send(exchange, statusOf(failure.code, 'query'), { ...HEADERS[mediaType], ...headers }, body)
}

const notAcceptable = (): Failure =>
  new Failure('not_acceptable', 'Accept application/json or application/graphql-response+json')

/** Refuses an unauthenticated request with a GraphQL body. */
export const refuseAsker = (exchange: Exchange, error: unknown, resourceMetadata?: string): void =>
  refuseQuery(exchange, error, graphqlMediaType(exchange.req.headers.accept) ?? 'application/json', resourceMetadata)

/** A body that says its length is charged before it is read, so that one who cannot pay is refused without the work. */
const readCharged = (exchange: Exchange, queries: QueryService, context: QueryContext): Promise<Buffer> => {
  const declared = Number(exchange.req.headers['content-length'])
  if (!(declared <= MAX_QUERY_BODY_BYTES)) return readThenCharge(exchange, queries, context)
  const charged = queries.chargeBody(context, declared)
  return charged === null
    ? readBody(exchange, MAX_QUERY_BODY_BYTES)
    : charged.then(() => readBody(exchange, MAX_QUERY_BODY_BYTES))
}

/** Its pieces are charged too, and where it is refused for them (threats row 417). */
const readThenCharge = async (exchange: Exchange, queries: QueryService, context: QueryContext): Promise<Buffer> => {
  const { req } = exchange
  let bytes = 0
  try {
    const sent = await readBody(exchange, MAX_QUERY_BODY_BYTES)
    bytes = sent.length
    return sent
  } finally {
    const pieces = req instanceof ArrivingRequest ? req.pieces : 0
    await queries.chargeBody(context, bytes + pieces * BYTES_WORTH_A_PIECE)
  }
}

/** How a query is answered for one kind of principal. */
export interface ForPrincipal {
  /** Looks at the right to read once more; null where nothing was changed since it was found. */
  readonly verifyAgain: () => Promise<void> | null
}

/** The same for an access token, beside what all queries have. */
export interface ForToken extends ForPrincipal {
  readonly resourceMetadata: () => string
  /** Waits for what the query did not find, and returns the context to run it in again; null if it is not to wait. */
  readonly afterWaiting: (context: QueryContext) => Promise<QueryContext | null>
}

/** A query that found nothing and may wait is run again, with the rights of then (events §1). */
const answeredLater = async (
  queries: QueryService,
  context: QueryContext,
  request: QueryRequest,
  { afterWaiting }: ForToken,
): Promise<QueryAnswer | null> => {
  const later = await afterWaiting(context)
  if (later === null) return null
  try {
    return await queries.answer(later, request)
  } finally {
    queries.chargeWork(later)
  }
}

/** Reads the query, runs it and sends the response. */
export const answerQuery = async (
  exchange: Exchange,
  queries: QueryService,
  context: QueryContext,
  given?: ForPrincipal | ForToken,
): Promise<void> => {
  const { req } = exchange
  const mediaType = graphqlMediaType(req.headers.accept)
  const forToken = given && 'afterWaiting' in given ? given : undefined
  exchange.noted.actorKey = context.principal.actorKey
  try {
    if (mediaType === null) throw notAcceptable()
    const request = parseQueryRequest(req.headers['content-type'], await readCharged(exchange, queries, context))
    const answering = queries.answer(context, request)
    const first = answering instanceof Promise ? await answering : answering
    const mayWait = context.feedQuestions !== null && first.kind === 'answered'
    const later = mayWait && forToken ? await answeredLater(queries, context, request, forToken) : null
    const { kind, body } = later ?? first
    if (kind !== 'answered') context.trace.recordFailure(kind)
    // What was written is answered: the right to it was read again in its transaction.
    else if (given && !context.trace.isMutation) {
      const verified = given.verifyAgain()
      if (verified !== null) await verified
    }
    send(exchange, statusOfAnswer(kind, mediaType), HEADERS[mediaType], body)
  } catch (error) {
    const failure = asFailure(error)
    const { code } = failure
    context.trace.recordFailure(code, failure instanceof InsufficientScope ? failure.path : undefined)
    context.trace.recordReason(failure)
    if (code === 'rate_limited') await holdRefusal()
    else context.work.refused()
    refuseQuery(exchange, error, mediaType ?? 'application/json', forToken?.resourceMetadata())
  } finally {
    if (context.trace.leavesNoTrace) exchange.noted.leavesNoTrace = true
    queries.chargeWork(context)
  }
}
