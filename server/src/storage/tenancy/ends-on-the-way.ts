/** Which tokens, keys and connections of a tenant end between two times, as things stand now (events §4). */
import { sql } from 'kysely'
import type { TenantReader } from '../handles.ts'

export interface Span {
  readonly from: number
  readonly to: number
}

interface End {
  readonly id: string
  readonly at: number
}

/** How many access tokens that are active now end, and when the first of them does. */
export const accessTokensEnding = async (
  { db, tenantId }: TenantReader,
  { from, to }: Span,
): Promise<{ readonly count: number; readonly at: number } | null> => {
  const found = await db
    .selectFrom('access_token')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('expires_at').as('at')])
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', from)
    .where('expires_at', '<=', to)
    .executeTakeFirstOrThrow()
  return Number(found.count) === 0 ? null : { count: Number(found.count), at: Number(found.at) }
}

export const keysEnding = ({ db, tenantId }: TenantReader, { from, to }: Span, most: number): Promise<End[]> =>
  db
    .selectFrom('api_key')
    .select(({ ref }) => ['api_key_id as id', ref('expires_at').$castTo<number>().as('at')])
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', from)
    .where('expires_at', '<=', to)
    .orderBy('expires_at')
    .orderBy('api_key_id')
    .limit(most)
    .execute()

/** Grants whose last refresh token ends, where nobody uses one before. */
export const grantsEnding = async (
  { db, tenantId }: TenantReader,
  { from, to }: Span,
  most: number,
): Promise<End[]> => {
  const found = await db
    .selectFrom('refresh_token')
    .innerJoin('oauth_grant', (join) =>
      join
        .onRef('oauth_grant.tenant_id', '=', 'refresh_token.tenant_id')
        .onRef('oauth_grant.grant_id', '=', 'refresh_token.grant_id'),
    )
    .select(({ fn }) => ['oauth_grant.grant_id as id', fn.max('refresh_token.expires_at').as('at')])
    .where('refresh_token.tenant_id', '=', tenantId)
    .where('refresh_token.revoked_at', 'is', null)
    .where('oauth_grant.ended_at', 'is', null)
    .groupBy('oauth_grant.grant_id')
    .having(sql<boolean>`max(refresh_token.expires_at) > ${from} and max(refresh_token.expires_at) <= ${to}`)
    .orderBy('at')
    .orderBy('id')
    .limit(most)
    .execute()
  return found.map(({ id, at }) => ({ id, at: Number(at) }))
}
