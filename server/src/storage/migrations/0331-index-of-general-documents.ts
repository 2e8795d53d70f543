/** Finds the documents that are of no flight, aircraft or person, for briefings, without reading the others. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0331-index-of-general-documents',
  indexes: [
    {
      name: 'document_of_nothing',
      on: 'document (tenant_id, created_at) where flight_id is null and aircraft_id is null and crew_member_id is null',
    },
  ],
}
