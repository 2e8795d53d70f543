/** Fields of every versioned record. */
import type { Author, Versioned as VersionedRecord } from '../../domain/versioned.ts'
import { isInsideView } from '../../domain/view.ts'
import { builder } from '../builder.ts'
import type { QueryContext } from '../context.ts'
import { usually } from '../operation/list-size.ts'
import { Actor } from './actor.ts'
import { ExternalId, OWN_SYSTEMS, shownExternalIds } from './external-id.ts'

/** The operator and its keys see who wrote a record; an application with a view of its own does not. */
export const shownAuthor = (author: Author | null, { reader }: QueryContext): Author | null =>
  isInsideView(reader.view) ? author : null

export const Versioned = builder.interfaceRef<VersionedRecord>('Versioned').implement({
  description: 'A record with a version that rises by one with every change, and by none where nothing changed.',
  fields: (t) => ({
    version: t.exposeInt('version'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    createdBy: t.field({
      columns: ['createdBy'],
      follows: [],
      type: Actor,
      nullable: true,
      resolve: ({ createdBy }, _args, context) => shownAuthor(createdBy, context),
    }),
    updatedBy: t.field({
      columns: ['updatedBy'],
      follows: [],
      type: Actor,
      nullable: true,
      resolve: ({ updatedBy }, _args, context) => shownAuthor(updatedBy, context),
    }),
    externalIdList: t.field({
      ...usually(1),
      columns: ['externalIdList'],
      description: OWN_SYSTEMS,
      type: [ExternalId],
      follows: [],
      resolve: ({ externalIdList }, _args, context) => shownExternalIds(externalIdList, context),
    }),
  }),
})
