/**
 * Versioned records: one mechanism for all of them. A kind of record names its table and fields once, says who may
 * see a row and who is told of a change; reading by view, locking, versions and the change feed follow from that.
 */
import type { EntityKind } from '../domain/entity-kind.ts'
import { staleVersion, userError } from '../domain/user-error.ts'
import { changedFields, type Versioned } from '../domain/versioned.ts'
import type { View, Viewer } from '../domain/view.ts'
import { type Fragment, listsOf, rowsOf, sql } from './engines/fragment.ts'
import type { TenantTx } from './handles.ts'
import type { ViewReader, ViewTx } from './view.ts'

export type Condition = Fragment

/** How a field is kept: as it is, as JSON text, or as 0 and 1. */
type Keeping = 'plain' | 'json' | 'truth'

export interface RecordKind<R extends Versioned> {
  readonly table: string
  /** What it is called in a sentence. */
  readonly noun: string
  readonly id: keyof R & string
  readonly fields: Readonly<Record<Exclude<keyof R & string, keyof Versioned>, Keeping>>
  /** Fields that the graph calls otherwise, or (null) does not show: the change feed speaks the graph's names. */
  readonly graphNames: Readonly<Partial<Record<keyof R & string, string | null>>>
  /** Its name in the change feed; null where another record's change tells of it. */
  readonly entity: EntityKind | null
  /** Which rows a view other than the operator's sees. */
  readonly visible: (view: Exclude<View, { of: 'operator' }>, tenantId: string) => Condition
  /** Which viewers see this record: the same rule as `visible`, for the change feed. */
  readonly viewers: (record: R) => readonly Viewer[]
}

const NO_TEXT = sql.raw('')
export const NOTHING: Condition = sql`1 = 0`
export const ALL: Condition = sql`1 = 1`

export const oneOf = (column: string, values: readonly (string | number)[]): Condition =>
  sql`${sql.raw(column)} ${sql.among(values)}`

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

interface Column {
  readonly field: string
  readonly column: string
  readonly keeping: Keeping
}

interface Mapping {
  readonly id: string
  readonly selected: Fragment
  readonly columns: readonly Column[]
  readonly recordOf: (row: readonly unknown[]) => unknown
}

const CARRIED: Readonly<Record<keyof Versioned, Keeping>> = { version: 'plain', createdAt: 'plain', updatedAt: 'plain' }

const mappings = new WeakMap<object, Mapping>()

const mappingOf = <R extends Versioned>(kind: RecordKind<R>): Mapping => {
  const known = mappings.get(kind)
  if (known) return known
  const columns = Object.entries<Keeping>({ ...kind.fields, ...CARRIED }).map(([field, keeping]) => ({
    field,
    column: snakeCase(field),
    keeping,
  }))
  const selected = sql.raw(columns.map(({ column }) => `${kind.table}."${column}"`).join(', '))
  const mapping = { id: `${kind.table}.${snakeCase(kind.id)}`, selected, columns, recordOf: recordMaker(columns) }
  mappings.set(kind, mapping)
  return mapping
}

const EMPTY_LIST: readonly never[] = Object.freeze([])

const read = (value: unknown, keeping: Keeping): unknown => {
  if (keeping === 'truth') return value === 1
  if (keeping === 'plain' || value === null) return value
  // Most lists are empty: they need no parser.
  return value === '[]' ? EMPTY_LIST : JSON.parse(value as string)
}

const kept = (value: unknown, keeping: Keeping): string | number | null => {
  if (keeping === 'truth') return value ? 1 : 0
  return keeping === 'json' && value !== null ? JSON.stringify(value) : (value as string | number | null)
}

/**
 * Makes a record of a row. It is written out as the literal that one would write by hand: filling an object by names
 * that vary took five times as long, and every page does it for all of its rows.
 */
const recordMaker = (columns: readonly Column[]): Mapping['recordOf'] => {
  const members = columns.map(({ field, keeping }, at) =>
    keeping === 'plain' ? `${field}: row[${at}]` : `${field}: read(row[${at}], '${keeping}')`,
  )
  return new Function('read', `return (row) => ({ ${members.join(', ')} })`)(read) as Mapping['recordOf']
}

export interface Selection {
  readonly where?: readonly Condition[]
  /** Columns, e.g. `flight.off_block`; where absent the order is not told. */
  readonly orderBy?: readonly string[]
  /** The values of `orderBy` in the last row that was seen. */
  readonly after?: readonly (string | number)[] | null
  readonly most?: number
  readonly lock?: boolean
}

const afterPosition = ({ orderBy = [], after }: Selection): Condition[] =>
  after ? [sql`(${sql.raw(orderBy.join(', '))}) > (${sql.join(after)})`] : []

/** Rows of one kind that the view sees. */
export const selectRecords = async <R extends Versioned>(
  reader: ViewReader,
  kind: RecordKind<R>,
  selection: Selection,
): Promise<R[]> => {
  const { view, tenantId } = reader
  const mapping = mappingOf(kind)
  const conditions = [
    sql`${sql.raw(kind.table)}.tenant_id = ${tenantId}`,
    ...(view.of === 'operator' ? [] : [kind.visible(view, tenantId)]),
    ...(selection.where ?? []),
    ...afterPosition(selection),
  ]
  const order = selection.orderBy ?? []
  const rows = await listsOf(
    reader,
    sql`select ${mapping.selected} from ${sql.raw(kind.table)} where ${sql.join(conditions, ' and ')}
    ${sql.raw(order.length > 0 ? `order by ${order.join(', ')}` : '')}
    ${selection.most === undefined ? NO_TEXT : sql`limit ${selection.most}`}
    ${sql.raw(selection.lock && reader.kind === 'postgres' ? `for update of ${kind.table}` : '')}`,
  )
  return rows.map((row) => mapping.recordOf(row) as R)
}

export const recordsById = async <R extends Versioned>(
  reader: ViewReader,
  kind: RecordKind<R>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, R>> => {
  const records = await selectRecords(reader, kind, { where: [oneOf(mappingOf(kind).id, ids)] })
  return new Map(records.map((record) => [record[kind.id] as string, record]))
}

export const recordById = async <R extends Versioned>(
  reader: ViewReader,
  kind: RecordKind<R>,
  id: string,
): Promise<R | undefined> => (await recordsById(reader, kind, [id])).get(id)

/** Locks rows in the order of their ids, so that no two transactions wait for one another. */
export const lockRecords = async <R extends Versioned>(
  tx: ViewTx,
  kind: RecordKind<R>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, R>> => {
  const { id } = mappingOf(kind)
  const records = await selectRecords(tx, kind, { where: [oneOf(id, [...new Set(ids)])], orderBy: [id], lock: true })
  return new Map(records.map((record) => [record[kind.id] as string, record]))
}

/** The record, locked; refuses one that the view does not see exactly like one that does not exist. */
export const lockRecord = async <R extends Versioned>(
  tx: ViewTx,
  kind: RecordKind<R>,
  id: string,
  path: readonly string[],
): Promise<R> => {
  const record = (await lockRecords(tx, kind, [id])).get(id)
  if (!record) throw userError('NOT_FOUND', `There is no such ${kind.noun}`, path)
  return record
}

/** Of two writers who expect the same version, the second finds it changed, for the row is locked (invariant 5). */
export const expectVersion = (record: Versioned, expected: number): void => {
  if (record.version !== expected) throw staleVersion()
}

const columnsOf = (record: object, { columns }: Mapping) =>
  columns.map(({ field, column, keeping }) => ({
    column: sql.raw(`"${column}"`),
    value: kept((record as Record<string, unknown>)[field], keeping),
  }))

export const insertRecords = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  records: readonly R[],
): Promise<void> => {
  if (records.length === 0) return
  const mapping = mappingOf(kind)
  const columns = sql.raw(mapping.columns.map(({ column }) => `"${column}"`).join(', '))
  const rows = records.map(
    (record) => sql`(${sql.join([tx.tenantId, ...columnsOf(record, mapping).map(({ value }) => value)])})`,
  )
  await rowsOf(tx, sql`insert into ${sql.raw(kind.table)} (tenant_id, ${columns}) values ${sql.join(rows)}`)
}

/** A new record at version 1, told to the change feed. */
export const createRecord = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  details: Omit<R, keyof Versioned>,
): Promise<R> => {
  const now = await tx.now()
  const record = { ...details, version: 1, createdAt: now, updatedAt: now } as unknown as R
  await insertRecords(tx, kind, [record])
  tellChange(tx, kind, null, record, Object.keys(kind.fields))
  return record
}

/** The next version of a record; `touched` names fields of the graph that changed outside of it. */
export const changeRecord = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  before: R,
  changes: Partial<Omit<R, keyof Versioned>>,
  touched: readonly string[] = [],
): Promise<R> => {
  const record: R = { ...before, ...changes, version: before.version + 1, updatedAt: await tx.now() }
  const mapping = mappingOf(kind)
  const assignments = columnsOf(record, mapping).map(({ column, value }) => sql`${column} = ${value}`)
  await rowsOf(
    tx,
    sql`update ${sql.raw(kind.table)} set ${sql.join(assignments)}
    where tenant_id = ${tx.tenantId} and ${sql.raw(mapping.id)} = ${record[kind.id] as string}`,
  )
  tellChange(tx, kind, before, record, [...changedFields(before, record), ...touched])
  return record
}

export const removeRecord = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  record: R,
): Promise<void> => {
  const { id } = mappingOf(kind)
  await rowsOf(
    tx,
    sql`delete from ${sql.raw(kind.table)}
    where tenant_id = ${tx.tenantId} and ${sql.raw(id)} = ${record[kind.id] as string}`,
  )
  tellChange(tx, kind, record, null, [])
}

const inGraphNames = <R extends Versioned>({ graphNames }: RecordKind<R>, fields: readonly string[]): string[] => {
  const names = fields.map((field) => (field in graphNames ? graphNames[field as keyof R & string] : field))
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}

/** For the change feed: what happened to a record, and who saw it before and after. */
export const tellChange = <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  before: R | null,
  after: R | null,
  fieldList: readonly string[],
): void => {
  const told = after ?? before
  if (kind.entity === null || told === null) return
  tx.changes.push({
    entity: kind.entity,
    entityId: told[kind.id] as string,
    kind: before === null ? 'CREATED' : after === null ? 'DELETED' : 'UPDATED',
    version: after?.version ?? told.version + 1,
    fieldList: inGraphNames(kind, fieldList),
    viewersBefore: before === null ? [] : kind.viewers(before),
    viewersAfter: after === null ? [] : kind.viewers(after),
  })
}
