/** Where an application is connected, at whichever operator: who allowed what, never what the operator holds. */
import type { Environment } from '../../domain/tenancy/tenant.ts'
import type { PlatformReader, TenantReader } from '../handles.ts'

export interface Connection {
  readonly tenantId: string
  readonly grantId: string
  readonly operatorId: string
  readonly operatorName: string
  readonly environment: Environment
  readonly scopes: string
  /** The user, where the application is personal. */
  readonly userId: string | null
  readonly since: number
}

/** Grants in force, oldest first. */
export const connectionsOf = (reader: PlatformReader, clientId: string): Promise<Connection[]> =>
  reader.db
    .selectFrom('oauth_grant')
    .innerJoin('tenant', 'tenant.tenant_id', 'oauth_grant.tenant_id')
    .innerJoin('operator', 'operator.operator_id', 'tenant.operator_id')
    .select([
      'oauth_grant.tenant_id as tenantId',
      'oauth_grant.grant_id as grantId',
      'tenant.operator_id as operatorId',
      'operator.name as operatorName',
      'tenant.environment as environment',
      'oauth_grant.scopes as scopes',
      'oauth_grant.user_id as userId',
      'oauth_grant.created_at as since',
    ])
    .where('oauth_grant.client_id', '=', clientId)
    .where('oauth_grant.ended_at', 'is', null)
    .orderBy('oauth_grant.created_at')
    .orderBy('oauth_grant.tenant_id')
    .execute()

export interface LiveTokens {
  readonly accessTokens: number
  readonly refreshTokens: number
  /** How many refresh tokens were used after the exchange that made them, and when the last one was. */
  readonly refreshed: number
  readonly lastUsedAt: number | null
}

/** Longer than an exchange takes to make and use its own refresh token. */
const EXCHANGE_MS = 1000

/** The tokens of one application at one tenant that work now. */
export const liveTokens = async (reader: TenantReader, clientId: string, now: number): Promise<LiveTokens> => {
  const live = reader.db
    .selectFrom('refresh_token')
    .innerJoin('oauth_grant', (join) =>
      join
        .onRef('oauth_grant.tenant_id', '=', 'refresh_token.tenant_id')
        .onRef('oauth_grant.grant_id', '=', 'refresh_token.grant_id'),
    )
    .where('refresh_token.tenant_id', '=', reader.tenantId)
    .where('oauth_grant.client_id', '=', clientId)
    .where('oauth_grant.ended_at', 'is', null)
    .where('refresh_token.revoked_at', 'is', null)
  const refresh = await live.select(['refresh_token.created_at as madeAt', 'last_used_at as usedAt']).execute()
  const access = await reader.db
    .selectFrom('access_token')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', reader.tenantId)
    .where('refresh_token_id', 'in', live.select('refresh_token.refresh_token_id'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  const uses = refresh.flatMap(({ usedAt }) => usedAt ?? [])
  return {
    accessTokens: Number(access.count),
    refreshTokens: refresh.length,
    refreshed: refresh.filter(({ usedAt, madeAt }) => usedAt !== null && usedAt >= madeAt + EXCHANGE_MS).length,
    lastUsedAt: uses.length === 0 ? null : uses.reduce((last, use) => Math.max(last, use)),
  }
}
