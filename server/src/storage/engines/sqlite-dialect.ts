/**
 * Kysely on `node:sqlite`. Kysely's own SQLite dialect drives another package and begins transactions deferred;
 * here statements are prepared once and transactions belong to the commit queue.
 */

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { isTraced, noteStatement, traced } from './statements.ts'

const MAX_STATEMENTS = 500

interface Prepared {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

/** The statements of a database that were prepared once, for everybody who uses it. */
class PreparedStatements {
  readonly #database: DatabaseSync
  readonly #statements = new LRUCache<string, Prepared>({ max: MAX_STATEMENTS })
  /** Statements whose rows are returned as lists of values. */
  readonly #listing = new LRUCache<string, StatementSync>({ max: MAX_STATEMENTS })

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  of(text: string): Prepared {
    return this.#statements.get(text) ?? this.#prepare(text)
  }

  listing(text: string): StatementSync {
    return this.#listing.get(text) ?? this.#prepareListing(text)
  }

  #prepare(text: string): Prepared {
    const statement = this.#database.prepare(text)
    const entry = { statement, returnsRows: statement.columns().length > 0 }
    this.#statements.set(text, entry)
    return entry
  }

  #prepareListing(text: string): StatementSync {
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(true)
    this.#listing.set(text, statement)
    return statement
  }
}

/** What is done between two statements. */
interface Pace {
  beforeStatement(): void | Promise<void>
  /** Told how many rows it wrote or answered. */
  afterStatement?(text: string, parameters: readonly unknown[], rows: number): void
}

export class SqliteConnection implements DatabaseConnection {
  readonly #prepared: PreparedStatements
  readonly #pace: Pace | null

  constructor(database: DatabaseSync | PreparedStatements, pace: Pace | null = null) {
    this.#prepared = database instanceof PreparedStatements ? database : new PreparedStatements(database)
    this.#pace = pace
  }

  /** The same for one request, whatever way its statements come. */
  paced(pace: Pace): SqliteConnection {
    return new SqliteConnection(this.#prepared, pace)
  }

  execute<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    if (!isTraced()) return this.#execute(text, parameters)
    return traced({ store: 'sqlite', statement: text }, () => this.#execute<R>(text, parameters))
  }

  async #execute<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const pause = this.#pace?.beforeStatement()
    if (pause) await pause
    noteStatement(text)
    const { statement, returnsRows } = this.#prepared.of(text)
    const values = parameters as SQLInputValue[]
    if (returnsRows) {
      const rows = statement.all(...values) as R[]
      this.#pace?.afterStatement?.(text, parameters, rows.length)
      return { rows }
    }
    const { changes } = statement.run(...values)
    this.#pace?.afterStatement?.(text, parameters, Number(changes))
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  /** At once, whatever the pace: for what was sent before, and was noted then. */
  repeat(text: string, parameters: readonly unknown[]): number {
    const { statement, returnsRows } = this.#prepared.of(text)
    const values = parameters as SQLInputValue[]
    return returnsRows ? statement.all(...values).length : Number(statement.run(...values).changes)
  }

  lists(text: string, parameters: readonly unknown[]): Promise<unknown[][]> {
    if (!isTraced()) return this.#lists(text, parameters)
    return traced({ store: 'sqlite', statement: text }, () => this.#lists(text, parameters))
  }

  async #lists(text: string, parameters: readonly unknown[]): Promise<unknown[][]> {
    const pause = this.#pace?.beforeStatement()
    if (pause) await pause
    noteStatement(text)
    const rows = this.#prepared.listing(text).all(...(parameters as SQLInputValue[])) as unknown as unknown[][]
    this.#pace?.afterStatement?.(text, parameters, rows.length)
    return rows
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.execute(sql, parameters)
  }

  // biome-ignore lint/correctness/useYield: streaming is not used
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not used')
  }
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection
  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async beginTransaction(): Promise<void> {
    throw new Error('Transactions are run by the commit queue')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

export const sqliteDialect = (connection: SqliteConnection): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new SqliteDriver(connection),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
