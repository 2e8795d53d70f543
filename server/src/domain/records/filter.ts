/**
 * What a list of records can be searched by. A condition is answered by an index, or rows are looked through for it,
 * which costs (threats row 97). Every list also has `externalId` and `updatedSince`.
 */
import type { Scope } from '../scopes.ts'
import type { Enumeration } from './field.ts'

export interface FilterOptions {
  /** An index answers it; else rows are looked through for it. */
  readonly isIndexed?: boolean
  /** What the argument reveals needs its scope. */
  readonly needs?: readonly [Scope, ...Scope[]]
  readonly needsByValue?: Readonly<Record<string, Scope>>
  readonly says?: string
}

/** How a filter compares, and with which field; `joined`: a hook of the store writes the condition. */
export type Filter<F extends string = string> =
  | ({ readonly by: 'ids' } & FilterOptions)
  | ({ readonly by: 'among' | 'equal' | 'least' | 'before' | 'lists' | 'present'; readonly field: F } & FilterOptions)
  | ({ readonly by: 'overlap'; readonly from: F; readonly to: F; readonly maxDays: number } & FilterOptions)
  | ({ readonly by: 'text'; readonly fields: readonly F[] } & FilterOptions)
  | ({
      readonly by: 'joined'
      readonly type: JoinedType
      readonly words?: Enumeration
      readonly maxDays?: number
    } & FilterOptions)

/** What the argument of a joined filter is. */
export type JoinedType = 'id' | 'text' | 'texts' | 'day' | 'words' | 'interval' | 'truth' | 'airport'

/** The records of these ids; unknown ones are left out. */
export const byId = { by: 'ids', isIndexed: true } as const

export const among = <const F extends string, const O extends FilterOptions>(field: F, options?: O) =>
  ({ by: 'among', field, ...options }) as const

export const before = <const F extends string>(field: F, options?: FilterOptions) =>
  ({ by: 'before', field, ...options }) as const

/** A condition that a hook of the store writes. */
export const joined = <const T extends JoinedType>(
  type: T,
  options?: FilterOptions & { readonly words?: Enumeration; readonly maxDays?: number },
) => ({ by: 'joined', type, ...options }) as const
