/** Refresh tokens of grants and API keys; access tokens are issued from them. */

import type { SelectQueryBuilder } from 'kysely'
import type { RefreshTokenFacts } from '../../domain/oauth/token-validity.ts'
import { type EngineKind, storeNow } from '../engines/engine.ts'
import { prepared } from '../engines/prepared.ts'
import type { Tables } from '../engines/tables.ts'
import type { TenantReader, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    refresh_token: {
      tenant_id: string
      refresh_token_id: string
      hash: string
      last_four: string
      api_key_id: string | null
      grant_id: string | null
      scopes: string
      created_at: number
      last_used_at: number | null
      expires_at: number | null
      /**
       * The token is not over before this time, when the removal looks at it. A use moves the expiry and leaves this
       * time, so that no index changes with it.
       */
      not_over_before: number
      revoked_at: number | null
    }
    oauth_grant: {
      tenant_id: string
      grant_id: string
      client_id: string
      /** The user of a personal grant; null if the operator granted. */
      user_id: string | null
      scopes: string
      granted_by: string
      created_at: number
      changed_at: number
      /** When the decision in force was made: the latest exchanged consent, or a later narrowing. */
      decided_at: number
      ended_at: number | null
      /** Nothing of it works until it is taken back. */
      suspended_at: number | null
    }
  }
}

/** A refresh token with everything that decides its validity. */
export const refreshTokenFacts = (refreshTokens: SelectQueryBuilder<Tables, 'refresh_token', object>) =>
  refreshTokens
    .innerJoin('tenant', 'tenant.tenant_id', 'refresh_token.tenant_id')
    .leftJoin('api_key', (join) =>
      join
        .onRef('api_key.tenant_id', '=', 'refresh_token.tenant_id')
        .onRef('api_key.api_key_id', '=', 'refresh_token.api_key_id'),
    )
    .leftJoin('oauth_grant', (join) =>
      join
        .onRef('oauth_grant.tenant_id', '=', 'refresh_token.tenant_id')
        .onRef('oauth_grant.grant_id', '=', 'refresh_token.grant_id'),
    )
    .leftJoin('application', 'application.client_id', 'oauth_grant.client_id')
    .leftJoin('user_account', (join) =>
      join
        .onRef('user_account.tenant_id', '=', 'oauth_grant.tenant_id')
        .onRef('user_account.user_id', '=', 'oauth_grant.user_id'),
    )
    .select([
      'tenant.environment as environment',
      'tenant.closed_at as tenantClosedAt',
      'refresh_token.refresh_token_id as refreshTokenId',
      'refresh_token.scopes as scopes',
      'refresh_token.expires_at as expiresAt',
      'refresh_token.revoked_at as revokedAt',
      'refresh_token.last_used_at as lastUsedAt',
      'api_key.api_key_id as keyId',
      'api_key.label as keyLabel',
      'api_key.scopes as keyScopes',
      'api_key.aircraft_id_list as keyAircraftIds',
      'api_key.network_list as keyNetworks',
      'api_key.expires_at as keyExpiresAt',
      'api_key.revoked_at as keyRevokedAt',
      'api_key.suspended_at as keySuspendedAt',
      'oauth_grant.grant_id as grantId',
      'oauth_grant.scopes as grantScopes',
      'oauth_grant.ended_at as grantEndedAt',
      'oauth_grant.suspended_at as grantSuspendedAt',
      'oauth_grant.user_id as userId',
      'user_account.removed_at as userRemovedAt',
      'user_account.suspended_at as userSuspendedAt',
      'application.client_id as clientId',
      'application.name as applicationName',
      'application.kind as applicationKind',
      'application.personal as applicationPersonal',
      'application.mode as applicationMode',
      'application.extra_scopes as applicationExtraScopes',
      'application.extra_scopes_until as applicationExtraScopesUntil',
    ])

/** Named one by one, because PostgreSQL plans a statement that selects every column each time anew (`NamedStatements`). */
const FACTS_OF_TOKEN = [
  'tenant_id',
  'refresh_token_id',
  'api_key_id',
  'grant_id',
  'scopes',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const

const lockedByHash = prepared<
  { tenantId: string; hash: string; offsetMs: number },
  RefreshTokenFacts & { now: number }
>((db, argument, kind: EngineKind) =>
  // The facts are those of the row that is locked before they are read, and the clock is read when it is held.
  refreshTokenFacts(
    db.selectFrom(
      db
        .selectFrom('refresh_token')
        .select(FACTS_OF_TOKEN)
        .where('tenant_id', '=', argument('tenantId'))
        .where('hash', '=', argument('hash'))
        .$if(kind === 'postgres', (query) => query.forUpdate())
        .as('refresh_token'),
    ),
  ).select(storeNow(kind, argument('offsetMs')).as('now')),
)

/**
 * Locks the refresh token's row, so that simultaneous requests, in any process, count and insert one at a time. The
 * count belongs in a later statement, because the snapshot of this one is older than its lock.
 */
export const lockRefreshToken = async (
  tx: TenantTx,
  hash: string,
): Promise<(RefreshTokenFacts & { now: number }) | undefined> => {
  const { rows } = await lockedByHash(tx, { tenantId: tx.tenantId, hash, offsetMs: tx.offsetMs })
  return rows[0]
}

const markUsed = prepared<
  { tenantId: string; refreshTokenId: string; usedAt: number; expiresAt: number | null },
  unknown
>((db, argument) =>
  db
    .updateTable('refresh_token')
    .set({ last_used_at: argument('usedAt'), expires_at: argument('expiresAt') })
    .where('tenant_id', '=', argument('tenantId'))
    .where('refresh_token_id', '=', argument('refreshTokenId')),
)

export const markRefreshTokenUsed = async (
  tx: TenantTx,
  refreshTokenId: string,
  usedAt: number,
  expiresAt: number | null,
): Promise<void> => {
  await markUsed(tx, { tenantId: tx.tenantId, refreshTokenId, usedAt, expiresAt })
}

/** That of a key has no end by itself. */
const NEVER = Date.UTC(9999, 11, 31)

export interface NewRefreshToken {
  readonly refreshTokenId: string
  readonly hash: string
  readonly lastFour: string
  readonly apiKeyId: string | null
  readonly grantId: string | null
  readonly scopes: string
  readonly createdAt: number
  readonly expiresAt: number | null
}

export const insertRefreshToken = async (tx: TenantTx, token: NewRefreshToken): Promise<void> => {
  await tx.db
    .insertInto('refresh_token')
    .values({
      tenant_id: tx.tenantId,
      refresh_token_id: token.refreshTokenId,
      hash: token.hash,
      last_four: token.lastFour,
      api_key_id: token.apiKeyId,
      grant_id: token.grantId,
      scopes: token.scopes,
      created_at: token.createdAt,
      last_used_at: null,
      expires_at: token.expiresAt,
      not_over_before: token.expiresAt ?? token.createdAt,
      revoked_at: null,
    })
    .execute()
}

/** The facts of a refresh token without locking it. */
export const findRefreshToken = (reader: TenantReader, hash: string): Promise<RefreshTokenFacts | undefined> =>
  refreshTokenFacts(reader.db.selectFrom('refresh_token'))
    .where('refresh_token.tenant_id', '=', reader.tenantId)
    .where('refresh_token.hash', '=', hash)
    .executeTakeFirst()

type TokenOwner = 'grant_id' | 'api_key_id'

const worksUntilOf = (owner: TokenOwner) =>
  prepared<{ tenantId: string; id: string }, { until: number | string | null }>((db, argument) =>
    db
      .selectFrom('refresh_token')
      .select((eb) => eb.fn.max(eb.fn.coalesce('expires_at', eb.lit(NEVER))).as('until'))
      .where('tenant_id', '=', argument('tenantId'))
      .where(owner, '=', argument('id'))
      .where('revoked_at', 'is', null),
  )

/** Built once: they are read before each message of a webhook. */
const worksUntil = { grant_id: worksUntilOf('grant_id'), api_key_id: worksUntilOf('api_key_id') }

/** Until when the longest-lived refresh token of a grant or key works; null if none does that anybody could use. */
export const refreshTokensWorkUntil = async (
  reader: TenantReader,
  owner: TokenOwner,
  id: string,
): Promise<number | null> => {
  const [row] = (await worksUntil[owner](reader, { tenantId: reader.tenantId, id })).rows
  return row?.until == null ? null : Number(row.until)
}

/** Revokes a refresh token and with it all its access tokens. False if there is none or it has already been revoked. */
export const revokeRefreshToken = async (tx: TenantTx, refreshTokenId: string): Promise<boolean> => {
  const revoked = await tx.db
    .updateTable('refresh_token')
    .set({ revoked_at: await tx.now() })
    .where('tenant_id', '=', tx.tenantId)
    .where('refresh_token_id', '=', refreshTokenId)
    .where('revoked_at', 'is', null)
    .returning('refresh_token_id')
    .executeTakeFirst()
  if (revoked) tx.changeValidity()
  return revoked !== undefined
}

interface RefreshTokenCap {
  readonly grantId: string
  /** The token that was just made, which is never among the surplus. */
  readonly madeNow: string
  readonly most: number
}

/** A grant's live refresh tokens beyond `most`, the one unused longest first. */
export const surplusRefreshTokens = async (
  tx: TenantTx,
  { grantId, madeNow, most }: RefreshTokenCap,
  now: number,
): Promise<string[]> => {
  const alive = await tx.db
    .selectFrom('refresh_token')
    .select('refresh_token_id')
    .where('tenant_id', '=', tx.tenantId)
    .where('grant_id', '=', grantId)
    .where('refresh_token_id', '!=', madeNow)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy((eb) => eb.fn.coalesce('last_used_at', 'created_at'))
    .orderBy('refresh_token_id')
    .execute()
  return alive.slice(0, Math.max(0, alive.length + 1 - most)).map((row) => row.refresh_token_id)
}
