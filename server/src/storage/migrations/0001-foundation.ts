/** Operators and tenants, users, audit, the change feed, idempotency, cost buckets, contacts. */
import type { Migration } from './migration.ts'
import { appendOnly, platformTable, run, tenantTable } from './schema.ts'

const AUDIT_COLUMNS = `
  audit_entry_id text not null,
  at integer not null,
  actor_kind text not null,
  actor_id text,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  address text,
  request_id text,
  detail text not null`

export const migration: Migration = {
  name: '0001-foundation',
  up: async (db, kind) => {
    await platformTable(db, kind, 'validity_epoch', 'id integer primary key, epoch integer not null')
    await run(db, 'insert into validity_epoch (id, epoch) values (1, 0)')

    await platformTable(
      db,
      kind,
      'operator',
      'operator_id text primary key, name text not null, created_at integer not null',
    )
    await platformTable(
      db,
      kind,
      'tenant',
      `tenant_id text primary key,
       operator_id text not null references operator (operator_id),
       environment text not null check (environment in ('production', 'sandbox')),
       created_at integer not null,
       closed_at integer,
       unique (operator_id, environment)`,
    )

    await tenantTable(db, kind, 'user_account', {
      key: 'user_id',
      body: `user_id text not null,
       email text not null,
       name text not null,
       surname text not null,
       role_list text not null,
       password_hash text,
       totp_secret text,
       totp_confirmed_at integer,
       totp_last_step integer,
       created_at integer not null,
       removed_at integer`,
    })
    await run(db, 'create unique index user_account_email on user_account (tenant_id, email) where removed_at is null')

    await tenantTable(db, kind, 'audit_entry', { key: 'audit_entry_id', body: AUDIT_COLUMNS })
    await run(db, 'create index audit_entry_time on audit_entry (tenant_id, at)')
    await appendOnly(db, kind, 'audit_entry')
    await platformTable(db, kind, 'platform_audit_entry', `${AUDIT_COLUMNS}, primary key (audit_entry_id)`)
    await appendOnly(db, kind, 'platform_audit_entry')

    await tenantTable(db, kind, 'change_head', { key: '', body: 'position integer not null' })
    await tenantTable(db, kind, 'change_entry', {
      key: 'position',
      body: `position integer not null,
       entity text not null,
       entity_id text not null,
       kind text not null,
       version integer not null,
       field_list text not null,
       at integer not null`,
    })

    await tenantTable(db, kind, 'idempotency', {
      key: 'principal, key',
      body: `principal text not null,
       key text not null,
       arguments_hash text not null,
       outcome text not null,
       created_at integer not null`,
    })
    await run(db, 'create index idempotency_age on idempotency (created_at)')

    await tenantTable(db, kind, 'cost_bucket', {
      key: 'principal',
      body: 'principal text not null, level integer not null, refilled_at integer not null',
    })

    await tenantTable(db, kind, 'contact', {
      key: 'contact_id',
      body: `contact_id text not null,
       kind text not null,
       name text not null,
       surname text,
       company text,
       email text,
       phone text,
       airport_id text,
       date_of_birth text,
       nationality text,
       document_number text,
       document_expiry text,
       external_id_list text not null,
       version integer not null,
       created_at integer not null,
       updated_at integer not null`,
    })
    await run(db, 'create index contact_order on contact (tenant_id, created_at, contact_id)')
  },
}
