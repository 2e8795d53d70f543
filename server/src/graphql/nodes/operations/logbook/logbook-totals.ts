/** Sums of a logbook's entries. */
import { SUMMED } from '../../../../domain/operations/logbook/logbook-entry.ts'
import type { LogbookTotals as Totals } from '../../../../domain/operations/logbook/totals.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'

export const LogbookTotals = builder.objectRef<Totals>('LogbookTotals').implement({
  ...needs('own:logbook:read'),
  description: 'Sums of entries, those brought forward included.',
  fields: (t) => ({
    acftICAO: t.string({
      nullable: true,
      description: 'Null in the line over all types.',
      resolve: ({ acftType }) => acftType,
    }),
    ...Object.fromEntries(SUMMED.map((field) => [field, t.exposeInt(field)])),
  }),
})
