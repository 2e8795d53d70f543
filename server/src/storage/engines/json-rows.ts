/**
 * Many rows in one statement whose text never changes: they travel as one JSON argument, and the store takes it
 * apart. With a place for each value it would be another text, to be compiled anew, for every number of rows.
 */
import { type RawBuilder, sql } from 'kysely'
import type { EngineKind } from './engine.ts'

type Columns = Readonly<Record<string, 'text' | 'bigint'>>

/** Something to select from, with these columns; `json` is an array of objects. */
export const jsonRows = (kind: EngineKind, columns: Columns, json: string): RawBuilder<unknown> => {
  const names = Object.entries(columns)
  if (kind === 'postgres') {
    const typed = names.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
    return sql`json_to_recordset(${json}::json) as given (${sql.join(typed)})`
  }
  const picked = names.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
  return sql`(select ${sql.join(picked)} from json_each(${json})) as given`
}
