/**
 * What providers and support do with an application: codes by SMS, a changed phone number, the demo, messages. The
 * outbox gets SMS beside e-mail, a provider its sandbox operator.
 */
import type { Migration } from './migration.ts'
import { platformTable, run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0077-portal',
  up: async (db, kind) => {
    const integer = kind === 'sqlite' ? 'integer' : 'bigint'
    await run(db, `alter table application add column secrets_blocked_until ${integer}`)
    await run(db, 'create index application_of_provider on application (provider_id)')
    await run(db, 'alter table provider add column sandbox_operator_id text')
    await run(db, "alter table outbox_message add column channel text not null default 'mail'")
    await run(db, 'create index platform_audit_entry_subject on platform_audit_entry (subject_id, at)')
    await run(db, 'create index platform_audit_entry_time on platform_audit_entry (at)')
    await tenantTable(db, kind, 'phone_code', {
      key: 'client_id, purpose',
      body: `client_id text not null references application (client_id),
       purpose text not null,
       session_hash text not null,
       phone_number text not null,
       code_hash text not null,
       message_id text not null,
       created_at integer not null,
       expires_at integer not null,
       tries integer not null`,
    })
    await run(db, 'create index phone_code_expiry on phone_code (expires_at)')
    await platformTable(
      db,
      kind,
      'phone_change',
      `client_id text primary key references application (client_id),
       phone_number text not null,
       asked_by text not null,
       asked_at integer not null,
       note text not null,
       allowed_at integer,
       allowed_by text,
       reason text`,
    )
    await platformTable(
      db,
      kind,
      'demo',
      `client_id text not null references application (client_id),
       position integer not null,
       requested_at integer not null,
       requested_by text,
       time_list text not null,
       time_zone text not null,
       attendees text not null,
       note text not null,
       demo_at integer,
       link text,
       requirement_list text,
       primary key (client_id, position)`,
    )
    await platformTable(
      db,
      kind,
      'application_message',
      `message_id text primary key,
       client_id text not null references application (client_id),
       at integer not null,
       author_kind text not null,
       author_id text not null,
       author_name text not null,
       text text not null`,
    )
    await run(db, 'create index application_message_of on application_message (client_id, at)')
  },
}
