/** Use of applications and keys, invitations, and outgoing e-mails. */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0020-console',
  up: async (db, kind) => {
    // One row per application or key, moment, metric and name; `at` is the start of a minute, later of an hour.
    await tenantTable(db, kind, 'usage_count', {
      key: 'actor, at, metric, name',
      body: `actor text not null,
       at integer not null,
       metric text not null,
       name text not null,
       amount integer not null`,
    })
    await run(db, 'create index usage_count_age on usage_count (at)')
    await tenantTable(db, kind, 'usage_actor', {
      key: 'actor',
      body: `actor text not null,
       first_at integer not null,
       first_request_id text not null,
       last_at integer not null`,
    })
    await tenantTable(db, kind, 'usage_request', {
      key: 'actor, at, request_id',
      body: `actor text not null,
       at integer not null,
       request_id text not null,
       operation text,
       outcome text not null,
       code text,
       took_ms integer not null`,
    })
    await tenantTable(db, kind, 'user_invitation', {
      key: 'invitation_id',
      body: `invitation_id text not null,
       user_id text not null,
       code_hash text not null,
       created_at integer not null,
       expires_at integer not null,
       used_at integer,
       tries integer not null,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    })
    await run(db, 'create index user_invitation_of_user on user_invitation (tenant_id, user_id)')
    await tenantTable(db, kind, 'outbox_message', {
      key: 'message_id',
      body: `message_id text not null,
       recipient text not null,
       subject text not null,
       body text not null,
       created_at integer not null,
       expires_at integer not null,
       next_try_at integer not null,
       tries integer not null,
       sent_at integer`,
    })
    await run(db, 'create index outbox_message_due on outbox_message (sent_at, next_try_at)')
  },
}
