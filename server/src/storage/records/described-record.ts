/**
 * A described record in the store: its columns and encodings, who sees a row and who is told of a change, and its list
 * in the described order. What joins other tables is given as hooks.
 */
import type { AnyDescription, NarrowView, RecordOf } from '../../domain/records/description.ts'
import { type Field, shownName } from '../../domain/records/field.ts'
import type { Filter } from '../../domain/records/filter.ts'
import type { Versioned } from '../../domain/versioned.ts'
import {
  aircraftViewer,
  buyerViewer,
  FLEET_VIEWER,
  isInsideView,
  personViewer,
  type View,
  type Viewer,
} from '../../domain/view.ts'
import { compileWildcard } from '../../domain/wildcard.ts'
import { type Encoding, tableOf } from '../columns.ts'
import type { Looking } from '../counted-search.ts'
import { fragment } from '../engines/fragment.ts'
import { withExternalId } from '../external-ids.ts'
import { amongOffered } from '../oauth/offered-aircraft.ts'
import {
  ALL,
  type Condition,
  NOTHING,
  oneOf,
  type RecordKind,
  sortedAfterwards,
  VERSION_FIELDS,
} from '../record-kind.ts'
import { type ListPart, selectRecords } from '../records.ts'
import type { ViewReader } from '../view.ts'
import {
  type AnySearch,
  columnOf,
  type JoinedCondition,
  type JoinedConditions,
  matcherOf,
  orderColumn,
  type SearchOf,
} from './described-search.ts'

type ViewOf<N extends NarrowView> = Extract<View, { readonly of: N }>

/** The conditions of the views whose sight is `joined`: one for each, and no other. */
type JoinedSights<D extends AnyDescription> = {
  readonly [N in NarrowView as D['visible'][N] extends 'joined' ? N : never]: (
    view: ViewOf<N>,
    tenantId: string,
  ) => Condition
}

interface StoreHooks<D extends AnyDescription> {
  readonly visible: JoinedSights<D>
  readonly filters: JoinedConditions<D>
  /** Rows that a view does not see whichever part of the operator it sees. */
  readonly withheld?: (view: View) => Condition | null
  /** The field that names the aircraft of whose keys it is seen, where `visible` says no more than that. */
  readonly aircraftField?: keyof D['fields'] & string
  /** Viewers beyond those that follow from `visible`. */
  readonly viewers?: (record: RecordOf<D>) => readonly Viewer[]
}

/** A kind of record whose list follows from its description. */
export interface DescribedRecord<D extends AnyDescription, R extends Versioned = RecordOf<D>> extends RecordKind<R> {
  readonly description: D
  /** A page of the list, in its order. */
  readonly page: (reader: ViewReader, search: SearchOf<D>, part: ListPart<R>) => Promise<R[]>
  /** What a search asks for, as conditions, for sums over all that it finds. */
  readonly matching: (reader: ViewReader, search: SearchOf<D>) => readonly Condition[]
  /** Where a row stands in that order. */
  readonly position: (record: R) => readonly (string | number)[]
}

const ENCODINGS: Readonly<Record<Field['type'], Encoding>> = {
  id: 'plain',
  text: 'plain',
  whole: 'plain',
  decimal: 'plain',
  truth: 'truth',
  day: 'plain',
  time: 'plain',
  word: 'plain',
  words: 'json',
  airport: 'plain',
  value: 'json',
  values: 'json',
}

const fieldsOf = ({ id, fields }: AnyDescription): Readonly<Record<string, Encoding>> => ({
  [id.field]: 'plain',
  ...Object.fromEntries(Object.entries(fields).map(([key, { type }]) => [key, ENCODINGS[type]])),
  ...VERSION_FIELDS,
})

const graphNamesOf = ({ fields }: AnyDescription): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const name = shownName(key, field)
      return name === key ? [] : [[key, name]]
    }),
  )

type AnySight = (view: never, tenantId: string) => Condition

const sightOf = (
  { file, visible }: AnyDescription,
  table: string,
  joined: Readonly<Partial<Record<string, AnySight>>>,
): RecordKind<Versioned>['visible'] => {
  const sightOfView = (of: NarrowView): AnySight => {
    const sight = visible[of]
    if (sight === 'all') return () => ALL
    if (sight === 'none') return () => NOTHING
    if (sight === 'joined') {
      const condition = joined[of]
      if (!condition) throw new Error(`${file}: the store does not say what ${of} sees`)
      return condition
    }
    if ('offered' in sight) {
      const column = fragment.raw(columnOf(table, sight.offered))
      return (view: ViewOf<'buyer'>, tenantId) => fragment`${column} ${amongOffered(tenantId, view.buyer)}`
    }
    const column = columnOf(table, sight.own)
    const value = { buyer: 'buyer', provider: 'provider', person: 'userId' } as const
    if (of === 'aircraft') return (view: ViewOf<'aircraft'>) => oneOf(column, view.aircraftIds)
    const name = value[of]
    return (view: Readonly<Record<string, string>>) => fragment`${fragment.raw(column)} = ${view[name] as string}`
  }
  const sights = {
    aircraft: sightOfView('aircraft'),
    buyer: sightOfView('buyer'),
    provider: sightOfView('provider'),
    person: sightOfView('person'),
  }
  return (view, tenantId) => sights[view.of](view as never, tenantId)
}

/** The rule of `visible`, for the change feed. A person's own records are told apart (own-changes.ts). */
const viewersOf = ({
  file,
  visible,
  owner,
}: AnyDescription): ((record: Readonly<Record<string, unknown>>) => Viewer[]) => {
  if (owner !== undefined) return (record) => [personViewer(record[owner] as string)]
  const { aircraft, buyer, provider } = visible
  // Buyers find what is of their aircraft under the aircraft's own name (change-feed.ts).
  if (buyer === 'all') throw new Error(`${file}: the change feed tells buyers of the aircraft that are offered to them`)
  const ownField = (sight: typeof aircraft) => (typeof sight === 'object' && 'own' in sight ? sight.own : null)
  const [ofAircraft, ofBuyer] = [ownField(aircraft), ownField(buyer)]
  return (record) => [
    ...(provider === 'all' ? [FLEET_VIEWER] : []),
    ...(ofAircraft === null ? [] : [aircraftViewer(record[ofAircraft] as string)]),
    ...(ofBuyer === null || record[ofBuyer] === null ? [] : [buyerViewer(record[ofBuyer] as string)]),
  ]
}

/** The part of a record's parent in the change feed. */
const parentOf = ({ fields }: AnyDescription): string | null =>
  Object.entries(fields).find(([, { options }]) => options.parent !== undefined)?.[0] ?? null

const SEARCH_BATCH = 1000

type Row = Versioned & Readonly<Record<string, unknown>>

/** Whether an index answers it that has the list's order: it says from where to where the rows stand in it. */
const keepsOrder = (filter: Filter, ordered: string): boolean =>
  filter.by === 'overlap'
    ? filter.from === ordered
    : filter.by === 'before' || filter.by === 'least'
      ? filter.field === ordered
      : filter.keepsOrder === true

/** What the list of a kind does, whatever its type. */
const listOf = (
  description: AnyDescription,
  kind: RecordKind<Row>,
  joined: Readonly<Partial<Record<string, JoinedCondition>>>,
) => {
  const { table } = kind
  const { order, id, filters } = description
  const matchers = Object.entries(filters).flatMap(([name, filter]) => {
    const matcher = matcherOf(description, table, filter, joined[name])
    const asksOthers = filter.by === 'joined' && filter.type !== 'airport'
    if (matcher === null) return []
    const findsFew = filter.findsFew === true
    return [{ name, matcher, asksOthers, findsFew, by: filter.by, keepsOrder: keepsOrder(filter, order.field) }]
  })
  const text = Object.entries(filters).find(([, { by }]) => by === 'text')
  const searched = text?.[1].by === 'text' ? text[1].fields : []
  const updatedAt = fragment.raw(`${table}.updated_at`)
  const orderBy = [orderColumn(table, order), columnOf(table, id.field)]
  const sortedBy = orderBy.map(sortedAfterwards)

  const matching = (reader: ViewReader, search: AnySearch) => {
    const { externalId, updatedSince } = search
    // Who does not see an id does not find by it either (threats row 307).
    const isFound = description.writtenBy !== 'operator' || isInsideView(reader.view)
    const where = externalId ? [isFound ? withExternalId(kind, externalId, reader) : NOTHING] : []
    const lookedThrough = typeof updatedSince === 'number' ? [fragment`${updatedAt} >= ${updatedSince}`] : []
    let looking: Looking = 'compared'
    const given = matchers.filter(({ name }) => search[name] !== null && search[name] !== undefined)
    const few = given.filter(({ findsFew }) => findsFew)
    // Of several indexes a store may take the one that finds more, whose rows nobody counts: it is left one.
    const taken = few.find(({ by }) => by === 'ids') ?? few.find(({ by }) => by !== 'joined') ?? few[0]
    const isNamed = Boolean(externalId) || taken?.by === 'ids'
    const isFew = isNamed || taken !== undefined
    let isInOrder = !isFew
    for (const each of given) {
      const { indexed, scanned } = each.matcher(search[each.name] as never, reader, search)
      if (indexed.length > 0 && !each.keepsOrder) isInOrder = false
      const isTaken = each === taken ? !externalId : !isFew
      if (isTaken) where.push(...indexed)
      lookedThrough.push(...(isTaken ? scanned : [...indexed, ...scanned]))
      if (each.asksOthers && scanned.length > 0) looking = 'examined'
    }
    return {
      where,
      lookedThrough,
      looking,
      // What is named is as many as were asked for, or one.
      isSorted: isFew && !isNamed,
      isInOrder,
      orderBy: isFew && reader.kind === 'sqlite' ? sortedBy : orderBy,
    }
  }

  const position = (record: Row): readonly (string | number)[] => [
    (record[order.field] ?? order.endless) as string | number,
    record[id.field] as string,
  ]

  const rows = (reader: ViewReader, search: AnySearch, { columns, ...part }: ListPart<Row>): Promise<Row[]> =>
    selectRecords(reader, kind, {
      columns: columns.with(order.field),
      ...matching(reader, search),
      ...part,
    })

  /** Reads rows in order, batch by batch, until enough match the text to fill the page. */
  const page = async (reader: ViewReader, search: AnySearch, part: ListPart<Row>): Promise<Row[]> => {
    const pattern = text === undefined ? null : (search[text[0]] as string | null | undefined)
    if (!pattern) return rows(reader, search, part)
    const matches = compileWildcard(pattern)
    const columns = part.columns.with(...searched)
    const found: Row[] = []
    let { after } = part
    while (found.length < part.most) {
      const batch = await rows(reader, search, { ...part, columns, after, most: SEARCH_BATCH })
      found.push(
        ...batch.filter((row) => searched.some((field) => row[field] !== null && matches(row[field] as string))),
      )
      reader.looked?.addExamined(batch.length)
      const last = batch.at(-1)
      if (!last || batch.length < SEARCH_BATCH) break
      after = position(last)
    }
    return found.slice(0, part.most)
  }

  const conditions = (reader: ViewReader, search: AnySearch): readonly Condition[] => {
    const { where, lookedThrough } = matching(reader, search)
    return [...where, ...lookedThrough]
  }

  return { page, position, matching: conditions }
}

/** What belongs to one user is withheld from every view but a person's. */
const ownedSight = (view: View): Condition | null => (view.of === 'person' ? null : NOTHING)

/** Derives the store's part of a description. What is derived is made here, once; reading a row interprets nothing. */
export const describedRecord = <D extends AnyDescription>(
  description: D,
  { visible, filters, withheld, viewers, aircraftField }: StoreHooks<D>,
): DescribedRecord<D> => {
  const derived = viewersOf(description)
  const parent = parentOf(description)
  const table = tableOf(description)
  const { aircraft } = description.visible
  const seenBy = typeof aircraft === 'object' && 'own' in aircraft ? aircraft.own : aircraftField
  const aircraftColumn = seenBy === undefined ? undefined : columnOf(table, seenBy)
  const kind: RecordKind<Row> = {
    table,
    noun: description.noun,
    id: description.id.field,
    entity: description.entity as RecordKind<Row>['entity'],
    graphNames: graphNamesOf(description),
    fields: fieldsOf(description) as RecordKind<Row>['fields'],
    ...(parent === null ? {} : { parent: (record: Row) => record[parent] as string | null }),
    ...(withheld ? { withheld } : {}),
    ...(description.conversation ? { isTalkedAbout: true as const } : {}),
    ...(description.owner === undefined ? {} : { owner: description.owner, withheld: ownedSight }),
    ...(aircraftColumn === undefined ? {} : { aircraftColumn }),
    visible: sightOf(description, table, visible),
    viewers: viewers
      ? (record) => [...derived(record), ...viewers(record as unknown as RecordOf<D>)]
      : (record) => derived(record),
  }
  const list = listOf(description, kind, filters as Readonly<Record<string, JoinedCondition>>)
  return { description, ...kind, ...list } as unknown as DescribedRecord<D>
}
