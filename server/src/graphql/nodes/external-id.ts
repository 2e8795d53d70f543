/** Ids of a record in other systems. */
import type { ExternalId as ExternalIdRecord } from '../../domain/operations/external-id.ts'
import { shownId } from '../../domain/versioned.ts'
import { applicationOf, isInsideView } from '../../domain/view.ts'
import { systemsKeptFor } from '../../storage/external-id-systems.ts'
import { noScope } from '../access-declaration.ts'
import { builder } from '../builder.ts'
import type { QueryContext } from '../context.ts'
import { badInput } from './page.ts'

export const ExternalId = builder.objectRef<ExternalIdRecord>('ExternalId').implement({
  ...noScope,
  description:
    'What another system calls this record. Unique per tenant, entity kind, system and value; one value per record and system.',
  fields: (t) => ({ system: t.exposeString('system'), value: t.exposeString('value') }),
})

const ofOwnSystems = async (
  ids: readonly ExternalIdRecord[],
  { reader, loaders }: QueryContext,
): Promise<ExternalIdRecord[]> => {
  const application = applicationOf(reader.view)
  if (application === null) return []
  const own = await loaders.load('systems', application, async () => {
    return new Map([[application, await systemsKeptFor(reader, application)]])
  })
  return ids.filter(({ system }) => own?.has(system)).map(shownId)
}

/** The operator and whoever sees it from inside read every id of a record; others those of their own systems. */
export const shownExternalIds = (
  ids: readonly ExternalIdRecord[],
  context: QueryContext,
): ExternalIdRecord[] | Promise<ExternalIdRecord[]> =>
  ids.length === 0 || isInsideView(context.reader.view) ? ids.map(shownId) : ofOwnSystems(ids, context)

export const OWN_SYSTEMS = 'Outside the operator’s own view those of the reader’s own systems.'

export const ExternalIdInput = builder.inputType('ExternalIdInput', {
  description:
    'In a create or update: sets the systems that it names, a null value removes one, the others stay. A system is its first writer’s: the operator’s, or one application’s. In a filter: both are needed, and ids of one’s own systems are found; from inside the operator’s view also the operator’s.',
  fields: (t) => ({
    system: t.string({ required: true, description: '[a-z0-9-]{2,40}.' }),
    value: t.string(),
  }),
})

/** The id that a filter asks for. */
export const askedExternalId = (
  given: typeof ExternalIdInput.$inferInput | null | undefined,
): ExternalIdRecord | null => {
  if (!given) return null
  const { system, value } = given
  if (typeof value !== 'string') throw badInput('externalId needs a system and a value.')
  return { system, value }
}
