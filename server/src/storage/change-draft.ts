/** A change as the change feed will report it, collected while its transaction runs. */
import type { ChangeKind, EntityKind, ReminderKind } from '../domain/entity-kind.ts'
import type { Viewer } from '../domain/view.ts'

/** Nothing of the record changed, but who sees it: told to those alone whom it enters or leaves. */
export const SIGHT = 'SIGHT'

export interface ChangeDraft {
  readonly entity: EntityKind
  readonly entityId: string
  /** What the record belongs to, e.g. the crew member of a duty; told on deletes too. */
  readonly parentId: string | null
  readonly kind: ChangeKind | typeof SIGHT
  readonly version: number
  readonly fieldList: readonly string[]
  /** Of a REMINDER: which, and when it was due. */
  readonly reminder: { readonly kind: ReminderKind; readonly dueAt: number } | null
  readonly viewersBefore: readonly Viewer[]
  readonly viewersAfter: readonly Viewer[]
}

/** What a transaction knows of people's own records, until their changes are filed. */
export interface OwnChanges {
  /** How many of the transaction's changes were filed for the people they concern. */
  filed: number
  /** Who was on a flight before this transaction replaced its crew. */
  readonly crewBefore: Map<string, readonly string[]>
}
