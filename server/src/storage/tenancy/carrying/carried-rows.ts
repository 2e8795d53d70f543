/** An operator's rows, read in pages by their key and written in batches: memory does not grow with their number. */
import { type Fragment, fragment, rowsOf } from '../../engines/fragment.ts'
import { insertRows } from '../../engines/insert-rows.ts'
import type { TenantReader, TenantTx } from '../../handles.ts'
import { noteAllContentsOver } from '../../operations/documents/contents-over.ts'
import { RECORD_TABLES } from '../../record-limit.ts'
import { type Carried, carriedAs } from './carried-tables.ts'
import { type TableShape, tenantTableShapes } from './table-shapes.ts'

export type CarriedRow = Readonly<Record<string, string | number | null>>

/** Rows of a page, so that a page has about so many bytes however long its rows are. */
const PAGE_BYTES = 500_000
const FIRST_PAGE_ROWS = 50
const MAX_PAGE_ROWS = 1_000

export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

/** The tables that are carried, in the order in which they can be filled. */
export const carriedShapes = async (reader: TenantReader | TenantTx['platform']): Promise<TableShape[]> =>
  (await tenantTableShapes(reader)).filter(({ table }) => carriedAs(table) !== null)

const emptied = (carried: Carried, withCredentials: boolean): readonly string[] => [
  ...(carried.never ?? []),
  ...(withCredentials ? [] : (carried.withCredentials ?? [])),
]

const selected = ({ columns }: TableShape, empty: readonly string[]): string =>
  columns.map(({ name }) => (empty.includes(name) ? `null as "${name}"` : `"${name}"`)).join(', ')

/** Which rows of a table stay out of a file, beside those that its columns decide on. */
export const stayingOut = (
  { ofPersons, notYet }: Carried,
  shapes: readonly TableShape[],
  withCredentials: boolean,
): readonly string[] => [
  // An administrator's export has nothing of anybody's logbook (threats row 288).
  ...(ofPersons !== undefined && !withCredentials ? [ofPersons] : []),
  ...(notYet ? [notYet(new Set(shapes.map(({ table }) => table)))] : []),
]

const afterKey = (key: readonly string[], last: CarriedRow | null): Fragment => {
  if (last === null) return fragment.raw('')
  const values = fragment.join(key.map((name) => last[name] ?? null))
  return fragment` and (${fragment.raw(quoted(key))}) > (${values})`
}

/** The rows of one table in pages, ordered by its key. */
export async function* pagesOf(
  reader: TenantReader,
  shape: TableShape,
  shapes: readonly TableShape[],
  { withCredentials }: { readonly withCredentials: boolean },
): AsyncGenerator<readonly CarriedRow[]> {
  const carried = carriedAs(shape.table)
  if (carried === null || (carried.onlyWithCredentials !== undefined && !withCredentials)) return
  const columns = fragment.raw(selected(shape, emptied(carried, withCredentials)))
  const conditions = [
    ...(carried.onlyWithCredentials ? [carried.onlyWithCredentials] : []),
    ...stayingOut(carried, shapes, withCredentials).map((rows) => `not (${rows})`),
  ]
  const condition = fragment.raw(conditions.map((each) => ` and ${each}`).join(''))
  const order = fragment.raw(shape.key.length === 0 ? '' : ` order by ${quoted(shape.key)}`)
  const from = fragment.raw(shape.table)
  let last: CarriedRow | null = null
  for (let most = FIRST_PAGE_ROWS; ; ) {
    const rows: CarriedRow[] = await rowsOf<CarriedRow>(
      reader,
      fragment`select ${columns} from ${from} where tenant_id = ${reader.tenantId}${condition}${afterKey(shape.key, last)}${order} limit ${most}`,
    )
    if (rows.length > 0) yield rows
    if (rows.length < most || shape.key.length === 0) return
    last = rows.at(-1) ?? null
    most = nextSize(rows)
  }
}

const nextSize = (rows: readonly CarriedRow[]): number => {
  const bytes = JSON.stringify(rows).length
  return Math.max(1, Math.min(MAX_PAGE_ROWS, Math.floor((PAGE_BYTES / bytes) * rows.length)))
}

/** Every tenant has a feed with a head from its beginning: that row is changed, never replaced, because changes lock it. */
const FEED_HEAD = 'change_head'

export const insertCarried = async (tx: TenantTx, table: string, rows: readonly CarriedRow[]): Promise<void> => {
  if (table !== FEED_HEAD) {
    return insertRows(
      tx,
      table,
      rows.map((row) => ({ tenant_id: tx.tenantId, ...row })),
    )
  }
  for (const row of rows) await setFeedHead(tx, row)
}

const setFeedHead = async (tx: TenantTx, row: CarriedRow): Promise<void> => {
  const values = Object.entries(row).map(([name, value]) => fragment`${fragment.raw(quoted([name]))} = ${value}`)
  await rowsOf(tx, fragment`update change_head set ${fragment.join(values)} where tenant_id = ${tx.tenantId}`)
}

const ROWS_PER_STEP = 5_000

/** In steps, each of which stays below the time that a statement has, within the one transaction that fills it again. */
export const emptyCarried = async (tx: TenantTx, { table, key }: TableShape): Promise<void> => {
  if (table === 'document_file') await noteAllContentsOver(tx)
  const from = fragment.raw(table)
  const taken = fragment.raw(quoted(key.length === 0 ? ['tenant_id'] : key))
  const stays = carriedAs(table)?.staysAtRestore
  const going = fragment`tenant_id = ${tx.tenantId}${fragment.raw(stays === undefined ? '' : ` and not (${stays})`)}`
  const some = fragment`select ${taken} from ${from} where ${going} limit ${ROWS_PER_STEP}`
  while (await isAny(tx, table, going)) {
    await rowsOf(tx, fragment`delete from ${from} where tenant_id = ${tx.tenantId} and (${taken}) in (${some})`)
  }
}

const isAny = async (tx: TenantTx, table: string, such: Fragment): Promise<boolean> => {
  const found = await rowsOf(tx, fragment`select 1 as found from ${fragment.raw(table)} where ${such} limit 1`)
  return found.length > 0
}

export const isEmptyTable = async (tx: TenantTx, table: string): Promise<boolean> =>
  !(await isAny(tx, table, fragment`tenant_id = ${tx.tenantId}`))

/** Moves the head of the feed so far on that every cursor from before is refused as too old. */
export const passFeedHead = async (tx: TenantTx, by: number): Promise<void> => {
  await rowsOf(tx, fragment`update change_head set position = position + ${by} where tenant_id = ${tx.tenantId}`)
}

/** Whoever changes a record of the tenant waits from here on. */
export const lockFeedHead = async (tx: TenantTx): Promise<void> => {
  await rowsOf(tx, fragment`update change_head set position = position where tenant_id = ${tx.tenantId}`)
}

/** What every new tenant has from the start, and what grows by asking alone. */
const ALWAYS_THERE = ['audit_entry', 'change_head', 'usage_actor', 'usage_count', 'usage_document', 'usage_request']

/** The first table in which the tenant has something of its own; null for an empty place. */
export const firstFilledTable = async (tx: TenantTx, shapes: readonly TableShape[]): Promise<string | null> => {
  for (const { table } of shapes) {
    if (ALWAYS_THERE.includes(table)) continue
    if (!(await isEmptyTable(tx, table))) return table
  }
  return null
}

/** Counts the tenant's records anew, instead of trusting what a file says. */
export const countRecords = async (tx: TenantTx): Promise<void> => {
  const counts = RECORD_TABLES.map(
    ([table]) => fragment`(select count(*) from ${fragment.raw(table)} where tenant_id = ${tx.tenantId})`,
  )
  await rowsOf(
    tx,
    fragment`update change_head set record_count = ${fragment.join(counts, ' + ')} where tenant_id = ${tx.tenantId}`,
  )
}

/** Of these applications, those that are registered here. */
export const registeredAmong = async (
  reader: TenantReader | TenantTx['platform'],
  clientIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await rowsOf<{ client_id: string }>(
    reader,
    fragment`select client_id from application where deleted_at is null and client_id ${fragment.among(clientIds)}`,
  )
  return new Set(rows.map(({ client_id }) => client_id))
}
