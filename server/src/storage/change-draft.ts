/** A change as the change feed will report it, collected while its transaction runs. */
import type { ChangeKind, EntityKind } from '../domain/entity-kind.ts'
import type { Viewer } from '../domain/view.ts'

export interface ChangeDraft {
  readonly entity: EntityKind
  readonly entityId: string
  readonly kind: ChangeKind
  readonly version: number
  readonly fieldList: readonly string[]
  readonly viewersBefore: readonly Viewer[]
  readonly viewersAfter: readonly Viewer[]
}
