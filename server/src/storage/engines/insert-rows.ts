/**
 * Many rows into one table by one statement whose text does not depend on their number: they travel as one JSON
 * argument. With a parameter for each value, 500 rows were a text of 8,000 parameters to build, parse and plan anew.
 */
import type { Session } from './engine.ts'

type Row = Readonly<Record<string, string | number | null>>

const texts = new Map<string, string>()

const textFor = (kind: Session['kind'], table: string, columns: readonly string[]): string => {
  const key = `${kind} ${table} ${columns.join(' ')}`
  const known = texts.get(key)
  if (known) return known
  const names = columns.map((column) => `"${column}"`).join(', ')
  const picked = columns.map((column) => `value ->> '$.${column}'`).join(', ')
  const text =
    kind === 'postgres'
      ? `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::json)`
      : `insert into ${table} (${names}) select ${picked} from json_each(?)`
  texts.set(key, text)
  return text
}

/** What is no Unicode text becomes one, as it does in a parameter: PostgreSQL refuses it in JSON. */
const wellFormed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && !value.isWellFormed() ? value.toWellFormed() : value

/** All rows have the columns of the first. Names of tables and columns are ours, never what somebody sent. */
export const insertRows = async (session: Session, table: string, rows: readonly Row[]): Promise<void> => {
  const [first] = rows
  if (first === undefined) return
  await session.execute(textFor(session.kind, table, Object.keys(first)), [JSON.stringify(rows, wellFormed)])
}
