/**
 * Several reads as pg submits them: in one write, with one `sync` at their end. PostgreSQL answers one after the other;
 * after one that fails it passes over the rest. Each was run on the connection before, so that none is parsed or
 * described.
 */
import type { PostgresStatement, Wire } from './postgres-statement.ts'

/** The statement did not run, because one before it failed; it is asked again. */
export class PassedOver extends Error {}

export class StatementsTogether {
  readonly #statements: readonly PostgresStatement<unknown>[]
  #at = 0

  constructor(statements: readonly PostgresStatement<unknown>[]) {
    this.#statements = statements
  }

  /** What is returned was not sent. */
  submit(wire: Wire): Error | null {
    try {
      for (const statement of this.#statements) statement.prepare()
    } catch (error) {
      return error as Error
    }
    wire.stream.cork()
    try {
      for (const statement of this.#statements) statement.write(wire)
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
    return null
  }

  handleDataRow(row: { fields: readonly (string | null)[] }): void {
    this.#statements[this.#at]?.handleDataRow(row)
  }

  handleCommandComplete(complete: { text: string }): void {
    const statement = this.#statements[this.#at++]
    statement?.handleCommandComplete(complete)
    statement?.handleReadyForQuery()
  }

  /** Unless PostgreSQL says that the statement alone failed, the connection is gone, and all have failed. */
  handleError(error: Error): void {
    const [failed, ...others] = this.#statements.slice(this.#at)
    this.#at = this.#statements.length
    failed?.handleError(error)
    const ofOthers = (error as { severity?: unknown }).severity === 'ERROR' ? new PassedOver(error.message) : error
    for (const statement of others) statement.handleError(ofOthers)
  }

  /** Each was told when it was complete. */
  handleReadyForQuery(): void {}
}
