/**
 * The statements that one connection to PostgreSQL has named. A named statement is parsed once per connection, and
 * planned once after some runs. Every statement of ours gets a name, except for inserts of many rows, whose texts are
 * without number, and those that select every column, whose plan would break when a newer version adds one.
 *
 * A name is never given up, and the server keeps each one's plan until the connection ends. Clients decide which
 * columns and filters a statement has, so the texts have no end: a connection that has named its fill is replaced.
 */
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
    const name = `airside_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
