/** POST /oauth2/code/token/: code exchange and refresh (access-model §5). */

import { Failure } from '../../domain/failure.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { Clients } from '../../services/oauth/client-authentication.ts'
import { exchangeCode, type GrantedTokens } from '../../services/oauth/code-exchange.ts'
import { refreshGrant } from '../../services/oauth/refresh-grant.ts'
import { countIssued, countRefused } from '../../services/usage/token-usage.ts'
import type { Usage } from '../../services/usage/usage.ts'
import { during, type World } from '../../services/world.ts'
import { allowanceHeaders, issuedHeaders, tokenResponse } from '../answer/token-answer.ts'
import { clientRoute } from '../guards/client.ts'
import { type Exchange, sendJson } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { type ClientRequest, type Fields, field, requiredField } from '../request/client-credentials.ts'

interface Surroundings {
  readonly world: World
  readonly publicUrl: URL
}

type Grant = (surroundings: Surroundings, tenant: Tenant, request: ClientRequest) => Promise<GrantedTokens>

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

const verifierIn = (fields: Fields): string | null => {
  const verifier = field(fields, 'code_verifier')
  if (verifier !== null && !VERIFIER.test(verifier)) {
    throw new Failure('invalid_request', 'code_verifier has 43 to 128 unreserved characters')
  }
  return verifier
}

const GRANTS: Readonly<Record<string, Grant>> = {
  authorization_code: ({ world, publicUrl }, tenant, { client, actor, fields }) =>
    exchangeCode(world.at(tenant), {
      client,
      actor,
      code: requiredField(fields, 'code'),
      redirectUri: requiredField(fields, 'redirect_uri'),
      codeVerifier: verifierIn(fields),
      publicUrl,
    }),
  refresh_token: async ({ world }, tenant, { client, fields }) => {
    const refreshToken = requiredField(fields, 'refresh_token')
    const issued = await refreshGrant(world.at(tenant), client, refreshToken, field(fields, 'scope'))
    return { issued, refreshToken }
  },
}

const grantOf = (fields: Fields): Grant => {
  const grantType = requiredField(fields, 'grant_type')
  const grant = Object.hasOwn(GRANTS, grantType) ? GRANTS[grantType] : undefined
  if (!grant) throw new Failure('unsupported_grant_type', 'grant_type is authorization_code or refresh_token')
  return grant
}

export const tokenRoute = ({ world, publicUrl }: Surroundings, clients: Clients, usage: Usage): Route<Tenant> => {
  const onRefusal = (exchange: Exchange, tenant: Tenant, error: unknown) => {
    countRefused(usage, tenant, exchange.requestId, error)
    const isFull = error instanceof Failure && error.code === 'too_many_active_tokens'
    return isFull ? allowanceHeaders(0, error.retryAfterSeconds ?? 0) : {}
  }
  return clientRoute(
    clients,
    { path: '/oauth2/code/token/', endpoint: 'token', onRefusal },
    async (exchange, tenant, request) => {
      const { issued, refreshToken } = await grantOf(request.fields)(
        { world: during(world, exchange.lifetime, 'reserve'), publicUrl },
        tenant,
        request,
      )
      sendJson(exchange, 200, tokenResponse(issued, refreshToken), issuedHeaders(issued))
      countIssued(usage, tenant, issued, 'application')
    },
  )
}
