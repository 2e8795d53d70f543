/** The operator whose address was called. */
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import { type OperatorProfile, operatorProfile } from '../../../storage/operations/operator-profile.ts'
import { noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { Airport } from '../reference/airport.ts'
import { airport } from '../reference/airport-field.ts'

const Operator = builder.objectRef<Tenant & OperatorProfile>('Operator').implement({
  ...noScope,
  description: 'The operator at this address.',
  fields: (t) => ({
    operatorId: t.exposeString('operatorId'),
    name: t.exposeString('name'),
    iCAO: t.exposeString('iCAO', { nullable: true }),
    iATA: t.exposeString('iATA', { nullable: true }),
    callsign: t.exposeString('callsign', { nullable: true }),
    baseList: t.field({
      type: [Airport],
      resolve: ({ baseIdList }, _args, context) => baseIdList.map((id) => airport(context, id)),
    }),
    timezone: t.exposeString('timezone'),
  }),
})

builder.queryField('operator', (t) =>
  t.field({
    ...noScope,
    description: 'The operator at this address.',
    type: Operator,
    resolve: async (_root, _args, { tenant, reader }) => ({ ...tenant, ...(await operatorProfile(reader)) }),
  }),
)
