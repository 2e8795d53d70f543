/**
 * Suspends a user, a key or a grant until it resumes. Access tokens that were issued under it die for good, at both
 * ends, as those of a suspended application do (ADR 13); refresh tokens rest.
 */
import { sql } from 'kysely'
import type { TenantTx } from '../handles.ts'

export interface Suspendable {
  readonly kind: 'user' | 'api-key' | 'grant'
  readonly id: string
}

/** Where each kind is kept, and how refresh tokens are found that work by it. */
const PLACES = {
  user: {
    table: 'user_account',
    column: 'user_id',
    gone: 'removed_at',
    tokens: (tenantId: string, id: string) =>
      sql`grant_id in (select grant_id from oauth_grant where tenant_id = ${tenantId} and user_id = ${id})`,
  },
  'api-key': {
    table: 'api_key',
    column: 'api_key_id',
    gone: 'revoked_at',
    tokens: (_tenantId: string, id: string) => sql`api_key_id = ${id}`,
  },
  grant: {
    table: 'oauth_grant',
    column: 'grant_id',
    gone: 'ended_at',
    tokens: (_tenantId: string, id: string) => sql`grant_id = ${id}`,
  },
} as const

const endAccessTokens = async (tx: TenantTx, { kind, id }: Suspendable, now: number): Promise<void> => {
  await sql`update access_token set revoked_at = ${now}
    where tenant_id = ${tx.tenantId} and revoked_at is null and refresh_token_id in (
      select refresh_token_id from refresh_token
      where tenant_id = ${tx.tenantId} and ${PLACES[kind].tokens(tx.tenantId, id)})`.execute(tx.db)
}

/** A suspension is remembered by the address, beyond the account's removal: it is lifted for all that bore it. */
const resumePerson = async (tx: TenantTx, what: Suspendable): Promise<boolean> => {
  const { rows } = await sql`update user_account set suspended_at = null
    where tenant_id = ${tx.tenantId} and suspended_at is not null and email = (
      select named.email from user_account named where named.tenant_id = ${tx.tenantId} and named.user_id = ${what.id})
    returning user_id`.execute(tx.db)
  if (rows.length === 0) return false
  await endAccessTokens(tx, what, await tx.now())
  tx.changeValidity()
  return true
}

/** False if there is none, or it was so before. A grant resumes also after it ended, so that it can be connected anew. */
export const setSuspended = async (tx: TenantTx, what: Suspendable, isSuspended: boolean): Promise<boolean> => {
  const { table, column, gone } = PLACES[what.kind]
  if (what.kind === 'user' && !isSuspended) return resumePerson(tx, what)
  const mayHaveEnded = what.kind === 'grant' && !isSuspended
  const now = await tx.now()
  const { rows } = await sql`update ${sql.table(table)} set suspended_at = ${isSuspended ? now : null}
    where tenant_id = ${tx.tenantId} and ${sql.ref(column)} = ${what.id} ${mayHaveEnded ? sql`` : sql`and ${sql.ref(gone)} is null`}
      and suspended_at is ${isSuspended ? sql`null` : sql`not null`}
    returning ${sql.ref(column)}`.execute(tx.db)
  if (rows.length === 0) return false
  await endAccessTokens(tx, what, now)
  tx.changeValidity()
  return true
}
