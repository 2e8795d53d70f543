/** API keys of one tenant. The key itself carries label and scopes; what is handed out is a refresh token of it. */
import type { TenantReader, TenantTx } from './storage.ts'
import type { Tables } from './tables.ts'

declare module './tables.ts' {
  interface Tables {
    api_key: {
      tenant_id: string
      api_key_id: string
      label: string
      scopes: string
      /** JSON array; null where the key is not limited to some aircraft. */
      aircraft_id_list: string | null
      expires_at: number | null
      created_at: number
      created_by: string
      revoked_at: number | null
    }
  }
}

export type ApiKeyRow = Tables['api_key']

export const insertApiKey = async (tx: TenantTx, key: Omit<ApiKeyRow, 'tenant_id' | 'revoked_at'>): Promise<void> => {
  await tx.db
    .insertInto('api_key')
    .values({ ...key, tenant_id: tx.tenantId, revoked_at: null })
    .execute()
}

export const apiKeys = (reader: TenantReader): Promise<ApiKeyRow[]> =>
  reader.db
    .selectFrom('api_key')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .orderBy('created_at')
    .orderBy('api_key_id')
    .execute()

/** False where there is no such key, or it was revoked before. */
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
