/** Applications, grants and API keys, and their refresh and access tokens. */
import type { Migration } from './migration.ts'
import { appendOnly, platformTable, run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0002-access',
  up: async (db, kind) => {
    await platformTable(
      db,
      kind,
      'application',
      `client_id text primary key,
       provider_id text,
       name text not null,
       kind text not null,
       personal integer not null,
       redirect_uri_list text not null,
       description text not null,
       phone_number text not null,
       contact text not null,
       website text not null,
       connect_url text,
       mode text not null,
       extra_scopes text not null,
       created_at integer not null`,
    )
    await platformTable(
      db,
      kind,
      'application_secret',
      `client_id text not null references application (client_id),
       hash text not null,
       last_four text not null,
       created_at integer not null,
       expires_at integer,
       revoked_at integer,
       primary key (client_id, hash)`,
    )
    await platformTable(
      db,
      kind,
      'application_logo',
      `client_id text primary key references application (client_id), media_type text not null, bytes blob not null`,
    )
    await platformTable(
      db,
      kind,
      'application_transition',
      `client_id text not null references application (client_id),
       position integer not null,
       action text not null,
       from_mode text not null,
       to_mode text not null,
       at integer not null,
       actor_kind text not null,
       actor_id text,
       reason text,
       primary key (client_id, position)`,
    )
    await appendOnly(db, kind, 'application_transition')

    await tenantTable(db, kind, 'oauth_grant', {
      key: 'grant_id',
      body: `grant_id text not null,
       client_id text not null references application (client_id),
       user_id text,
       scopes text not null,
       granted_by text not null,
       created_at integer not null,
       changed_at integer not null,
       ended_at integer,
       foreign key (tenant_id, user_id) references user_account (tenant_id, user_id),
       foreign key (tenant_id, granted_by) references user_account (tenant_id, user_id)`,
    })
    // One grant per application, or per application and user where the application is personal; granting again replaces
    // it.
    await run(
      db,
      'create unique index grant_of_operator on oauth_grant (tenant_id, client_id) where ended_at is null and user_id is null',
    )
    await run(
      db,
      `create unique index grant_of_person on oauth_grant (tenant_id, client_id, user_id)
       where ended_at is null and user_id is not null`,
    )

    await tenantTable(db, kind, 'api_key', {
      key: 'api_key_id',
      body: `api_key_id text not null,
       label text not null,
       scopes text not null,
       aircraft_id_list text,
       expires_at integer,
       created_at integer not null,
       created_by text not null,
       revoked_at integer`,
    })

    await tenantTable(db, kind, 'refresh_token', {
      key: 'refresh_token_id',
      body: `refresh_token_id text not null,
       hash text not null,
       last_four text not null,
       api_key_id text,
       grant_id text,
       scopes text not null,
       created_at integer not null,
       last_used_at integer,
       expires_at integer,
       revoked_at integer,
       unique (tenant_id, hash),
       check ((api_key_id is null) <> (grant_id is null)),
       foreign key (tenant_id, api_key_id) references api_key (tenant_id, api_key_id),
       foreign key (tenant_id, grant_id) references oauth_grant (tenant_id, grant_id)`,
    })
    await run(db, 'create index refresh_token_of_key on refresh_token (tenant_id, api_key_id)')
    await run(db, 'create index refresh_token_of_grant on refresh_token (tenant_id, grant_id)')

    await tenantTable(db, kind, 'access_token', {
      key: 'hash',
      body: `hash text not null,
       refresh_token_id text not null,
       scopes text not null,
       issued_at integer not null,
       expires_at integer not null,
       revoked_at integer,
       foreign key (tenant_id, refresh_token_id) references refresh_token (tenant_id, refresh_token_id)`,
    })
    // Serves the count of a refresh token's active access tokens: the index ends with the columns that make them
    // active.
    await run(
      db,
      'create index access_token_active on access_token (tenant_id, refresh_token_id, expires_at, revoked_at)',
    )
    await run(db, 'create index access_token_expiry on access_token (expires_at)')
  },
}
