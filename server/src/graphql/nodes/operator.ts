/** The operator whose address was called. */
import type { Tenant } from '../../domain/tenant.ts'
import { noScope } from '../access-declaration.ts'
import { builder } from '../builder.ts'
import { Airport } from './airport.ts'

const Operator = builder.objectRef<Tenant>('Operator').implement({
  ...noScope,
  description: 'The operator at this address.',
  fields: (t) => ({
    operatorId: t.exposeString('operatorId'),
    name: t.exposeString('name'),
    iCAO: t.string({ nullable: true, resolve: () => null }),
    iATA: t.string({ nullable: true, resolve: () => null }),
    callsign: t.string({ nullable: true, resolve: () => null }),
    baseList: t.field({ type: [Airport], resolve: () => [] }),
    timezone: t.string({ resolve: () => 'Etc/UTC' }),
  }),
})

builder.queryField('operator', (t) =>
  t.field({
    ...noScope,
    description: 'The operator at this address.',
    type: Operator,
    resolve: (_root, _args, { tenant }) => tenant,
  }),
)
