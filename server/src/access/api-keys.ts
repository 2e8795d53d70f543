/** API keys: an operator's own integrations, one tenant each (access-model §6). */
import { Failure } from '../domain/failure.ts'
import { isAircraftBound, isGrantable, isScope, joinScopes, scopeSet, splitScopes } from '../domain/scopes.ts'
import { lastFour, makeSecret, secretHash, secretKind } from '../domain/secret.ts'
import type { Tenant } from '../domain/tenant.ts'
import { insertApiKey, revokeApiKey as markRevoked } from '../storage/api-keys.ts'
import { insertRefreshToken } from '../storage/refresh-tokens.ts'
import { type Actor, recordAudit } from './audit-trail.ts'
import { type IssuedToken, refreshAccessToken } from './issue.ts'
import { newId, type World } from './world.ts'

export interface ApiKeyRequest {
  readonly label: string
  readonly scope: string
  readonly expiresAt?: number
  readonly aircraftIds?: readonly string[]
}

const LABEL_LENGTH = 100

const checkedScopes = (request: ApiKeyRequest): string => {
  const names = splitScopes(request.scope)
  if (names.length === 0) throw new Failure('invalid_scope', 'A key needs at least one scope')
  for (const name of names) {
    if (!isScope(name)) throw new Failure('invalid_scope', `There is no scope "${name}"`)
    if (!isGrantable(name)) throw new Failure('invalid_scope', `${name} is for signed-in people only`)
    if (name.startsWith('own:')) throw new Failure('invalid_scope', `${name} is for personal applications only`)
    if (request.aircraftIds && !isAircraftBound(name)) {
      throw new Failure('invalid_scope', `${name} cannot be limited to some aircraft`)
    }
  }
  return joinScopes(scopeSet(names))
}

const checkedLabel = (label: string): string => {
  const text = label.trim()
  if (text === '' || text.length > LABEL_LENGTH) {
    throw new Failure('invalid_request', `A key's label has 1 to ${LABEL_LENGTH} characters`)
  }
  return text
}

/** The refresh token is in this answer and never shown again. */
export const createApiKey = async (
  world: World,
  tenant: Tenant,
  request: ApiKeyRequest,
  actor: Actor,
): Promise<{ apiKeyId: string; refreshToken: string }> => {
  const label = checkedLabel(request.label)
  const scopes = checkedScopes(request)
  const apiKeyId = newId(world, 'key')
  const refreshToken = makeSecret('ak', tenant.environment, world.randomBytes)
  await world.storage.writeTenant(tenant.tenantId, async (tx) => {
    const createdAt = await tx.now()
    await insertApiKey(tx, {
      api_key_id: apiKeyId,
      label,
      scopes,
      aircraft_id_list: request.aircraftIds ? JSON.stringify(request.aircraftIds) : null,
      expires_at: request.expiresAt ?? null,
      created_at: createdAt,
      created_by: actor.id ?? actor.kind,
    })
    await insertRefreshToken(tx, {
      refreshTokenId: newId(world, 'rt'),
      hash: secretHash(refreshToken),
      lastFour: lastFour(refreshToken),
      apiKeyId,
      grantId: null,
      scopes,
      createdAt,
      expiresAt: null,
    })
    const subject = { kind: 'api-key', id: apiKeyId }
    await recordAudit(world, tx, actor, 'api-key.created', subject, { label, scopes })
  })
  return { apiKeyId, refreshToken }
}

export const revokeApiKey = (world: World, tenant: Tenant, apiKeyId: string, actor: Actor): Promise<void> =>
  world.storage.writeTenant(tenant.tenantId, async (tx) => {
    if (!(await markRevoked(tx, apiKeyId))) {
      throw new Failure('not_found', 'There is no such API key here, or it was revoked before')
    }
    await recordAudit(world, tx, actor, 'api-key.revoked', { kind: 'api-key', id: apiKeyId }, {})
  })

/** A grant's refresh token is refused here exactly like an unknown one. */
export const exchangeApiKey = async (world: World, tenant: Tenant, refreshToken: string): Promise<IssuedToken> => {
  if (secretKind(refreshToken) !== 'ak') {
    throw new Failure('invalid_grant', 'The refresh token is unknown, expired or revoked')
  }
  return refreshAccessToken(world, tenant, {
    hash: secretHash(refreshToken),
    belongs: (facts) => facts.keyId !== null,
    askedScopes: null,
  })
}
