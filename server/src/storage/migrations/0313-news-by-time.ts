/** Finds what happened lately to all applications, for the bell of support (ADR 155). */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0313-news-by-time',
  indexes: [
    { name: 'application_message_by_time', on: 'application_message (at)' },
    { name: 'application_transition_by_time', on: 'application_transition (at)' },
  ],
}
