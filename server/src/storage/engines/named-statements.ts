/**
 * PostgreSQL plans a statement once per connection when it has a name. Every statement of ours gets one, but for
 * inserts of many rows, whose texts have no end, and those that select every column, whose plan would break when a
 * newer version adds one.
 */
const STATEMENTS_NAMED = 500
const INSERTED_VALUES_MOST = 32
const EVERY_COLUMN = /\bselect \*|\breturning \*/

const names = new Map<string, string>()

const isNameable = (text: string, values: readonly unknown[]): boolean =>
  !EVERY_COLUMN.test(text) && (values.length <= INSERTED_VALUES_MOST || !text.startsWith('insert'))

export const nameOf = (text: string, values: readonly unknown[]): string | undefined => {
  const known = names.get(text)
  if (known || names.size >= STATEMENTS_NAMED || !isNameable(text, values)) return known
  const name = `airside_${names.size}`
  names.set(text, name)
  return name
}
