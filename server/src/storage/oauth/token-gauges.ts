/** The number of active access tokens of each live refresh token (access-model §5: 500 at most). */
import type { TenantReader } from '../handles.ts'

export interface TokenGauge {
  readonly refreshTokenId: string
  readonly apiKeyId: string | null
  readonly grantId: string | null
  readonly lastFour: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly expiresAt: number | null
  readonly active: number
}

type Owner = 'api_key_id' | 'grant_id'

/** The live refresh tokens of these keys or grants, newest first. */
export const tokenGauges = async (
  reader: TenantReader,
  owner: Owner,
  ids: readonly string[],
  now: number,
): Promise<TokenGauge[]> => {
  if (ids.length === 0) return []
  return reader.db
    .selectFrom('refresh_token')
    .leftJoin('access_token', (join) =>
      join
        .onRef('access_token.tenant_id', '=', 'refresh_token.tenant_id')
        .onRef('access_token.refresh_token_id', '=', 'refresh_token.refresh_token_id')
        .on('access_token.expires_at', '>', now)
        .on('access_token.revoked_at', 'is', null),
    )
    .select((eb) => [
      'refresh_token.refresh_token_id as refreshTokenId',
      'refresh_token.api_key_id as apiKeyId',
      'refresh_token.grant_id as grantId',
      'refresh_token.last_four as lastFour',
      'refresh_token.created_at as createdAt',
      'refresh_token.last_used_at as lastUsedAt',
      'refresh_token.expires_at as expiresAt',
      eb.fn.count<number>('access_token.hash').as('active'),
    ])
    .where('refresh_token.tenant_id', '=', reader.tenantId)
    .where(`refresh_token.${owner}`, 'in', ids)
    .where('refresh_token.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('refresh_token.expires_at', 'is', null), eb('refresh_token.expires_at', '>', now)]))
    .groupBy([
      'refresh_token.refresh_token_id',
      'refresh_token.api_key_id',
      'refresh_token.grant_id',
      'refresh_token.last_four',
      'refresh_token.created_at',
      'refresh_token.last_used_at',
      'refresh_token.expires_at',
    ])
    .orderBy('refresh_token.created_at', 'desc')
    .orderBy('refresh_token.refresh_token_id')
    .execute()
}
