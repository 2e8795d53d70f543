/** Searches what happened at a tenant, newest first: the audit log and the log of requests. */
import { countedSearch, type LookedThrough, type Looking } from './counted-search.ts'
import { type Fragment, fragment, rowsOf } from './engines/fragment.ts'
import type { Tables } from './engines/tables.ts'
import type { TenantReader } from './handles.ts'

/** A table with one row per event: its time is in `at`, and `id` orders the events of one moment. */
interface Log<T extends keyof Tables> {
  readonly table: T
  readonly id: keyof Tables[T] & string
}

/** The position of the last row of the page before. */
export interface LogPosition {
  readonly at: number
  readonly id: string
}

export interface LogPart {
  readonly from: number | null
  /** Exclusive. */
  readonly to: number | null
  readonly before: LogPosition | null
}

interface LogSearch<T extends keyof Tables> extends LogPart {
  /** The value that a column must have; null where any will do. */
  readonly equal: { readonly [C in keyof Tables[T]]?: string | null }
  /** Conditions beyond equal values. */
  readonly also?: readonly Fragment[]
}

const countedRows = <R>(
  reader: TenantReader,
  looked: LookedThrough,
  statement: Fragment,
  looking: Looking,
): Promise<R[]> =>
  looked.during(async () => {
    const rows = await rowsOf<R & { through: number; place_0: number | null }>(reader, statement)
    looked.add(rows[0]?.through ?? 0, looking)
    return rows.filter((row) => row.place_0 !== null)
  })

export const searchLog = <T extends keyof Tables>(
  reader: TenantReader,
  { table, id }: Log<T>,
  { equal, also = [], from, to, before }: LogSearch<T>,
  most: number,
): Promise<Tables[T][]> => {
  const order = fragment.raw(id)
  const lookedThrough = [
    ...Object.entries<string | null>(equal as Record<string, string | null>).flatMap(([column, value]) =>
      value === null ? [] : [fragment`${fragment.raw(column)} = ${value}`],
    ),
    ...also,
  ]
  const within = [
    fragment`tenant_id = ${reader.tenantId}`,
    ...(from === null ? [] : [fragment`at >= ${from}`]),
    ...(to === null ? [] : [fragment`at < ${to}`]),
    ...(before === null ? [] : [fragment`(at, ${order}) < (${before.at}, ${before.id})`]),
  ]
  if (reader.looked && lookedThrough.length > 0) {
    const statement = countedSearch({
      table,
      selected: fragment.raw(`${table}.*`),
      within,
      lookedThrough,
      orderBy: ['at', id],
      isDescending: true,
      most,
    })
    return countedRows(reader, reader.looked, statement, also.length > 0 ? 'examined' : 'compared')
  }
  return rowsOf<Tables[T]>(
    reader,
    fragment`select * from ${fragment.raw(table)} where ${fragment.join([...within, ...lookedThrough], ' and ')}
    order by at desc, ${order} desc limit ${most}`,
  )
}
