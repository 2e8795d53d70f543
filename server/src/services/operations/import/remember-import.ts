/** Keeps what an import added, so that it can be undone; the next part of a long file joins the import of the first. */
import { addSeconds } from '../../../domain/clock.ts'
import type { EntityKind } from '../../../domain/entity-kind.ts'
import { IMPORT_UNDO_SECONDS } from '../../../domain/limits.ts'
import { userError } from '../../../domain/user-error.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import {
  type Addition,
  countMore,
  insertAdditions,
  insertImport,
  lockImport,
  moveAddition,
} from '../../../storage/operations/import/imports.ts'
import { newId, type Randomness } from '../../world.ts'

export interface Remembered {
  readonly kind: string
  readonly entity: EntityKind | null
  readonly fileName: string | null
  readonly created: number
  readonly updated: number
  /** The import that this is the next part of. */
  readonly importId: string | null
}

/** Only who began an import goes on with it, with the same kind of records, while it can be undone. */
const refuseOther = async (tx: TenantTx, importId: string, kind: string): Promise<void> => {
  const run = await lockImport(tx, importId)
  const isOwn = run?.madeBy?.kind === tx.author?.kind && run?.madeBy?.id === tx.author?.id
  const isOpen = run?.undoneAt === null && run.createdAt > addSeconds(await tx.now(), -IMPORT_UNDO_SECONDS)
  if (!run || !isOwn || !isOpen || run.kind !== kind) {
    throw userError('NOT_FOUND', 'There is no such import of yours to go on with: begin a new one', ['importId'])
  }
}

const told = (tx: TenantTx, entity: EntityKind | null, kind: 'CREATED' | 'UPDATED'): Addition[] =>
  tx.changes
    .filter((change) => change.entity === entity && change.kind === kind)
    .map(({ entityId, version }) => ({ recordId: entityId, version }))

/** In the transaction of the import, after its last line. Null where it changed nothing. */
export const rememberImport = async (
  tx: TenantTx,
  world: Randomness,
  { kind, entity, fileName, created, updated, importId: begun }: Remembered,
): Promise<string | null> => {
  if (begun !== null) await refuseOther(tx, begun, kind)
  if (created + updated === 0) return begun
  const importId = begun ?? newId(world, 'imp')
  const counts = { importId, createdCount: created, updatedCount: updated }
  if (begun === null) await insertImport(tx, { kind, fileName, ...counts })
  else await countMore(tx, counts)
  await insertAdditions(tx, importId, told(tx, entity, 'CREATED'))
  // A flight of this part may put one of an earlier part at risk: that is no change by somebody.
  if (begun !== null) for (const addition of told(tx, entity, 'UPDATED')) await moveAddition(tx, importId, addition)
  return importId
}
