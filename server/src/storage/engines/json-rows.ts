/**
 * Inserts many rows with one statement whose text never changes: the rows travel as one JSON argument that the store
 * unpacks. With a placeholder per value, every number of rows would need a statement of its own, compiled anew.
 */
import { type RawBuilder, sql } from 'kysely'
import type { EngineKind } from './engine.ts'

type Columns = Readonly<Record<string, 'text' | 'bigint'>>

/** A source to select from, with these columns; `json` is an array of objects. */
export const jsonRows = (kind: EngineKind, columns: Columns, json: string): RawBuilder<unknown> => {
  const names = Object.entries(columns)
  if (kind === 'postgres') {
    const typed = names.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
    return sql`json_to_recordset(${json}::json) as given (${sql.join(typed)})`
  }
  const picked = names.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
  return sql`(select ${sql.join(picked)} from json_each(${json})) as given`
}
