/** Keeps what an import added, so that it can be undone; the next part of a long file joins the import of the first. */
import type { EntityKind } from '../../../domain/entity-kind.ts'
import { MAX_IMPORT_ADDITIONS } from '../../../domain/limits.ts'
import { userError } from '../../../domain/user-error.ts'
import { changeHead } from '../../../storage/change-feed.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import {
  type Addition,
  countMore,
  type ImportRun,
  insertAdditions,
  insertImport,
  lockImport,
  moveAddition,
} from '../../../storage/operations/import/imports.ts'
import { newId, type Randomness } from '../../world.ts'
import { isUndoable } from './undo-window.ts'

export interface Remembered {
  readonly kind: string
  readonly entity: EntityKind | null
  readonly fileName: string | null
  readonly created: number
  readonly updated: number
  /** The import that this is the next part of. */
  readonly joined: ImportRun | null
}

/** Only who began an import goes on with it, with the same kind of records, while it can be undone. */
export const joinedImport = async (tx: TenantTx, importId: string, kind: string): Promise<ImportRun> => {
  const run = await lockImport(tx, importId)
  const isOwn = run?.madeBy?.kind === tx.author?.kind && run?.madeBy?.id === tx.author?.id
  if (!run || !isOwn || !isUndoable(run, await tx.now()) || run.kind !== kind) {
    throw userError('NOT_FOUND', 'There is no such import of yours to go on with: begin a new one', ['importId'])
  }
  return run
}

const refuseBeyondMost = (joined: ImportRun | null, created: number): void => {
  const most = MAX_IMPORT_ADDITIONS
  const additions = (joined?.createdCount ?? 0) + created
  if (additions <= most) return
  const message = `One import adds at most ${most} records, and this part would make it ${additions}: begin a new import`
  throw userError('LIMIT_EXCEEDED', message, ['importId'])
}

const told = (tx: TenantTx, entity: EntityKind | null, kind: 'CREATED' | 'UPDATED'): Addition[] =>
  tx.changes
    .filter((change) => change.entity === entity && change.kind === kind)
    .map(({ entityId, version }) => ({ recordId: entityId, version }))

/** In the transaction of the import, after its last line. Null where it changed nothing. */
export const rememberImport = async (
  tx: TenantTx,
  world: Randomness,
  { kind, entity, fileName, created, updated, joined }: Remembered,
): Promise<string | null> => {
  refuseBeyondMost(joined, created)
  if (created + updated === 0) return joined?.importId ?? null
  const importId = joined?.importId ?? newId(world, 'imp')
  const counts = { importId, createdCount: created, updatedCount: updated }
  if (joined === null) await insertImport(tx, { kind, fileName, ...counts, changePosition: await changeHead(tx) })
  else await countMore(tx, counts)
  await insertAdditions(tx, importId, told(tx, entity, 'CREATED'))
  // A flight of this part may put one of an earlier part at risk: that is no change by somebody.
  if (joined !== null) for (const addition of told(tx, entity, 'UPDATED')) await moveAddition(tx, importId, addition)
  return importId
}
