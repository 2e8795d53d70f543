/** Who changed a record when: its versions, as the change feed keeps them. */
import type { EntityKind } from '../../../domain/entity-kind.ts'
import { latestVersions, type RecordVersion as RecordVersionValue } from '../../../storage/change-feed.ts'
import { noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { Actor } from '../actor.ts'
import { isInside } from './inside.ts'

/** The latest are enough to see who did what; everything is in the change feed. */
const MAX_VERSIONS = 20

export const RecordVersion = builder.objectRef<RecordVersionValue>('RecordVersion').implement({
  ...noScope,
  description: 'A version of a record: who made it when, and which fields it changed.',
  fields: (t) => ({
    version: t.exposeInt('version'),
    at: t.expose('at', { type: 'DateTime' }),
    by: t.expose('by', { type: Actor, nullable: true }),
    fieldList: t.stringList({
      description: 'What was changed, as the graph names it; empty where the record was made.',
      resolve: ({ fieldList, kind }) => (kind === 'CREATED' ? [] : [...fieldList]),
    }),
  }),
})

/** The operator and its keys see it; an application with a view of its own sees none. */
export const versionsOf = async (
  context: QueryContext,
  entity: EntityKind,
  id: string,
): Promise<RecordVersionValue[]> => {
  if (!isInside(context)) return []
  const { reader, loaders } = context
  const load = (ids: readonly string[]) => latestVersions(reader, entity, ids, MAX_VERSIONS)
  return (await loaders.load(`versions of ${entity}`, id, load)) ?? []
}
