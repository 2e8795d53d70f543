/** Sessions of users, limits on guessing, and the accounts of provider members and staff. */
import type { Migration } from './migration.ts'
import { platformTable, run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0004-people',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'user_session', {
      key: 'hash',
      body: `hash text not null,
       session_id text not null,
       user_id text not null,
       stage text not null check (stage in ('second-step', 'signed-in')),
       device text not null,
       address text not null,
       created_at integer not null,
       last_seen_at integer not null,
       ended_at integer,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    })
    await run(db, 'create index user_session_of_user on user_session (tenant_id, user_id)')
    await run(db, 'create index user_session_age on user_session (created_at)')
    await tenantTable(db, kind, 'known_device', {
      key: 'user_id, hash',
      body: `user_id text not null,
       hash text not null,
       created_at integer not null,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    })
    await tenantTable(db, kind, 'guess_brake', {
      key: 'subject',
      body: 'subject text not null, failures integer not null, last_failed_at integer not null',
    })
    await run(db, 'create index guess_brake_age on guess_brake (last_failed_at)')
    await platformTable(
      db,
      kind,
      'platform_account',
      `account_id text primary key,
       realm text not null check (realm in ('provider', 'staff')),
       email text not null,
       name text not null,
       password_hash text,
       created_at integer not null,
       removed_at integer`,
    )
    await run(
      db,
      'create unique index platform_account_email on platform_account (realm, email) where removed_at is null',
    )
  },
}
