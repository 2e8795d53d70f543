/**
 * From a bearer token to a principal. A token seen before costs one SHA-256 and one look-up in memory; what was
 * remembered is forgotten when validity changes in its tenant, or for its application.
 */
import { Failure } from '../../domain/failure.ts'
import { effectiveScopes, isInTime, isRefreshTokenValid, validUntil } from '../../domain/oauth/token-validity.ts'
import { secretHash, secretKind } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { applicationArea, tenantArea, type ValidityArea } from '../../domain/validity-area.ts'
import { type AccessTokenFacts, findAccessToken } from '../../storage/oauth/access-tokens.ts'
import { actorKeyOf, bucketKeyOf, type Principal } from '../principal.ts'
import { Remembered } from '../remembered.ts'
import type { ValidityWatch } from '../validity-watch.ts'
import type { World } from '../world.ts'

const MAX_PRINCIPALS_REMEMBERED = 100_000

/** Wrong, expired, revoked, another tenant's: all alike (access-model §7). */
export const unknownToken = (): Failure =>
  new Failure('invalid_token', 'The access token is unknown, expired or revoked: ask for a new one')

const refuse = (): never => {
  throw unknownToken()
}

const principalOf = (tenantId: string, facts: AccessTokenFacts): Principal => ({
  tenantId,
  actorKey: actorKeyOf(facts),
  bucketKey: bucketKeyOf(tenantId, actorKeyOf(facts)),
  kind: facts.keyId === null ? 'application' : 'api-key',
  scopes: effectiveScopes(facts, facts.tokenScopes),
  issuedAt: facts.tokenIssuedAt,
  expiresAt: validUntil(facts, facts.tokenExpiresAt),
  clientId: facts.clientId,
  applicationName: facts.applicationName,
  applicationKind: facts.applicationKind,
  isPersonal: facts.applicationPersonal === 1,
  userId: facts.userId,
  aircraftIds: facts.keyAircraftIds === null ? null : (JSON.parse(facts.keyAircraftIds) as string[]),
})

const areasOf = ({ tenantId, clientId }: Principal): ValidityArea[] =>
  clientId === null ? [tenantArea(tenantId)] : [tenantArea(tenantId), applicationArea(clientId)]

export class AccessTokens {
  readonly #world: World
  readonly #principals: Remembered<string, Principal>

  constructor(world: World, watch: ValidityWatch) {
    this.#world = world
    this.#principals = new Remembered(watch, MAX_PRINCIPALS_REMEMBERED, areasOf)
  }

  /** The principal at once where the token is remembered, so that the hot path awaits nothing. */
  verify(tenant: Tenant, token: string): Principal | Promise<Principal> {
    const hash = secretHash(token)
    const known = this.#principals.get(hash)
    if (known === undefined || known.tenantId !== tenant.tenantId) {
      return secretKind(token) === 'at' ? this.#lookUp(tenant, hash) : refuse()
    }
    if (isInTime(known.issuedAt, known.expiresAt, this.#world.now(tenant.tenantId))) return known
    this.#principals.forget(hash)
    return refuse()
  }

  async #lookUp(tenant: Tenant, hash: string): Promise<Principal> {
    const principal = await this.#principals.fill(hash, async () => {
      const facts = await findAccessToken(this.#world.storage.tenant(tenant.tenantId), hash)
      const now = this.#world.now(tenant.tenantId)
      if (!facts || facts.tokenRevokedAt !== null) return undefined
      if (!isInTime(facts.tokenIssuedAt, facts.tokenExpiresAt, now)) return undefined
      return isRefreshTokenValid(facts, now) ? principalOf(tenant.tenantId, facts) : undefined
    })
    return principal ?? refuse()
  }
}
