/**
 * Verifies a bearer token and returns its principal. A known token costs two look-ups in memory, of its hash and of
 * whom that stands for; the latter is dropped when validity changes in its tenant or for its application.
 */
import { Failure } from '../../domain/failure.ts'
import {
  effectiveScopes,
  isInTime,
  isRefreshTokenValid,
  narrowsAt,
  validUntil,
} from '../../domain/oauth/token-validity.ts'
import type { ScopeSet } from '../../domain/scopes.ts'
import { secretHash, secretKind } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { applicationArea, tenantArea, type ValidityArea } from '../../domain/validity-area.ts'
import type { TenantReader } from '../../storage/handles.ts'
import { type AccessTokenFacts, findAccessToken } from '../../storage/oauth/access-tokens.ts'
import { BoundedCache } from '../bounded-cache.ts'
import { actorKeyOf, keysOf, type Principal } from '../principal.ts'
import { type MemoryCounts, Remembered } from '../remembered.ts'
import type { ValidityWatch } from '../validity-watch.ts'
import type { World } from '../world.ts'
import { networksOfKey } from './key-networks.ts'

const MAX_PRINCIPALS_REMEMBERED = 100_000
const MAX_HASHES_REMEMBERED = 10_000

/** One error for wrong, expired, revoked and another tenant's tokens (access-model §7). */
export const unknownToken = (): Failure =>
  new Failure('invalid_token', 'The access token is unknown, expired or revoked: ask for a new one')

/** Said by its prefix alone, so that it tells nothing of whether it works. */
export const notExchanged = (kind: string): Failure =>
  new Failure(
    'invalid_token',
    `This is no access token but the ${kind}: exchange it for one at the token endpoint, and send that`,
  )

type Budgeted = Pick<Tenant, 'tenantId' | 'sharesBudget'>

const refuse = (): never => {
  throw unknownToken()
}

const principalOf = (at: Budgeted, hash: string, facts: AccessTokenFacts, scopes: ScopeSet): Principal => ({
  ...keysOf(at, actorKeyOf(facts)),
  credential: {
    kind: 'access-token',
    hash,
    epochs: {
      tenant: facts.tenantEpoch ?? 0,
      application: facts.clientId === null ? null : (facts.applicationEpoch ?? 0),
    },
  },
  kind: facts.keyId === null ? 'application' : 'api-key',
  scopes,
  issuedAt: facts.tokenIssuedAt,
  expiresAt: validUntil(facts, facts.tokenExpiresAt),
  narrowsAt: narrowsAt(facts, scopes),
  clientId: facts.clientId,
  applicationName: facts.applicationName,
  applicationKind: facts.applicationKind,
  isPersonal: facts.applicationPersonal === 1,
  userId: facts.userId,
  aircraftIds: facts.keyAircraftIds === null ? null : (JSON.parse(facts.keyAircraftIds) as string[]),
  networks: networksOfKey(facts),
})

/** Whether scopes that it was read with have ended since (threats row 328). */
export const hasNarrowed = ({ narrowsAt }: Principal, now: number): boolean => narrowsAt !== null && narrowsAt <= now

/** Where a change may end or narrow what the principal has. */
export const validityAreasOf = ({ tenantId, clientId }: Principal): ValidityArea[] =>
  clientId === null ? [tenantArea(tenantId)] : [tenantArea(tenantId), applicationArea(clientId)]

/** The principal of an access token, read from the store by the token's hash; undefined if the token is not valid. */
export const readPrincipal = async (
  world: World,
  reader: TenantReader,
  hash: string,
  sharesBudget = false,
): Promise<Principal | undefined> => {
  const facts = await findAccessToken(reader, hash)
  const now = world.now(reader.tenantId)
  if (!facts || facts.tokenRevokedAt !== null) return undefined
  if (!isInTime(facts.tokenIssuedAt, facts.tokenExpiresAt, now)) return undefined
  if (!isRefreshTokenValid(facts, now)) return undefined
  const scopes = effectiveScopes(facts, facts.tokenScopes, now)
  return principalOf({ tenantId: reader.tenantId, sharesBudget }, hash, facts, scopes)
}

export class AccessTokens {
  readonly #world: World
  readonly #principals: Remembered<string, Principal>
  /** Of tokens that worked, and of no others: a hash between other work takes a twelfth of a query (ADR 226). */
  readonly #hashes = new BoundedCache<string>(MAX_HASHES_REMEMBERED)
  /** Tells whether anything was changed since a token was verified. */
  readonly watch: ValidityWatch

  constructor(world: World, watch: ValidityWatch) {
    this.#world = world
    this.watch = watch
    this.#principals = new Remembered(world.storage, watch, MAX_PRINCIPALS_REMEMBERED, validityAreasOf)
  }

  get remembered(): MemoryCounts {
    return this.#principals.counts
  }

  /** Returns the principal without a promise if the token is cached, so that the hot path awaits nothing. */
  verify(tenant: Tenant, token: string): Principal | Promise<Principal> {
    const hash = this.#hashes.get(token) ?? secretHash(token)
    const known = this.#principals.get(hash)
    if (known === undefined || known.tenantId !== tenant.tenantId) {
      return secretKind(token) === 'at' ? this.#firstLookUp(tenant, token, hash) : refuse()
    }
    const now = this.#world.now(tenant.tenantId)
    if (isInTime(known.issuedAt, known.expiresAt, now))
      return hasNarrowed(known, now) ? this.#lookUp(tenant, hash) : known
    this.#principals.forget(hash)
    return refuse()
  }

  /** The principal of a token that was verified before, with the rights that it has now; refuses one that has ended. */
  again(tenant: Tenant, { credential }: Principal): Principal | Promise<Principal> {
    if (credential.kind !== 'access-token') return refuse()
    const known = this.#principals.get(credential.hash)
    if (known === undefined) return this.#lookUp(tenant, credential.hash)
    const now = this.#world.now(tenant.tenantId)
    if (!isInTime(known.issuedAt, known.expiresAt, now)) return refuse()
    return hasNarrowed(known, now) ? this.#lookUp(tenant, credential.hash) : known
  }

  async #firstLookUp(tenant: Tenant, token: string, hash: string): Promise<Principal> {
    const principal = await this.#lookUp(tenant, hash)
    this.#hashes.set(token, hash)
    return principal
  }

  async #lookUp(tenant: Tenant, hash: string): Promise<Principal> {
    const principal = await this.#principals.fill(hash, (storage) =>
      readPrincipal(this.#world, storage.tenant(tenant.tenantId), hash, tenant.sharesBudget),
    )
    return principal ?? refuse()
  }
}
