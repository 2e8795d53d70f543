/** What a notice that comes back is about, and who wants to hear no more of it for today (access-model §9). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0123-quiet-notices',
  up: async (db, kind) => {
    await run(db, 'alter table notice add column subject text')
    await tenantTable(db, kind, 'notice_quiet', {
      key: 'user_id, subject',
      body: `user_id text not null,
       subject text not null,
       until_at integer not null,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    })
    await run(db, 'create index notice_quiet_age on notice_quiet (until_at)')
  },
}
