/** The conditions of a search, from what a description says it can be searched by. Made once at start, per filter. */
import type { Interval } from '../../domain/interval.ts'
import { RECORDS } from '../../domain/records/all-records.ts'
import type { AnyDescription } from '../../domain/records/description.ts'
import type { Filter, JoinedType } from '../../domain/records/filter.ts'
import type { ExternalId } from '../../domain/versioned.ts'
import type { View } from '../../domain/view.ts'
import { columnName } from '../columns.ts'
import { fragment } from '../engines/fragment.ts'
import { type Condition, NOTHING, oneOf, sortedAfterwards } from '../record-kind.ts'
import type { ViewReader } from '../view.ts'

interface JoinedValues {
  readonly id: string
  readonly airport: string
  readonly word: string
  readonly text: string
  readonly texts: readonly string[]
  readonly day: string
  readonly wordsNow: WordsNow
  readonly interval: Interval
  readonly truth: boolean
  readonly whole: number
  readonly time: number
}

/** Words whose meaning depends on the time. */
export interface WordsNow {
  readonly words: readonly string[]
  readonly now: number
}

export type ValueOf<X> = X extends { readonly by: 'ids' | 'among' | 'lists' }
  ? readonly string[]
  : X extends { readonly by: 'overlap' }
    ? Interval
    : X extends { readonly by: 'joined'; readonly type: infer T extends JoinedType }
      ? JoinedValues[T]
      : X extends { readonly by: 'present' }
        ? boolean
        : X extends { readonly by: 'text' }
          ? never
          : string | number | boolean

/** What a list is asked for, by the names of the filters; null or absent where nothing is asked. */
export type SearchOf<D extends AnyDescription> = {
  readonly [K in keyof D['filters']]?: ValueOf<D['filters'][K]> | null
} & FoundBy

interface FoundBy {
  readonly externalId?: ExternalId | null
  readonly updatedSince?: number | null
}

/** Any search, where the types of its own filters do not matter. */
export type AnySearch = Readonly<Record<string, unknown>> & FoundBy

/** Writes the condition of a joined filter; what else is asked for may change its meaning. */
export type JoinedCondition<V = never> = (value: V, reader: ViewReader, search: AnySearch) => Condition

/** The hooks of joined filters: one for each, and no other. */
export type JoinedConditions<D extends AnyDescription> = {
  readonly [K in keyof D['filters'] as D['filters'][K] extends { readonly by: 'joined' } ? K : never]: JoinedCondition<
    ValueOf<D['filters'][K]>
  >
}

/** Words that a store reserves. */
const RESERVED: ReadonlySet<string> = new Set(['from', 'to'])

export const columnOf = (table: string, field: string): string => {
  const column = columnName(field)
  return `${table}.${RESERVED.has(column) ? `"${column}"` : column}`
}

/** Matches an item of a JSON list of words that need no escaping, within its text. */
export const listsWord = (column: string, word: string, kind: ViewReader['kind']): Condition => {
  const text = JSON.stringify(word)
  return kind === 'postgres'
    ? fragment`strpos(${fragment.raw(column)}, ${text}) > 0`
    : fragment`instr(${fragment.raw(column)}, ${text}) > 0`
}

export const listsOne = (column: string, words: readonly string[], kind: ViewReader['kind']): Condition =>
  words.length === 0
    ? NOTHING
    : fragment`(${fragment.join(
        words.map((word) => listsWord(column, word, kind)),
        ' or ',
      )})`

/** What is in one of several states, where each is a condition at the time of the request. */
export const inAny =
  (isIn: (word: string, now: number) => Condition) =>
  ({ words, now }: WordsNow): Condition =>
    words.length === 0
      ? NOTHING
      : fragment`(${fragment.join(
          words.map((word) => isIn(word, now)),
          ' or ',
        )})`

/** The conditions of one filter, apart by whether an index answers them. */
interface Matched {
  readonly indexed: readonly Condition[]
  readonly scanned: readonly Condition[]
}

type Matcher = (value: never, reader: ViewReader, search: AnySearch) => Matched

const put = (condition: Condition, isIndexed: boolean | undefined): Matched =>
  isIndexed ? { indexed: [condition], scanned: [] } : { indexed: [], scanned: [condition] }

/** Whether a view sees no record at all of the kind that the field names: then it finds by none either (threats row 556). */
const namesUnseen = ({ fields }: AnyDescription, filter: Filter): ((view: View) => boolean) => {
  const field = filter.by === 'equal' ? fields[filter.field] : undefined
  const named: AnyDescription | undefined = RECORDS.find(({ name }) => name === field?.of)
  return (view) => named !== undefined && view.of !== 'operator' && named.visible[view.of] === 'none'
}

/** The column of a field, or what an absent value counts as where the list is ordered so. */
const comparedColumn = ({ order }: AnyDescription, table: string, field: string): string =>
  order.endless !== undefined && order.field === field ? orderColumn(table, order) : columnOf(table, field)

export const orderColumn = (table: string, { field, endless }: AnyDescription['order']): string =>
  endless === undefined ? columnOf(table, field) : `coalesce(${columnOf(table, field)}, '${endless}')`

export const matcherOf = (
  description: AnyDescription,
  table: string,
  filter: Filter,
  joined: JoinedCondition | undefined,
): Matcher | null => {
  const { isIndexed } = filter
  if (filter.by === 'text') return null
  if (filter.by === 'joined') {
    if (!joined) throw new Error(`${description.file}: the store has no condition for a joined filter`)
    return (value, reader, search) => put(joined(value, reader, search), isIndexed)
  }
  if (filter.by === 'overlap') {
    const [from, to] = [fragment.raw(columnOf(table, filter.from)), fragment.raw(columnOf(table, filter.to))]
    return (interval: Interval) => ({
      indexed: [fragment`${from} < ${interval.to}`],
      scanned: [fragment`${to} > ${interval.from}`],
    })
  }
  const name =
    filter.by === 'ids' ? columnOf(table, description.id.field) : comparedColumn(description, table, filter.field)
  const found = comparing(filter.by, name)
  // Rows are looked through in the order of the list: the embedded store must not read and sort others for it.
  const looked = comparing(filter.by, sortedAfterwards(name))
  const isUnseen = namesUnseen(description, filter)
  return (value, reader) => {
    if (isUnseen(reader.view)) return put(NOTHING, true)
    return put((isIndexed || reader.kind === 'postgres' ? found : looked)(value, reader), isIndexed)
  }
}

type Comparison = Exclude<Filter['by'], 'joined' | 'overlap' | 'text'>

const comparing = (by: Comparison, name: string): ((value: never, reader: ViewReader) => Condition) => {
  const column = fragment.raw(name)
  const conditions: Readonly<Record<Comparison, (value: never, reader: ViewReader) => Condition>> = {
    ids: (ids: readonly string[]) => oneOf(name, ids),
    among: (values: readonly string[]) => oneOf(name, values),
    equal: (value: string | boolean) => fragment`${column} = ${typeof value === 'boolean' ? Number(value) : value}`,
    least: (value: number) => fragment`${column} >= ${value}`,
    before: (value: string) => fragment`${column} < ${value}`,
    lists: (words: readonly string[], { kind }) => listsOne(name, words, kind),
    present: (isPresent: boolean) => (isPresent ? fragment`${column} is not null` : fragment`${column} is null`),
  }
  return conditions[by]
}
