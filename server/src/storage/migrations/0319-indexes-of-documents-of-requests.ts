/** Finds the documents of a service request, and those that a provider sees. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0319-indexes-of-documents-of-requests',
  indexes: [
    { name: 'document_of_request', on: 'document (tenant_id, service_request_id)' },
    { name: 'document_of_provider', on: 'document (tenant_id, provider_contact_id)' },
  ],
}
