import { openStorage } from '../app.ts'
import { systemClock } from '../domain/clock.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  summary:
    'Brings the store to this version; nothing stored is lost, and servers of the version before go on. On PostgreSQL it needs the role that owns the tables.',
  options: {},
  examples: ['airside-server migrate'],
  arguments: 0,
  run: async ({ config }) => {
    const { storage, migrated } = await openStorage(config, systemClock, { mayMigrate: true })
    await storage.close()
    const text = migrated.length === 0 ? 'The store is up to date.' : `Migrated: ${migrated.join(', ')}`
    return { data: { migrated }, text }
  },
}
