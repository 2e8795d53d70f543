/**
 * The realms of providers' members and of staff: a row of `tenant` each, so that every identity table serves them as
 * it serves operators. Accounts that were records only become users of their realm. Providers and their members.
 */
import type { Migration } from './migration.ts'
import { platformTable, run, tenantTable } from './schema.ts'

const REALMS = [
  { realm: 'developers', name: 'Airside Developers', requiresSecondStep: 0 },
  { realm: 'support', name: 'Airside Support', requiresSecondStep: 1 },
]

const USER = 'tenant_id, user_id, email, name, surname, role_list, password_hash, created_at, removed_at'

const usersFrom = (realm: string, account: string): string =>
  `insert into user_account (${USER})
   select 'realm_${realm}', account_id, email, name, '', '', password_hash, created_at, removed_at
   from platform_account where realm = '${account}'`

export const migration: Migration = {
  name: '0076-realms',
  up: async (db, kind) => {
    for (const { realm, name, requiresSecondStep } of REALMS) {
      await run(db, `insert into operator (operator_id, name, created_at) values ('${realm}', '${name}', 0)`)
      await run(
        db,
        `insert into tenant (tenant_id, operator_id, environment, created_at, second_step_required)
         values ('realm_${realm}', '${realm}', 'production', 0, ${requiresSecondStep})`,
      )
      await run(db, `insert into change_head (tenant_id, position) values ('realm_${realm}', 0)`)
      await run(db, `insert into validity_area (area, epoch, changed_at) values ('tenant/realm_${realm}', 1, 0)`)
    }
    await platformTable(
      db,
      kind,
      'provider',
      'provider_id text primary key, name text not null, created_at integer not null',
    )
    await tenantTable(db, kind, 'provider_member', {
      key: 'user_id',
      body: `user_id text not null,
       provider_id text not null references provider (provider_id),
       is_owner integer not null,
       joined_at integer not null,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id)`,
    })
    await run(db, 'create index provider_member_of on provider_member (tenant_id, provider_id)')
    await tenantTable(db, kind, 'member_sign_up', {
      key: 'sign_up_id',
      body: `sign_up_id text not null,
       email text not null,
       name text not null,
       surname text not null,
       company text,
       provider_id text references provider (provider_id),
       invited_by text,
       password_hash text,
       code_hash text not null,
       created_at integer not null,
       expires_at integer not null,
       tries integer not null`,
    })
    await run(db, 'create index member_sign_up_expiry on member_sign_up (expires_at)')
    await run(db, usersFrom('support', 'staff'))
    await run(db, usersFrom('developers', 'provider'))
    await run(
      db,
      `insert into provider (provider_id, name, created_at)
       select account_id, name, created_at from platform_account where realm = 'provider'`,
    )
    await run(
      db,
      `insert into provider_member (tenant_id, user_id, provider_id, is_owner, joined_at)
       select 'realm_developers', account_id, account_id, 1, created_at from platform_account where realm = 'provider'`,
    )
    await run(db, 'drop table platform_account')
  },
}
