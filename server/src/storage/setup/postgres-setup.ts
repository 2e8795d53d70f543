/** The settings of PostgreSQL that decide what a crash loses, and how many may connect. */
import type { PlatformReader } from '../handles.ts'

export interface PostgresSetup {
  readonly version: string
  readonly fsync: string
  readonly synchronousCommit: string
  /** Empty without synchronous replication. */
  readonly synchronousStandbys: string
  readonly maxConnections: number
}

const SETUP = `select current_setting('server_version') as version, current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as "synchronousCommit",
  current_setting('synchronous_standby_names') as "synchronousStandbys",
  current_setting('max_connections')::int as "maxConnections"`

/** Null on the embedded store. */
export const postgresSetup = async (reader: PlatformReader): Promise<PostgresSetup | null> => {
  if (reader.kind !== 'postgres') return null
  const { rows } = await reader.execute<PostgresSetup>(SETUP, [])
  return rows[0] ?? null
}
