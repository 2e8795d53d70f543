/** Finds files by their content, and those whose bytes are still rows of the store. */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0339-index-of-content',
  indexes: [
    { name: 'document_file_of_content', on: 'document_file (tenant_id, content_id) where content_id is not null' },
    {
      name: 'document_file_in_rows',
      on: 'document_file (tenant_id, file_id) where content_id is null and expires_at is null',
    },
  ],
}
