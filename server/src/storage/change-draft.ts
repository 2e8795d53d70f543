/** What the feed will say of a change, gathered while its transaction runs. */
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
