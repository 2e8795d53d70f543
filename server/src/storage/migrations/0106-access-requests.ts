/** Users who may not grant ask the administrators to connect an application: one open request each (access-model §4). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0106-access-requests',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'access_request', {
      key: 'access_request_id',
      body: `access_request_id text not null,
       user_id text not null,
       client_id text not null references application (client_id),
       scopes text,
       note text,
       created_at integer not null,
       answer text,
       answered_at integer,
       answered_by text,
       reason text,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    })
    await run(
      db,
      `create unique index access_request_open on access_request (tenant_id, user_id, client_id)
       where answered_at is null`,
    )
    await run(db, 'create index access_request_age on access_request (answered_at)')
  },
}
