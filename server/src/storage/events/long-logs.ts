/** Logs of webhooks have a length: the oldest tries beyond it go, however young they are (threats row 615). */
import { sql } from 'kysely'
import type { PlatformTx } from '../handles.ts'
import type { WebhookName } from './webhook-queue.ts'

/** Its tries are counted as they are written: a log is looked at again after so many. As the index has it. */
const TRIES_BETWEEN = sql.lit(500)
/** Each is walked from its latest try. */
const MAX_LOGS_AT_ONCE = 5

/** Removes at most `most` tries of the log beyond its `kept` latest. */
const cutLog = async (
  tx: PlatformTx,
  { tenantId, webhookId }: WebhookName,
  { kept, most }: { readonly kept: number; readonly most: number },
): Promise<number> => {
  const log = sql`tenant_id = ${tenantId} and webhook_id = ${webhookId}`
  const removed = await sql`delete from webhook_attempt where (tenant_id, webhook_id, at, attempt_id) in
    (select tenant_id, webhook_id, at, attempt_id from webhook_attempt where ${log} and (at, attempt_id) <=
      (select at, attempt_id from webhook_attempt where ${log} order by at desc, attempt_id desc limit 1 offset ${kept})
      order by at, attempt_id limit ${sql.lit(most)})`.execute(tx.db)
  return Number(removed.numAffectedRows ?? 0)
}

/**
 * Removes at most `most` tries of logs that are longer than `kept` and returns how many. Also returns `most` where
 * there are more such logs than were looked at.
 */
export const removeTriesBeyond = async (tx: PlatformTx, kept: number, most: number): Promise<number> => {
  const long = await tx.db
    .selectFrom('webhook')
    .select(['tenant_id as tenantId', 'webhook_id as webhookId'])
    .where('tries_uncut', '>=', TRIES_BETWEEN)
    .limit(MAX_LOGS_AT_ONCE)
    // Like whoever sends or removes one: the webhook first, then its log.
    .$if(tx.kind === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute()
  let left = most
  for (const name of long) {
    const removed = await cutLog(tx, name, { kept, most: left })
    left -= removed
    if (left <= 0) return most
    await tx.db
      .updateTable('webhook')
      .set({ tries_uncut: 0 })
      .where('tenant_id', '=', name.tenantId)
      .where('webhook_id', '=', name.webhookId)
      .execute()
  }
  return long.length === MAX_LOGS_AT_ONCE ? most : most - left
}
