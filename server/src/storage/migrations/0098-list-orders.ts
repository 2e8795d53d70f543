/** Every list has an index for its order, so that a page reads no more than it needs; documents that expire are found. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0098-list-orders',
  indexes: [
    { name: 'trip_order', on: 'trip (tenant_id, created_at, trip_id)' },
    { name: 'duty_order', on: 'duty (tenant_id, start_at, duty_id)' },
    { name: 'unavailability_order', on: 'unavailability (tenant_id, "from", unavailability_id)' },
    {
      name: 'qualification_order',
      on: `qualification (tenant_id, coalesce(valid_to, '9999-12-31'), qualification_id)`,
    },
    { name: 'travel_document_order', on: 'travel_document (tenant_id, created_at, travel_document_id)' },
    { name: 'travel_document_due', on: 'travel_document (expiry)' },
  ],
}
