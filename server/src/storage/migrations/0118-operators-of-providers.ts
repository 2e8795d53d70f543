/** Whose sandbox an operator is: it stays known when the provider has another, so that support tells it from real ones. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0118-operators-of-providers',
  up: async (db) => {
    await run(db, 'alter table operator add column provider_id text')
    await run(
      db,
      `update operator set provider_id = (select provider.provider_id from provider
        where provider.sandbox_operator_id = operator.operator_id)
        where operator_id in (select sandbox_operator_id from provider)`,
    )
  },
}
