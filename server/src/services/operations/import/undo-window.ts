/** How long an import can be undone, and joined by the next part of its file. */
import { addSeconds } from '../../../domain/clock.ts'
import { IMPORT_UNDO_SECONDS } from '../../../domain/limits.ts'
import type { ImportRun } from '../../../storage/operations/import/imports.ts'

export const IMPORT_UNDO_HOURS = IMPORT_UNDO_SECONDS / 3600

/** Imports made after this time can still be undone. */
export const undoableSince = (now: number): number => addSeconds(now, -IMPORT_UNDO_SECONDS)

export const undoableUntil = ({ createdAt }: Pick<ImportRun, 'createdAt'>): number =>
  addSeconds(createdAt, IMPORT_UNDO_SECONDS)

export const isInUndoWindow = ({ createdAt }: Pick<ImportRun, 'createdAt'>, now: number): boolean =>
  createdAt > undoableSince(now)

/** False for one that was undone already. */
export const isUndoable = (run: Pick<ImportRun, 'createdAt' | 'undoneAt'>, now: number): boolean =>
  run.undoneAt === null && isInUndoWindow(run, now)
