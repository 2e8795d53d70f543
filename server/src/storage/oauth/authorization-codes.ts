/** Authorization codes: valid once, for one client, tenant and redirect URI. */

import { sql } from 'kysely'
import { removeSome } from '../bounded-removal.ts'
import { isStillOpen, nowIn } from '../engines/engine.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    authorization_code: {
      tenant_id: string
      hash: string
      client_id: string
      redirect_uri: string
      /** Who gave consent: the user of a personal grant, or the administrator. */
      user_id: string
      scopes: string
      code_challenge: string | null
      /** Ids of what was ticked beside the scopes, with spaces between; null where nothing is chosen. */
      chosen: string | null
      created_at: number
      expires_at: number
      consumed_at: number | null
      /** The refresh token made by the first use; a second use revokes it. */
      refresh_token_id: string | null
    }
  }
}

export type CodeRow = Tables['authorization_code']

export const insertCode = async (
  tx: TenantTx,
  code: Omit<CodeRow, 'tenant_id' | 'consumed_at' | 'refresh_token_id'>,
): Promise<void> => {
  await tx.db
    .insertInto('authorization_code')
    .values({ ...code, tenant_id: tx.tenantId, consumed_at: null, refresh_token_id: null })
    .execute()
}

export interface CodePresented {
  readonly hash: string
  readonly clientId: string
  readonly redirectUri: string
  /** Derived from the verifier that was sent; null if none was. */
  readonly challenge: string | null
}

/**
 * Consumes the code in one atomic step if client, redirect URI, challenge and time all match. On any mismatch the code
 * stays usable for its rightful client (RFC 6749 §4.1.3; access-model §4).
 */
export const consumeCode = (tx: TenantTx, presented: CodePresented): Promise<CodeRow | undefined> =>
  tx.db
    .updateTable('authorization_code')
    .set({ consumed_at: nowIn(tx) })
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', presented.hash)
    .where('client_id', '=', presented.clientId)
    .where('redirect_uri', '=', presented.redirectUri)
    .where('code_challenge', presented.challenge === null ? 'is' : '=', presented.challenge)
    .where('consumed_at', 'is', null)
    .where(isStillOpen(tx))
    .returningAll()
    .executeTakeFirst()

export const linkCodeToRefreshToken = async (tx: TenantTx, hash: string, refreshTokenId: string): Promise<void> => {
  await tx.db
    .updateTable('authorization_code')
    .set({ refresh_token_id: refreshTokenId })
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', hash)
    .execute()
}

/** A used code of this client, expired or not. */
export const findUsedCode = (tx: TenantTx, hash: string, clientId: string): Promise<CodeRow | undefined> =>
  tx.db
    .selectFrom('authorization_code')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', hash)
    .where('client_id', '=', clientId)
    .where('consumed_at', 'is not', null)
    .executeTakeFirst()

/** Until when each of these clients may still come with a code that it has not used; those without one are left out. */
export const openUntil = async (
  reader: TenantReader,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await reader.db
    .selectFrom('authorization_code')
    .select((eb) => ['client_id', eb.fn.max('expires_at').as('until')])
    .where('tenant_id', '=', reader.tenantId)
    .where('client_id', 'in', clientIds)
    .where('consumed_at', 'is', null)
    .where(isStillOpen(reader))
    .groupBy('client_id')
    .execute()
  return new Map(rows.map(({ client_id, until }) => [client_id, Number(until)]))
}

/** Removes the unused codes of a client, or of a client and a user where the application is personal; answers them. */
export const removeUnusedCodes = (
  tx: TenantTx,
  clientId: string,
  userId: string | null,
): Promise<Pick<CodeRow, 'scopes' | 'expires_at'>[]> =>
  tx.db
    .deleteFrom('authorization_code')
    .where('tenant_id', '=', tx.tenantId)
    .where('client_id', '=', clientId)
    .where('consumed_at', 'is', null)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? ''))
    .returning(['scopes', 'expires_at'])
    .execute()

/** Removes the unused codes that a user allowed for the operator; codes for the user's personal applications stay. */
export const removeOperatorCodesAllowedBy = async (tx: TenantTx, userId: string): Promise<void> => {
  await tx.db
    .deleteFrom('authorization_code')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('consumed_at', 'is', null)
    .where('client_id', 'in', (eb) =>
      eb.selectFrom('application').select('application.client_id').where('application.personal', '=', 0),
    )
    .execute()
}

/** Removes the unused codes of a client at all operators. */
export const removeUnusedCodesOf = async (tx: PlatformTx, clientId: string): Promise<void> => {
  await tx.db
    .deleteFrom('authorization_code')
    .where('client_id', '=', clientId)
    .where('consumed_at', 'is', null)
    .execute()
}

/** Removes the unused codes of a client at all operators that were sent elsewhere than to these URIs. */
export const removeUnusedCodesExceptTo = async (
  tx: PlatformTx,
  clientId: string,
  redirectUris: readonly string[],
): Promise<void> => {
  await tx.db
    .deleteFrom('authorization_code')
    .where('client_id', '=', clientId)
    .where('consumed_at', 'is', null)
    .where('redirect_uri', 'not in', redirectUris)
    .execute()
}

/** Those that nobody used go at `unused`, the others at `used`. */
interface CodesOver {
  readonly unused: number
  readonly used: number
}

/** A used code is kept as long as its tokens may live; after that a second use has nothing left to revoke. */
export const removeCodesExpiredBefore = (tx: PlatformTx, { unused, used }: CodesOver, most: number): Promise<number> =>
  removeSome(
    tx,
    {
      from: 'authorization_code',
      key: ['tenant_id', 'hash'],
      by: 'expires_at',
      before: unused,
      where: sql`(authorization_code.consumed_at is null or (authorization_code.expires_at < ${used}
        and not exists (select 1 from refresh_token where refresh_token.tenant_id = authorization_code.tenant_id
          and refresh_token.refresh_token_id = authorization_code.refresh_token_id
          and refresh_token.revoked_at is null and refresh_token.expires_at > ${used})))`,
    },
    most,
  )
