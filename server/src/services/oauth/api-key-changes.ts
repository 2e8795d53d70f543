/** What an administrator changes of a key that is in use: its scopes, and where it may come from (access-model §6). */
import { commonScopes, intersection, joinScopes, parseScopes, without } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { lockApiKey, setKeyNetworks, setKeyScopes } from '../../storage/oauth/api-keys.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeOnce } from '../change-once.ts'
import type { WorldAt } from '../world.ts'
import { checkedScopes, noSuchKey } from './api-keys.ts'
import { checkedNetworks } from './key-networks.ts'

interface ScopeChange {
  readonly apiKeyId: string
  readonly scope: string
}

/** What is taken away stops with the next request; what is added comes with the next access token. */
export const setApiKeyScopes = async (
  at: WorldAt<Tenant>,
  { apiKeyId, scope }: ScopeChange,
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  await changeOnce(at, key, async (tx) => {
    const before = await lockApiKey(tx, apiKeyId)
    if (!before) throw noSuchKey()
    const aircraftIds = before.aircraft_id_list === null ? null : (JSON.parse(before.aircraft_id_list) as string[])
    const after = checkedScopes({ scope, ...(aircraftIds ? { aircraftIds } : {}) })
    if (after === before.scopes) return apiKeyId
    await setKeyScopes(tx, apiKeyId, after, (held) => commonScopes(held, after))
    const [had, has] = [parseScopes(before.scopes), parseScopes(after)]
    const detail = {
      label: before.label,
      before: before.scopes,
      after,
      added: joinScopes(without(has, intersection(had, has))),
    }
    const subject = { kind: 'api-key', id: apiKeyId }
    await recordAudit(at, tx, actor, { action: 'api-key.scopes-changed', subject, detail })
    return apiKeyId
  })
}

interface NetworkChange {
  readonly apiKeyId: string
  /** Null lets it come from anywhere. */
  readonly networkList: readonly string[] | null
}

export const setApiKeyNetworks = async (
  at: WorldAt<Tenant>,
  { apiKeyId, networkList }: NetworkChange,
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  const networks = checkedNetworks(networkList)
  await changeOnce(at, key, async (tx) => {
    const before = await lockApiKey(tx, apiKeyId)
    if (!before) throw noSuchKey()
    const after = networks && JSON.stringify(networks)
    if (after === before.network_list) return apiKeyId
    await setKeyNetworks(tx, apiKeyId, after)
    const had = before.network_list === null ? [] : (JSON.parse(before.network_list) as string[])
    const subject = { kind: 'api-key', id: apiKeyId }
    const detail = { label: before.label, addressesBefore: had, addressesAfter: networks ?? [] }
    await recordAudit(at, tx, actor, { action: 'api-key.addresses-changed', subject, detail })
    return apiKeyId
  })
}
