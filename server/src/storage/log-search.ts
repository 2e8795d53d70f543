/** Searches what happened at a tenant, newest first: the audit log and the log of requests. */
import { afterPlace, searchInParts } from './counted-search.ts'
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

/** What a part of a search says beside each row. */
interface PartRow {
  readonly walked: number
  readonly through: number
  readonly ended_0: number
  readonly ended_1: string
  readonly place_0: number | null
}

export const searchLog = <T extends keyof Tables>(
  reader: TenantReader,
  { table, id }: Log<T>,
  { equal, also = [], from, to, before }: LogSearch<T>,
  most: number,
): Promise<Tables[T][]> => {
  const orderBy = ['at', id]
  const after = before && [before.at, before.id]
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
  ]
  if (reader.looked && lookedThrough.length > 0) {
    const selected = fragment.raw(`${table}.*`)
    return searchInParts(
      {
        table,
        tenantId: reader.tenantId,
        selected,
        within,
        lookedThrough,
        orderBy,
        after,
        isDescending: true,
        isSorted: false,
        most,
      },
      { looked: reader.looked, looking: also.length > 0 ? 'examined' : 'compared' },
      {
        part: async (statement) => {
          const rows = await rowsOf<Tables[T] & PartRow>(reader, statement)
          const { walked, through, ended_0, ended_1 } = rows[0] as PartRow
          return { walked, through, ended: [ended_0, ended_1], found: rows.filter((row) => row.place_0 !== null) }
        },
      },
    )
  }
  return rowsOf<Tables[T]>(
    reader,
    fragment`select * from ${fragment.raw(table)} where ${fragment.join([...afterPlace(orderBy, after, true), ...within, ...lookedThrough], ' and ')}
    order by at desc, ${fragment.raw(id)} desc limit ${most}`,
  )
}
