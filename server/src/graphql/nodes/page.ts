/** Pagination: page size, cursor, and whether more rows follow. */
import { hash } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../domain/limits.ts'
import type { LogPosition } from '../../storage/log-search.ts'
import type { ListRange } from '../../storage/records.ts'
import { noScope } from '../access-declaration.ts'
import { type Builder, builder } from '../builder.ts'

interface PageInfoValue {
  readonly endCursor: string | null
  readonly hasMore: boolean
}

/** Every graph has these types of its own. */
export const pageTypes = (graph: Builder, declared: typeof noScope) => ({
  PageInput: graph.inputType('PageInput', {
    fields: (t) => ({
      first: t.int({ defaultValue: DEFAULT_PAGE_SIZE, description: `1 to ${MAX_PAGE_SIZE}.` }),
      after: t.string({ description: 'The endCursor of the page before, of the same list, direction and filter.' }),
      isDescending: t.boolean({
        defaultValue: false,
        description: "The list's own order, turned round. Logs are always newest first.",
      }),
    }),
  }),
  PageInfo: graph.objectRef<PageInfoValue>('PageInfo').implement({
    ...declared,
    fields: (t) => ({
      endCursor: t.exposeString('endCursor', { nullable: true }),
      hasMore: t.exposeBoolean('hasMore'),
    }),
  }),
})

export const { PageInput, PageInfo } = pageTypes(builder, noScope)

export interface Page<T> {
  readonly nodeList: readonly T[]
  readonly pageInfo: PageInfoValue
}

/** An error for an argument that has the right type but an invalid value. */
export const badInput = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })

export const pageSize = (first: number | null | undefined): number => {
  const size = first ?? DEFAULT_PAGE_SIZE
  if (size < 1 || size > MAX_PAGE_SIZE) {
    throw badInput(`first must be from 1 to ${MAX_PAGE_SIZE}, not ${size}.`)
  }
  return size
}

/** Twice what the longest of ours have. */
const MAX_CURSOR = 500

/** A cursor is the position of a row, opaque to clients. */
const cursorOf = (position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

const refuseCursor = (argument = 'after'): never => {
  throw badInput(
    `${argument} is not a cursor of this list, direction and filter: send what it was given for, or leave it out to start anew.`,
  )
}

/** Refuses values that no column can hold, because a client may make up a cursor. */
const isStorable = (part: string | number): boolean =>
  typeof part === 'number' ? Number.isSafeInteger(part) : !part.includes('\u0000') && part.isWellFormed()

type Shape = readonly ('number' | 'string')[]

/** The parts of a cursor, checked to fit the column types: `shape` names the type of each part, `argument` who sent it. */
export const positionOf = (
  cursor: string | null | undefined,
  shape: Shape,
  argument?: string,
): readonly (string | number)[] | null => {
  if (cursor === null || cursor === undefined) return null
  if (cursor.length > MAX_CURSOR) return refuseCursor(argument)
  let position: unknown
  try {
    position = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return refuseCursor(argument)
  }
  const fits =
    Array.isArray(position) &&
    position.length === shape.length &&
    position.every((part, index) => typeof part === shape[index] && isStorable(part))
  return fits ? (position as (string | number)[]) : refuseCursor(argument)
}

type PageArgument = typeof PageInput.$inferInput | null | undefined

interface AskedPage {
  readonly size: number
  /** List, direction and filter, which every cursor of the page carries: elsewhere its position means other rows. */
  readonly order: string
}

/** The position in a cursor that was made for this order. */
const positionIn = (order: string, page: PageArgument, shape: Shape): readonly (string | number)[] | null => {
  const marked = positionOf(page?.after, ['string', ...shape])
  if (marked === null) return null
  const [madeFor, ...position] = marked
  return madeFor === order ? position : refuseCursor()
}

type Filter = object | null | undefined

/** What a filter asks for, in few characters: the same for equal filters, whatever the order of their lists. */
const markOf = (filter: Filter): string => {
  const asked = JSON.stringify(filter ?? {}, (_name, value: unknown) => {
    if (value === null) return undefined
    return Array.isArray(value) ? value.toSorted() : value
  })
  return asked === '{}' ? '' : hash('sha256', asked, 'base64url').slice(0, 8)
}

const orderOf = (list: string, isDescending: boolean, filter: Filter): string =>
  [list, ...(isDescending ? ['descending'] : []), markOf(filter)].join(' ').trimEnd()

/** Which rows of a list to read for a page: one more than it holds, to see whether more follow. */
export const askedPage = (
  list: string,
  page: PageArgument,
  shape: Shape,
  filter: Filter,
): AskedPage & { range: ListRange } => {
  const size = pageSize(page?.first)
  const isDescending = page?.isDescending ?? false
  const order = orderOf(list, isDescending, filter)
  return { size, order, range: { after: positionIn(order, page, shape), isDescending, most: size + 1 } }
}

/** A page of a log, whose rows are ordered by time and id, newest first whatever the direction asked for. */
export const askedLog = (
  list: string,
  page: PageArgument,
  filter: Filter,
): AskedPage & { before: LogPosition | null } => {
  const size = pageSize(page?.first)
  const order = orderOf(list, false, filter)
  const position = positionIn(order, page, ['number', 'string'])
  return { size, order, before: position && { at: position[0] as number, id: position[1] as string } }
}

/** Builds a page from rows that were read with one more than the page holds. */
export const pageOf = <T>(
  rows: readonly T[],
  { size, order }: AskedPage,
  position: (row: T) => readonly (string | number)[],
): Page<T> => {
  const nodeList = rows.slice(0, size)
  const last = nodeList.at(-1)
  return {
    nodeList,
    pageInfo: {
      endCursor: last === undefined ? null : cursorOf([order, ...position(last)]),
      hasMore: rows.length > size,
    },
  }
}
