/** Consent requests and authorization codes. */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0005-authorization',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'consent_request', {
      key: 'consent_request_id',
      body: `consent_request_id text not null,
       session_hash text not null,
       user_id text not null,
       client_id text not null references application (client_id),
       redirect_uri text not null,
       raw_state text,
       scopes text not null,
       code_challenge text,
       created_at integer not null,
       expires_at integer not null,
       decided_at integer,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    })
    await run(db, 'create index consent_request_expiry on consent_request (expires_at)')
    await tenantTable(db, kind, 'authorization_code', {
      key: 'hash',
      body: `hash text not null,
       client_id text not null references application (client_id),
       redirect_uri text not null,
       user_id text not null,
       scopes text not null,
       code_challenge text,
       created_at integer not null,
       expires_at integer not null,
       consumed_at integer,
       refresh_token_id text,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    })
    await run(db, 'create index authorization_code_expiry on authorization_code (expires_at)')
  },
}
