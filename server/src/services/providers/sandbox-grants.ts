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
import type { Usage } from '../usage/usage.ts'
import type { World } from '../world.ts'
import type { ByMember } from './members.ts'
import { requireOwn } from './own-application.ts'
import { sandboxOf } from './sandbox.ts'

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

interface Asked {
  readonly tenant: Tenant
  readonly client: ApplicationRow
  readonly actor: Actor
}

/** Built on the plain world: what it writes is the application's doing, not the member's. */
export class SandboxGrants {
  readonly #world: World
  readonly #clients: Clients
  readonly #usage: Usage

  constructor(world: World, clients: Clients, usage: Usage) {
    this.#world = world
    this.#clients = clients
    this.#usage = usage
  }

  exchange({ code, redirectUri, codeVerifier, ...credentials }: CodeAtSandbox, by: ByMember): Promise<GrantedTokens> {
    return this.#asClient(credentials, by, 'code', ({ tenant, client, actor }) =>
      exchangeCode(this.#world.at(tenant), { client, actor, code, redirectUri, codeVerifier }),
    )
  }

  refresh({ refreshToken, ...credentials }: RefreshAtSandbox, by: ByMember): Promise<GrantedTokens> {
    return this.#asClient(credentials, by, 'refreshToken', async ({ tenant, client }) => ({
      issued: await refreshGrant(this.#world.at(tenant), client, refreshToken, null),
      refreshToken,
    }))
  }

  async #asClient(
    credentials: Client,
    { by: { provider }, actor }: ByMember,
    given: string,
    grant: (asked: Asked) => Promise<GrantedTokens>,
  ): Promise<GrantedTokens> {
    const { platform } = this.#world.storage
    await requireOwn(platform, provider.provider_id, credentials.clientId)
    const tenant = await sandboxOf(platform, provider)
    if (!tenant) throw new Failure('not_found', 'There is no sandbox yet: it comes with the first registration')
    try {
      const client = await this.#clients.authenticate(tenant, credentials, actor.address ?? '')
      const asked = { tenant, client, actor: { ...actor, kind: 'application', id: client.client_id } as const }
      const granted = await grant(asked)
      this.#usage.countToken(tenant.tenantId, granted.issued.actorKey, granted.issued.activeTokens)
      return granted
    } catch (error) {
      throw asUserError(error, given)
    }
  }
}
