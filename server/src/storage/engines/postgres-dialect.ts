/** Kysely's dialect on top of our connections: any one of the pool, or a single one for the length of a transaction. */
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'

export interface Connections<C extends DatabaseConnection> {
  acquire(): Promise<C>
  release(connection: C): void
}

class PostgresDriver<C extends DatabaseConnection> implements Driver {
  readonly #connections: Connections<C>

  constructor(connections: Connections<C>) {
    this.#connections = connections
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<C> {
    return this.#connections.acquire()
  }

  async beginTransaction(): Promise<void> {
    throw new Error('Transactions are run by the engine')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(connection: C): Promise<void> {
    this.#connections.release(connection)
  }

  async destroy(): Promise<void> {}
}

/** Compiling is synchronous and begins anew each time, so all sessions share one of each: a request makes a session. */
const ADAPTER = new PostgresAdapter()
const COMPILER = new PostgresQueryCompiler()

export const postgresDialect = <C extends DatabaseConnection>(connections: Connections<C>): Dialect => ({
  createAdapter: () => ADAPTER,
  createDriver: () => new PostgresDriver(connections),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => COMPILER,
})
