/**
 * Checks rights again before a read is answered. Who asks is known when the head of a request arrives; its body may come,
 * and its rows be read, after the right has ended (threats row 433). Usually nothing was changed meanwhile that this
 * process knows of, which one comparison shows; only where something was is anything read.
 */
import { Failure } from '../domain/failure.ts'
import { requireAudiences } from '../domain/identity/audience.ts'
import type { ScopeSet } from '../domain/scopes.ts'
import type { Tenant } from '../domain/tenancy/tenant.ts'
import { tenantArea } from '../domain/validity-area.ts'
import type { Lifetime } from '../storage/engines/turns/store-use.ts'
import { readSessionRights } from '../storage/identity/session-rights.ts'
import { memberById } from '../storage/providers/members.ts'
import type { SignedIn } from './identity/sessions.ts'
import { requireNetwork } from './oauth/key-networks.ts'
import type { AccessTokens } from './oauth/verify.ts'
import type { Principal } from './principal.ts'
import { isOfProvider, type NeededRights, requireScopes, scopesOf, standingNow } from './rights-at-write.ts'
import type { ValidityWatch } from './validity-watch.ts'
import { during, type World } from './world.ts'

/** What a read was allowed by. */
export interface ReadOfToken {
  readonly tenant: Tenant
  readonly principal: Principal
  readonly address: string
  readonly needed: ScopeSet
}

/** Null where nothing was changed since. */
export const tokenAtAnswer = (tokens: AccessTokens, since: number, asked: ReadOfToken): Promise<void> | null =>
  tokens.watch.generation === since ? null : requireToken(tokens, asked)

const requireToken = async (tokens: AccessTokens, { tenant, principal, address, needed }: ReadOfToken) => {
  const current = await tokens.again(tenant, principal)
  requireNetwork(current.networks, address)
  requireScopes(current.scopes, needed)
}

export interface ReadOfSession {
  readonly lifetime: Lifetime
  readonly tenant: Tenant
  readonly user: SignedIn
  readonly needed: NeededRights
}

/** Null where nothing was changed at the address since: a user who was removed, suspended, signed out or given other roles. */
export const sessionAtAnswer = (
  world: World,
  watch: ValidityWatch,
  since: number,
  asked: ReadOfSession,
): Promise<void> | null =>
  watch.generation === since || !watch.hasChanged([tenantArea(asked.tenant.tenantId)], since)
    ? null
    : requireSession(world, asked)

const requireSession = async (world: World, { lifetime, tenant, user, needed }: ReadOfSession): Promise<void> => {
  const reader = during(world, lifetime, 'reserve').storage.tenant(tenant.tenantId)
  const rights = await readSessionRights(reader, user.session.hash)
  if (!rights) throw new Failure('not_signed_in', 'Your session ended while the request ran: sign in and ask again')
  requireScopes(scopesOf(rights), needed.scopes)
  const member = isOfProvider(needed) ? await memberById(reader, user.user.user_id) : undefined
  requireAudiences(standingNow(rights, member), needed.audiences)
}
