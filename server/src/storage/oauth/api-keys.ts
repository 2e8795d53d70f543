/**
 * API keys of one tenant. The key holds label and scopes; the secret that is handed out is a refresh token of the key.
 */

import { prepared } from '../engines/prepared.ts'
import type { Tables } from '../engines/tables.ts'
import type { TenantReader, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    api_key: {
      tenant_id: string
      api_key_id: string
      label: string
      scopes: string
      /** JSON array; null if the key is not limited to certain aircraft. */
      aircraft_id_list: string | null
      /** JSON array of addresses and networks; null if it may come from anywhere. */
      network_list: string | null
      expires_at: number | null
      created_at: number
      created_by: string
      revoked_at: number | null
      /** Refused until it is taken back. */
      suspended_at: number | null
    }
  }
}

export type ApiKeyRow = Tables['api_key']

export const insertApiKey = async (
  tx: TenantTx,
  key: Omit<ApiKeyRow, 'tenant_id' | 'revoked_at' | 'suspended_at'>,
): Promise<void> => {
  await tx.db
    .insertInto('api_key')
    .values({ ...key, tenant_id: tx.tenantId, revoked_at: null, suspended_at: null })
    .execute()
}

export const apiKeys = (reader: TenantReader, isRevokedToo = true): Promise<ApiKeyRow[]> =>
  reader.db
    .selectFrom('api_key')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .$if(!isRevokedToo, (query) => query.where('revoked_at', 'is', null))
    .orderBy('created_at')
    .orderBy('api_key_id')
    .execute()

/** False if there is no such key or it has already been revoked. */
export const revokeApiKey = async (tx: TenantTx, apiKeyId: string): Promise<boolean> => {
  const revoked = await tx.db
    .updateTable('api_key')
    .set({ revoked_at: await tx.now() })
    .where('tenant_id', '=', tx.tenantId)
    .where('api_key_id', '=', apiKeyId)
    .where('revoked_at', 'is', null)
    .returning('api_key_id')
    .executeTakeFirst()
  if (revoked) tx.changeValidity()
  return revoked !== undefined
}

/** The keys that work and that these people made, or rotated: they know or knew a secret of each. */
export const keysKnownTo = (reader: TenantReader, userIds: readonly string[]): Promise<ApiKeyRow[]> =>
  reader.db
    .selectFrom('api_key')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('revoked_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('created_by', 'in', userIds),
        eb(
          'api_key_id',
          'in',
          eb
            .selectFrom('audit_entry')
            .select('subject_id')
            .where('tenant_id', '=', reader.tenantId)
            .where('action', '=', 'api-key.rotated')
            .where('actor_id', 'in', userIds),
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('api_key_id')
    .execute()

/** Built once: it is read before each message of a webhook. */
const byId = prepared<{ tenantId: string; apiKeyId: string }, ApiKeyRow>((db, argument) =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where('tenant_id', '=', argument('tenantId'))
    .where('api_key_id', '=', argument('apiKeyId')),
)

export const apiKeyById = async (reader: TenantReader, apiKeyId: string): Promise<ApiKeyRow | undefined> =>
  (await byId(reader, { tenantId: reader.tenantId, apiKeyId })).rows[0]

/** Locks a key that is not revoked, so that of two simultaneous rotations the second sees the token of the first. */
/** Also those of revoked keys. */
export const labelsOfKeys = async (
  reader: TenantReader,
  apiKeyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await reader.db
    .selectFrom('api_key')
    .select(['api_key_id', 'label'])
    .where('tenant_id', '=', reader.tenantId)
    .where('api_key_id', 'in', apiKeyIds)
    .execute()
  return new Map(rows.map(({ api_key_id, label }) => [api_key_id, label]))
}

export const lockApiKey = (tx: TenantTx, apiKeyId: string): Promise<ApiKeyRow | undefined> =>
  tx.db
    .selectFrom('api_key')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('api_key_id', '=', apiKeyId)
    .where('revoked_at', 'is', null)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

export const renameApiKey = async (tx: TenantTx, apiKeyId: string, label: string): Promise<void> => {
  await tx.db
    .updateTable('api_key')
    .set({ label })
    .where('tenant_id', '=', tx.tenantId)
    .where('api_key_id', '=', apiKeyId)
    .execute()
}

/** Lets the key's refresh tokens expire at `at`; those that expire earlier keep their expiry. */
export const endRefreshTokensOfKey = async (tx: TenantTx, apiKeyId: string, at: number): Promise<void> => {
  await tx.db
    .updateTable('refresh_token')
    .set({ expires_at: at, not_over_before: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('api_key_id', '=', apiKeyId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .execute()
  tx.changeValidity()
}

/** Takes from a key's access tokens what they may not keep. The refresh tokens are locked: none is issued meanwhile. */
const narrowAccessTokens = async (
  tx: TenantTx,
  refreshTokenIds: readonly string[],
  narrowed: (scopes: string) => string,
): Promise<void> => {
  if (refreshTokenIds.length === 0) return
  const held = await tx.db
    .selectFrom('access_token')
    .select('scopes')
    .distinct()
    .where('tenant_id', '=', tx.tenantId)
    .where('refresh_token_id', 'in', refreshTokenIds)
    .execute()
  for (const { scopes } of held) {
    const after = narrowed(scopes)
    if (after === scopes) continue
    await tx.db
      .updateTable('access_token')
      .set({ scopes: after })
      .where('tenant_id', '=', tx.tenantId)
      .where('refresh_token_id', 'in', refreshTokenIds)
      .where('scopes', '=', scopes)
      .execute()
  }
}

/**
 * Also of its live refresh tokens: what they issue from now on has the new scopes. What is taken away is taken from
 * issued access tokens for good, as of grants: given back later it comes with the next one (threats row 408).
 */
export const setKeyScopes = async (
  tx: TenantTx,
  apiKeyId: string,
  scopes: string,
  narrowed: (held: string) => string,
): Promise<void> => {
  const ofKey = { tenant_id: tx.tenantId, api_key_id: apiKeyId }
  await tx.db
    .updateTable('api_key')
    .set({ scopes })
    .where('tenant_id', '=', ofKey.tenant_id)
    .where('api_key_id', '=', ofKey.api_key_id)
    .execute()
  const live = await tx.db
    .updateTable('refresh_token')
    .set({ scopes })
    .where('tenant_id', '=', ofKey.tenant_id)
    .where('api_key_id', '=', ofKey.api_key_id)
    .where('revoked_at', 'is', null)
    .returning('refresh_token_id')
    .execute()
  await narrowAccessTokens(
    tx,
    live.map(({ refresh_token_id }) => refresh_token_id),
    narrowed,
  )
  tx.changeValidity()
}

export const setKeyNetworks = async (tx: TenantTx, apiKeyId: string, networkList: string | null): Promise<void> => {
  await tx.db
    .updateTable('api_key')
    .set({ network_list: networkList })
    .where('tenant_id', '=', tx.tenantId)
    .where('api_key_id', '=', apiKeyId)
    .execute()
  tx.changeValidity()
}
