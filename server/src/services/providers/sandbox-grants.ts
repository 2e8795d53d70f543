/**
 * The exchange and the refresh of a grant, pressed in the portal: at the provider's own sandbox operator, for its own
 * applications, with the client secret that the member pasted. It is checked as at the token endpoint and kept nowhere.
 */
import { Failure } from '../../domain/failure.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type UserErrorCode, userError } from '../../domain/user-error.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import type { Actor } from '../audit-trail.ts'
import type { Clients } from '../oauth/client-authentication.ts'
import { exchangeCode, type GrantedTokens } from '../oauth/code-exchange.ts'
import { refreshGrant } from '../oauth/refresh-grant.ts'
import { countIssued, countRefused } from '../usage/token-usage.ts'
import type { Usage } from '../usage/usage.ts'
import type { WorldAt } from '../world.ts'
import type { ByMember } from './members.ts'
import { requireOwn } from './own-application.ts'
import { requireSandbox } from './sandbox.ts'

interface Client {
  readonly clientId: string
  readonly clientSecret: string
}

export interface CodeAtSandbox extends Client {
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier: string | null
}

export interface RefreshAtSandbox extends Client {
  readonly refreshToken: string
}

/** What the token endpoint refuses is told at the field that was pasted. */
const REFUSALS: Readonly<Record<string, readonly [UserErrorCode, 'clientSecret' | 'given' | null]>> = {
  invalid_client: ['VALIDATION', 'clientSecret'],
  invalid_grant: ['VALIDATION', 'given'],
  unauthorized_client: ['NOT_ALLOWED', null],
  too_many_attempts: ['LIMIT_EXCEEDED', 'clientSecret'],
  too_many_active_tokens: ['LIMIT_EXCEEDED', null],
}

const asUserError = (error: unknown, given: string): unknown => {
  const refusal = error instanceof Failure ? REFUSALS[error.code] : undefined
  if (!(error instanceof Failure) || !refusal) return error
  const [code, place] = refusal
  return userError(code, error.message, place === null ? null : [place === 'given' ? given : place])
}

/** The member who presses, in the developers' realm: nothing commits once they are signed out or removed (threats row 94). */
export interface AtPortal extends ByMember {
  readonly at: WorldAt
  readonly clients: Clients
  readonly usage: Usage
  readonly publicUrl: URL
}

interface Asked {
  readonly sandbox: WorldAt<Tenant>
  readonly client: ApplicationRow
  /** The application: what is written is its doing, not the member's. */
  readonly actor: Actor
}

const asClient = async (
  { at, clients, usage, by: { provider }, actor }: AtPortal,
  credentials: Client,
  given: string,
  grant: (asked: Asked) => Promise<GrantedTokens>,
): Promise<GrantedTokens> => {
  await requireOwn(at.platform, provider.provider_id, credentials.clientId)
  const tenant = await requireSandbox(at.platform, provider)
  try {
    const client = await clients.authenticate(tenant, credentials, actor.address ?? '')
    const byApplication = { ...actor, kind: 'application', id: client.client_id } as const
    const granted = await grant({ sandbox: at.reaching(tenant), client, actor: byApplication })
    countIssued(usage, tenant, granted.issued, 'application')
    return granted
  } catch (error) {
    countRefused(usage, tenant, actor.requestId ?? '', error)
    throw asUserError(error, given)
  }
}

export const exchangeAtSandbox = (
  portal: AtPortal,
  { code, redirectUri, codeVerifier, ...credentials }: CodeAtSandbox,
): Promise<GrantedTokens> =>
  asClient(portal, credentials, 'code', ({ sandbox, client, actor }) =>
    exchangeCode(sandbox, { client, actor, code, redirectUri, codeVerifier, publicUrl: portal.publicUrl }),
  )

export const refreshAtSandbox = (
  portal: AtPortal,
  { refreshToken, ...credentials }: RefreshAtSandbox,
): Promise<GrantedTokens> =>
  asClient(portal, credentials, 'refreshToken', async ({ sandbox, client }) => ({
    issued: await refreshGrant(sandbox, client, refreshToken, null),
    refreshToken,
  }))
