/** How far flights were assessed anew after a change of the operator's rules, or after an estimated end passed. */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0099-assessed-anew',
  up: async (db, kind) => {
    const integer = kind === 'sqlite' ? 'integer' : 'bigint'
    await run(db, `alter table operator_settings add column assessed_version ${integer}`)
    await run(db, 'alter table operator_settings add column assessed_aircraft text')
    await run(db, `alter table unavailability add column assessed_until ${integer}`)
  },
}
