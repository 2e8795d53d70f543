/** Sandboxes that were asked for and are made beside the request (ADR 135); those made before get a name of their own. */
import type { Migration } from './migration.ts'
import { platformTable, run } from './schema.ts'

export const migration: Migration = {
  name: '0230-wanted-sandboxes',
  up: async (db, kind) => {
    await platformTable(
      db,
      kind,
      'wanted_sandbox',
      `provider_id text primary key references provider (provider_id),
       asked_by text not null,
       asked_at integer not null,
       tries integer not null,
       due_at integer not null`,
    )
    // Consent pages asked "Allow Gullwatch to connect to Gull Systems? By Gull Systems".
    await run(
      db,
      `update operator set name = name || ' Sandbox' where name = (select provider.name from provider
        where provider.sandbox_operator_id = operator.operator_id)`,
    )
  },
}
