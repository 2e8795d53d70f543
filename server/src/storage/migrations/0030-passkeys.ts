/** Passkeys of users, and the challenges that browsers sign. */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0030-passkeys',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'passkey', {
      key: 'passkey_id',
      body: `passkey_id text not null,
       user_id text not null,
       credential_id text not null,
       public_key blob not null,
       sign_count integer not null,
       transports text not null,
       backed_up integer not null,
       name text not null,
       created_at integer not null,
       last_used_at integer,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    })
    await run(db, 'create unique index passkey_credential on passkey (tenant_id, credential_id)')
    await run(db, 'create index passkey_of_user on passkey (tenant_id, user_id)')
    await tenantTable(db, kind, 'passkey_challenge', {
      key: 'challenge',
      body: `challenge text not null,
       purpose text not null check (purpose in ('add', 'sign-in')),
       holder_hash text not null,
       expires_at integer not null`,
    })
    await run(db, 'create index passkey_challenge_expiry on passkey_challenge (expires_at)')
  },
}
