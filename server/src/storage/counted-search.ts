/**
 * A search that also says how many rows it looked through: a read costs them too, found or not (threats row 97). The
 * rows are those within reach of an index, up to the last one of a full page, or all of them where the page is not full.
 * They are walked in parts: first as many as the page has, which mostly fill it, then more and more, each part a statement
 * that finds and counts. One of the embedded store is not interrupted, and through a large operator's flights it took a
 * tenth of a second (ADR 203, threats row 355).
 */
import { Failure } from '../domain/failure.ts'
import {
  COST_BUCKET,
  CUT_OFF_COST_PER_MS,
  MAX_COST_PER_REQUEST,
  ROWS_FOR_COST,
  WRITING_STATEMENT_ROWS,
} from '../domain/limits.ts'
import type { Session } from './engines/engine.ts'
import { fragment } from './engines/fragment.ts'
import type { Lifetime } from './engines/turns/store-use.ts'
import type { Condition } from './record-kind.ts'

/** What is done with each row. */
export type Looking = Exclude<keyof typeof ROWS_FOR_COST, 'read'>

interface Counted {
  /** By what was done with them: a search in parts costs what it would as a whole. */
  readonly rows: Map<Looking, number>
  cutOff: number
  read: number
}

const copyOf = (counted: Counted): Counted => ({ ...counted, rows: new Map(counted.rows) })

/** Without what was read. */
const costOf = ({ rows, cutOff }: Counted): number => {
  let cost = cutOff
  for (const [looking, count] of rows) cost += count / ROWS_FOR_COST[looking]
  return cost
}

const wholeCostOf = (counted: Counted): number => costOf(counted) + counted.read / ROWS_FOR_COST.read

/** What the searches of one request cost by the rows that they looked through. */
export class LookedThrough {
  readonly #lifetime: Lifetime | null
  #counted: Counted = { rows: new Map(), cutOff: 0, read: 0 }

  constructor(lifetime: Lifetime | null) {
    this.#lifetime = lifetime
  }

  /** For another run, which pays for what was looked through here. */
  copyFor(lifetime: Lifetime | null): LookedThrough {
    const copy = new LookedThrough(lifetime)
    copy.#counted = copyOf(this.#counted)
    return copy
  }

  add(rows: number, looking: Looking): void {
    this.#counted.rows.set(looking, (this.#counted.rows.get(looking) ?? 0) + rows)
  }

  /** Rows that were read and are examined here cost that alone. */
  addExamined(rows: number): void {
    this.#counted.read -= rows
    this.add(rows, 'examined')
  }

  /** What reading the rows costs where the operation paid this much: objects that it answers are rows too. */
  costBeyond(paid: number): number {
    const { read } = this.#counted
    return Math.floor(costOf(this.#counted) + Math.max(0, read / ROWS_FOR_COST.read - paid))
  }

  /** Counts rows that a statement answered, and stops a request that turns out dearer than any may be. */
  addRead(rows: number): void {
    this.#counted.read += rows
    if (wholeCostOf(this.#counted) <= 2 * MAX_COST_PER_REQUEST) return
    throw new Failure('cost_exceeded', 'The request looks through more than one may: ask for less at a time')
  }

  /** Rows that a change compares with one another, which takes once more what reading them did (threats row 552). */
  addCompared(rows: number): void {
    this.addRead(rows)
  }

  /** Records that a change assesses because another changed, as far as they are more than it paid. */
  addAssessed(records: number): void {
    this.addRead((records * ROWS_FOR_COST.read) / ROWS_FOR_COST.followed)
  }

  /**
   * For a transaction, whose job others may make run again (ADR 217): it costs what its dearest run does, once. `begin`
   * is called before each run, `end` after the last.
   */
  runs(): { readonly begin: () => void; readonly end: () => void } {
    const from = copyOf(this.#counted)
    let dearest = from
    const keepDearest = (): void => {
      if (wholeCostOf(this.#counted) > wholeCostOf(dearest)) dearest = this.#counted
    }
    return {
      begin: () => {
        keepDearest()
        this.#counted = copyOf(from)
      },
      end: () => {
        keepDearest()
        this.#counted = dearest
      },
    }
  }

  /**
   * Runs a search that adds its own rows; if the request ends first, its time is charged, without what it waited while
   * others wrote.
   */
  async during<T>(search: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const waitedBefore = this.#lifetime?.waitedMs ?? 0
    try {
      return await search()
    } catch (error) {
      if (this.#lifetime && this.#lifetime.reason !== null) {
        const ms = performance.now() - startedAt - (this.#lifetime.waitedMs - waitedBefore)
        this.#counted.cutOff += Math.min(COST_BUCKET, Math.max(0, ms) * CUT_OFF_COST_PER_MS)
      }
      throw error
    }
  }
}

/**
 * The same reader, which counts the rows of each statement: whatever is computed from them takes time with each. Each
 * statement counts as `perStatement` rows more.
 */
export const countingRows = <R extends Session>(
  reader: R,
  looked: LookedThrough,
  perStatement = 0,
): R & { looked: LookedThrough } => ({
  ...reader,
  looked,
  execute: async (text, parameters) => {
    const answered = await reader.execute(text, parameters)
    looked.addRead(perStatement + answered.rows.length)
    return answered as never
  },
  lists: async (text, parameters) => {
    const rows = await reader.lists(text, parameters)
    looked.addRead(perStatement + rows.length)
    return rows
  },
})

/** A transaction: its statements take time whatever they answer. */
export const countingStatements = <R extends Session>(session: R, looked: LookedThrough): R =>
  countingRows(session, looked, WRITING_STATEMENT_ROWS)

/** Each part has twice as many rows as the one before, so that a page that fills early walks few in vain. */
const MIN_PART = 128
/** About ten milliseconds on the embedded store. */
const MAX_PART = 4_096

/** What is put in order is read as a whole, in one part. */
const ALL_ROWS = 1_000_000

type Place = readonly (string | number)[]

export interface CountedSearch {
  readonly table: string
  readonly tenantId: string
  readonly selected: Condition
  /** Those of `orderBy` that are not selected: the first part selects them too. */
  readonly unselected?: readonly string[]
  /** Conditions that an index answers. */
  readonly within: readonly Condition[]
  /** Each finds rows of its own by an index that has the list's order: they are read side by side, up to a full page. */
  readonly ways?: readonly Condition[]
  /** Conditions that each of those rows is looked at for. */
  readonly lookedThrough: readonly Condition[]
  /** Columns in the order of an index; together they name a row. */
  readonly orderBy: readonly string[]
  /** The values of `orderBy` in the last row of the page before. */
  readonly after: Place | null
  readonly isDescending: boolean
  readonly most: number
  /** `within` finds rows wherever they stand in the order: all of them are read for each page. */
  readonly isSorted: boolean
}

const joined = (conditions: readonly Condition[]): Condition => fragment.join(conditions, ' and ')

/** Rows beyond a place in the order. */
export const afterPlace = (
  orderBy: readonly string[],
  after: Place | null | undefined,
  isDescending = false,
): Condition[] => {
  if (!after) return []
  const comparison = fragment.raw(`(${orderBy.join(', ')}) ${isDescending ? '<' : '>'}`)
  return [fragment`${comparison} (${fragment.join(after)})`]
}

const orderOf = (columns: readonly string[], isDescending: boolean): Condition =>
  fragment.raw(columns.map((column) => (isDescending ? `${column} desc` : column)).join(', '))

const placesIn = (orderBy: readonly string[]): Condition =>
  fragment.raw(orderBy.map((column, index) => `${column} as place_${index}`).join(', '))

/**
 * Rows from a place on in the list's order, whatever is selected of them beside their places. Of several ways both stores
 * read each in its order, and no further than the rows that are asked for.
 */
const rowsInOrder = (
  { table, within, ways = [], orderBy, after, isDescending }: CountedSearch,
  selected: Condition,
  rows: number,
): Condition => {
  const beyond = afterPlace(orderBy, after, isDescending)
  const read = ways.map(
    (way) => fragment`select ${selected} from ${fragment.raw(table)} where ${joined([...beyond, ...within, way])}`,
  )
  const order = orderBy.map((_, index) => `place_${index}`)
  return fragment`${fragment.join(read, ' union all ')} order by ${orderOf(order, isDescending)} limit ${rows}`
}

/**
 * The first rows of a page, each with whether it is found, what is selected, and what of its place that does not say: of
 * most lists all are found, and the page is full.
 */
const firstPartOf = (search: CountedSearch): Condition => {
  const { table, selected, unselected = [], lookedThrough, within, orderBy, after, isDescending, most } = search
  const all = fragment.join([selected, ...unselected.map(fragment.raw)])
  if (search.ways) {
    const found = fragment`case when ${joined(lookedThrough)} then 1 else 0 end as is_found`
    return rowsInOrder(search, fragment`${found}, ${all}, ${placesIn(orderBy)}`, most)
  }
  return fragment`select case when ${joined(lookedThrough)} then 1 else 0 end as is_found, ${all}
    from ${fragment.raw(table)} where ${joined([...afterPlace(orderBy, after, isDescending), ...within])}
    order by ${orderOf(orderBy, isDescending)} limit ${most}`
}

/**
 * One part: how many rows were walked, how many of them up to the last one of a full page, the place of the last one
 * walked; then each row that was found with its place, or one of nulls.
 */
const partOf = (search: CountedSearch, rows: number): Condition => {
  const { table, tenantId, selected, within, lookedThrough, orderBy, after, isDescending, most } = search
  const from = fragment.raw(table)
  const places = orderBy.map((_, index) => `place_${index}`)
  const ordered = (columns: readonly string[], isTurned = isDescending): Condition => orderOf(columns, isTurned)
  const place = fragment.raw(places.join(', '))
  const ended = fragment.raw(places.map((column, index) => `${column} as ended_${index}`).join(', '))
  // By an index, though the order may be one that no index is read for (`sortedAfterwards`).
  const bare = orderBy.map((column) => column.replace('+', ''))
  const same = fragment.raw(bare.map((column, index) => `${column} = page.place_${index}`).join(' and '))
  const looked = fragment`${placesIn(orderBy)}, case when ${joined(lookedThrough)} then 1 else 0 end as is_found`
  // The place comes before other bounds: of two the embedded store begins an index at the first.
  const walked = search.ways
    ? rowsInOrder(search, looked, rows)
    : fragment`select ${looked} from ${from}
      where ${joined([...afterPlace(orderBy, after, isDescending), ...within])} order by ${ordered(orderBy)} limit ${rows}`
  return fragment`with walked as materialized (
      ${walked}),
    page as materialized (
      select ${place} from walked where is_found = 1 order by ${ordered(places)} limit ${most})
    select looked.*, ended.*, ${selected}, page.* from (select (select count(*) from walked) as walked,
        case when (select count(*) from page) < ${most} then (select count(*) from walked)
          else (select count(*) from walked where (${place}) ${fragment.raw(isDescending ? '>=' : '<=')} (
            select ${place} from page order by ${ordered(places, !isDescending)} limit 1)) end as through) looked
      left join (select ${ended} from walked order by ${ordered(places, !isDescending)} limit 1) ended on true
      left join page on true
      left join ${from} on ${from}.tenant_id = ${tenantId} and ${same}
    order by ${ordered(places.map((column) => `page.${column}`))}`
}

/** What one part answered. */
interface Part<T> {
  readonly walked: number
  readonly through: number
  readonly ended: Place
  readonly found: readonly T[]
}

interface Counting {
  readonly looked: LookedThrough
  readonly looking: Looking
}

/** Reads what a statement answers. Without `first` all parts are counted by the store. */
interface Reading<T> {
  readonly first?: (statement: Condition) => Promise<Part<T>>
  readonly part: (statement: Condition) => Promise<Part<T>>
}

/** All rows that `within` finds, those before the page too: they are read, put in order and counted for each page. */
const searchSorted = async <T>(
  search: CountedSearch,
  { looked, looking }: Counting,
  { first, part }: Reading<T>,
): Promise<T[]> => {
  const { orderBy, after, isDescending, lookedThrough, most } = search
  if (first && after === null) {
    // Mostly there are no more than a page has.
    const all = await first(firstPartOf({ ...search, most: most + 1 }))
    if (all.walked <= most) {
      looked.add(all.walked, looking)
      return [...all.found]
    }
  }
  const beyond = afterPlace(orderBy, after, isDescending)
  const sought = { ...search, after: null, lookedThrough: [...beyond, ...lookedThrough] }
  const { walked, found } = await part(partOf(sought, ALL_ROWS))
  looked.add(walked, looking)
  return [...found]
}

/** The rows that a search finds, part by part until the page is full or the list is at its end. */
export const searchInParts = <T>(
  search: CountedSearch,
  { looked, looking }: Counting,
  { first, part: read }: Reading<T>,
): Promise<T[]> =>
  looked.during(async () => {
    if (search.isSorted) {
      const reading = first ? { first, part: read } : { part: read }
      return searchSorted(search, { looked, looking }, reading)
    }
    const list: T[] = []
    const otherWays = Math.max(0, (search.ways?.length ?? 0) - 1)
    let { after } = search
    let isOver = false
    const take = ({ walked, through, ended, found }: Part<T>, rows: number): void => {
      // Of each other way, the row that comes next is read too.
      looked.add(through + otherWays, looking)
      list.push(...found)
      isOver = list.length >= search.most || walked < rows
      after = ended
    }
    if (first) take(await first(firstPartOf(search)), search.most)
    for (
      let rows = Math.min(MAX_PART, Math.max(MIN_PART, 2 * search.most));
      !isOver;
      rows = Math.min(MAX_PART, 2 * rows)
    )
      take(await read(partOf({ ...search, after, most: search.most - list.length }, rows)), rows)
    return list
  })
