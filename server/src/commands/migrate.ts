/** Migrates the store to the schema of this version, after it said what that means for servers that run. */
import { randomBytes } from 'node:crypto'
import { openStorage } from '../app.ts'
import type { Config } from '../config/config.ts'
import { systemClock } from '../domain/clock.ts'
import { Failure } from '../domain/failure.ts'
import { keepAuditFor } from '../services/audit-retention.ts'
import { World } from '../services/world.ts'
import { MIGRATIONS } from '../storage/migrate.ts'
import { schemaOf } from '../storage/schema-state.ts'
import { openEngine } from '../storage/storage.ts'
import { type Upgrade, upgradeOf } from '../storage/upgrade.ts'
import type { Command, CommandAnswer } from './command.ts'

const plannedUpgrade = async (config: Config): Promise<Upgrade | null> => {
  const engine = openEngine(config)
  try {
    return upgradeOf(await engine.onOneConnection(schemaOf), MIGRATIONS)
  } finally {
    await engine.close()
  }
}

const STOP_THEM =
  'Stop every server, make a backup, then run "airside-server migrate --stop-old": nothing has changed yet.'

const told = (upgrade: Upgrade | null): CommandAnswer => {
  const { from = null, pending = [], stopsOld = false, lines = ['The store is up to date, or empty.'] } = upgrade ?? {}
  const data = { written_by: from, pending, servers_must_stop: stopsOld, can_go_back: !stopsOld }
  return { data, text: lines.join('\n') }
}

export const migrateCommand: Command = {
  summary:
    'Brings the store to this version; nothing stored is lost. It first says which release wrote the store, whether its servers go on, and whether one can go back; where they must stop first, it needs --stop-old. On PostgreSQL it needs the role that owns the tables. Where AIRSIDE_KEEP_AUDIT_DAYS is set, the store is told how long audit logs are kept.',
  options: {
    'dry-run': { type: 'boolean', text: 'say what it means, and leave everything as it is', optional: true },
    'stop-old': {
      type: 'boolean',
      text: 'every server of the release before is stopped, and a backup is made; needed where they cannot go on',
      optional: true,
    },
  },
  examples: ['airside-server migrate --dry-run', 'airside-server migrate'],
  arguments: 0,
  run: async ({ config, options, terminal }) => {
    const upgrade = await plannedUpgrade(config)
    if (options['dry-run'] === true) return told(upgrade)
    if (upgrade?.stopsOld && options['stop-old'] !== true) {
      throw new Failure('invalid_request', [...upgrade.lines, STOP_THEM].join('\n'))
    }
    if (upgrade !== null) terminal.stderr.write(`${upgrade.lines.join('\n')}\n`)
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
