/**
 * The statements that one PostgreSQL connection has named. A named statement is parsed once per connection and planned
 * once after some runs. Every statement gets a name except inserts of many rows, whose texts vary without limit, and
 * those that select every column, whose plan would break when a newer version adds one.
 *
 * PostgreSQL keeps the plan of each name until the connection ends, and clients decide which columns and filters a
 * statement has, so the texts have no limit: a connection that has named `MAX_NAMED` statements is replaced. A name
 * follows from its text, so that a pooler which knows names never takes one for another.
 */
import { createHash } from 'node:crypto'

const MAX_NAMED = 500
const MAX_INSERTED_VALUES = 32
const EVERY_COLUMN = /\bselect \*|\breturning \*/

const isNameable = (text: string, values: readonly unknown[]): boolean =>
  !EVERY_COLUMN.test(text) && (values.length <= MAX_INSERTED_VALUES || !text.startsWith('insert'))

export class NamedStatements {
  readonly #names = new Map<string, string>()

  get isFull(): boolean {
    return this.#names.size >= MAX_NAMED
  }

  /** Undefined for a statement that is sent without a name. */
  nameOf(text: string, values: readonly unknown[]): string | undefined {
    const known = this.#names.get(text)
    if (known || this.isFull || !isNameable(text, values)) return known
    const name = `airside_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    this.#names.set(text, name)
    return name
  }
}
