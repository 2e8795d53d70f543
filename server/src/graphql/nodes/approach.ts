/** Approaches of a logbook entry. */
import type { Approach as ApproachValue } from '../../domain/operations/logbook/approach.ts'
import { needs } from '../access-declaration.ts'
import { builder } from '../builder.ts'

export const Approach = builder.objectRef<ApproachValue>('Approach').implement({
  ...needs('own:logbook:read'),
  description: 'How many approaches of one type, and where.',
  fields: (t) => ({
    type: t.exposeString('type'),
    airportICAO: t.string({ nullable: true, resolve: ({ airportICAO }) => airportICAO ?? null }),
    runway: t.string({ nullable: true, resolve: ({ runway }) => runway ?? null }),
    count: t.int({ resolve: ({ count }) => count ?? 1 }),
  }),
})

export const ApproachInput = builder.inputType('ApproachInput', {
  fields: (t) => ({
    type: t.string({ required: true, description: 'ILS, RNP, VISUAL and so on.' }),
    airportICAO: t.string(),
    runway: t.string(),
    count: t.int({ defaultValue: 1 }),
  }),
})
