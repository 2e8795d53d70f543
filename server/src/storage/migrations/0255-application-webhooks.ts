/**
 * Webhooks of applications (events §2, ADR 148): what one sends where stands once, and each grant has a webhook of its
 * own at its operator, which has its place in that feed. Such a one has no key and no settings of its own.
 */
import type { Migration, Schema } from './migration.ts'
import { platformTable, run, tenantTable } from './schema.ts'

/** What a webhook of an application reads elsewhere. */
const SHARED = ['api_key_id', 'url', 'description', 'entity_list', 'kind_list', 'secret', 'created_by']

const SETTINGS = `url text not null,
  description text not null,
  entity_list text not null,
  kind_list text not null,
  field_list text,
  status_list text,
  query text,
  secret text not null,
  earlier_secret text,
  earlier_until integer,
  switched_off_at integer,
  off_reason text,
  created_at integer not null,
  created_by text not null,
  changed_at integer not null`

const ADDED: Readonly<Record<string, readonly string[]>> = {
  webhook: [
    'status_list text',
    'application_webhook_id text references application_webhook (application_webhook_id) on delete cascade',
    'grant_id text',
    'seen_scopes text',
    'told_scopes text',
    'is_over integer not null default 0',
  ],
  webhook_parked: ['type text'],
  webhook_attempt: ['application_webhook_id text'],
}

/** SQLite cannot take NOT NULL from a column: the tables are made anew. */
const makeAnew = async (db: Schema): Promise<void> => {
  await tenantTable(db, 'sqlite', 'webhook_anew', {
    key: 'webhook_id',
    body: `webhook_id text not null unique,
      api_key_id text,
      url text,
      description text,
      entity_list text,
      kind_list text,
      field_list text,
      aircraft_id_list text,
      query text,
      secret text,
      earlier_secret text,
      earlier_until integer,
      position integer not null,
      failures integer not null,
      switched_off_at integer,
      off_reason text,
      holder text,
      held_until integer not null,
      created_at integer not null,
      created_by text,
      changed_at integer not null,
      foreign key (tenant_id, api_key_id) references api_key (tenant_id, api_key_id)`,
  })
  await tenantTable(db, 'sqlite', 'webhook_parked_anew', {
    key: 'webhook_id, message_id',
    body: `webhook_id text not null,
      message_id text not null,
      position integer not null,
      entity_id text not null,
      is_test integer not null,
      attempts integer not null,
      first_tried_at integer,
      next_try_at integer,
      foreign key (tenant_id, webhook_id) references webhook_anew (tenant_id, webhook_id) on delete cascade`,
  })
  await tenantTable(db, 'sqlite', 'webhook_attempt_anew', {
    key: 'webhook_id, at, attempt_id',
    body: `webhook_id text not null,
      attempt_id text not null,
      at integer not null,
      message_id text not null,
      position integer not null,
      entity_id text not null,
      type text not null,
      number integer not null,
      status integer,
      problem text,
      took_ms integer not null,
      delay_ms integer,
      answer text not null,
      foreign key (tenant_id, webhook_id) references webhook_anew (tenant_id, webhook_id) on delete cascade`,
  })
  const columns: Readonly<Record<string, string>> = {
    webhook: `tenant_id, webhook_id, api_key_id, url, description, entity_list, kind_list, field_list, aircraft_id_list,
      query, secret, earlier_secret, earlier_until, position, failures, switched_off_at, off_reason, holder, held_until,
      created_at, created_by, changed_at`,
    webhook_parked: `tenant_id, webhook_id, message_id, position, entity_id, is_test, attempts, first_tried_at,
      next_try_at`,
    webhook_attempt: `tenant_id, webhook_id, attempt_id, at, message_id, position, entity_id, type, number, status,
      problem, took_ms, delay_ms, answer`,
  }
  for (const [table, names] of Object.entries(columns))
    await run(db, `insert into ${table}_anew (${names}) select ${names} from ${table}`)
  for (const table of ['webhook_attempt', 'webhook_parked', 'webhook']) await run(db, `drop table ${table}`)
  for (const table of Object.keys(columns)) await run(db, `alter table ${table}_anew rename to ${table}`)
  await run(db, 'create index webhook_parked_due on webhook_parked (next_try_at)')
  await run(db, 'create index webhook_attempt_age on webhook_attempt (at)')
}

export const migration: Migration = {
  name: '0255-application-webhooks',
  up: async (db, kind) => {
    await platformTable(
      db,
      kind,
      'application_webhook',
      `application_webhook_id text not null primary key,
       client_id text not null references application (client_id),
       environment text not null,
       ${SETTINGS}`,
    )
    await run(db, 'create index application_webhook_of on application_webhook (client_id)')
    if (kind === 'sqlite') await makeAnew(db)
    else for (const column of SHARED) await run(db, `alter table webhook alter column ${column} drop not null`)
    for (const [table, columns] of Object.entries(ADDED)) {
      for (const column of columns) {
        const typed = kind === 'sqlite' ? column : column.replace(/\binteger\b/, 'bigint')
        await run(db, `alter table ${table} add column ${typed}`)
      }
    }
    await run(db, 'create index webhook_of_application on webhook (application_webhook_id)')
    await run(
      db,
      `create index webhook_attempt_of_application on webhook_attempt (application_webhook_id, at, attempt_id)
       where application_webhook_id is not null`,
    )
  },
}
