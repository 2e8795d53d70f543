/** POST /api/graphql/: GraphQL over HTTP for bearer tokens (access-model §7). */
import type { AccessTokens } from '../access/verify.ts'
import { graphqlCode, statusOf } from '../domain/error-catalogue.ts'
import { Failure } from '../domain/failure.ts'
import { QUERY_BODY_BYTES } from '../domain/limits.ts'
import type { Tenant } from '../domain/tenant.ts'
import { newContext, type Surroundings } from '../graphql/context.ts'
import { InsufficientScope, type QueryAnswer, type QueryService } from '../graphql/query-service.ts'
import { graphqlMediaType } from './accept.ts'
import { bearerToken } from './bearer.ts'
import { readBody } from './body.ts'
import { type Exchange, type Route, send } from './exchange.ts'
import { asFailure, failureHeaders } from './failure-answer.ts'
import { parseQueryRequest } from './query-request.ts'

type MediaType = NonNullable<ReturnType<typeof graphqlMediaType>>

/** With application/json, errors of the document are answered 200, as the specification's audits want it. */
const statusOfAnswer = (kind: QueryAnswer['kind'], mediaType: MediaType): number =>
  kind === 'answered' || mediaType === 'application/json' ? 200 : statusOf(kind, 'query')

const answer = (exchange: Exchange, mediaType: MediaType, status: number, body: string, headers = {}): void =>
  send(
    exchange,
    status,
    { 'content-type': `${mediaType}; charset=utf-8`, 'cache-control': 'no-store', ...headers },
    body,
  )

const errorsOf = (failure: Failure, requestId: string) => {
  const code = graphqlCode(failure.code)
  if (!(failure instanceof InsufficientScope)) return [{ message: failure.message, extensions: { code, requestId } }]
  return failure.refusal.needs.map(({ path, scopes, missing }) => ({
    message: `${path} needs ${missing.join(' ')}`,
    extensions: { code, path, requiredScopes: scopes, missingScopes: missing, requestId },
  }))
}

/** Authentication, scope, limit and size refusals are 4xx whatever the client accepts, with a GraphQL body. */
export const refuseQuery = (exchange: Exchange, error: unknown, mediaType: MediaType): void => {
  const failure = asFailure(error)
  if (failure.code === 'server_error') throw error
  exchange.noted.failure = failure.code
  const headers =
    failure instanceof InsufficientScope
      ? { 'www-authenticate': `Bearer error="insufficient_scope", scope="${failure.refusal.missing.join(' ')}"` }
      : failureHeaders(failure)
  const body = JSON.stringify({ errors: errorsOf(failure, exchange.requestId) })
  answer(exchange, mediaType, statusOf(failure.code, 'query'), body, headers)
}

const refuseMissingToken = (): never => {
  throw new Failure('missing_token', 'Send the access token as Authorization: Bearer <ACCESS_TOKEN>')
}

export const queryRoute = (tokens: AccessTokens, queries: QueryService, surroundings: Surroundings): Route<Tenant> => ({
  method: 'POST',
  path: '/api/graphql/',
  guard: 'access token',
  endpoint: 'query',
  handle: async (exchange, tenant) => {
    const { req } = exchange
    const mediaType = graphqlMediaType(req.headers.accept)
    try {
      const token = bearerToken(req.rawHeaders, req.url ?? '') ?? refuseMissingToken()
      const principal = await tokens.verify(tenant, token)
      exchange.noted.actorKey = principal.actorKey
      if (mediaType === null) throw notAcceptable()
      const request = parseQueryRequest(req.headers['content-type'], await readBody(req, QUERY_BODY_BYTES))
      const context = newContext(surroundings, tenant, principal, exchange.requestId, exchange.clientAddress)
      const { kind, body } = await queries.answer(context, request)
      answer(exchange, mediaType, statusOfAnswer(kind, mediaType), body)
    } catch (error) {
      refuseQuery(exchange, error, mediaType ?? 'application/json')
    }
  },
})

const notAcceptable = (): Failure =>
  new Failure('not_acceptable', 'Accept application/json or application/graphql-response+json')
