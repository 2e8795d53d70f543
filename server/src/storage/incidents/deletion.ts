/**
 * Deletes an operator's data in small steps, and what an application leaves behind. Rows that logs name stay, without
 * what they said of people: users, keys, grants, the tenant itself. The audit log stays whole.
 */
import { sql } from 'kysely'
import { applicationArea } from '../../domain/validity-area.ts'
import { removeWebhooksOfApplication } from '../events/application-webhooks.ts'
import type { PlatformTx, TenantTx } from '../handles.ts'
import { RECORD_TABLES } from '../record-limit.ts'

/** A table and the columns that its rows are taken by, some hundred values at a time. */
type EmptiedTable = readonly [table: string, ...columns: string[]]

/** Those of one row have no column beside the tenant's. */
const OTHERS: readonly EmptiedTable[] = [
  // A piece at a time: the pieces of hundreds of files are more than one step takes.
  ['document_piece', 'file_id', 'position'],
  ['document_file', 'file_id'],
  ['conversation_message', 'entity_id', 'position'],
  ['conversation_read', 'entity_id', 'reader'],
  ['safety_link', 'hash'],
  ['safety_draft', 'safety_report_id'],
  ['safety_held', 'held_id'],
  ['safety_original', 'safety_report_id'],
  ['safety_code', 'list', 'code'],
  ['risk_matrix', 'tenant_id'],
  ['confirmation', 'confirmation_id'],
  ['application_provider', 'client_id', 'contact_id'],
  ['application_aircraft', 'client_id', 'aircraft_id'],
  ['access_request', 'access_request_id'],
  ['webhook_attempt', 'webhook_id', 'at'],
  ['webhook_parked', 'webhook_id'],
  ['webhook', 'webhook_id'],
  ['import_addition', 'import_id'],
  ['import_run', 'import_id'],
  ['notice_read', 'notice_id'],
  ['notice_choice', 'user_id'],
  ['notice_quiet', 'user_id'],
  ['notice', 'notice_id'],
  ['news_seen', 'user_id'],
  ['external_id', 'record_id'],
  ['external_id_system', 'system'],
  ['reminder', 'entity_id'],
  ['change_viewer', 'position'],
  ['change_entry', 'position'],
  ['operator_profile', 'tenant_id'],
  ['operator_settings', 'tenant_id'],
  ['test_clock', 'tenant_id'],
  ['aircraft_schedule', 'aircraft_id'],
  ['operator_export_part', 'export_id', 'attempt', 'file', 'number'],
  ['operator_export', 'tenant_id'],
  ['logbook_link', 'hash'],
  ['logbook_to_fill', 'crew_member_id'],
  ['kept_logbook', 'user_id'],
  ['record_counter', 'name'],
  ['idempotency', 'key'],
  ['outbox_message', 'message_id'],
  ['usage_request', 'request_id'],
  ['usage_document', 'document_id'],
  ['usage_count', 'actor', 'at'],
  ['usage_actor', 'actor'],
  ['cost_bucket', 'principal'],
  ['guess_brake', 'subject'],
  ['consent_request', 'consent_request_id'],
  ['authorization_code', 'hash'],
  ['access_token', 'hash'],
  ['spent_form', 'nonce'],
  ['passkey', 'user_id'],
  ['passkey_challenge', 'challenge'],
  ['recovery_code', 'user_id'],
  ['known_device', 'user_id'],
  ['asked_reset', 'asked_reset_id'],
  ['password_reset', 'user_id'],
  ['user_invitation', 'user_id'],
  ['user_session', 'user_id'],
]

/** Every table that is emptied, records first: a test deletes an operator and looks into every table of the schema. */
export const EMPTIED_TABLES: readonly EmptiedTable[] = [...RECORD_TABLES, ...OTHERS]

/** What stays of a deleted operator, because logs name it, because it is the log, or until what it names is removed. */
export const KEPT_TABLES: readonly string[] = [
  'document_content_over',
  'audit_entry',
  'user_account',
  'api_key',
  'oauth_grant',
  'refresh_token',
  'change_head',
]

const VALUES_PER_STEP = 500

/** One small step; false once the table is empty. */
export const emptyStep = async (tx: TenantTx, [table, ...columns]: EmptiedTable): Promise<boolean> => {
  const taken = sql.join(columns.map((column) => sql.ref(column)))
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where tenant_id = ${tx.tenantId}
    and (${taken}) in (select distinct ${taken} from ${sql.table(table)}
      where tenant_id = ${tx.tenantId} limit ${sql.lit(VALUES_PER_STEP)})`.execute(tx.db)
  const removed = Number(numAffectedRows ?? 0)
  if (RECORD_TABLES.some(([counted]) => counted === table)) tx.growth.records -= removed
  return removed > 0
}

/** From now on the operator cannot be resumed. The ids of its tenants; none where it is not suspended. */
export const markOperatorDeleted = async (tx: PlatformTx, operatorId: string, at: number): Promise<string[]> => {
  const rows = await tx.db
    .updateTable('tenant')
    .set((eb) => ({ deleted_at: eb.fn.coalesce('deleted_at', eb.val(at)) }))
    .where('operator_id', '=', operatorId)
    .where('closed_at', 'is not', null)
    .returning('tenant_id')
    .execute()
  return rows.map(({ tenant_id }) => tenant_id)
}

/** Ends keys and grants, and takes from users what says who they are. Returns how many users there were. */
export const endAccessOf = async (tx: TenantTx): Promise<number> => {
  const now = await tx.now()
  await sql`update api_key set revoked_at = ${now} where tenant_id = ${tx.tenantId} and revoked_at is null`.execute(
    tx.db,
  )
  await sql`update oauth_grant set ended_at = ${now} where tenant_id = ${tx.tenantId} and ended_at is null`.execute(
    tx.db,
  )
  const users = await tx.db
    .updateTable('user_account')
    .set((eb) => ({
      removed_at: eb.fn.coalesce('removed_at', eb.val(now)),
      email: eb.ref('user_id'),
      name: 'Deleted',
      surname: '',
      password_hash: null,
      totp_secret: null,
      totp_confirmed_at: null,
    }))
    .where('tenant_id', '=', tx.tenantId)
    .returning('user_id')
    .execute()
  tx.changeValidity()
  return users.length
}

export const countAuditEntries = async (tx: TenantTx): Promise<number> => {
  const { count } = await tx.db
    .selectFrom('audit_entry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The registration stays without whom to reach; nothing finds it as an application any more. */
export const markApplicationDeleted = async (tx: PlatformTx, clientId: string, at: number): Promise<void> => {
  await tx.db
    .updateTable('application')
    .set({ deleted_at: at, phone_number: '', contact: '' })
    .where('client_id', '=', clientId)
    .execute()
  await tx.db
    .updateTable('application_secret')
    .set({ revoked_at: at })
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .execute()
  await removeWebhooksOfApplication(tx, clientId)
  await tx.db.deleteFrom('application_logo').where('client_id', '=', clientId).execute()
  tx.changeValidity(applicationArea(clientId))
}
