/**
 * Webhooks at one operator: its own, each bound to one of its API keys, and one for each grant of an application that
 * has webhooks, which reads its settings where the application keeps them (ADR 148).
 */
import type { ChangeKind, EntityKind } from '../../domain/entity-kind.ts'
import type { Tables } from '../engines/tables.ts'
import type { TenantReader, TenantTx } from '../handles.ts'
import { type ApplicationWebhookRow, applicationWebhookById } from './application-webhooks.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    webhook: {
      tenant_id: string
      webhook_id: string
      /** Null, like the settings, where it is an application's. */
      api_key_id: string | null
      url: string | null
      description: string | null
      /** JSON arrays. */
      entity_list: string | null
      kind_list: string | null
      /** JSON array: only changes of one of these fields; null for any. */
      field_list: string | null
      /** JSON array: only records of these aircraft; null for any. */
      aircraft_id_list: string | null
      /** JSON array: only records that have one of these states when it is sent; null for any. */
      status_list: string | null
      /** An operation whose answer goes along. */
      query: string | null
      /** What messages are signed with: it must be readable, as a hash signs nothing. */
      secret: string | null
      earlier_secret: string | null
      earlier_until: number | null
      /** Up to where the feed was sent or parked. */
      position: number
      /** Tries that failed since the last that succeeded. */
      failures: number
      switched_off_at: number | null
      off_reason: string | null
      /** Which process sends it, and until when nobody else does. */
      holder: string | null
      held_until: number
      created_at: number
      created_by: string | null
      changed_at: number
      application_webhook_id: string | null
      /** Whose rights it has, where it is an application's. */
      grant_id: string | null
      /** The scopes of the grant when it was last looked at, and those that worked of them. */
      seen_scopes: string | null
      told_scopes: string | null
      /** 1 once the grant has ended: only its last message is left to send. */
      is_over: number
      /** Since when messages wait because its owner sends as much as it may; null where none does. */
      delayed_since: number | null
      /** Tries that were written into its log since it was cut to its length. */
      tries_uncut: number
    }
  }
}

export type WebhookRow = Tables['webhook']

/** What is sent where, whoever it is set up by. */
export interface WebhookSettings {
  readonly url: string
  readonly description: string
  readonly entities: readonly EntityKind[]
  readonly kinds: readonly ChangeKind[]
  readonly fields: readonly string[] | null
  readonly statuses: readonly string[] | null
  readonly query: string | null
  readonly secret: string
  readonly earlier_secret: string | null
  readonly earlier_until: number | null
  readonly switched_off_at: number | null
  readonly off_reason: string | null
  readonly created_at: number
  readonly created_by: string
}

export interface Webhook
  extends WebhookSettings,
    Pick<WebhookRow, 'webhook_id' | 'api_key_id' | 'position' | 'failures' | 'is_over' | 'delayed_since'> {
  readonly tenantId: string
  readonly aircraftIds: readonly string[] | null
  readonly application: ApplicationsPart | null
}

/** What a webhook has where it is an application's. */
export interface ApplicationsPart {
  readonly applicationWebhookId: string
  readonly clientId: string
  readonly grantId: string
  readonly seenScopes: string | null
  readonly toldScopes: string | null
}

const listIn = <T extends string>(text: string | null): T[] | null => (text === null ? null : JSON.parse(text))

type SettingsRow = Pick<WebhookRow, Exclude<keyof WebhookRow & keyof ApplicationWebhookRow, 'changed_at'>>

export const settingsIn = ({
  entity_list,
  kind_list,
  field_list,
  status_list,
  ...row
}: SettingsRow | ApplicationWebhookRow): WebhookSettings => ({
  url: row.url ?? '',
  description: row.description ?? '',
  entities: listIn<EntityKind>(entity_list) ?? [],
  kinds: listIn<ChangeKind>(kind_list) ?? [],
  fields: listIn(field_list),
  statuses: listIn(status_list),
  query: row.query,
  secret: row.secret ?? '',
  earlier_secret: row.earlier_secret,
  earlier_until: row.earlier_until,
  switched_off_at: row.switched_off_at,
  off_reason: row.off_reason,
  created_at: row.created_at,
  created_by: row.created_by ?? '',
})

const webhookOf = (row: WebhookRow, shared: ApplicationWebhookRow | null): Webhook => ({
  ...settingsIn(shared ?? row),
  tenantId: row.tenant_id,
  webhook_id: row.webhook_id,
  api_key_id: row.api_key_id,
  position: row.position,
  failures: row.failures,
  is_over: row.is_over,
  delayed_since: row.delayed_since,
  aircraftIds: listIn(row.aircraft_id_list),
  application: shared && {
    applicationWebhookId: shared.application_webhook_id,
    clientId: shared.client_id,
    grantId: row.grant_id ?? '',
    seenScopes: row.seen_scopes,
    toldScopes: row.told_scopes,
  },
})

/** With the settings of the application, where it is one's; undefined if those are gone or switched off. */
export const wholeWebhook = async (reader: TenantReader, row: WebhookRow | undefined): Promise<Webhook | undefined> => {
  if (!row) return undefined
  if (row.application_webhook_id === null) return webhookOf(row, null)
  const shared = await applicationWebhookById(reader, row.application_webhook_id)
  return shared?.switched_off_at === null ? webhookOf(row, shared) : undefined
}

/** The operator's own: nobody there reads or changes those of applications. */
const ofTenant = (reader: TenantReader) =>
  reader.db
    .selectFrom('webhook')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('application_webhook_id', 'is', null)

export const webhooksIn = async (reader: TenantReader): Promise<Webhook[]> =>
  (await ofTenant(reader).orderBy('created_at').orderBy('webhook_id').execute()).map((row) => webhookOf(row, null))

/** Those of this user that are on. */
export const webhooksMadeBy = async (reader: TenantReader, userId: string): Promise<Webhook[]> =>
  (
    await ofTenant(reader)
      .where('created_by', '=', userId)
      .where('switched_off_at', 'is', null)
      .orderBy('created_at')
      .orderBy('webhook_id')
      .execute()
  ).map((row) => webhookOf(row, null))

export const webhookById = async (reader: TenantReader, webhookId: string): Promise<Webhook | undefined> => {
  const row = await ofTenant(reader).where('webhook_id', '=', webhookId).executeTakeFirst()
  return row && webhookOf(row, null)
}

export const lockWebhook = async (tx: TenantTx, webhookId: string): Promise<Webhook | undefined> => {
  const row = await ofTenant(tx)
    .where('webhook_id', '=', webhookId)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
  return row && webhookOf(row, null)
}

type OwnWebhookRow = Omit<
  WebhookRow,
  | 'tenant_id'
  | 'application_webhook_id'
  | 'grant_id'
  | 'seen_scopes'
  | 'told_scopes'
  | 'is_over'
  | 'delayed_since'
  | 'tries_uncut'
>

const OF_NO_APPLICATION = {
  application_webhook_id: null,
  grant_id: null,
  seen_scopes: null,
  told_scopes: null,
  is_over: 0,
  delayed_since: null,
  tries_uncut: 0,
}

export const insertWebhook = async (tx: TenantTx, row: OwnWebhookRow): Promise<void> => {
  await tx.db
    .insertInto('webhook')
    .values({ ...row, ...OF_NO_APPLICATION, tenant_id: tx.tenantId })
    .execute()
}

export const changeWebhook = async (
  tx: TenantTx,
  webhookId: string,
  change: Partial<Omit<WebhookRow, 'tenant_id' | 'webhook_id'>>,
): Promise<void> => {
  await tx.db
    .updateTable('webhook')
    .set(change)
    .where('tenant_id', '=', tx.tenantId)
    .where('webhook_id', '=', webhookId)
    .execute()
}

/** With what waits of it and its log. */
export const removeWebhook = async (tx: TenantTx, webhookId: string): Promise<void> => {
  await tx.db.deleteFrom('webhook').where('tenant_id', '=', tx.tenantId).where('webhook_id', '=', webhookId).execute()
}
