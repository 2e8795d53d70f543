/**
 * What a sandbox issued while its clock was ahead, once the clock is back: none of it lives longer than it would have
 * (threats row 228). Access tokens, codes and links end; refresh tokens have their days again from now. And what had
 * ended by that clock does not live again: keys, secrets and connections were told as ended (threats row 426).
 */
import { sql } from 'kysely'
import { addSeconds } from '../../domain/clock.ts'
import { GRANT_REFRESH_TOKEN_IDLE_SECONDS, MAX_SECRET_OVERLAP_SECONDS } from '../../domain/limits.ts'
import type { TenantTx } from '../handles.ts'

/** Tables whose rows are asked for again with no harm, and the column that says when each was made. */
const SHORT_LIVED = [
  ['access_token', 'issued_at'],
  ['authorization_code', 'created_at'],
  ['consent_request', 'created_at'],
  ['password_reset', 'created_at'],
  ['user_invitation', 'created_at'],
] as const

/** What has an end of its own, which a later time had passed. */
const endEnded = async (tx: TenantTx, now: number, aheadMs: number): Promise<void> => {
  const ended = { after: now, until: now + aheadMs }
  for (const [table] of SHORT_LIVED) {
    await sql`delete from ${sql.table(table)} where tenant_id = ${tx.tenantId} and expires_at <= ${ended.until}`.execute(
      tx.db,
    )
  }
  await tx.db
    .updateTable('api_key')
    .set({ expires_at: now })
    .where('tenant_id', '=', tx.tenantId)
    .where('expires_at', '>', ended.after)
    .where('expires_at', '<=', ended.until)
    .execute()
  await tx.db
    .updateTable('refresh_token')
    .set({ expires_at: now, not_over_before: now })
    .where('tenant_id', '=', tx.tenantId)
    .where('expires_at', '>', ended.after)
    .where('expires_at', '<=', ended.until)
    .execute()
}

/** A grant's refresh token ends when it was not used for so long, a key's when another took its place. */
const LONGEST = [
  ['grant_id', GRANT_REFRESH_TOKEN_IDLE_SECONDS],
  ['api_key_id', MAX_SECRET_OVERLAP_SECONDS],
] as const

export const endIssuedAhead = async (tx: TenantTx, aheadMs: number): Promise<void> => {
  const now = await tx.realNow()
  const { tenantId } = tx
  await endEnded(tx, now, aheadMs)
  for (const [table, made] of [...SHORT_LIVED, ['idempotency', 'created_at'] as const]) {
    await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and ${sql.ref(made)} > ${now}`.execute(
      tx.db,
    )
  }
  for (const column of ['created_at', 'last_used_at', 'not_over_before'] as const) {
    await tx.db
      .updateTable('refresh_token')
      .set({ [column]: now })
      .where('tenant_id', '=', tenantId)
      .where(column, '>', now)
      .execute()
  }
  for (const [owner, seconds] of LONGEST) {
    const latest = addSeconds(now, seconds)
    await tx.db
      .updateTable('refresh_token')
      .set({ expires_at: latest })
      .where('tenant_id', '=', tenantId)
      .where(owner, 'is not', null)
      .where('expires_at', '>', latest)
      .execute()
  }
}
