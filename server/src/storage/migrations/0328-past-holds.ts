/** Which applications held an empty leg lately: each leaves it to others for a while (threats row 306). */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0328-past-holds',
  up: (db) => run(db, "alter table empty_leg add column past_hold_list text not null default '[]'"),
}
