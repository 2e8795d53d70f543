/** Migrates the store to the schema of this version. */
import { randomBytes } from 'node:crypto'
import { openStorage } from '../app.ts'
import { systemClock } from '../domain/clock.ts'
import { keepAuditFor } from '../services/audit-retention.ts'
import { World } from '../services/world.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  summary:
    'Brings the store to this version; nothing stored is lost, and servers of the version before go on. On PostgreSQL it needs the role that owns the tables. Where AIRSIDE_KEEP_AUDIT_DAYS is set, the store is told how long audit logs are kept.',
  options: {},
  examples: ['airside-server migrate'],
  arguments: 0,
  run: async ({ config }) => {
    const { storage, migrated } = await openStorage(config, systemClock, { mayMigrate: true })
    try {
      const world = new World({ storage, now: () => systemClock.now(), randomBytes })
      const days = config.retention.auditDays
      const changed = config.choosesAuditDays ? await keepAuditFor(world, days) : null
      const lines = [
        migrated.length === 0 ? 'The store is up to date.' : `Migrated: ${migrated.join(', ')}`,
        ...(changed === null ? [] : [`Audit logs are kept for ${days} days from now on; it was ${changed.before}.`]),
      ]
      return { data: { migrated, ...(changed === null ? {} : { auditDays: days }) }, text: lines.join('\n') }
    } finally {
      await storage.close()
    }
  },
}
