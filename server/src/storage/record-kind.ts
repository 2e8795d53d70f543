/** What a kind of versioned record declares once: its table and fields, who sees a row and who is told of a change. */
import type { EntityKind } from '../domain/entity-kind.ts'
import type { Versioned } from '../domain/versioned.ts'
import type { View, Viewer } from '../domain/view.ts'
import type { Encoding, RowKind } from './columns.ts'
import { type Fragment, fragment } from './engines/fragment.ts'

export type Condition = Fragment

export interface RecordKind<R extends Versioned> extends RowKind<R> {
  /** What it is called in a sentence. */
  readonly noun: string
  readonly id: keyof R & string
  /** Fields that the graph calls otherwise, or (null) does not show: the change feed speaks the graph's names. */
  readonly graphNames: Readonly<Partial<Record<keyof R & string, string | null>>>
  /** Its name in the change feed; null where another record's change tells of it. */
  readonly entity: EntityKind | null
  /** Which rows a view other than the operator's sees. */
  readonly visible: (view: Exclude<View, { of: 'operator' }>, tenantId: string) => Condition
  /** Which viewers see this record: the same rule as `visible`, for the change feed. */
  readonly viewers: (record: R) => readonly Viewer[]
}

/** Fields of every kind; `changeRecord` writes them. */
export const VERSION_FIELDS: Readonly<Record<keyof Versioned, Encoding>> = {
  version: 'plain',
  createdAt: 'plain',
  updatedAt: 'plain',
}

export const NOTHING: Condition = fragment`1 = 0`
export const ALL: Condition = fragment`1 = 1`

export const oneOf = (column: string, values: readonly (string | number)[]): Condition =>
  fragment`${fragment.raw(column)} ${fragment.among(values)}`
