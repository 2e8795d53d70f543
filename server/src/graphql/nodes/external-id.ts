/** Ids of a record in other systems. */
import type { ExternalId as ExternalIdRecord } from '../../domain/operations/external-id.ts'
import { noScope } from '../access-declaration.ts'
import { builder } from '../builder.ts'
import { badInput } from './page.ts'

export const ExternalId = builder.objectRef<ExternalIdRecord>('ExternalId').implement({
  ...noScope,
  description:
    'What another system calls this record. Unique per tenant, entity kind, system and value; one value per record and system.',
  fields: (t) => ({ system: t.exposeString('system'), value: t.exposeString('value') }),
})

export const ExternalIdInput = builder.inputType('ExternalIdInput', {
  description:
    'In a create or update: sets the systems that it names, a null value removes one, the others stay. In a filter: both are needed.',
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
