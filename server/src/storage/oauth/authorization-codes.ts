/** Authorization codes: used once, by the client, at the tenant and for the redirect URI they were made for. */

import type { Tables } from '../engines/tables.ts'
import type { PlatformTx, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    authorization_code: {
      tenant_id: string
      hash: string
      client_id: string
      redirect_uri: string
      /** Who allowed it: the person of a personal grant, or the administrator. */
      user_id: string
      scopes: string
      code_challenge: string | null
      created_at: number
      expires_at: number
      consumed_at: number | null
      /** What came of its first use, and dies with a second one. */
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
  /** Derived from the verifier that was sent; null where none was. */
  readonly challenge: string | null
}

/**
 * One atomic step consumes the code where all of it matches: client, redirect URI, challenge and time. Anything
 * wrong leaves it for the rightful one (RFC 6749 §4.1.3; access-model §4).
 */
export const consumeCode = (tx: TenantTx, presented: CodePresented, now: number): Promise<CodeRow | undefined> =>
  tx.db
    .updateTable('authorization_code')
    .set({ consumed_at: now })
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', presented.hash)
    .where('client_id', '=', presented.clientId)
    .where('redirect_uri', '=', presented.redirectUri)
    .where('code_challenge', presented.challenge === null ? 'is' : '=', presented.challenge)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
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

/** The code as its own client used it before, if it did; expired or not. */
export const findUsedCode = (tx: TenantTx, hash: string, clientId: string): Promise<CodeRow | undefined> =>
  tx.db
    .selectFrom('authorization_code')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', hash)
    .where('client_id', '=', clientId)
    .where('consumed_at', 'is not', null)
    .executeTakeFirst()

/** The codes of a client, or of a client and a person where it is personal, that nobody has used yet. */
export const removeUnusedCodes = async (tx: TenantTx, clientId: string, userId: string | null): Promise<void> => {
  await tx.db
    .deleteFrom('authorization_code')
    .where('tenant_id', '=', tx.tenantId)
    .where('client_id', '=', clientId)
    .where('consumed_at', 'is', null)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? ''))
    .execute()
}

/** The codes that a user allowed for the operator and that nobody has used yet; not those for themselves. */
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

/** Those of a client that nobody has used yet, at all operators. */
export const removeUnusedCodesOf = async (tx: PlatformTx, clientId: string): Promise<void> => {
  await tx.db
    .deleteFrom('authorization_code')
    .where('client_id', '=', clientId)
    .where('consumed_at', 'is', null)
    .execute()
}

/** A used code is kept as long as what came of it may live; then its second use has nothing left to revoke. */
export const removeCodesExpiredBefore = async (tx: PlatformTx, unused: number, used: number): Promise<void> => {
  await tx.db
    .deleteFrom('authorization_code')
    .where((eb) =>
      eb.or([
        eb.and([eb('consumed_at', 'is', null), eb('expires_at', '<', unused)]),
        eb.and([
          eb('expires_at', '<', used),
          eb.not(
            eb.exists(
              eb
                .selectFrom('refresh_token')
                .select('refresh_token.refresh_token_id')
                .whereRef('refresh_token.tenant_id', '=', 'authorization_code.tenant_id')
                .whereRef('refresh_token.refresh_token_id', '=', 'authorization_code.refresh_token_id')
                .where('refresh_token.revoked_at', 'is', null)
                .where('refresh_token.expires_at', '>', used),
            ),
          ),
        ]),
      ]),
    )
    .execute()
}
