/**
 * One connection to PostgreSQL. A connection whose state is in doubt is never used again: after a timeout it is closed
 * at once, without a rollback that would time out as well (threats row 50). When the request that it works for ends,
 * the statement under way is cancelled and the rest does not run.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult } from 'kysely'
import type pg from 'pg'
import type { Session } from './engine.ts'
import { NamedStatements } from './named-statements.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { type PostgresSettings, timeoutStatements } from './postgres-settings.ts'
import { isTraced, noteStatement, traced } from './statements.ts'
import type { Tables } from './tables.ts'
import { type Lifetime, requireTime } from './turns/store-use.ts'
import { commitError, isLockTimeout, isStoreUnavailable } from './unavailable.ts'

/** Cancels what a server process of PostgreSQL is doing. */
export type CancelStatement = (serverProcess: number) => Promise<void>

/**
 * Independent of the database's default: a transaction that counts rows after a lock must see what the last holder
 * committed.
 */
const BEGIN = 'begin isolation level read committed'

const MAX_CANCEL_MS = 1_000

interface Answer<R> {
  readonly rows: R[]
  readonly rowCount: number | null
}

export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly session: Session
  readonly #settings: PostgresSettings
  readonly #named: NamedStatements | null
  #inDoubt = false
  #hasTimeouts = false
  readonly #cancelStatement: CancelStatement
  #serverProcess: number | null = null
  #lifetime: Lifetime | null = null
  #statementsUnderWay = 0
  #cancelled: Promise<void> | null = null

  constructor(client: pg.PoolClient, settings: PostgresSettings, cancelStatement: CancelStatement) {
    this.#client = client
    this.#settings = settings
    this.#named = settings.pooling === 'session' ? new NamedStatements() : null
    this.#cancelStatement = cancelStatement
    const own = { acquire: async (): Promise<DatabaseConnection> => this, release: () => {} }
    this.session = {
      kind: 'postgres',
      db: new Kysely<Tables>({ dialect: postgresDialect(own) }),
      execute: (text, parameters) => this.execute(text, parameters),
      lists: (text, parameters) => this.lists(text, parameters),
    }
  }

  async execute<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const { rows, rowCount } = await this.#send<R>(text, parameters)
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  async lists(text: string, parameters: readonly unknown[]): Promise<unknown[][]> {
    const { rows } = await this.#send<unknown[]>(text, parameters, 'array')
    return rows
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.execute(sql, parameters)
  }

  async #send<R>(text: string, parameters: readonly unknown[], rowMode?: 'array'): Promise<Answer<R>> {
    requireTime(this.#lifetime)
    noteStatement(text)
    const query = { name: this.#named?.nameOf(text, parameters), text, values: parameters as unknown[], rowMode }
    const send = () => this.#client.query(query as pg.QueryConfig) as unknown as Promise<Answer<R>>
    try {
      return await this.#underWay(isTraced() ? traced({ store: 'postgres', statement: text }, send) : send())
    } catch (error) {
      if (this.#cancelled === null && isStoreUnavailable(error) && !isLockTimeout(error)) this.#inDoubt = true
      throw error
    }
  }

  async #underWay<T>(statement: Promise<T>): Promise<T> {
    this.#statementsUnderWay++
    try {
      return await statement
    } catch (error) {
      throw this.#cancelled === null ? error : (this.#lifetime?.reason ?? error)
    } finally {
      this.#statementsUnderWay--
      // The next statement on this connection must not be the one that is cancelled.
      await this.#cancelled
    }
  }

  /** Works until the lifetime is over; `finish` ends that. */
  async workUntil(lifetime: Lifetime | null): Promise<void> {
    this.#lifetime = lifetime
    lifetime?.onOver(this.#onOver)
    if (this.#settings.pooling === 'transaction') return
    try {
      if (!this.#hasTimeouts) await this.#setTimeouts()
      if (lifetime !== null) this.#serverProcess ??= await this.#askServerProcess()
    } catch (error) {
      this.#finish()
      throw error
    }
  }

  /** Once, before anything else. Timeouts are no start-up parameters: poolers refuse those. */
  async #setTimeouts(): Promise<void> {
    await this.#underWay(this.#client.query(timeoutStatements(this.#settings, false)))
    this.#hasTimeouts = true
  }

  /** From here on nothing is cancelled: what is begun is carried to its end. */
  #finish(): void {
    this.#lifetime?.offOver(this.#onOver)
    this.#lifetime = null
  }

  async #askServerProcess(): Promise<number> {
    const { rows } = await this.#underWay(this.#client.query<{ pid: number }>('select pg_backend_pid() as pid'))
    return (rows[0] as { pid: number }).pid
  }

  readonly #onOver = (): void => {
    if (this.#statementsUnderWay === 0) return
    this.#cancelled = this.#serverProcess === null ? this.#hangUp() : this.#cancel(this.#serverProcess)
  }

  /** A store that does not even cancel in time is not waited for: the connection is given up. */
  async #cancel(serverProcess: number): Promise<void> {
    const cancelled = this.#cancelStatement(serverProcess).then(() => true)
    const isCancelled = await Promise.race([cancelled, pause(MAX_CANCEL_MS, false, { ref: false })]).catch(() => false)
    if (!isCancelled) await this.#hangUp()
  }

  /**
   * Ends the connection with the statement under way. Behind a pooler that is the only way: the session's process may
   * be at somebody else's statement by now.
   */
  async #hangUp(): Promise<void> {
    this.#inDoubt = true
    await (this.#client as unknown as pg.Client).end().catch(() => {})
  }

  /** Runs the job between BEGIN and COMMIT and resolves only after COMMIT returned. */
  async transaction<T>(job: (session: Session) => Promise<T>): Promise<T> {
    const isPooled = this.#settings.pooling === 'transaction'
    await this.execute(isPooled ? `${BEGIN}; ${timeoutStatements(this.#settings, true)}` : BEGIN, [])
    try {
      const value = await job(this.session)
      requireTime(this.#lifetime)
      this.#finish()
      await this.#commit()
      return value
    } catch (error) {
      this.#finish()
      if (!this.#inDoubt) await this.#rollBack()
      throw error
    }
  }

  async #commit(): Promise<void> {
    try {
      await this.execute('commit', [])
    } catch (error) {
      throw commitError(error)
    }
  }

  async #rollBack(): Promise<void> {
    await this.execute('rollback', []).catch(() => {
      this.#inDoubt = true
    })
  }

  /** Returns the connection to the pool, which replaces it if it must not be used again. */
  release(): void {
    this.#finish()
    this.#cancelled = null
    this.#client.release(this.#inDoubt || this.#named?.isFull === true)
  }

  // biome-ignore lint/correctness/useYield: streaming is not used
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not used')
  }
}
