/**
 * One connection to PostgreSQL. A connection whose state is in doubt is never used again: after a timeout it is closed
 * at once, without a rollback that would time out as well (threats row 50). When the request that it works for ends,
 * the statement under way is cancelled and the rest does not run.
 */
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult } from 'kysely'
import type pg from 'pg'
import type { Session } from './engine.ts'
import { NamedStatements } from './named-statements.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { type PostgresSettings, timeoutStatements } from './postgres-settings.ts'
import { type Answer, type Descriptions, PostgresStatement, type Run } from './postgres-statement.ts'
import { isTraced, noteStatement, traced } from './statements.ts'
import { StatementsTogether } from './statements-together.ts'
import type { Tables } from './tables.ts'
import { type Lifetime, requireTime } from './turns/store-use.ts'
import { commitError, isChangedResult, isLockTimeout, isStoreUnavailable } from './unavailable.ts'

/** Cancels what a server process of PostgreSQL is doing. */
export type CancelStatement = (serverProcess: number) => Promise<void>

/**
 * Independent of the database's default: a transaction that counts rows after a lock must see what the last holder
 * committed.
 */
const BEGIN = 'begin isolation level read committed'

const MAX_CANCEL_MS = 1_000
/** Beyond the time after which PostgreSQL itself stops a statement, for its answer to arrive. */
const ANSWER_MS = 1_000

/** As a promise what a statement tells by its callback. */
const answered = <R>(begin: (done: PostgresStatement<R>['callback']) => void): Promise<Answer<R>> =>
  new Promise((resolve, reject) => {
    begin((error, answer) => (error === null && answer !== undefined ? resolve(answer) : reject(error)))
  })

/** As the sessions tell it. */
export const resultOf = <R>({ rows, rowCount }: Answer<R>): QueryResult<R> => ({
  rows,
  numAffectedRows: BigInt(rowCount ?? 0),
})

export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly session: Session
  readonly #settings: PostgresSettings
  readonly #named: NamedStatements | null
  readonly #descriptions: Descriptions = new Map()
  #inDoubt = false
  /** Its named statements are out of date. */
  #isOutdated = false
  #isInTransaction = false
  #hasTimeouts = false
  readonly #cancelStatement: CancelStatement
  #serverProcess: number | null = null
  #lifetime: Lifetime | null = null
  #statementsUnderWay = 0
  /** One for all statements: with one for each, as pg has them, every answer outlived its request (ADR 227). */
  #answerTimer: NodeJS.Timeout | null = null
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

  async execute<R>(text: string, values: readonly unknown[]): Promise<QueryResult<R>> {
    return resultOf(await this.#send<R>({ text, values, asLists: false }))
  }

  async lists(text: string, values: readonly unknown[]): Promise<unknown[][]> {
    return (await this.#send<unknown[]>({ text, values, asLists: true })).rows
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.execute(sql, parameters)
  }

  /** In one write where all were run on this connection before, else one after the other. Each is answered by itself. */
  answers(runs: readonly Run[]): Promise<Answer<unknown>>[] {
    const names = runs.map((run) => this.#describedName(run))
    if (runs.length === 1 || names.includes(undefined)) return this.#answersInTurn(runs)
    const together: PostgresStatement<unknown>[] = []
    const answers = runs.map((run, index) =>
      this.#send<unknown>(run, () =>
        answered((done) => together.push(new PostgresStatement(names[index] as string, run, this.#descriptions, done))),
      ),
    )
    // None where the time is over.
    if (together.length > 0) this.#client.query(new StatementsTogether(together) as unknown as pg.Submittable)
    return answers
  }

  #answersInTurn(runs: readonly Run[]): Promise<Answer<unknown>>[] {
    let before: Promise<unknown> = Promise.resolve()
    return runs.map((run) => {
      const answer = before.then(() => this.#send<unknown>(run))
      before = answer.catch(() => {})
      return answer
    })
  }

  #describedName({ text, values }: Run): string | undefined {
    const name = this.#named?.nameOf(text, values)
    return name !== undefined && this.#descriptions.has(name) ? name : undefined
  }

  async #send<R>(run: Run, submit = (): Promise<Answer<R>> => this.#submit(run)): Promise<Answer<R>> {
    requireTime(this.#lifetime)
    noteStatement(run.text)
    try {
      return await this.#underWay(isTraced() ? traced({ store: 'postgres', statement: run.text }, submit) : submit())
    } catch (error) {
      if (isChangedResult(error) && !this.#isInTransaction) return this.#submitAnew(run)
      if (this.#cancelled === null && isStoreUnavailable(error) && !isLockTimeout(error)) this.#inDoubt = true
      throw error
    }
  }

  #submit<R>(run: Run): Promise<Answer<R>> {
    const name = this.#named?.nameOf(run.text, run.values)
    if (name === undefined) return this.#submitUnnamed(run)
    return answered<R>((done) => {
      const statement = new PostgresStatement<R>(name, run, this.#descriptions, done)
      this.#client.query(statement as unknown as pg.Submittable)
    })
  }

  #submitUnnamed<R>({ text, values, asLists }: Run): Promise<Answer<R>> {
    const query = { text, values, ...(asLists && { rowMode: 'array' }) }
    return this.#client.query(query as pg.QueryConfig) as unknown as Promise<Answer<R>>
  }

  /** A migration changed what a named statement returns: it is done without its name, and the connection then replaced. */
  #submitAnew<R>(run: Run): Promise<Answer<R>> {
    this.#isOutdated = true
    return this.#underWay(this.#submitUnnamed<R>(run))
  }

  async #underWay<T>(statement: Promise<T>): Promise<T> {
    this.#statementsUnderWay++
    this.#expectAnswer()
    try {
      return await statement
    } catch (error) {
      throw this.#cancelled === null ? error : (this.#lifetime?.reason ?? error)
    } finally {
      this.#statementsUnderWay--
      // The next statement on this connection must not be the one that is cancelled.
      if (this.#cancelled !== null) await this.#cancelled
    }
  }

  /** A limit of 0 is none. */
  #expectAnswer(): void {
    const { statementMs } = this.#settings
    if (this.#answerTimer !== null) this.#answerTimer.refresh()
    else if (statementMs > 0) this.#answerTimer = setTimeout(this.#onOverdue, statementMs + ANSWER_MS).unref()
  }

  /** A frozen server does not stop a statement: all that wait for it are told that the connection is gone. */
  readonly #onOverdue = (): void => {
    if (this.#statementsUnderWay === 0) return
    const { connection } = this.#client as unknown as { connection: { stream: Socket } }
    connection.stream.destroy(new Error('Connection terminated: PostgreSQL does not answer'))
  }

  /** Works until the lifetime is over; `finish` ends that. A promise only where the session is not prepared yet. */
  workUntil(lifetime: Lifetime | null): void | Promise<void> {
    this.#lifetime = lifetime
    lifetime?.onOver(this.#onOver)
    if (this.#settings.pooling === 'transaction') return
    if (!this.#hasTimeouts || (lifetime !== null && this.#serverProcess === null)) return this.#prepareSession(lifetime)
  }

  async #prepareSession(lifetime: Lifetime | null): Promise<void> {
    try {
      if (!this.#hasTimeouts) await this.#setTimeouts()
      if (lifetime !== null) this.#serverProcess ??= await this.#askServerProcess()
    } catch (error) {
      this.#inDoubt = true
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
    this.#isInTransaction = true
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
    } finally {
      this.#isInTransaction = false
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

  /** Ends the work for one use; false where the connection must not be used again. */
  endUse(): boolean {
    this.#finish()
    this.#cancelled = null
    return !this.#inDoubt && !this.#isOutdated && this.#named?.isFull !== true
  }

  /** Gives the connection to the pool, which closes one that must not be used again. */
  giveToPool(isUsable: boolean): void {
    this.#client.release(!isUsable)
  }

  // biome-ignore lint/correctness/useYield: streaming is not used
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not used')
  }
}
