/**
 * Webhooks of applications. What one sends where stands once; each grant in its environment has a row of `webhook` at
 * its operator, made in the transaction that makes the grant or the webhook, whichever comes later (ADR 148).
 */
import { type RawBuilder, sql } from 'kysely'
import { ENDED_TYPE } from '../../domain/events/webhook-message.ts'
import type { Environment } from '../../domain/tenancy/tenant.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx, TenantReader, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    application_webhook: {
      application_webhook_id: string
      client_id: string
      environment: Environment
      url: string
      description: string
      entity_list: string
      kind_list: string
      field_list: string | null
      status_list: string | null
      query: string | null
      secret: string
      earlier_secret: string | null
      earlier_until: number | null
      switched_off_at: number | null
      off_reason: string | null
      created_at: number
      created_by: string
      changed_at: number
      /** Who chose the address last, and who made the secret; null for who made the webhook. */
      url_by: string | null
      secret_by: string | null
    }
  }
}

export type ApplicationWebhookRow = Tables['application_webhook']

export const applicationWebhookById = (
  reader: PlatformReader | TenantReader,
  id: string,
): Promise<ApplicationWebhookRow | undefined> =>
  reader.db.selectFrom('application_webhook').selectAll().where('application_webhook_id', '=', id).executeTakeFirst()

export const webhooksOfApplication = (reader: PlatformReader, clientId: string): Promise<ApplicationWebhookRow[]> =>
  reader.db
    .selectFrom('application_webhook')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .orderBy('application_webhook_id')
    .execute()

/** One row for each grant and webhook; the scopes are seen when it is first looked at. */
const rowsFor = sql`insert into webhook
    (tenant_id, webhook_id, application_webhook_id, grant_id, position, failures, held_until, created_at, changed_at)
  select g.tenant_id, a.application_webhook_id || '.' || g.grant_id, a.application_webhook_id, g.grant_id, h.position,
    0, 0, g.changed_at, g.changed_at
  from oauth_grant g
    join tenant t on t.tenant_id = g.tenant_id
    join change_head h on h.tenant_id = g.tenant_id
    join application_webhook a on a.client_id = g.client_id and a.environment = t.environment`

/** The caller holds the application's lock: a grant that is being made waits for it, or was made before. */
export const insertApplicationWebhook = async (tx: PlatformTx, row: ApplicationWebhookRow): Promise<void> => {
  await tx.db.insertInto('application_webhook').values(row).execute()
  await sql`${rowsFor} where a.application_webhook_id = ${row.application_webhook_id} and g.ended_at is null`.execute(
    tx.db,
  )
}

/** What was told as over goes on from the head of the feed: its last message, if it waits, is not true any more. */
const FROM_NOW = sql`on conflict (tenant_id, webhook_id) do update set is_over = 0, position = excluded.position,
    failures = 0, switched_off_at = null, off_reason = null, seen_scopes = null, told_scopes = null,
    delayed_since = null
  where webhook.is_over = 1`

/** The webhook is of an ended grant, and one of these has taken up its connection. */
const isTakenUp = (grants: RawBuilder<boolean>) => sql<boolean>`exists
  (select 1 from oauth_grant e join oauth_grant g on g.tenant_id = e.tenant_id and g.client_id = e.client_id
      and (g.user_id = e.user_id or (g.user_id is null and e.user_id is null))
    where e.tenant_id = webhook.tenant_id and e.grant_id = webhook.grant_id and e.ended_at is not null and ${grants})`

const idsOf = ({ rows }: { readonly rows: readonly { readonly webhook_id: string }[] }): string[] =>
  rows.map(({ webhook_id }) => webhook_id)

const waitingOf = (tx: TenantTx, webhookIds: readonly string[]) =>
  tx.db.deleteFrom('webhook_parked').where('tenant_id', '=', tx.tenantId).where('webhook_id', 'in', webhookIds)

const followGrants = async (tx: TenantTx, grants: RawBuilder<boolean>): Promise<void> => {
  // First, because it takes the locks of the webhooks: what a sender that has one parks meanwhile is seen below.
  const begun = await sql<{
    webhook_id: string
  }>`${rowsFor} where g.tenant_id = ${tx.tenantId} and ${grants} ${FROM_NOW}
    returning webhook_id`.execute(tx.db)
  // A connection that goes on is told by nobody as over: grants before this one end in silence (ADR 185). Those that
  // ended before are not read (ADR 292), but where the end waits: a sender may be writing down that it was refused. They
  // are found among those at work, which the embedded store would else look for among all of the application's webhook.
  const silenced = await sql<{ webhook_id: string }>`update webhook set is_over = 1
    where tenant_id = ${tx.tenantId} and is_over = 0 and application_webhook_id || '' in
      (select a.application_webhook_id from application_webhook a join oauth_grant g on g.client_id = a.client_id
        where g.tenant_id = ${tx.tenantId} and ${grants})
      and ${isTakenUp(grants)} returning webhook_id`.execute(tx.db)
  const untold = await sql<{ webhook_id: string }>`update webhook set is_over = 1
    where tenant_id = ${tx.tenantId} and webhook_id in (select p.webhook_id from webhook_parked p
        where p.tenant_id = ${tx.tenantId} and p.type = ${sql.lit(ENDED_TYPE)})
      and ${isTakenUp(grants)} returning webhook_id`.execute(tx.db)
  const over = [...idsOf(silenced), ...idsOf(untold)]
  if (over.length > 0) await waitingOf(tx, over).execute()
  if (begun.rows.length > 0) await waitingOf(tx, idsOf(begun)).where('type', '=', ENDED_TYPE).execute()
}

/** Events of the operator go to the application's webhooks from this grant on, also where nobody could use it before. */
export const followGrant = (tx: TenantTx, grantId: string): Promise<void> =>
  followGrants(tx, sql<boolean>`g.grant_id = ${grantId}`)

/** The same for every grant with a refresh token that works again, because the clock was set back. */
export const followGrantsAgain = async (tx: TenantTx): Promise<void> => {
  const now = await tx.realNow()
  await followGrants(
    tx,
    sql<boolean>`g.ended_at is null and exists (select 1 from refresh_token r where r.tenant_id = g.tenant_id
      and r.grant_id = g.grant_id and r.revoked_at is null and r.expires_at > ${now})`,
  )
}

export const changeApplicationWebhook = async (
  tx: PlatformTx,
  id: string,
  change: Partial<Omit<ApplicationWebhookRow, 'application_webhook_id' | 'client_id' | 'environment'>>,
): Promise<void> => {
  await tx.db.updateTable('application_webhook').set(change).where('application_webhook_id', '=', id).execute()
}

/** With its rows at operators, what waits there and its log. */
export const removeApplicationWebhook = async (tx: PlatformTx, id: string): Promise<void> => {
  await tx.db.deleteFrom('application_webhook').where('application_webhook_id', '=', id).execute()
}

export const removeWebhooksOfApplication = async (tx: PlatformTx, clientId: string): Promise<void> => {
  await tx.db.deleteFrom('application_webhook').where('client_id', '=', clientId).execute()
}

/** An index has these rows alone (ADR 293). */
const atWork = (id: string) => sql<boolean>`webhook.is_over = 0 and webhook.application_webhook_id || '' = ${id}`

/** What waits for a retry is tried at once, and has three days again. */
export const resumeApplicationWebhook = async (tx: PlatformTx, id: string): Promise<void> => {
  await sql`update webhook set failures = 0, delayed_since = null where ${atWork(id)}`.execute(tx.db)
  await sql`update webhook_parked set next_try_at = 0, first_tried_at = null
    where next_try_at is not null and (tenant_id, webhook_id) in
      (select tenant_id, webhook_id from webhook where ${atWork(id)})`.execute(tx.db)
  await sql`update webhook_parked set next_try_at = 0, first_tried_at = null
    where next_try_at is not null and type = ${sql.lit(ENDED_TYPE)} and exists
      (select 1 from webhook w where w.tenant_id = webhook_parked.tenant_id
        and w.webhook_id = webhook_parked.webhook_id and w.application_webhook_id = ${id})`.execute(tx.db)
}

/** Leaves out what happened so far. What is told of a grant's end is not left out. */
export const startApplicationWebhookFromNow = async (tx: PlatformTx, id: string): Promise<void> => {
  await sql`update webhook set position =
      (select position from change_head h where h.tenant_id = webhook.tenant_id)
    where ${atWork(id)}`.execute(tx.db)
  await sql`delete from webhook_parked where is_test = 0 and (tenant_id, webhook_id) in
    (select tenant_id, webhook_id from webhook where ${atWork(id)})`.execute(tx.db)
}

/** Where it is connected. */
export interface ConnectedWebhook {
  readonly tenantId: string
  readonly webhookId: string
  readonly operatorId: string
  readonly grantId: string
  /** Up to where the feed was sent or parked. */
  readonly position: number
}

/** At the operators that connected the application in its environment; in no order. */
export const connectedWebhooks = async (reader: PlatformReader, id: string): Promise<ConnectedWebhook[]> => {
  const rows = await reader.db
    .selectFrom('webhook')
    .innerJoin('tenant', 'tenant.tenant_id', 'webhook.tenant_id')
    .select([
      'webhook.tenant_id as tenantId',
      'webhook.webhook_id as webhookId',
      'tenant.operator_id as operatorId',
      'webhook.grant_id as grantId',
      'webhook.position',
    ])
    .where(atWork(id))
    .orderBy('webhook.webhook_id')
    .execute()
  return rows.map(({ grantId, ...row }) => ({ ...row, grantId: grantId ?? '' }))
}

/** Since when messages of an operator that connected it wait for its budget; whoever asks pays for walking them all. */
export const delayedIn = async (
  reader: PlatformReader,
  id: string,
): Promise<{ readonly operators: number; readonly since: number | null }> => {
  const { operators, since } = await reader.db
    .selectFrom('webhook')
    .select((eb) => [eb.fn.countAll<number>().as('operators'), eb.fn.min('delayed_since').as('since')])
    .where(atWork(id))
    .executeTakeFirstOrThrow()
  return { operators: Number(operators), since: since === null ? null : Number(since) }
}

/** Which operator each of some tenants is of. */
export const operatorsOfTenants = async (
  reader: PlatformReader,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (tenantIds.length === 0) return new Map()
  const rows = await reader.db
    .selectFrom('tenant')
    .select(['tenant_id', 'operator_id'])
    .where('tenant_id', 'in', tenantIds)
    .execute()
  return new Map(rows.map(({ tenant_id, operator_id }) => [tenant_id, operator_id]))
}
