/** Users, keys and grants can be suspended; operators and applications deleted, which leaves a row that logs name. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0110-suspensions',
  up: async (db, kind) => {
    const time = kind === 'sqlite' ? 'integer' : 'bigint'
    for (const table of ['user_account', 'api_key', 'oauth_grant']) {
      await run(db, `alter table ${table} add column suspended_at ${time}`)
    }
    for (const table of ['tenant', 'application']) await run(db, `alter table ${table} add column deleted_at ${time}`)
  },
}
