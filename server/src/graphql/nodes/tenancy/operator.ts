/** The operator whose address was called. */
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import { updateOperator } from '../../../services/tenancy/operator-details.ts'
import { operatorProfile, type VersionedProfile } from '../../../storage/tenancy/operator-profile.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { mutation } from '../../mutation.ts'
import { warningPayload } from '../../payload.ts'
import { Airport } from '../reference/airport.ts'
import { airport } from '../reference/airport-field.ts'

type OperatorValue = Tenant & VersionedProfile

const Operator = builder.objectRef<OperatorValue>('Operator').implement({
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
    aocNumber: t.exposeString('aocNumber', { nullable: true }),
    version: t.exposeInt('version'),
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

const OperatorUpdateInput = builder.inputType('OperatorUpdateInput', {
  fields: (t) => ({
    name: t.string({ description: 'Of this environment; the other one keeps its name.' }),
    iCAO: t.string(),
    iATA: t.string(),
    callsign: t.string(),
    baseList: t.stringList({ description: 'iCAO or iATA codes: the whole list.' }),
    timezone: t.string({ description: 'A name of the IANA list, such as Europe/Zurich.' }),
    aocNumber: t.string(),
  }),
})

const OperatorPayload = warningPayload<{ readonly operator: OperatorValue | null }>('OperatorPayload', (t) => ({
  operator: t.expose('operator', { type: Operator, nullable: true }),
}))

builder.mutationField('operatorUpdate', (t) =>
  mutation(t, {
    ...needs('settings:write'),
    description: 'Changes the operator’s details. What is absent stays, null clears.',
    type: OperatorPayload,
    args: {
      input: t.arg({ type: OperatorUpdateInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: async (tx, args, context) => {
      const { operator } = await updateOperator(tx, context, context.tenant, args)
      return { operator: { ...context.tenant, ...operator } }
    },
  }),
)
