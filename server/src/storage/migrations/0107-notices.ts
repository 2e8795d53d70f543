/** Notices in the bell: each once for its cause, read or unread per user, and which kinds a user wants by mail. */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0107-notices',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'notice', {
      key: 'notice_id',
      body: `notice_id text not null,
       kind text not null,
       cause text not null,
       scope text,
       user_id text,
       made_by text,
       title text not null,
       text text not null,
       place text not null,
       created_at integer not null`,
    })
    await run(db, 'create unique index notice_cause on notice (tenant_id, cause)')
    await run(db, 'create index notice_by_time on notice (tenant_id, created_at)')
    await run(db, 'create index notice_age on notice (created_at)')
    await tenantTable(db, kind, 'notice_read', {
      key: 'user_id, notice_id',
      body: `user_id text not null,
       notice_id text not null,
       read_at integer not null,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id),
       foreign key (tenant_id, notice_id) references notice (tenant_id, notice_id) on delete cascade`,
    })
    await run(db, 'create index notice_read_of_notice on notice_read (tenant_id, notice_id)')
    await tenantTable(db, kind, 'notice_choice', {
      key: 'user_id',
      body: `user_id text not null,
       unmailed_kinds text not null,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    })
  },
}
