/** API keys for an operator's own integrations, for one tenant each (access-model §6). */

import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import { MAX_KEY_LABEL_CHARACTERS, MAX_SECRET_OVERLAP_HOURS } from '../../domain/limits.ts'
import {
  isAircraftBound,
  isForOfficeAlone,
  isGrantable,
  isOffered,
  isPersonalScope,
  isScope,
  joinScopes,
  scopeSet,
  splitScopes,
} from '../../domain/scopes.ts'
import { lastFour, makeSecret, secretHash, secretKind } from '../../domain/secret.ts'
import { isBlank, isShowableLine, UNSHOWABLE_MESSAGE } from '../../domain/shown-text.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { TenantReader, TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import {
  renameApiKey as changeLabel,
  endRefreshTokensOfKey,
  insertApiKey,
  keysKnownTo,
  lockApiKey,
  revokeApiKey as markRevoked,
} from '../../storage/oauth/api-keys.ts'
import { insertRefreshToken } from '../../storage/oauth/refresh-tokens.ts'
import { AIRCRAFT } from '../../storage/operations/fleet/aircraft.ts'
import { recordsById } from '../../storage/records.ts'
import { readingAs } from '../../storage/view.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeOnce } from '../change-once.ts'
import { newId, type Randomness, type WorldAt } from '../world.ts'
import { type IssuedToken, refreshAccessToken } from './issue.ts'
import { checkedNetworks, networksOfKey, requireNetwork } from './key-networks.ts'

export interface ApiKeyRequest {
  readonly label: string
  readonly scope: string
  readonly expiresAt?: number
  readonly aircraftIds?: readonly string[]
  /** Where it may come from: addresses and networks. */
  readonly networks?: readonly string[]
}

const refuseScope = (description: string): never => {
  throw new Failure('invalid_scope', description, { details: { field: 'scopeList' } })
}

export const checkedScopes = (request: Pick<ApiKeyRequest, 'scope' | 'aircraftIds'>): string => {
  const names = splitScopes(request.scope)
  if (names.length === 0) refuseScope('A key needs at least one scope')
  for (const name of names) {
    if (!isScope(name)) return refuseScope(`There is no scope "${name}"`)
    if (!isGrantable(name)) refuseScope(`${name} is for signed-in users only`)
    if (isPersonalScope(name)) refuseScope(`${name} is for personal applications only`)
    if (isForOfficeAlone(name)) refuseScope(`${name} is for people of the safety office and their application`)
    if (request.aircraftIds && !isAircraftBound(name)) refuseScope(`${name} cannot be limited to some aircraft`)
  }
  const offered = names.filter((name) => isScope(name) && isOffered(name))
  if (offered.length === 0) refuseScope('Nothing in the API needs any of these scopes yet: choose another one')
  return joinScopes(scopeSet(offered))
}

const refuseField = (field: string, description: string): never => {
  throw new Failure('invalid_request', description, { details: { field } })
}

const checkedLabel = (label: string): string => {
  const text = label.trim()
  if (isBlank(text) || text.length > MAX_KEY_LABEL_CHARACTERS) {
    refuseField('label', `A key's label has 1 to ${MAX_KEY_LABEL_CHARACTERS} characters`)
  }
  if (!isShowableLine(text)) refuseField('label', `A key's label ${UNSHOWABLE_MESSAGE}`)
  return text
}

const checkLimits = async (tx: TenantTx, request: ApiKeyRequest, now: number): Promise<void> => {
  if (request.expiresAt !== undefined && request.expiresAt <= now) {
    refuseField('expiresAt', 'The expiry of a key must be in the future')
  }
  if (request.aircraftIds === undefined) return
  if (request.aircraftIds.length === 0) refuseField('aircraftIdList', 'Name the aircraft, or leave the key unlimited')
  await requireAircraft(tx, request.aircraftIds)
}

/** Refuses aircraft that the operator does not have, for keys and webhooks alike. */
export const requireAircraft = async (reader: TenantReader, aircraftIds: readonly string[]): Promise<void> => {
  const known = await recordsById(readingAs(reader, { of: 'operator' }), AIRCRAFT, aircraftIds)
  const unknown = aircraftIds.find((aircraftId) => !known.has(aircraftId))
  if (unknown !== undefined) refuseField('aircraftIdList', `There is no aircraft ${unknown} here`)
}

const insertKey = async (
  at: WorldAt,
  tx: TenantTx,
  request: ApiKeyRequest & { readonly refreshToken: string },
  actor: Actor,
): Promise<string> => {
  const label = checkedLabel(request.label)
  const scopes = checkedScopes(request)
  const networks = checkedNetworks(request.networks ?? null)
  const apiKeyId = newId(at, 'key')
  const createdAt = await tx.now()
  await checkLimits(tx, request, createdAt)
  await insertApiKey(tx, {
    api_key_id: apiKeyId,
    label,
    scopes,
    aircraft_id_list: request.aircraftIds ? JSON.stringify(request.aircraftIds) : null,
    network_list: networks && JSON.stringify(networks),
    expires_at: request.expiresAt ?? null,
    created_at: createdAt,
    created_by: actor.id ?? actor.kind,
  })
  await insertKeyToken(at, tx, { apiKeyId, scopes, refreshToken: request.refreshToken, createdAt })
  await recordAudit(at, tx, actor, {
    action: 'api-key.created',
    subject: { kind: 'api-key', id: apiKeyId },
    detail: { label, scopes },
  })
  return apiKeyId
}

/** Returns the refresh token, which is never shown again. */
export const createApiKey = async (
  at: WorldAt<Tenant>,
  request: ApiKeyRequest,
  actor: Actor,
): Promise<{ apiKeyId: string; refreshToken: string }> => {
  const refreshToken = makeSecret('ak', at.realm.environment, at.randomBytes)
  const apiKeyId = await at.write((tx) => insertKey(at, tx, { ...request, refreshToken }, actor))
  return { apiKeyId, refreshToken }
}

/**
 * The secret is null if an earlier request with the same idempotency key created it: that response contained it, and it is not
 * stored.
 */
interface SecretShown {
  readonly apiKeyId: string
  readonly refreshToken: string | null
}

export const createApiKeyOnce = async (
  at: WorldAt<Tenant>,
  request: ApiKeyRequest,
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<SecretShown> => {
  const refreshToken = makeSecret('ak', at.realm.environment, at.randomBytes)
  const { outcome, isRepeated } = await changeOnce(at, key, (tx) =>
    insertKey(at, tx, { ...request, refreshToken }, actor),
  )
  return { apiKeyId: outcome, refreshToken: isRepeated ? null : refreshToken }
}

interface KeyToken {
  readonly apiKeyId: string
  readonly scopes: string
  readonly refreshToken: string
  readonly createdAt: number
}

const insertKeyToken = (
  at: WorldAt,
  tx: TenantTx,
  { apiKeyId, scopes, refreshToken, createdAt }: KeyToken,
): Promise<void> =>
  insertRefreshToken(tx, {
    refreshTokenId: newId(at, 'rt'),
    hash: secretHash(refreshToken),
    lastFour: lastFour(refreshToken),
    apiKeyId,
    grantId: null,
    scopes,
    createdAt,
    expiresAt: null,
  })

export const noSuchKey = (): Failure =>
  new Failure('not_found', 'There is no such API key here, or it was revoked before', {
    details: { field: 'apiKeyId' },
  })

export const renameApiKey = async (
  at: WorldAt<Tenant>,
  { apiKeyId, label: newLabel }: { readonly apiKeyId: string; readonly label: string },
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  await changeOnce(at, key, async (tx) => {
    const label = checkedLabel(newLabel)
    const before = await lockApiKey(tx, apiKeyId)
    if (!before) throw noSuchKey()
    await changeLabel(tx, apiKeyId, label)
    const detail = { before: before.label, after: label }
    await recordAudit(at, tx, actor, { action: 'api-key.renamed', subject: { kind: 'api-key', id: apiKeyId }, detail })
    return apiKeyId
  })
}

/**
 * Creates a new refresh token beside the old one, which expires exactly at the end of the overlap (access-model §6).
 */
export const rotateApiKey = async (
  at: WorldAt<Tenant>,
  { apiKeyId, overlapHours }: { readonly apiKeyId: string; readonly overlapHours: number },
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<SecretShown> => {
  if (overlapHours < 0 || overlapHours > MAX_SECRET_OVERLAP_HOURS) {
    refuseField('overlapHours', `The overlap is from 0 to ${MAX_SECRET_OVERLAP_HOURS} hours`)
  }
  const refreshToken = makeSecret('ak', at.realm.environment, at.randomBytes)
  const { isRepeated } = await changeOnce(at, key, async (tx) => {
    const rotated = await lockApiKey(tx, apiKeyId)
    const now = await tx.now()
    if (!rotated || (rotated.expires_at !== null && rotated.expires_at <= now)) throw noSuchKey()
    const oldEndsAt = addSeconds(now, overlapHours * 3600)
    await endRefreshTokensOfKey(tx, apiKeyId, oldEndsAt)
    await insertKeyToken(at, tx, { apiKeyId, scopes: rotated.scopes, refreshToken, createdAt: now })
    const detail = { overlapHours, label: rotated.label }
    await recordAudit(at, tx, actor, { action: 'api-key.rotated', subject: { kind: 'api-key', id: apiKeyId }, detail })
    return apiKeyId
  })
  return { apiKeyId, refreshToken: isRepeated ? null : refreshToken }
}

export const revokeApiKey = async (
  at: WorldAt<Tenant>,
  apiKeyId: string,
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  await changeOnce(at, key, async (tx) => {
    if (!(await markRevoked(tx, apiKeyId))) throw noSuchKey()
    await recordAudit(at, tx, actor, { action: 'api-key.revoked', subject: { kind: 'api-key', id: apiKeyId } })
    return apiKeyId
  })
}

/** Ends the keys whose secret these people saw; returns their labels. Part of the transaction that removes them. */
export const revokeKeysOf = async (
  at: Randomness,
  tx: TenantTx,
  userIds: readonly string[],
  actor: Actor,
): Promise<readonly string[]> => {
  if (userIds.length === 0) return []
  const keys = await keysKnownTo(tx, userIds)
  for (const { api_key_id: apiKeyId } of keys) {
    await markRevoked(tx, apiKeyId)
    await recordAudit(at, tx, actor, { action: 'api-key.revoked', subject: { kind: 'api-key', id: apiKeyId } })
  }
  return keys.map(({ label }) => label)
}

/** A refresh token of a grant is refused here exactly like an unknown one. */
export const exchangeApiKey = async (
  at: WorldAt<Tenant>,
  refreshToken: string,
  address: string,
): Promise<IssuedToken> => {
  if (secretKind(refreshToken) !== 'ak') {
    throw new Failure('invalid_grant', 'The refresh token is unknown, expired or revoked')
  }
  return refreshAccessToken(at, {
    hash: secretHash(refreshToken),
    belongs: (facts) => facts.keyId !== null,
    requireMore: (facts) => requireNetwork(networksOfKey(facts), address),
    askedScopes: null,
  })
}
