/** Find what housekeeping removes without looking through all that stays (threats row 604). */
import type { IndexMigration } from './migration.ts'

export const migration: IndexMigration = {
  name: '0363-indexes-of-removals',
  indexes: [
    { name: 'known_device_age', on: 'known_device (created_at)' },
    { name: 'outbox_message_expiry', on: 'outbox_message (expires_at)' },
    { name: 'user_invitation_expiry', on: 'user_invitation (expires_at)' },
    { name: 'hand_over_expiry', on: 'hand_over (expires_at)' },
  ],
}
