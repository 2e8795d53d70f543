/** The store: whether it can be used by this release, and what a crash would lose. */
import { existsSync, statfsSync } from 'node:fs'
import { openStorage } from '../../app.ts'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../domain/clock.ts'
import { explainStartFailure } from '../../starting/start-failure.ts'
import { type AsideAt, idsAside } from '../../storage/doubted-ids.ts'
import { MIGRATIONS } from '../../storage/migrate.ts'
import { auditKeepDays } from '../../storage/retention/removal.ts'
import { appliedMigrations } from '../../storage/schema-state.ts'
import { type PostgresSetup, postgresSetup } from '../../storage/setup/postgres-setup.ts'
import type { Storage } from '../../storage/storage.ts'
import { allTenants } from '../../storage/tenancy/tenants.ts'
import { type Finding, findingOf } from './finding.ts'

const SKEW_MS = 1000
const MIN_DISK_BYTES = 1024 ** 3
/** Listens for revocations, beside the pool. */
const LISTENING_CONNECTIONS = 1

const durability = ({ fsync, synchronousCommit, synchronousStandbys }: PostgresSetup): Finding[] => {
  const loose = [...(fsync === 'off' ? ['fsync'] : []), ...(synchronousCommit === 'off' ? ['synchronous_commit'] : [])]
  return [
    findingOf(
      'Durability',
      loose.length === 0,
      'a commit is on disk before it is answered',
      `a crash loses what was answered, revocations too: switch on ${loose.join(' and ')}`,
    ),
    findingOf(
      'Replication',
      synchronousStandbys !== '',
      `synchronous, to ${synchronousStandbys}`,
      'not synchronous: a leader that is lost takes the last commits with it, revocations too (docs/hosting.md)',
    ),
  ]
}

const connections = ({ postgres }: Config, { maxConnections }: PostgresSetup): Finding => {
  const own = postgres.connections + LISTENING_CONNECTIONS
  return findingOf(
    'Connections',
    postgres.pooling === 'transaction' || own <= maxConnections,
    `each process uses up to ${own}, PostgreSQL allows ${maxConnections}`,
    `each process uses up to ${own}, PostgreSQL allows ${maxConnections}: raise max_connections, or lower AIRSIDE_DATABASE_CONNECTIONS`,
  )
}

const news = ({ postgres }: Config): Finding =>
  findingOf(
    'News',
    postgres.pooling === 'session' || postgres.directUrl !== null,
    'revocations reach every process at once',
    'AIRSIDE_DATABASE_DIRECT_URL is not set: revocations by other processes are found by asking, within a second',
  )

/** Of the role that `serve` uses: rows, and nothing else. */
const rights = ({ role, mayChangeSchema, mayChangeRetention, closedTables }: PostgresSetup): Finding => {
  const what = 'Rights'
  if (closedTables !== '') {
    const detail = `${role} cannot read and write ${closedTables}: grant it select, insert, update, delete on all tables of the schema (docs/hosting.md)`
    return { what, verdict: 'failed', detail }
  }
  const [verdict, fine] = ['attention', `${role} reads and writes rows`] as const
  if (mayChangeSchema)
    return { what, verdict, detail: `${role} may change the schema: give "serve" a role that cannot (docs/hosting.md)` }
  return findingOf(
    what,
    !mayChangeRetention,
    fine,
    `${role} may change how long audit logs are kept: revoke insert, update, delete on retention from ${role}`,
  )
}

const ofPostgres = (config: Config, setup: PostgresSetup): Finding[] => [
  ...durability(setup),
  connections(config, setup),
  news(config),
  rights(setup),
]

const auditLog = ({ choosesAuditDays, retention }: Config, days: number | null): Finding => {
  const isSo = days !== null && (!choosesAuditDays || days === retention.auditDays)
  const wanted =
    days === null ? 'the store does not hold how long it is kept' : `kept for ${days} days, not ${retention.auditDays}`
  return findingOf(
    'Audit log',
    isSo,
    `kept for ${days} days`,
    `${wanted}: set AIRSIDE_KEEP_AUDIT_DAYS and run "migrate"`,
  )
}

/** Reads may work where nothing can be stored. */
const writes = async (storage: Storage): Promise<Finding> => {
  const what = 'Writes'
  try {
    await storage.tryWriting()
    return { what, verdict: 'fine', detail: 'the store takes what is written' }
  } catch (error) {
    const todo = 'make room on its disk, raise the quota, or make it writable; servers notice by themselves'
    return { what, verdict: 'failed', detail: `nothing can be stored (${(error as Error).message}): ${todo}` }
  }
}

/** Where documents have a place beside the store, it must take them. */
const documents = ({ contents }: Storage): Promise<Finding[]> =>
  Promise.all(
    contents.places.map(async (place): Promise<Finding> => {
      const what = 'Documents'
      try {
        await place.tryWriting()
        return { what, verdict: 'fine', detail: `the ${place.shown} takes what is written` }
      } catch (error) {
        const todo = 'make it, mount it, make room or let the service write there'
        return { what, verdict: 'failed', detail: `${(error as Error).message}: ${todo}` }
      }
    }),
  )

const MAX_SHOWN = 10

/** Which ids nobody finds by until their operator sets them anew (ADR 237). */
const externalIds = (aside: readonly AsideAt[]): Finding[] => {
  if (aside.length === 0) return []
  const all = aside.map(
    ({ operatorId, environment, system, count }) => `${operatorId} (${environment}) ${system}: ${count}`,
  )
  const more = all.length > MAX_SHOWN ? ` and ${all.length - MAX_SHOWN} more` : ''
  const detail = `set aside, because an application may have written them: ${all.slice(0, MAX_SHOWN).join(', ')}${more}; nobody finds by them until the operator sets them anew (docs/hosting.md)`
  return [{ what: 'External ids', verdict: 'attention', detail }]
}

const store = async (config: Config): Promise<Finding[]> => {
  try {
    const { storage } = await openStorage(config, systemClock)
    const { platform } = storage
    const tenants = await allTenants(platform)
    const skewMs = Math.abs((await platform.now()) - Date.now())
    const setup = await postgresSetup(platform)
    const auditDays = await auditKeepDays(platform)
    const migrations = (await appliedMigrations(platform)).length
    const aside = await idsAside(platform, (tenantId) => storage.tenant(tenantId))
    const written = [await writes(storage), ...(await documents(storage))]
    await storage.close()
    const of = setup === null ? storage.kind : `${storage.kind} ${setup.version}`
    const made = `${migrations} of ${MIGRATIONS.length} migrations`
    return [
      { what: 'Store', verdict: 'fine', detail: `${of}, ${made}, ${tenants.length} tenants` },
      ...written,
      findingOf(
        'Clock',
        skewMs < SKEW_MS,
        `${skewMs} ms from the store's`,
        `${skewMs} ms from the store's: run a time service on both machines`,
      ),
      auditLog(config, auditDays),
      ...externalIds(aside),
      ...(setup === null ? [] : ofPostgres(config, setup)),
    ]
  } catch (error) {
    return [{ what: 'Store', verdict: 'failed', detail: explainStartFailure(error) }]
  }
}

const disk = (config: Config): Finding[] => {
  if (config.databaseUrl || !existsSync(config.dataFolder)) return []
  const { bavail, bsize } = statfsSync(config.dataFolder)
  const free = bavail * bsize
  const detail = `${Math.round(free / 1024 ** 2)} MiB free for ${config.dataFolder}`
  return [findingOf('Disk', free > MIN_DISK_BYTES, detail, `${detail}: make room`)]
}

export const storeFindings = async (config: Config): Promise<Finding[]> => [...(await store(config)), ...disk(config)]
