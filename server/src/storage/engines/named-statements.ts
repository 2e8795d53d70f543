/**
 * PostgreSQL plans a statement once per connection when it has a name. Every statement of ours gets one, but for
 * inserts of many rows, whose texts have no end, and those that select every column, whose plan would break when a
 * newer version adds one.
 */
import pg from 'pg'

const STATEMENTS_NAMED = 500
const INSERTED_VALUES_MOST = 32
const EVERY_COLUMN = /\bselect \*|\breturning \*/

const names = new Map<string, string>()

const isNameable = (text: string, values: readonly unknown[]): boolean =>
  !EVERY_COLUMN.test(text) && (values.length <= INSERTED_VALUES_MOST || !text.startsWith('insert'))

const nameOf = (text: string, values: readonly unknown[]): string | undefined => {
  const known = names.get(text)
  if (known || names.size >= STATEMENTS_NAMED || !isNameable(text, values)) return known
  const name = `airside_${names.size}`
  names.set(text, name)
  return name
}

type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult>

/** Kysely hands over text and values; here they get their name. */
export class NamingClient extends pg.Client {
  override query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    const query = super.query as unknown as Query & ((...args: unknown[]) => unknown)
    if (typeof text !== 'string' || !Array.isArray(values)) return query.call(this, text as never, values, ...rest)
    const name = nameOf(text, values)
    return query.call(this, name === undefined ? { text, values } : { name, text, values })
  }) as unknown as pg.Client['query']
}
