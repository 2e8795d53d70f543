/**
 * Kysely on `pg`. Beside Kysely's own dialect this one never goes on with a connection whose state is in doubt: one
 * that timed out is closed at once, not asked for a rollback that would time out as well (threats row 50).
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { noteStatement } from './statements.ts'
import { isStoreUnavailable } from './unavailable.ts'

/** Whatever the database's default: who counts after a lock must see what its last holder committed. */
const BEGIN = 'begin isolation level read committed'

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #inDoubt = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  get isInDoubt(): boolean {
    return this.#inDoubt
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    noteStatement(sql)
    try {
      const { rows, rowCount } = await this.#client.query(sql, [...parameters])
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
    } catch (error) {
      if (isStoreUnavailable(error)) this.#inDoubt = true
      throw error
    }
  }

  async run(statement: typeof BEGIN | 'commit' | 'rollback'): Promise<void> {
    await this.executeQuery({ sql: statement, parameters: [] } as unknown as CompiledQuery)
  }

  release(): void {
    this.#client.release(this.#inDoubt)
  }

  // biome-ignore lint/correctness/useYield: streaming is not used
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not used')
  }
}

class PostgresDriver implements Driver {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect())
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.run(BEGIN)
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.run('commit')
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    if (!connection.isInDoubt) await connection.run('rollback')
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

export const postgresDialect = (pool: pg.Pool): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PostgresDriver(pool),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})
