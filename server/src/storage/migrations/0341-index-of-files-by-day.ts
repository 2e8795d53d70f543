/** Finds the files of a day, whose bytes are counted before one more of somebody's own report begins (data §11.8). */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0341-index-of-files-by-day',
  indexes: [{ name: 'document_file_by_day', on: 'document_file (tenant_id, created_at)' }],
}
