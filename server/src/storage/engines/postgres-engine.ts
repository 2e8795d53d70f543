/** PostgreSQL by `DATABASE_URL`: a pool for reads and transactions, and one connection that listens. */
import { sql } from 'kysely'
import pg from 'pg'
import type { ChangedAreas, ValidityArea } from '../../domain/validity-area.ts'
import { changePostgresSchema } from './apart/postgres-schema-change.ts'
import { postgresSnapshot } from './apart/postgres-snapshot.ts'
import type { Engine, Session } from './engine.ts'
import { PostgresConnections } from './postgres-connections.ts'
import { type PostgresSettings, USUAL_POSTGRES } from './postgres-settings.ts'
import { parserOf } from './postgres-statement.ts'
import type { TurnBounds } from './turns/fair-turns.ts'
import { OWN_WORK, type StoreUse } from './turns/store-use.ts'

const CHANNEL = 'airside_validity'
/** For cancelling statements, which must not wait for those that they cancel. */
const CANCELLING_CONNECTIONS = 1
/** Of each lane, which part of its connections may work for one tenant. */
const SHARES = { requests: 3 / 8, reserve: 1 / 3 } as const

const lane = (places: number, share: number): TurnBounds => ({
  places,
  placesPerShare: Math.max(1, Math.round(places * share)),
})

/** Of each lane: how many connections work at once, and how many of them for one tenant. */
const lanesOf = ({ connections, reserve }: PostgresSettings): Record<StoreUse['lane'], TurnBounds> => ({
  requests: lane(connections - reserve - CANCELLING_CONNECTIONS, SHARES.requests),
  reserve: lane(reserve, SHARES.reserve),
})

const LISTEN_RETRY_MS = 500
/** PostgreSQL refuses a payload of 8,000 bytes; a payload without areas means all areas. */
const MAX_PAYLOAD_CHARACTERS = 7_000

const payloadOf = (areas: readonly ValidityArea[]): string => {
  const payload = areas.join(' ')
  return payload.length > MAX_PAYLOAD_CHARACTERS ? '' : payload
}

const areasIn = (payload = ''): ChangedAreas => (payload === '' ? 'everything' : (payload.split(' ') as ValidityArea[]))

const types = {
  getTypeParser: (oid: number, format?: string) =>
    format === 'binary' ? pg.types.getTypeParser(oid, format) : parserOf(oid),
} as unknown as NonNullable<pg.ClientConfig['types']>

/** Looks at a database that this process does not serve from. */
export const snapshotByUrl = <T>(url: string, job: (session: Session) => Promise<T>): Promise<T> =>
  postgresSnapshot({ types, connectionString: url, connectionTimeoutMillis: USUAL_POSTGRES.connectMs }, job)

export const openPostgres = (url: string, settings: PostgresSettings = USUAL_POSTGRES): Engine => {
  const { connectMs, directUrl, pooling } = settings
  const client = { types, application_name: 'airside', keepAlive: true, connectionTimeoutMillis: connectMs } as const
  const pool = new pg.Pool({ ...client, connectionString: url, max: settings.connections })
  // The pool replaces a connection that breaks; a statement that runs on it gets its own error.
  pool.on('error', () => {})
  pool.on('connect', (connected) => connected.on('error', () => {}))
  const connections = new PostgresConnections(pool, lanesOf(settings), settings)
  const direct = { ...client, connectionString: directUrl ?? url }
  // Without a session of its own nobody is told; the poll of the epochs finds what others changed.
  const listening = pooling === 'transaction' && directUrl === null ? null : new Listening(direct)
  return {
    kind: 'postgres',
    reading: (use) => connections.reading(use),
    write: (job, use = OWN_WORK) => connections.use(use, (connection) => connection.transaction(job)),
    onOneConnection: (job, use = OWN_WORK) => connections.use(use, ({ session }) => job(session)),
    snapshot: (job) => postgresSnapshot(direct, job),
    changeSchema: (job) => changePostgresSchema(direct, job),
    onValidityChange: (listener) => listening?.add(listener),
    announceValidityChange: async (session, areas) => {
      await sql`select pg_notify(${CHANNEL}, ${payloadOf(areas)})`.execute(session.db)
    },
    load: () => connections.load,
    close: async () => {
      await listening?.close()
      await pool.end()
    },
  }
}

/**
 * LISTEN on a dedicated connection that reconnects when it breaks. Announcements may be missed meanwhile, so a
 * reconnect counts as a change of everything.
 */
class Listening {
  readonly #settings: pg.ClientConfig
  readonly #listeners: ((areas: ChangedAreas) => void)[] = []
  #client: pg.Client | null = null
  #closed = false

  constructor(settings: pg.ClientConfig) {
    this.#settings = settings
  }

  add(listener: (areas: ChangedAreas) => void): void {
    this.#listeners.push(listener)
    if (this.#listeners.length === 1) void this.#connect()
  }

  async #connect(): Promise<void> {
    if (this.#closed) return
    const client = new pg.Client(this.#settings)
    this.#client = client
    client.on('notification', ({ payload }) => this.#tell(areasIn(payload)))
    client.on('error', () => {})
    client.on('end', () => this.#reconnect(client))
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
      this.#tell('everything')
    } catch {
      await client.end().catch(() => {})
    }
  }

  #reconnect(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return
    this.#tell('everything')
    setTimeout(() => void this.#connect(), LISTEN_RETRY_MS).unref()
  }

  #tell(areas: ChangedAreas): void {
    for (const listener of this.#listeners) listener(areas)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end().catch(() => {})
  }
}
