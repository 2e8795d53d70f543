/**
 * Removes what is over in small steps: old entries of audit logs, ended grants with their refresh tokens, buckets that
 * nobody draws from. A removed refresh token is refused like one that never was.
 */
import { sql } from 'kysely'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    retention: { name: 'audit'; keep_days: number }
  }
}

/** How many days the store holds its audit logs to be final. */
export const auditKeepDays = async (reader: PlatformReader): Promise<number | null> => {
  const row = await reader.db.selectFrom('retention').select('keep_days').where('name', '=', 'audit').executeTakeFirst()
  return row?.keep_days ?? null
}

export const setAuditKeepDays = async (tx: PlatformTx, days: number): Promise<void> => {
  await tx.db
    .insertInto('retention')
    .values({ name: 'audit', keep_days: days })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ keep_days: days }))
    .execute()
}

const affected = async (query: ReturnType<typeof sql>, tx: PlatformTx): Promise<number> =>
  Number((await query.execute(tx.db)).numAffectedRows ?? 0)

/** The oldest first. The store refuses to let younger ones go, whatever is asked here. */
export const removeAuditBefore = async (tx: PlatformTx, time: number, most: number): Promise<number> => {
  const ofTenants = await affected(
    sql`delete from audit_entry where (tenant_id, audit_entry_id) in (
      select tenant_id, audit_entry_id from audit_entry where at < ${time} order by at limit ${sql.lit(most)})`,
    tx,
  )
  const ofPlatform = await affected(
    sql`delete from platform_audit_entry where audit_entry_id in (
      select audit_entry_id from platform_audit_entry where at < ${time} order by at limit ${sql.lit(most)})`,
    tx,
  )
  return Math.max(ofTenants, ofPlatform)
}

/**
 * Looks at refresh tokens that may have been over before this time. One that was used has a later expiry by now, which
 * becomes the time of its next look; for one without an expiry that is the present time. A token that somebody is using
 * is left for the next run, so that neither waits for the other.
 */
export const lookAtRefreshTokens = async (tx: PlatformTx, time: number, most: number): Promise<number> => {
  const unlocked = sql.raw(tx.kind === 'postgres' ? 'for update skip locked' : '')
  return affected(
    sql`update refresh_token set not_over_before = coalesce(expires_at, ${await tx.now()})
      where (tenant_id, refresh_token_id) in (select tenant_id, refresh_token_id from refresh_token
        where revoked_at is null and not_over_before < ${time}
          and (expires_at is null or expires_at > not_over_before)
        limit ${sql.lit(most)} ${unlocked})`,
    tx,
  )
}

/** Each way to be over is a search of its own, which its index serves. */
const WAYS_TO_BE_OVER = [
  (time: number) => sql`refresh_token token where token.revoked_at < ${time}`,
  (time: number) => sql`refresh_token token
    where token.revoked_at is null and token.not_over_before < ${time} and token.expires_at < ${time}`,
  (time: number) => sql`oauth_grant g join refresh_token token
    on token.tenant_id = g.tenant_id and token.grant_id = g.grant_id where g.ended_at < ${time}`,
  (time: number) => sql`api_key k join refresh_token token
    on token.tenant_id = k.tenant_id and token.api_key_id = k.api_key_id where k.revoked_at < ${time}`,
]

/** Those that were revoked, expired, or lost their grant or key before this time, and have no access token left. */
export const removeRefreshTokensOverBefore = async (tx: PlatformTx, time: number, most: number): Promise<number> => {
  let count = 0
  for (const over of WAYS_TO_BE_OVER) {
    if (count >= most) break
    count += await affected(
      sql`delete from refresh_token where (tenant_id, refresh_token_id) in (
        select token.tenant_id, token.refresh_token_id from ${over(time)}
          and not exists (select 1 from access_token where access_token.tenant_id = token.tenant_id
            and access_token.refresh_token_id = token.refresh_token_id)
        limit ${sql.lit(most - count)})`,
      tx,
    )
  }
  return count
}

/** After their refresh tokens. A suspended one stays: it keeps its application from being connected again. */
export const removeGrantsEndedBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  affected(
    sql`delete from oauth_grant where (tenant_id, grant_id) in (
      select g.tenant_id, g.grant_id from oauth_grant as g
      where g.ended_at < ${time} and g.suspended_at is null and not exists (select 1 from refresh_token
        where refresh_token.tenant_id = g.tenant_id and refresh_token.grant_id = g.grant_id)
      limit ${sql.lit(most)})`,
    tx,
  )

/** A bucket that comes back is full, as it would be after so long. */
export const removeBucketsBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  affected(
    sql`delete from cost_bucket where (tenant_id, principal) in (
      select tenant_id, principal from cost_bucket where refilled_at < ${time} limit ${sql.lit(most)})`,
    tx,
  )
