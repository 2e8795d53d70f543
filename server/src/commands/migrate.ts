import { openStorage } from '../app.ts'
import { systemClock } from '../domain/clock.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  summary: 'Brings the store to this version. Every other command does so too; nothing stored is lost.',
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
