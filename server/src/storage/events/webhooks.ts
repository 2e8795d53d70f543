/** Webhooks of one operator, each bound to one of its API keys. */
import type { ChangeKind, EntityKind } from '../../domain/entity-kind.ts'
import type { Tables } from '../engines/tables.ts'
import type { TenantReader, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    webhook: {
      tenant_id: string
      webhook_id: string
      api_key_id: string
      url: string
      description: string
      /** JSON arrays. */
      entity_list: string
      kind_list: string
      /** JSON array: only changes of one of these fields; null for any. */
      field_list: string | null
      /** JSON array: only records of these aircraft; null for any. */
      aircraft_id_list: string | null
      /** An operation whose answer goes along. */
      query: string | null
      /** What messages are signed with: it must be readable, as a hash signs nothing. */
      secret: string
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
      created_by: string
      changed_at: number
    }
  }
}

export type WebhookRow = Tables['webhook']

export interface Webhook
  extends Omit<WebhookRow, 'entity_list' | 'kind_list' | 'field_list' | 'aircraft_id_list' | 'tenant_id'> {
  readonly tenantId: string
  readonly entities: readonly EntityKind[]
  readonly kinds: readonly ChangeKind[]
  readonly fields: readonly string[] | null
  readonly aircraftIds: readonly string[] | null
}

const listIn = <T extends string>(text: string | null): T[] | null => (text === null ? null : JSON.parse(text))

export const webhookOf = ({
  entity_list,
  kind_list,
  field_list,
  aircraft_id_list,
  tenant_id,
  ...row
}: WebhookRow): Webhook => ({
  ...row,
  tenantId: tenant_id,
  entities: listIn<EntityKind>(entity_list) ?? [],
  kinds: listIn<ChangeKind>(kind_list) ?? [],
  fields: listIn(field_list),
  aircraftIds: listIn(aircraft_id_list),
})

const ofTenant = (reader: TenantReader) =>
  reader.db.selectFrom('webhook').selectAll().where('tenant_id', '=', reader.tenantId)

export const webhooksIn = async (reader: TenantReader): Promise<Webhook[]> =>
  (await ofTenant(reader).orderBy('created_at').orderBy('webhook_id').execute()).map(webhookOf)

export const webhookById = async (reader: TenantReader, webhookId: string): Promise<Webhook | undefined> => {
  const row = await ofTenant(reader).where('webhook_id', '=', webhookId).executeTakeFirst()
  return row && webhookOf(row)
}

export const lockWebhook = async (tx: TenantTx, webhookId: string): Promise<Webhook | undefined> => {
  const row = await ofTenant(tx)
    .where('webhook_id', '=', webhookId)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
  return row && webhookOf(row)
}

export const insertWebhook = async (tx: TenantTx, row: Omit<WebhookRow, 'tenant_id'>): Promise<void> => {
  await tx.db
    .insertInto('webhook')
    .values({ ...row, tenant_id: tx.tenantId })
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
