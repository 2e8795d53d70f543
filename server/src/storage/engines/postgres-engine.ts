/** PostgreSQL by `DATABASE_URL`: a pool for reads and transactions, and one connection that listens. */
import { sql } from 'kysely'
import pg from 'pg'
import type { ChangedAreas, ValidityArea } from '../../domain/validity-area.ts'
import type { Engine } from './engine.ts'
import { MAX_LOCK_WAIT_MS } from './lock-wait.ts'
import { PostgresConnections } from './postgres-connections.ts'
import { changePostgresSchema } from './postgres-schema-change.ts'
import type { TurnBounds } from './turns/fair-turns.ts'
import { OWN_WORK, type StoreUse } from './turns/store-use.ts'

const CHANNEL = 'airside_validity'
/** Of each lane: how many connections work at once, and how many of them for one tenant. */
const LANES = {
  requests: { places: 8, placesPerShare: 3 },
  reserve: { places: 6, placesPerShare: 2 },
} as const satisfies Record<StoreUse['lane'], TurnBounds>
/** For cancelling statements, which must not wait for those that they cancel. */
const CANCELLING_CONNECTIONS = 1
const CONNECTIONS = LANES.requests.places + LANES.reserve.places + CANCELLING_CONNECTIONS
const CONNECT_TIMEOUT_MS = 5000
/** Keeps a frozen server from holding requests for ever (threats row 50). */
const STATEMENT_TIMEOUT_MS = 10_000
const LISTEN_RETRY_MS = 500
const INT8 = 20
/** PostgreSQL refuses a payload of 8,000 bytes; a payload without areas means all areas. */
const MAX_PAYLOAD_CHARACTERS = 7_000

const payloadOf = (areas: readonly ValidityArea[]): string => {
  const payload = areas.join(' ')
  return payload.length > MAX_PAYLOAD_CHARACTERS ? '' : payload
}

const areasIn = (payload = ''): ChangedAreas => (payload === '' ? 'everything' : (payload.split(' ') as ValidityArea[]))

const types = {
  getTypeParser: (oid: number, format?: string) =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as unknown as NonNullable<pg.ClientConfig['types']>

export const openPostgres = (url: string): Engine => {
  const settings = { connectionString: url, types, application_name: 'airside', keepAlive: true } as const
  const pool = new pg.Pool({
    ...settings,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: MAX_LOCK_WAIT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 1000,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  })
  // The pool replaces a connection that breaks; a statement that runs on it gets its own error.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const connections = new PostgresConnections(pool, LANES)
  const listening = new Listening(settings)
  return {
    kind: 'postgres',
    reading: (use) => connections.reading(use),
    write: (job, use = OWN_WORK) => connections.use(use, (connection) => connection.transaction(job)),
    onOneConnection: (job, use = OWN_WORK) => connections.use(use, ({ session }) => job(session)),
    changeSchema: (job) => changePostgresSchema({ ...settings, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }, job),
    onValidityChange: (listener) => listening.add(listener),
    announceValidityChange: async (session, areas) => {
      await sql`select pg_notify(${CHANNEL}, ${payloadOf(areas)})`.execute(session.db)
    },
    close: async () => {
      await listening.close()
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
    const client = new pg.Client({ ...this.#settings, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
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
