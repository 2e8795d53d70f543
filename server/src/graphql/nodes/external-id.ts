/** Ids of a record in other systems. */
import type { ExternalId as ExternalIdRecord } from '../../domain/operations/external-id.ts'
import { noScope } from '../access-declaration.ts'
import { builder } from '../builder.ts'

export const ExternalId = builder.objectRef<ExternalIdRecord>('ExternalId').implement({
  ...noScope,
  description: 'What another system calls this record.',
  fields: (t) => ({ system: t.exposeString('system'), value: t.exposeString('value') }),
})

export const ExternalIdInput = builder.inputType('ExternalIdInput', {
  fields: (t) => ({ system: t.string({ required: true }), value: t.string({ required: true }) }),
})
