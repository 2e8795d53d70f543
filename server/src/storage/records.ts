/**
 * Reads, locks and writes versioned records of every kind. Visibility, versions and the change feed follow from what
 * the kind declares (record-kind.ts).
 */
import { staleVersion, userError } from '../domain/user-error.ts'
import { changedFields, type Stamped, type Versioned } from '../domain/versioned.ts'
import type { Viewer } from '../domain/view.ts'
import { type ChangeDraft, SIGHT } from './change-draft.ts'
import { allColumns, type Columns, columnName, encode } from './columns.ts'
import { afterPlace, type CountedSearch, type LookedThrough, type Looking, searchInParts } from './counted-search.ts'
import { fragment, listsOf, rowsOf } from './engines/fragment.ts'
import { insertRows } from './engines/insert-rows.ts'
import { addExternalIds, changeExternalIds, removeExternalIds } from './external-ids.ts'
import type { TenantTx } from './handles.ts'
import { removeConversations } from './operations/conversations/messages.ts'
import { ALL, type Condition, NOTHING, oneOf, type RecordKind, VERSION_FIELDS } from './record-kind.ts'
import { isLookedFor, type ViewReader, type ViewTx } from './view.ts'

const NO_TEXT = fragment.raw('')

/** What changed of a record that was talked about. */
const CONVERSATION_FIELD = 'conversation'

const idColumn = <R extends Versioned>({ table, id }: RecordKind<R>): string => `${table}.${columnName(id)}`

export interface Selection<R, S = R> {
  /** The columns to read, all if absent; the id is always read. */
  readonly columns?: Columns<R, S>
  /** Conditions that an index answers. */
  readonly where?: readonly Condition[]
  /** Conditions that rows are looked through for: a page costs those that it passes over (threats row 97). */
  readonly lookedThrough?: readonly Condition[]
  /** What those conditions take; comparing a column if absent. */
  readonly looking?: Looking
  /** Columns, e.g. `flight.off_block`; if absent, the order is undefined. */
  readonly orderBy?: readonly string[]
  /** `where` finds rows wherever they stand in the order: a page costs all of them (threats row 547). */
  readonly isSorted?: boolean
  /** `where` says at most where in the order they stand, which an index of each aircraft has too. */
  readonly isInOrder?: boolean
  /** The values of `orderBy` in the last row of the page before. */
  readonly after?: readonly (string | number)[] | null
  /** Turns the order round, in every column, so that an index for the order is read from its end. */
  readonly isDescending?: boolean
  readonly most?: number
  readonly lock?: boolean
}

/** Where a page lies in its list: after which position, in which direction, and how many rows at most. */
export interface ListRange {
  readonly after: readonly (string | number)[] | null
  readonly isDescending: boolean
  readonly most: number
}

/** One page of a list, with the columns to read. */
export interface ListPart<R> extends ListRange {
  readonly columns: Columns<R>
}

type Ordered = Pick<Selection<never>, 'orderBy' | 'after' | 'isDescending'>

const ordering = ({ orderBy = [], isDescending }: Ordered): string =>
  orderBy.length === 0 ? '' : `order by ${orderBy.map((by) => (isDescending ? `${by} desc` : by)).join(', ')}`

/** An index is read for each of so many aircraft; for more, all rows are looked through. */
const MAX_AIRCRAFT_READ_APART = 20

/** Of a key that is limited to some aircraft: the rows of each of them, where those are read side by side (ADR 283). */
const waysOf = <R extends Versioned, S>(
  { view }: ViewReader,
  { aircraftColumn }: RecordKind<R>,
  { isInOrder, orderBy, most }: Selection<R, S>,
): readonly Condition[] | null => {
  if (view.of !== 'aircraft' || aircraftColumn === undefined) return null
  if (!isInOrder || orderBy === undefined || most === undefined) return null
  const aircraftIds = [...new Set(view.aircraftIds)]
  return aircraftIds.length === 0 || aircraftIds.length > MAX_AIRCRAFT_READ_APART
    ? null
    : aircraftIds.map((aircraftId) => fragment`${fragment.raw(aircraftColumn)} = ${aircraftId}`)
}

/** What a view may see is answered by an index, except for a buyer, a key of some aircraft, and what is withheld. */
const conditionsOf = <R extends Versioned>(
  { view, tenantId }: ViewReader,
  kind: RecordKind<R>,
  { where = [], lookedThrough = [] }: Pick<Selection<R>, 'where' | 'lookedThrough'>,
  isSeenByWays = false,
) => {
  const visible = view.of === 'operator' || isSeenByWays ? [] : [kind.visible(view, tenantId)]
  const withheld = kind.withheld?.(view)
  const isLookedThrough = isLookedFor(view) && visible.some((sight) => sight !== ALL && sight !== NOTHING)
  return {
    within: [
      fragment`${fragment.raw(kind.table)}.tenant_id = ${tenantId}`,
      ...(isLookedThrough ? [] : visible),
      ...where,
    ],
    lookedThrough: [...(isLookedThrough ? visible : []), ...(withheld ? [withheld] : []), ...lookedThrough],
  }
}

/** Whether every record of the kind that the tenant has is seen, so that a join may read it beside another. */
export const seesAll = <R extends Versioned>({ view }: ViewReader, kind: RecordKind<R>): boolean =>
  view.of === 'operator' && !kind.withheld?.(view)

/** A page of a list whose filter rows are looked through for, with what that takes added to the request's. */
const countedPage = <R extends Versioned, S>(
  reader: ViewReader,
  looked: LookedThrough,
  columns: Columns<R, S>,
  search: Pick<CountedSearch, 'within' | 'ways' | 'lookedThrough' | 'most'> &
    Ordered &
    Pick<Selection<R>, 'looking' | 'isSorted'>,
): Promise<S[]> => {
  const { orderBy = [], after = null, isDescending = false, isSorted = false, ...asked } = search
  const { looking = 'compared', lookedThrough, ...sought } = asked
  const { selected, kind } = columns
  const isFound = (row: readonly unknown[]) => row.at(-1) !== null
  const unselected = orderBy.filter((column) => columns.placeOfColumn(column) < 0)
  const readAt = (column: string): number => {
    const place = columns.placeOfColumn(column)
    return 1 + (place < 0 ? columns.width + unselected.indexOf(column) : place)
  }
  return searchInParts(
    {
      ...sought,
      lookedThrough: lookedThrough.length > 0 ? lookedThrough : [ALL],
      table: kind.table,
      tenantId: reader.tenantId,
      selected,
      unselected,
      orderBy,
      after,
      isDescending,
      isSorted,
    },
    { looked, looking },
    {
      first: async (statement) => {
        const rows = await listsOf(reader, statement)
        const found = rows.filter(([isFound]) => isFound === 1).map((row) => columns.objectOf(row, 1))
        const last = rows.at(-1) ?? []
        const ended = orderBy.map((column) => last[readAt(column)]) as (string | number)[]
        return { walked: rows.length, through: rows.length, ended, found }
      },
      part: async (statement) => {
        const rows = await listsOf(reader, statement)
        const [walked, through, ...rest] = rows[0] as [number, number, ...(string | number)[]]
        const found = rows.filter(isFound).map((row) => columns.objectOf(row, 2 + orderBy.length))
        return { walked, through, ended: rest.slice(0, orderBy.length), found }
      },
    },
  )
}

/** Rows of one kind that the view sees. */
export const selectRecords = async <R extends Versioned, S = R>(
  reader: ViewReader,
  kind: RecordKind<R>,
  selection: Selection<R, S>,
): Promise<S[]> => {
  const columns = (selection.columns ?? (allColumns(kind) as unknown as Columns<R, S>)).with(kind.id)
  const ways = reader.looked ? waysOf(reader, kind, selection) : null
  const { within, lookedThrough } = conditionsOf(reader, kind, selection, ways !== null)
  const isCounted = lookedThrough.length > 0 || ways !== null || selection.isSorted === true
  if (reader.looked && isCounted && selection.most !== undefined) {
    // What a handler sees, other tables say.
    const looking = reader.view.of === 'provider' ? 'examined' : selection.looking
    const told = { ...(looking && { looking }), ...(ways && { ways }) }
    const search = { ...selection, ...told, most: selection.most, within, lookedThrough }
    return countedPage(reader, reader.looked, columns, search)
  }
  const rows = await listsOf(
    reader,
    fragment`select ${columns.selected} from ${fragment.raw(kind.table)}
    where ${fragment.join([...afterPlace(selection.orderBy ?? [], selection.after, selection.isDescending), ...within, ...lookedThrough], ' and ')}
    ${fragment.raw(ordering(selection))}
    ${selection.most === undefined ? NO_TEXT : fragment`limit ${selection.most}`}
    ${fragment.raw(selection.lock && reader.kind === 'postgres' ? `for update of ${kind.table}` : '')}`,
  )
  return rows.map((row) => columns.objectOf(row))
}

const byId = <S>({ id }: { readonly id: string }, records: readonly S[]): ReadonlyMap<string, S> =>
  new Map(records.map((record) => [(record as Record<string, string>)[id] as string, record]))

export const recordsById = async <R extends Versioned, S = R>(
  reader: ViewReader,
  kind: RecordKind<R>,
  ids: readonly string[],
  columns?: Columns<R, S>,
): Promise<ReadonlyMap<string, S>> =>
  byId(
    kind,
    await selectRecords<R, S>(reader, kind, { where: [oneOf(idColumn(kind), ids)], ...(columns && { columns }) }),
  )

export const recordById = async <R extends Versioned, S = R>(
  reader: ViewReader,
  kind: RecordKind<R>,
  id: string,
  columns?: Columns<R, S>,
): Promise<S | undefined> => (await recordsById(reader, kind, [id], columns)).get(id)

/** Locks rows in the order of their ids, so that transactions cannot deadlock. */
export const lockRecords = async <R extends Versioned>(
  tx: ViewTx,
  kind: RecordKind<R>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, R>> => {
  const id = idColumn(kind)
  const where = [oneOf(id, [...new Set(ids)])]
  return byId(kind, await selectRecords(tx, kind, { where, orderBy: [id], lock: true }))
}

/** Locks and returns the record. A record that the view does not see gets the same error as one that does not exist. */
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

/**
 * Refuses a stale version. The row is locked, so of two writers who expect the same version the second one fails (data
 * §5.5).
 */
export const expectVersion = (record: Pick<Versioned, 'version'>, expected: number): void => {
  if (record.version !== expected) throw staleVersion()
}

/** The record's columns and their encoded values. */
const storedColumns = <R extends Versioned>({ fields }: RecordKind<R>, record: R) =>
  (Object.keys(fields) as (keyof R & string)[]).map((field) => ({
    column: columnName(field),
    value: encode(record[field], fields[field]),
  }))

export const insertRecords = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  records: readonly R[],
): Promise<void> => {
  const rows = records.map((record) => ({
    tenant_id: tx.tenantId,
    ...Object.fromEntries(storedColumns(kind, record).map(({ column, value }) => [column, value])),
  }))
  await insertRows(tx, kind.table, rows)
  await addExternalIds(tx, kind, records)
  tx.growth.records += rows.length
}

/** What a new record is made of. */
export type Details<R extends Versioned> = Omit<R, keyof Versioned> & Partial<Pick<R, 'externalIdList'>>

/** Inserts records at version 1 in one statement and reports them to the change feed. */
export const createRecords = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  list: readonly Details<R>[],
  version = 1,
): Promise<R[]> => {
  if (list.length === 0) return []
  const now = await tx.now()
  const by = { createdBy: tx.author, updatedBy: tx.author }
  const stamps = { version, createdAt: now, updatedAt: now, ...by }
  const records = list.map((details) => ({ externalIdList: [], ...details, ...stamps }) as unknown as R)
  await insertRecords(tx, kind, records)
  for (const record of records) tellCreated(tx, kind, record)
  return records
}

/** Inserts a record and reports it to the change feed: at version 1, unless it goes on with the versions of another. */
export const createRecord = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  details: Details<R>,
  version = 1,
): Promise<R> => {
  const [record] = await createRecords(tx, kind, [details], version)
  return record as R
}

type Changes<R> = Partial<Omit<R, keyof Stamped>>

/**
 * Writes the next version of a record and reports it to the change feed. Where nothing changed, nothing is written: the
 * record keeps its version and the feed has no entry (data §3.1).
 */
export const changeRecord = <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  before: R,
  changes: Changes<R>,
): Promise<R> => touchRecord(tx, kind, before, { changes, touched: [] })

/**
 * Finds the entry of a record that this transaction has changed already: whatever it does to a record is one change,
 * with one version and one entry in the feed.
 */
const toldAlready = <R extends Versioned>({ changes }: TenantTx, kind: RecordKind<R>, record: R): number =>
  changes.findIndex(
    ({ entity, entityId, version, kind: told }) =>
      told !== SIGHT && entity === kind.entity && entityId === record[kind.id] && version === record.version,
  )

const writeRow = async <R extends Versioned>(tx: TenantTx, kind: RecordKind<R>, record: R): Promise<void> => {
  // Not its id, though it would stay the same: the embedded store would look for every row that names it.
  const assignments = storedColumns(kind, record)
    .filter(({ column }) => column !== columnName(kind.id))
    .map(({ column, value }) => fragment`${fragment.raw(`"${column}"`)} = ${value}`)
  await rowsOf(
    tx,
    fragment`update ${fragment.raw(kind.table)} set ${fragment.join(assignments)}
    where tenant_id = ${tx.tenantId} and ${fragment.raw(idColumn(kind))} = ${record[kind.id] as string}`,
  )
}

/** Like changeRecord, where GraphQL fields (`touched`) also changed outside of the record's row. */
export const touchRecord = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  before: R,
  { changes, touched }: { readonly changes?: Changes<R>; readonly touched: readonly string[] },
): Promise<R> => {
  const changed = [...changedFields(before, { ...before, ...changes }), ...touched]
  if (changed.length === 0) return before
  const told = toldAlready(tx, kind, before)
  const version = told < 0 ? before.version + 1 : before.version
  const stamps = { version, updatedAt: await tx.now(), updatedBy: tx.author }
  const record: R = { ...before, ...changes, ...stamps }
  await writeRow(tx, kind, record)
  if (changed.includes('externalIdList')) await changeExternalIds(tx, kind, before, record)
  if (told < 0) tellChange(tx, kind, { before, after: record }, changed)
  else tellMore(tx, kind, { told, after: record }, changed)
  return record
}

export const removeRecords = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  records: readonly R[],
): Promise<void> => {
  const ids = records.map((record) => record[kind.id] as string)
  await rowsOf(
    tx,
    fragment`delete from ${fragment.raw(kind.table)}
    where tenant_id = ${tx.tenantId} and ${fragment.raw(idColumn(kind))} ${fragment.among(ids)}`,
  )
  await removeExternalIds(tx, kind, records)
  if (kind.isTalkedAbout) await removeConversations(tx, ids)
  tx.growth.records -= records.length
  for (const record of records) tellChange(tx, kind, { before: record, after: null }, [])
}

export const removeRecord = <R extends Versioned>(tx: TenantTx, kind: RecordKind<R>, record: R): Promise<void> =>
  removeRecords(tx, kind, [record])

const inGraphNames = <R extends Versioned>({ graphNames }: RecordKind<R>, fields: readonly string[]): string[] => {
  const names = fields.map((field) => (field in graphNames ? graphNames[field as keyof R & string] : field))
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}

/** Reports a change to the change feed, with the viewers before and after it. */
export const tellChange = <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  { before, after }: { readonly before: R | null; readonly after: R | null },
  fieldList: readonly string[],
): void => {
  const told = after ?? before
  if (kind.entity === null || told === null) return
  tx.changes.push({
    entity: kind.entity,
    entityId: told[kind.id] as string,
    parentId: kind.parent?.(told) ?? null,
    kind: before === null ? 'CREATED' : after === null ? 'DELETED' : 'UPDATED',
    version: after?.version ?? told.version + 1,
    fieldList: inGraphNames(kind, fieldList),
    reminder: null,
    viewersBefore: before === null ? [] : kind.viewers(before),
    viewersAfter: after === null ? [] : kind.viewers(after),
  })
}

/**
 * Reports that somebody wrote about a record, or read what was written. Its version stays: nobody's change of the record
 * is refused because of it (ADR 151).
 */
export const tellConversation = <R extends Versioned>(tx: TenantTx, kind: RecordKind<R>, record: R): void => {
  tellChange(tx, kind, { before: record, after: record }, [CONVERSATION_FIELD])
}

/**
 * Writes who sees a record, and nothing else: version and time stay, and only those whom it enters or leaves are told.
 * Others learn nothing of one another (threats row 243).
 */
export const changeSight = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  before: R,
  changes: Changes<R>,
): Promise<R> => {
  if (changedFields(before, { ...before, ...changes }).length === 0) return before
  const record: R = { ...before, ...changes }
  await writeRow(tx, kind, record)
  const told = toldAlready(tx, kind, before)
  if (told >= 0) tellMore(tx, kind, { told, after: record }, [])
  else tellSight(tx, kind, record, { before: kind.viewers(before), after: kind.viewers(record) })
  return record
}

/** Told to those alone whom the record enters or leaves. */
export const tellSight = <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  record: R,
  { before, after }: { readonly before: readonly Viewer[]; readonly after: readonly Viewer[] },
): void => {
  if (kind.entity === null) return
  tx.changes.push({
    entity: kind.entity,
    entityId: record[kind.id] as string,
    parentId: kind.parent?.(record) ?? null,
    kind: SIGHT,
    version: record.version,
    fieldList: [],
    reminder: null,
    viewersBefore: before,
    viewersAfter: after,
  })
}

/** Adds to what this transaction tells of a record. */
const tellMore = <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  { told, after }: { readonly told: number; readonly after: R },
  fieldList: readonly string[],
): void => {
  const draft = tx.changes[told] as ChangeDraft
  tx.changes[told] = {
    ...draft,
    fieldList: [...new Set([...draft.fieldList, ...inGraphNames(kind, fieldList)])],
    viewersAfter: kind.viewers(after),
  }
}

/** Reports a new record with every field that is set. */
export const tellCreated = <R extends Versioned>(tx: TenantTx, kind: RecordKind<R>, record: R): void =>
  tellChange(
    tx,
    kind,
    { before: null, after: record },
    Object.keys(kind.fields).filter((field) => !(field in VERSION_FIELDS)),
  )
