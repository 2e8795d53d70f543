/**
 * Since when messages of a webhook wait for its owner's budget, and how many tries its log got since it was cut to its
 * length (ADR 294). A log of before is cut once it has got that many more.
 */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0368-delays-of-webhooks',
  up: async (db, kind) => {
    await run(db, `alter table webhook add column delayed_since ${kind === 'sqlite' ? 'integer' : 'bigint'}`)
    await run(db, 'alter table webhook add column tries_uncut integer not null default 0')
  },
}
