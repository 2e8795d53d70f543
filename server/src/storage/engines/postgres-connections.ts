/**
 * The connections to PostgreSQL and whose turn it is to use them. A request that needs one waits for a place in its
 * lane, outside the pool, so that no tenant can take all connections and the pool itself never has a queue.
 */
import { Kysely } from 'kysely'
import type pg from 'pg'
import type { Session } from './engine.ts'
import { PostgresConnection, resultOf } from './postgres-connection.ts'
import { postgresDialect } from './postgres-dialect.ts'
import type { PostgresSettings } from './postgres-settings.ts'
import { isRead, ReadsOfTurn } from './reads-of-turn.ts'
import type { Tables } from './tables.ts'
import { FairTurns, type LaneLoad, type TurnBounds } from './turns/fair-turns.ts'
import type { StoreUse } from './turns/store-use.ts'

/** Sessions of work that is not bound to a request are kept: making one takes longer than finding it. */
const MAX_SESSIONS_KEPT = 1000

export class PostgresConnections {
  readonly #pool: pg.Pool
  readonly #settings: PostgresSettings
  readonly #lanes: Readonly<Record<StoreUse['lane'], FairTurns>>
  readonly #known = new WeakMap<pg.PoolClient, PostgresConnection>()
  readonly #kept = new Map<string, Session>()
  /** Given back in this turn of the event loop and not yet in the pool. */
  readonly #atHand: PostgresConnection[] = []

  constructor(pool: pg.Pool, bounds: Readonly<Record<StoreUse['lane'], TurnBounds>>, settings: PostgresSettings) {
    this.#pool = pool
    this.#settings = settings
    this.#lanes = { requests: new FairTurns(bounds.requests), reserve: new FairTurns(bounds.reserve) }
  }

  get load(): Readonly<Record<StoreUse['lane'], LaneLoad>> {
    return { requests: this.#lanes.requests.load, reserve: this.#lanes.reserve.load }
  }

  reading(use: StoreUse): Session {
    if (use.lifetime !== null) return this.#sessionOf(use)
    const key = `${use.lane} ${use.share}`
    const kept = this.#kept.get(key)
    if (kept) return kept
    if (this.#kept.size >= MAX_SESSIONS_KEPT) this.#kept.clear()
    const session = this.#sessionOf(use)
    this.#kept.set(key, session)
    return session
  }

  #sessionOf(use: StoreUse): Session {
    const ofUse = {
      acquire: async () => this.#acquire(use),
      release: (connection: PostgresConnection) => this.#release(use, connection),
    }
    const reads = new ReadsOfTurn({
      hasRoomFor: (statements) => this.#lanes[use.lane].hasRoomFor(use.share, statements),
      use: (job) => this.use(use, job),
    })
    return {
      kind: 'postgres',
      db: new Kysely<Tables>({ dialect: postgresDialect(ofUse) }),
      execute: async (text, values) =>
        isRead(text)
          ? resultOf(await reads.ask({ text, values, asLists: false }))
          : this.use(use, (connection) => connection.execute(text, values)),
      lists: async (text, values) =>
        isRead(text)
          ? (await reads.ask<unknown[]>({ text, values, asLists: true })).rows
          : this.use(use, (connection) => connection.lists(text, values)),
    }
  }

  async use<T>(use: StoreUse, job: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const acquired = this.#acquire(use)
    const connection = acquired instanceof Promise ? await acquired : acquired
    try {
      return await job(connection)
    } finally {
      this.#release(use, connection)
    }
  }

  /** Where a place and a connection are at hand it is no promise: nothing is awaited before the statement is sent. */
  #acquire(use: StoreUse): PostgresConnection | Promise<PostgresConnection> {
    const waiting = this.#lanes[use.lane].enter(use.share, use.lifetime)
    const connection = waiting === undefined ? this.#atHand.pop() : undefined
    if (connection === undefined) return this.#acquireLater(use, waiting)
    const preparing = connection.workUntil(use.lifetime)
    return preparing === undefined ? connection : this.#onceDone(preparing, use, connection)
  }

  async #acquireLater(use: StoreUse, waiting: void | Promise<void>): Promise<PostgresConnection> {
    await waiting
    const connection = this.#atHand.pop() ?? (await this.#fromPool(use))
    return this.#onceDone(connection.workUntil(use.lifetime), use, connection)
  }

  async #onceDone(
    preparing: void | Promise<void>,
    use: StoreUse,
    connection: PostgresConnection,
  ): Promise<PostgresConnection> {
    try {
      await preparing
      return connection
    } catch (error) {
      this.#release(use, connection)
      throw error
    }
  }

  async #fromPool(use: StoreUse): Promise<PostgresConnection> {
    try {
      return this.#connectionOf(await this.#pool.connect())
    } catch (error) {
      this.#lanes[use.lane].leave(use.share)
      throw error
    }
  }

  #release(use: StoreUse, connection: PostgresConnection): void {
    if (connection.endUse()) this.#keepAtHand(connection)
    else connection.giveToPool(false)
    this.#lanes[use.lane].leave(use.share)
  }

  /** Until this turn of the event loop is over: whoever waited for its place takes it without asking the pool. */
  #keepAtHand(connection: PostgresConnection): void {
    if (this.#atHand.push(connection) > 1) return
    setImmediate(() => {
      for (const unused of this.#atHand.splice(0)) unused.giveToPool(true)
    })
  }

  #connectionOf(client: pg.PoolClient): PostgresConnection {
    const known = this.#known.get(client)
    if (known) return known
    const connection = new PostgresConnection(client, this.#settings, (serverProcess) => this.#cancel(serverProcess))
    this.#known.set(client, connection)
    return connection
  }

  async #cancel(serverProcess: number): Promise<void> {
    const query_timeout = this.#settings.statementMs
    await this.#pool.query({
      text: 'select pg_cancel_backend($1)',
      values: [serverProcess],
      query_timeout,
    } as pg.QueryConfig)
  }
}
