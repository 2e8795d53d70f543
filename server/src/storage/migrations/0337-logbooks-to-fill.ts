/** Whose logbooks are still to be filled with flights that were closed before their link to a crew member (data §12.7). */
import type { Migration } from './migration.ts'
import { tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0337-logbooks-to-fill',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'logbook_to_fill', {
      key: 'crew_member_id',
      body: `crew_member_id text not null,
        user_id text not null,
        after_flight text not null`,
    })
  },
}
