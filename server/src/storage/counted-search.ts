/**
 * A search that also says how many rows it looked through: a read costs them too, found or not (threats row 97). The
 * rows are those within reach of an index, up to the last one of a full page, or all of them where the page is not full.
 * Page and count are one statement.
 */
import { Failure } from '../domain/failure.ts'
import { COST_BUCKET, CUT_OFF_COST_PER_MS, MAX_COST_PER_REQUEST, ROWS_FOR_COST } from '../domain/limits.ts'
import type { Session } from './engines/engine.ts'
import { fragment } from './engines/fragment.ts'
import type { Lifetime } from './engines/turns/store-use.ts'
import type { Condition } from './record-kind.ts'

/** What is done with each row. */
export type Looking = Exclude<keyof typeof ROWS_FOR_COST, 'read'>

/** What the searches of one request cost by the rows that they looked through. */
export class LookedThrough {
  readonly #lifetime: Lifetime | null
  #cost = 0
  #read = 0

  constructor(lifetime: Lifetime | null) {
    this.#lifetime = lifetime
  }

  add(rows: number, looking: Looking): void {
    this.#cost += rows / ROWS_FOR_COST[looking]
  }

  /** Rows that were read and are examined here cost that alone. */
  addExamined(rows: number): void {
    this.#read -= rows
    this.add(rows, 'examined')
  }

  /** What reading the rows costs where the operation paid this much: objects that it answers are rows too. */
  costBeyond(paid: number): number {
    return Math.floor(Math.max(this.#cost, this.#cost + this.#read / ROWS_FOR_COST.read - paid))
  }

  /** Counts rows that a statement answered, and stops a request that turns out dearer than any may be. */
  addRead(rows: number): void {
    this.#read += rows
    if (this.#cost + this.#read / ROWS_FOR_COST.read <= 2 * MAX_COST_PER_REQUEST) return
    throw new Failure('cost_exceeded', 'The request looks through more than one may: ask for less at a time')
  }

  /** Runs a search that adds its own rows; if the request ends first, its time is charged. */
  async during<T>(search: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    try {
      return await search()
    } catch (error) {
      if (this.#lifetime && this.#lifetime.reason !== null) {
        this.#cost += Math.min(COST_BUCKET, (performance.now() - startedAt) * CUT_OFF_COST_PER_MS)
      }
      throw error
    }
  }
}

/** The same reader, which counts the rows of each statement: whatever is computed from them takes time with each. */
export const countingRows = <R extends Session>(reader: R, looked: LookedThrough): R & { looked: LookedThrough } => ({
  ...reader,
  looked,
  execute: async (text, parameters) => {
    const answered = await reader.execute(text, parameters)
    looked.addRead(answered.rows.length)
    return answered as never
  },
  lists: async (text, parameters) => {
    const rows = await reader.lists(text, parameters)
    looked.addRead(rows.length)
    return rows
  },
})

export interface CountedSearch {
  readonly table: string
  readonly selected: Condition
  /** Conditions that an index answers. */
  readonly within: readonly Condition[]
  /** Conditions that each of those rows is looked at for. */
  readonly lookedThrough: readonly Condition[]
  /** Columns in the order of an index. */
  readonly orderBy: readonly string[]
  readonly isDescending: boolean
  readonly most: number
}

const joined = (conditions: readonly Condition[]): Condition => fragment.join(conditions, ' and ')

/**
 * The first column is how many rows were looked through; where nothing was found, one row has that and nulls. The
 * columns of the order come last.
 */
export const countedSearch = ({ table, selected, within, lookedThrough, ...search }: CountedSearch): Condition => {
  const { orderBy, isDescending, most } = search
  const from = fragment.raw(`from ${table} where`)
  const ordered = (columns: readonly string[], isTurned: boolean): string =>
    columns.map((column) => (isTurned ? `${column} desc` : column)).join(', ')
  const places = orderBy.map((_, index) => `page.place_${index}`)
  const placed = fragment.raw(orderBy.map((column, index) => `${column} as place_${index}`).join(', '))
  const [isUpTo, last] = isDescending ? ['>=', 'min'] : ['<=', 'max']
  // The first column alone bounds the index, all of them count exactly where many rows share it. It comes before other
  // bounds: of two the embedded store reads the index up to the first, which else is the end of an interval.
  const upToLast = fragment.raw(
    `${orderBy[0]} ${isUpTo} (select ${last}(page.place_0) from page) and (${orderBy.join(', ')}) ${isUpTo} (
      select ${places.join(', ')} from page order by ${ordered(places, !isDescending)} limit 1)`,
  )
  const order = fragment.raw(ordered(orderBy, isDescending))
  return fragment`with page as materialized (
      select ${selected}, ${placed} ${from} ${joined([...within, ...lookedThrough])} order by ${order} limit ${most})
    select looked.through, page.* from (select case when (select count(*) from page) < ${most}
        then (select count(*) ${from} ${joined(within)})
        else (select count(*) ${from} ${joined([upToLast, ...within])}) end as through) looked
      left join page on true order by ${fragment.raw(ordered(places, isDescending))}`
}
