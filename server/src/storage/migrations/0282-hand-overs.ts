/** Hand-overs from the developer portal to a provider's own sandbox: each is used once, within a minute (ADR 165). */
import type { Migration } from './migration.ts'
import { platformTable } from './schema.ts'

export const migration: Migration = {
  name: '0282-hand-overs',
  up: async (db, kind) => {
    await platformTable(
      db,
      kind,
      'hand_over',
      `hash text primary key,
       user_id text not null,
       session_hash text not null,
       sandbox_id text not null,
       browser_hash text not null,
       expires_at integer not null`,
    )
  },
}
