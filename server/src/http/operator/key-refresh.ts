/** POST /access_token/refresh/: exchanges an API key's refresh token for an access token (access-model §6). */

import { Failure } from '../../domain/failure.ts'
import { MAX_TOKEN_BODY_BYTES } from '../../domain/limits.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { exchangeApiKey } from '../../services/oauth/api-keys.ts'
import { countIssued, countRefused } from '../../services/usage/token-usage.ts'
import type { Usage } from '../../services/usage/usage.ts'
import { during, type World } from '../../services/world.ts'
import { allowanceHeaders, issuedHeaders, tokenResponse } from '../answer/token-answer.ts'
import { openRoute } from '../guards/open.ts'
import { type Exchange, NO_STORE, send, sendJson } from '../listening/exchange.ts'
import { sendFailure } from '../listening/failure-answer.ts'
import type { Route } from '../listening/route.ts'
import { prefersJson } from '../request/accept.ts'
import { readBody } from '../request/body.ts'
import { parseForm } from '../request/forms/form.ts'
import { refuseSecretInQuery } from '../request/secret-in-query.ts'

const refreshTokenIn = (fields: ReadonlyMap<string, string>): string => {
  // Errors never repeat a field's name: it may be the token itself, posted without a name.
  if ([...fields.keys()].some((name) => name !== 'refresh_token')) {
    throw new Failure('invalid_request', 'The only field here is refresh_token')
  }
  const refreshToken = fields.get('refresh_token')
  if (!refreshToken) throw new Failure('invalid_request', 'refresh_token is missing')
  return refreshToken
}

const refuse = (exchange: Exchange, error: unknown): void => {
  if (!(error instanceof Failure)) throw error
  const headers = error.code === 'too_many_active_tokens' ? allowanceHeaders(0, error.retryAfterSeconds ?? 0) : {}
  sendFailure(exchange, error, 'keyRefresh', headers)
}

const FACTS = { method: 'POST', path: '/access_token/refresh/', endpoint: 'keyRefresh' } as const

export const keyRefreshRoute = (world: World, usage: Usage): Route<Tenant> =>
  openRoute('the API key in the body is checked where its token is issued', FACTS, async (exchange, tenant) => {
    try {
      refuseSecretInQuery(exchange.req.url ?? '')
      const body = await readBody(exchange, MAX_TOKEN_BODY_BYTES)
      const refreshToken = refreshTokenIn(parseForm(exchange.req.headers['content-type'], body, ['urlencoded']))
      const at = during(world, exchange.lifetime, 'reserve').at(tenant)
      const issued = await exchangeApiKey(at, refreshToken, exchange.clientAddress)
      countIssued(usage, tenant, issued, 'api-key')
      const headers = issuedHeaders(issued)
      if (prefersJson(exchange.req.headers.accept)) {
        return sendJson(exchange, 200, tokenResponse(issued, refreshToken), headers)
      }
      // The token only, without a line end, so that `TOKEN=$(curl …)` works.
      send(exchange, 200, { 'content-type': 'text/plain; charset=utf-8', ...NO_STORE, ...headers }, issued.accessToken)
    } catch (error) {
      countRefused(usage, tenant, exchange.requestId, error)
      refuse(exchange, error)
    }
  })
