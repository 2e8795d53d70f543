/**
 * Access tokens: counted against the cap, looked up with everything that decides their validity, removed some time
 * after they expire.
 */

import { type RawBuilder, sql } from 'kysely'
import type { RefreshTokenFacts } from '../../domain/oauth/token-validity.ts'
import { applicationArea } from '../../domain/validity-area.ts'
import { removeSome } from '../bounded-removal.ts'
import { prepared } from '../engines/prepared.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../handles.ts'
import { refreshTokenFacts } from './refresh-tokens.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    access_token: {
      tenant_id: string
      hash: string
      refresh_token_id: string
      scopes: string
      issued_at: number
      expires_at: number
      revoked_at: number | null
    }
  }
}

export interface AccessTokenFacts extends RefreshTokenFacts {
  readonly tokenScopes: string
  readonly tokenIssuedAt: number
  readonly tokenExpiresAt: number
  readonly tokenRevokedAt: number | null
  readonly tenantEpoch: number | null
  readonly applicationEpoch: number | null
}

const epochOf = (area: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`(select epoch from validity_area where area = ${area})`

const withFacts = prepared<{ tenantId: string; hash: string }, AccessTokenFacts>((db, argument) =>
  refreshTokenFacts(db.selectFrom('refresh_token'))
    .innerJoin('access_token', (join) =>
      join
        .onRef('access_token.tenant_id', '=', 'refresh_token.tenant_id')
        .onRef('access_token.refresh_token_id', '=', 'refresh_token.refresh_token_id'),
    )
    .select([
      'access_token.scopes as tokenScopes',
      'access_token.issued_at as tokenIssuedAt',
      'access_token.expires_at as tokenExpiresAt',
      'access_token.revoked_at as tokenRevokedAt',
    ])
    .select([
      epochOf(sql`'tenant/' || access_token.tenant_id`).as('tenantEpoch'),
      epochOf(sql`'application/' || oauth_grant.client_id`).as('applicationEpoch'),
    ])
    .where('access_token.tenant_id', '=', argument('tenantId'))
    .where('access_token.hash', '=', argument('hash')),
)

export const findAccessToken = async (reader: TenantReader, hash: string): Promise<AccessTokenFacts | undefined> => {
  const { rows } = await withFacts(reader, { tenantId: reader.tenantId, hash })
  return rows[0]
}

const active = prepared<
  { tenantId: string; refreshTokenId: string; now: number },
  { count: number; earliestExpiry: number | null }
>((db, argument) =>
  db
    .selectFrom('access_token')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('expires_at').as('earliestExpiry')])
    .where('tenant_id', '=', argument('tenantId'))
    .where('refresh_token_id', '=', argument('refreshTokenId'))
    .where('expires_at', '>', argument('now'))
    .where('revoked_at', 'is', null),
)

/** How many access tokens of this refresh token are active, and when the first of them expires. */
export const activeAccessTokens = async (
  reader: TenantReader,
  refreshTokenId: string,
  now: number,
): Promise<{ count: number; earliestExpiry: number | null }> => {
  const { rows } = await active(reader, { tenantId: reader.tenantId, refreshTokenId, now })
  return rows[0] ?? { count: 0, earliestExpiry: null }
}

const insert = prepared<
  { tenantId: string; hash: string; refreshTokenId: string; scopes: string; issuedAt: number; expiresAt: number },
  unknown
>((db, argument) =>
  db.insertInto('access_token').values({
    tenant_id: argument('tenantId'),
    hash: argument('hash'),
    refresh_token_id: argument('refreshTokenId'),
    scopes: argument('scopes'),
    issued_at: argument('issuedAt'),
    expires_at: argument('expiresAt'),
    revoked_at: null,
  }),
)

export interface NewAccessToken {
  readonly hash: string
  readonly refreshTokenId: string
  readonly scopes: string
  readonly issuedAt: number
  readonly expiresAt: number
}

export const insertAccessToken = async (tx: TenantTx, token: NewAccessToken): Promise<void> => {
  await insert(tx, { tenantId: tx.tenantId, ...token })
}

/** For the demo, which inserts hundreds at once and does the counting itself. */
export const insertAccessTokens = async (tx: TenantTx, tokens: readonly NewAccessToken[]): Promise<void> => {
  if (tokens.length === 0) return
  await tx.db
    .insertInto('access_token')
    .values(
      tokens.map(({ hash, refreshTokenId, scopes, issuedAt, expiresAt }) => ({
        tenant_id: tx.tenantId,
        hash,
        refresh_token_id: refreshTokenId,
        scopes,
        issued_at: issuedAt,
        expires_at: expiresAt,
        revoked_at: null,
      })),
    )
    .execute()
}

/**
 * Removes at most `most` tokens that expired before `time` and returns their number; the caller repeats until none is
 * left.
 */
export const removeAccessTokensExpiredBefore = (
  tx: PlatformTx | TenantTx,
  time: number,
  most: number,
): Promise<number> =>
  removeSome(tx, { from: 'access_token', key: ['tenant_id', 'hash'], by: 'expires_at', before: time }, most)

/** Revokes one access token; its refresh token stays valid. */
export const revokeAccessToken = async (tx: TenantTx, hash: string): Promise<boolean> => {
  const revoked = await tx.db
    .updateTable('access_token')
    .set({ revoked_at: await tx.now() })
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  if (revoked) tx.changeValidity()
  return revoked !== undefined
}

/** Revokes every access token of an application, at all operators; its refresh tokens stay valid. */
export const revokeAccessTokensOf = async (tx: PlatformTx, clientId: string): Promise<void> => {
  await tx.db
    .updateTable('access_token')
    .set({ revoked_at: await tx.now() })
    .where('revoked_at', 'is', null)
    .where((eb) =>
      eb(
        eb.refTuple('tenant_id', 'refresh_token_id'),
        'in',
        eb
          .selectFrom('refresh_token')
          .innerJoin('oauth_grant', (join) =>
            join
              .onRef('oauth_grant.tenant_id', '=', 'refresh_token.tenant_id')
              .onRef('oauth_grant.grant_id', '=', 'refresh_token.grant_id'),
          )
          .select(['refresh_token.tenant_id', 'refresh_token.refresh_token_id'])
          .where('oauth_grant.client_id', '=', clientId)
          .$asTuple('tenant_id', 'refresh_token_id'),
      ),
    )
    .execute()
  tx.changeValidity(applicationArea(clientId))
}
