/**
 * One connection to PostgreSQL. A connection whose state is in doubt is never used again: after a timeout it is closed
 * at once, without a rollback that would time out as well (threats row 50).
 */
import { type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult } from 'kysely'
import type pg from 'pg'
import type { Session } from './engine.ts'
import { NamedStatements } from './named-statements.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { noteStatement } from './statements.ts'
import type { Tables } from './tables.ts'
import { commitError, isStoreUnavailable } from './unavailable.ts'

/**
 * Independent of the database's default: a transaction that counts rows after a lock must see what the last holder
 * committed.
 */
const BEGIN = 'begin isolation level read committed'

export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly session: Session
  readonly #named = new NamedStatements()
  #inDoubt = false

  constructor(client: pg.PoolClient) {
    this.#client = client
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

  async #send<R>(
    text: string,
    parameters: readonly unknown[],
    rowMode?: 'array',
  ): Promise<{ rows: R[]; rowCount: number | null }> {
    noteStatement(text)
    const query = { name: this.#named.nameOf(text, parameters), text, values: parameters as unknown[], rowMode }
    try {
      return (await this.#client.query(query as pg.QueryConfig)) as unknown as { rows: R[]; rowCount: number | null }
    } catch (error) {
      if (isStoreUnavailable(error)) this.#inDoubt = true
      throw error
    }
  }

  /** Runs the job between BEGIN and COMMIT and resolves only after COMMIT returned. */
  async transaction<T>(job: (session: Session) => Promise<T>): Promise<T> {
    await this.execute(BEGIN, [])
    try {
      const value = await job(this.session)
      await this.#commit()
      return value
    } catch (error) {
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
    this.#client.release(this.#inDoubt || this.#named.isFull)
  }

  // biome-ignore lint/correctness/useYield: streaming is not used
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not used')
  }
}
