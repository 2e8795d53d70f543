/** Pagination: page size, cursor, and whether more rows follow. */
import { GraphQLError } from 'graphql'
import { MAX_PAGE_SIZE, PAGE_SIZE_DEFAULT } from '../../domain/limits.ts'
import type { LogPosition } from '../../storage/log-search.ts'
import { noScope } from '../access-declaration.ts'
import { builder } from '../builder.ts'

export const PageInput = builder.inputType('PageInput', {
  fields: (t) => ({
    first: t.int({ defaultValue: PAGE_SIZE_DEFAULT, description: `1 to ${MAX_PAGE_SIZE}.` }),
    after: t.string({ description: 'The endCursor of the page before.' }),
  }),
})

interface PageInfoValue {
  readonly endCursor: string | null
  readonly hasMore: boolean
}

export const PageInfo = builder.objectRef<PageInfoValue>('PageInfo').implement({
  ...noScope,
  fields: (t) => ({
    endCursor: t.exposeString('endCursor', { nullable: true }),
    hasMore: t.exposeBoolean('hasMore'),
  }),
})

export interface Page<T> {
  readonly nodeList: readonly T[]
  readonly pageInfo: PageInfoValue
}

/** An error for an argument that has the right type but an invalid value. */
export const badInput = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })

export const pageSize = (first: number | null | undefined): number => {
  const size = first ?? PAGE_SIZE_DEFAULT
  if (size < 1 || size > MAX_PAGE_SIZE) {
    throw badInput(`first must be from 1 to ${MAX_PAGE_SIZE}, not ${size}.`)
  }
  return size
}

/** A cursor is the position of a row, opaque to clients. */
export const cursorOf = (position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

const refuseCursor = (): never => {
  throw badInput('after is not a cursor of this list.')
}

/** Refuses values that no column can hold, because a client may make up a cursor. */
const isStorable = (part: string | number): boolean =>
  typeof part === 'number' ? Number.isSafeInteger(part) : !part.includes('\u0000') && part.isWellFormed()

/** The position in a cursor, checked to belong to this list: `shape` names the type of each part. */
export const positionOf = (
  cursor: string | null | undefined,
  shape: readonly ('number' | 'string')[],
): readonly (string | number)[] | null => {
  if (cursor === null || cursor === undefined) return null
  let position: unknown
  try {
    position = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return refuseCursor()
  }
  const fits =
    Array.isArray(position) &&
    position.length === shape.length &&
    position.every((part, index) => typeof part === shape[index] && isStorable(part))
  return fits ? (position as (string | number)[]) : refuseCursor()
}

/** The position in a cursor of a log, whose rows are ordered by time and id. */
export const logPosition = (cursor: string | null | undefined): LogPosition | null => {
  const position = positionOf(cursor, ['number', 'string'])
  return position && { at: position[0] as number, id: position[1] as string }
}

/** Builds a page from rows that were read with one more than the page holds. */
export const pageOf = <T>(
  rows: readonly T[],
  size: number,
  position: (row: T) => readonly (string | number)[],
): Page<T> => {
  const nodeList = rows.slice(0, size)
  const last = nodeList.at(-1)
  return {
    nodeList,
    pageInfo: { endCursor: last === undefined ? null : cursorOf(position(last)), hasMore: rows.length > size },
  }
}
