/** The imports that can still be undone, and the undoing of one (data §4.11). For administrators who are signed in. */

import { spendImport } from '../../../../services/operations/import/import-allowance.ts'
import type { ImportKindName } from '../../../../services/operations/import/import-file.ts'
import {
  KEPT_REASONS,
  type KeptRecord,
  MAX_KEPT_TOLD,
  type UndoneImport,
  undoImport,
} from '../../../../services/operations/import/undo-import.ts'
import { IMPORT_UNDO_HOURS, undoableSince, undoableUntil } from '../../../../services/operations/import/undo-window.ts'
import { type ImportRun, importsSince } from '../../../../storage/operations/import/imports.ts'
import { noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { usually } from '../../../operation/list-size.ts'
import { payload } from '../../../payload.ts'
import { signedInUser } from '../../../signed-in-user.ts'
import { Actor } from '../../actor.ts'
import { askedLog, type Page, PageInfo, PageInput, pageOf } from '../../page.ts'
import { IMPORTS, ImportKind } from './import-kinds.ts'
import { placeOfImport } from './place-of-import.ts'

const Import = builder.objectRef<ImportRun>('Import').implement({
  ...noScope,
  description: 'A file that was imported, for as long as it can be undone.',
  fields: (t) => ({
    importId: t.id({ resolve: ({ importId }) => importId }),
    kind: t.field({ type: ImportKind, resolve: ({ kind }) => kind as ImportKindName }),
    fileName: t.exposeString('fileName', { nullable: true }),
    at: t.field({ type: 'DateTime', resolve: ({ createdAt }) => createdAt }),
    by: t.field({ type: Actor, nullable: true, resolve: ({ madeBy }) => madeBy }),
    createdCount: t.exposeInt('createdCount'),
    updatedCount: t.exposeInt('updatedCount'),
    canBeUndoneUntil: t.field({ type: 'DateTime', resolve: undoableUntil }),
    undoneAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ undoneAt }) => undoneAt }),
  }),
})

const KeptReason = builder.enumType('ImportKeptReason', { values: KEPT_REASONS })

const Kept = builder.objectRef<KeptRecord>('ImportKeptRecord').implement({
  ...noScope,
  fields: (t) => ({
    recordId: t.id({ resolve: ({ recordId }) => recordId }),
    name: t.exposeString('name'),
    reason: t.expose('reason', {
      type: KeptReason,
      description: 'Somebody changed it since, or another record names it.',
    }),
  }),
})

const Undone = builder.objectRef<UndoneImport>('ImportUndone').implement({
  ...noScope,
  fields: (t) => ({
    removedCount: t.exposeInt('removed'),
    updatedCount: t.exposeInt('changed', { description: 'Records that the import changed: they stay as they are.' }),
    keptCount: t.exposeInt('keptCount'),
    keptList: t.field({
      ...usually(5),
      type: [Kept],
      description: `What the import added and could not be removed, ${MAX_KEPT_TOLD} at most.`,
      resolve: ({ kept }) => [...kept],
    }),
  }),
})

const ImportPage = builder.objectRef<Page<ImportRun>>('ImportPage').implement({
  ...noScope,
  fields: (t) => ({
    nodeList: t.field({ type: [Import], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

builder.queryField('importList', (t) =>
  t.field({
    ...IMPORTS,
    description: `The files that were imported in the last ${IMPORT_UNDO_HOURS} hours, undone ones too, the latest first.`,
    type: ImportPage,
    args: { page: t.arg({ type: PageInput }) },
    resolve: async (_root, { page }, { reader }) => {
      const asked = askedLog('importList', page, null)
      const runs = await importsSince(reader, undoableSince(await reader.now()), asked.before, asked.size + 1)
      return pageOf(runs, asked, ({ createdAt, importId }) => [createdAt, importId])
    },
  }),
)

const ImportUndoPayload = payload<{ readonly undone: UndoneImport | null }>('ImportUndoPayload', (t) => ({
  undone: t.expose('undone', { type: Undone, nullable: true }),
}))

builder.mutationField('recordsImportUndo', (t) =>
  mutation(t, {
    ...IMPORTS,
    description:
      'Removes what an import added, where nobody changed or used it since, and names what stays. Counts as an import. For administrators who are signed in.',
    type: ImportUndoPayload,
    args: { importId: t.arg.id({ required: true }) },
    run: async (args, context, key) => {
      await spendImport(context.at, signedInUser(context).user.user_id, key)
      return { undone: await undoImport(placeOfImport(context), String(args.importId), key) }
    },
  }),
)
