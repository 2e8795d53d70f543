/** The settings of PostgreSQL that decide what a crash loses, how many may connect, and what our role may do. */
import type { PlatformReader } from '../handles.ts'

export interface PostgresSetup {
  readonly version: string
  readonly fsync: string
  readonly synchronousCommit: string
  /** Empty without synchronous replication. */
  readonly synchronousStandbys: string
  readonly maxConnections: number
  readonly role: string
  readonly mayChangeSchema: boolean
  /** Whether the role may shorten how long audit logs are kept. */
  readonly mayChangeRetention: boolean
  /** Tables that the role cannot read or add rows to, separated by commas. */
  readonly closedTables: string
}

const SETUP = `select current_setting('server_version') as version, current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as "synchronousCommit",
  current_setting('synchronous_standby_names') as "synchronousStandbys",
  current_setting('max_connections')::int as "maxConnections",
  current_user as role, has_schema_privilege(current_schema(), 'create') as "mayChangeSchema",
  has_table_privilege('retention', 'insert') or has_table_privilege('retention', 'update')
    or has_table_privilege('retention', 'delete') as "mayChangeRetention",
  (select coalesce(string_agg(relname, ', ' order by relname), '') from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
    and relname not in ('retention', 'schema_migration')
    and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert'))) as "closedTables"`

/** Null on the embedded store. */
export const postgresSetup = async (reader: PlatformReader): Promise<PostgresSetup | null> => {
  if (reader.kind !== 'postgres') return null
  const { rows } = await reader.execute<PostgresSetup>(SETUP, [])
  return rows[0] ?? null
}
