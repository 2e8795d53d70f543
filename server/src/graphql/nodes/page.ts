/** Pages: how many, after which cursor, and whether more follow. */
import { GraphQLError } from 'graphql'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MOST } from '../../domain/limits.ts'
import { noScope } from '../access-declaration.ts'
import { builder } from '../builder.ts'

export const PageInput = builder.inputType('PageInput', {
  fields: (t) => ({
    first: t.int({ defaultValue: PAGE_SIZE_DEFAULT, description: `1 to ${PAGE_SIZE_MOST}.` }),
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

export const pageSize = (first: number | null | undefined): number => {
  const size = first ?? PAGE_SIZE_DEFAULT
  if (size < 1 || size > PAGE_SIZE_MOST) {
    throw new GraphQLError(`first must be from 1 to ${PAGE_SIZE_MOST}, not ${size}.`, {
      extensions: { code: 'BAD_USER_INPUT' },
    })
  }
  return size
}

/** A cursor is the position of a row, opaque to whoever holds it. */
export const cursorOf = (position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

export const positionOf = (cursor: string | null | undefined): readonly unknown[] | null => {
  if (cursor === null || cursor === undefined) return null
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(position)) return position
  } catch {
    // falls through to the refusal
  }
  throw new GraphQLError('after is not a cursor of this list.', { extensions: { code: 'BAD_USER_INPUT' } })
}

/** Of rows asked for one more than the page holds. */
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
