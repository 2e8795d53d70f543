/**
 * What each kind of versioned record declares: its table and fields, who sees a row, and who is notified of a change.
 */
import type { EntityKind } from '../domain/entity-kind.ts'
import type { Versioned } from '../domain/versioned.ts'
import type { View, Viewer } from '../domain/view.ts'
import type { Encoding, RowKind } from './columns.ts'
import { type Fragment, fragment } from './engines/fragment.ts'

export type Condition = Fragment

export interface RecordKind<R extends Versioned> extends RowKind<R> {
  /** The noun used in messages. */
  readonly noun: string
  readonly id: keyof R & string
  /**
   * Names of fields in the GraphQL schema where they differ from the record's; null for a field that the schema does
   * not have. The change feed uses the names of the schema.
   */
  readonly graphNames: Readonly<Partial<Record<keyof R & string, string | null>>>
  /** Name in the change feed; null where the change is reported with another record. */
  readonly entity: EntityKind | null
  /** What a record belongs to, where it belongs to another one. */
  readonly parent?: (record: R) => string | null
  /** The field that names the one user whose record it is: nobody else sees it, not even the operator. */
  readonly owner?: keyof R & string
  /** Messages about it go with it. */
  readonly isTalkedAbout?: true
  /** Rows that a view does not see whichever part of the operator it sees; absent or null where there are none. */
  readonly withheld?: (view: View) => Condition | null
  /** Which rows a view narrower than the whole operator sees. */
  readonly visible: (view: Exclude<View, { of: 'operator' }>, tenantId: string) => Condition
  /** The column that names the aircraft of whose keys it is seen, where one does. */
  readonly aircraftColumn?: string
  /** Which viewers see this record: the rule of `visible`, for the change feed. */
  readonly viewers: (record: R) => readonly Viewer[]
}

/** Fields that every kind has. */
export const VERSION_FIELDS: Readonly<Record<keyof Versioned, Encoding>> = {
  version: 'plain',
  createdAt: 'plain',
  updatedAt: 'plain',
  createdBy: 'json',
  updatedBy: 'json',
  externalIdList: 'json',
}

export const NOTHING: Condition = fragment`1 = 0`
export const ALL: Condition = fragment`1 = 1`

/**
 * Whether another table has a row for this one: looked for by an index, row by row. `in (select …)` and `exists` let a
 * store read that table first, whole, for a page of one row, and nobody would count it (threats row 546).
 */
export const hasOne = (from: Condition): Condition => fragment`coalesce((select 1 from ${from} limit 1), 0) = 1`

export const oneOf = (column: string, values: readonly (string | number)[]): Condition =>
  fragment`${fragment.raw(column)} ${fragment.among(values)}`

/**
 * A column to order by that no index is read for: where a few ids select the rows, the embedded store would else walk
 * all rows of the tenant in the order of the list. On PostgreSQL it must be one of numbers.
 */
export const sortedAfterwards = (column: string): string => `+${column}`
