/** Webhooks of operators: what they send where, what waits for another try, and the log of attempts (events §2). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0210-webhooks',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'webhook', {
      key: 'webhook_id',
      body: `webhook_id text not null unique,
        api_key_id text not null,
        url text not null,
        description text not null,
        entity_list text not null,
        kind_list text not null,
        field_list text,
        aircraft_id_list text,
        query text,
        secret text not null,
        earlier_secret text,
        earlier_until integer,
        position integer not null,
        failures integer not null,
        switched_off_at integer,
        off_reason text,
        holder text,
        held_until integer not null,
        created_at integer not null,
        created_by text not null,
        changed_at integer not null,
        foreign key (tenant_id, api_key_id) references api_key (tenant_id, api_key_id)`,
    })
    await tenantTable(db, kind, 'webhook_parked', {
      key: 'webhook_id, message_id',
      body: `webhook_id text not null,
        message_id text not null,
        position integer not null,
        entity_id text not null,
        is_test integer not null,
        attempts integer not null,
        first_tried_at integer,
        next_try_at integer,
        foreign key (tenant_id, webhook_id) references webhook (tenant_id, webhook_id) on delete cascade`,
    })
    await run(db, 'create index webhook_parked_due on webhook_parked (next_try_at)')
    await tenantTable(db, kind, 'webhook_attempt', {
      key: 'webhook_id, at, attempt_id',
      body: `webhook_id text not null,
        attempt_id text not null,
        at integer not null,
        message_id text not null,
        position integer not null,
        entity_id text not null,
        type text not null,
        number integer not null,
        status integer,
        problem text,
        took_ms integer not null,
        delay_ms integer,
        answer text not null,
        foreign key (tenant_id, webhook_id) references webhook (tenant_id, webhook_id) on delete cascade`,
    })
    await run(db, 'create index webhook_attempt_age on webhook_attempt (at)')
  },
}
