/**
 * What a list of records can be searched by. A condition is answered by an index, or rows are looked through for it,
 * which costs (threats row 97). Every list also has `externalId` and `updatedSince`.
 */
import type { Scope } from '../scopes.ts'
import type { Enumeration } from './field.ts'

export interface FilterOptions {
  /** An index answers it; else rows are looked through for it. */
  readonly isIndexed?: boolean
  /** The index that answers it has the list's order. */
  readonly keepsOrder?: boolean
  /** It finds few rows, wherever they stand in the list's order: they are sorted once they are found. */
  readonly findsFew?: boolean
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
      /** What the argument is, where a hook of the graph makes the value of it. */
      readonly given?: 'text'
      readonly words?: Enumeration
      readonly maxDays?: number
    } & FilterOptions)

/** What the condition of a joined filter gets: `wordsNow` the words and the time of the request. */
export type JoinedType =
  | 'id'
  | 'airport'
  | 'word'
  | 'text'
  | 'texts'
  | 'day'
  | 'wordsNow'
  | 'interval'
  | 'truth'
  | 'whole'
  | 'time'

/** The records of these ids; unknown ones are left out. */
export const byId = { by: 'ids', isIndexed: true, findsFew: true } as const

export const among = <const F extends string, const O extends FilterOptions>(field: F, options?: O) =>
  ({ by: 'among', field, ...options }) as const

export const equal = <const F extends string>(field: F, options?: FilterOptions) =>
  ({ by: 'equal', field, ...options }) as const

export const atLeast = <const F extends string>(field: F, options?: FilterOptions) =>
  ({ by: 'least', field, ...options }) as const

export const before = <const F extends string>(field: F, options?: FilterOptions) =>
  ({ by: 'before', field, ...options }) as const

/** A list of words that has one of these. */
export const lists = <const F extends string>(field: F, options?: FilterOptions) =>
  ({ by: 'lists', field, ...options }) as const

/** Whether the field is set. */
export const present = <const F extends string>(field: F, options?: FilterOptions) =>
  ({ by: 'present', field, ...options }) as const

/** What meets an interval: an index answers its start, rows are looked through for its end. */
export const overlap = <const F extends string>(from: F, to: F, maxDays: number, options?: FilterOptions) =>
  ({ by: 'overlap', from, to, maxDays, ...options }) as const

/** A text with * and ? in one of the fields. */
export const wildcard = <const F extends string>(fields: readonly F[], options?: FilterOptions) =>
  ({ by: 'text', fields, ...options }) as const

interface JoinedOptions extends FilterOptions {
  readonly given?: 'text'
  readonly words?: Enumeration
  readonly maxDays?: number
}

/** A condition that a hook of the store writes. */
export const joined = <const T extends JoinedType, const O extends JoinedOptions = object>(type: T, options?: O) =>
  ({ by: 'joined', type, ...(options ?? ({} as O)) }) as const
