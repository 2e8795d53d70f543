/**
 * How many rows the embedded store expects behind an index. Without figures it takes an operator to have ten records of a
 * kind, and reads all of them where an index would find one; figures counted in a file would choose another way at each
 * operator and each day. These are those of a large operator, the same in every file (ADR 206, threats row 340).
 */
import type { Session } from './engines/engine.ts'

const ROWS = 1_000_000
const ROWS_OF_OPERATOR = 25_000
/** An index of some rows has so many times fewer. */
const PART = 10
/** With one value of the column, among those of an operator. */
const ROWS_OF_VALUE = 5
const ROWS_OF: Readonly<Record<string, number>> = {
  actor: 2_500,
  aircraft_id: 1_250,
  buyer: 2_500,
  client_id: 250,
  crew_member_id: 250,
  holder: 250,
  kind: 5_000,
  on_aircraft_id: 1_250,
  provider_contact_id: 1_250,
  status: 5_000,
  /** Far fewer than flights. */
  'tech_log_entry.aircraft_id': 100,
  user_id: 250,
  viewer: 2_500,
  webhook_id: 2_500,
}

interface IndexRow {
  readonly tbl: string
  readonly idx: string
  readonly isUnique: number
  /** It has some rows only. */
  readonly isPartial: number
  /** Comma-separated; an expression has no name. */
  readonly columns: string
}

const INDEXES = `select t.name as tbl, case i.origin when 'pk' then t.name else i.name end as idx, i."unique" as "isUnique",
    i.partial as "isPartial",
    (select group_concat(coalesce(c.name, '')) from (select name from pragma_index_info(i.name) order by seqno) c) as columns
  from sqlite_schema t, pragma_index_list(t.name) i
  where t.type = 'table' and t.name not like 'sqlite_%' order by tbl, idx`

/** Rows in all, then with the same first column, the same first two, and so on, as SQLite reads it. */
const figuresOf = ({ tbl, columns, isUnique, isPartial }: IndexRow): string => {
  const names = columns.split(',')
  const part = isPartial === 1 ? PART : 1
  const figures = [ROWS / part, ROWS_OF_OPERATOR / part]
  for (const name of names.slice(1)) {
    figures.push(Math.min(figures.at(-1) as number, ROWS_OF[`${tbl}.${name}`] ?? ROWS_OF[name] ?? ROWS_OF_VALUE))
  }
  const told = isUnique === 1 ? [...figures.slice(0, -1), 1] : figures
  // What is not of one operator has indexes of its own: reading an index of operators for each of them is slower.
  return `${told.join(' ')} noskipscan`
}

const textOf = (rows: readonly { readonly tbl: string; readonly idx: string; readonly stat: string }[]): string =>
  JSON.stringify(rows.map(({ tbl, idx, stat }) => [tbl, idx, stat]))

/** Writes them where they are missing or other ones. What is made anew is heard of by every connection. */
export const writeEstimates = async (session: Session): Promise<void> => {
  if (session.kind !== 'sqlite') return
  const { rows: indexes } = await session.execute<IndexRow>(INDEXES, [])
  const wanted = indexes
    .filter(({ columns }) => columns.startsWith('tenant_id'))
    .map((index) => ({ tbl: index.tbl, idx: index.idx, stat: figuresOf(index) }))
  const { rows: known } = await session.execute("select 1 from sqlite_schema where name = 'sqlite_stat1'", [])
  if (known.length > 0) {
    const kept = 'select tbl, idx, stat from sqlite_stat1 order by tbl, idx'
    const { rows } = await session.execute<(typeof wanted)[number]>(kept, [])
    if (textOf(rows) === textOf(wanted)) return
    await session.execute('drop table sqlite_stat1', [])
  }
  // Of a table that is small in every store: it makes the table of figures.
  await session.execute('analyze schema_migration', [])
  await session.execute('delete from sqlite_stat1', [])
  for (const { tbl, idx, stat } of wanted) {
    await session.execute('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)', [tbl, idx, stat])
  }
  await session.execute('analyze sqlite_schema', [])
}
