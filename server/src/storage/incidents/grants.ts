/** The grants of one tenant, ended ones included, with what they are used for. */
import type { TenantReader } from '../handles.ts'
import type { GrantRow } from '../oauth/grants.ts'

export type NamedGrant = GrantRow & { readonly applicationName: string; readonly email: string | null }

const named = (reader: TenantReader) =>
  reader.db
    .selectFrom('oauth_grant')
    .innerJoin('application', 'application.client_id', 'oauth_grant.client_id')
    .leftJoin('user_account', (join) =>
      join
        .onRef('user_account.tenant_id', '=', 'oauth_grant.tenant_id')
        .onRef('user_account.user_id', '=', 'oauth_grant.user_id'),
    )
    .selectAll('oauth_grant')
    .select(['application.name as applicationName', 'user_account.email as email'])
    .where('oauth_grant.tenant_id', '=', reader.tenantId)

/** Oldest first. */
export const namedGrants = (reader: TenantReader): Promise<NamedGrant[]> =>
  named(reader).orderBy('oauth_grant.created_at').orderBy('oauth_grant.grant_id').execute()

export const namedGrant = (reader: TenantReader, grantId: string): Promise<NamedGrant | undefined> =>
  named(reader).where('oauth_grant.grant_id', '=', grantId).executeTakeFirst()

export interface HeldToken {
  readonly refresh_token_id: string
  readonly last_four: string
  readonly created_at: number
  readonly last_used_at: number | null
  readonly expires_at: number | null
  readonly revoked_at: number | null
}

/** The refresh tokens of a grant or a key, newest first: never themselves. */
export const heldTokens = (
  reader: TenantReader,
  of: { readonly grantId: string } | { readonly apiKeyId: string },
): Promise<HeldToken[]> =>
  reader.db
    .selectFrom('refresh_token')
    .select(['refresh_token_id', 'last_four', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'])
    .where('tenant_id', '=', reader.tenantId)
    .where('grantId' in of ? 'grant_id' : 'api_key_id', '=', 'grantId' in of ? of.grantId : of.apiKeyId)
    .orderBy('created_at', 'desc')
    .execute()
