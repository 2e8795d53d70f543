/** Ways back in: recovery codes, password resets; and whether everybody of a realm must have a second step. */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0048-recovery',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'recovery_code', {
      key: 'user_id, hash',
      body: `user_id text not null,
       hash text not null,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    })
    await tenantTable(db, kind, 'password_reset', {
      key: 'reset_id',
      body: `reset_id text not null,
       user_id text not null,
       code_hash text not null,
       created_at integer not null,
       expires_at integer not null,
       tries integer not null,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    })
    await run(db, 'create unique index password_reset_of_user on password_reset (tenant_id, user_id)')
    await run(db, 'create index password_reset_expiry on password_reset (expires_at)')
    const integer = kind === 'sqlite' ? 'integer' : 'bigint'
    await run(db, `alter table tenant add column second_step_required ${integer} not null default 0`)
  },
}
