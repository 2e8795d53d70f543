/** Looking up a request by its id. */

import { originOf } from '../../../domain/tenancy/address.ts'
import { type LookedUp, lookUpRequest, type NeededScope } from '../../../services/support/request-look-up.ts'
import { forStaff } from '../../access-declaration.ts'
import { mutation } from '../../mutation.ts'
import { supportBuilder as builder, byStaff, supportPayload } from '../../platform/support-builder.ts'

const NeededScopeNode = builder.objectRef<NeededScope>('NeededScope').implement({
  ...forStaff,
  description: 'A scope that the request needed, beside what who asked has today.',
  fields: (t) => ({
    name: t.exposeString('name'),
    isHeld: t.exposeBoolean('isHeld'),
    isOfKind: t.exposeBoolean('isOfKind', {
      nullable: true,
      description: 'Whether an application of its kind may have it at all; null for a key.',
    }),
  }),
})

const FoundRequest = builder.objectRef<LookedUp>('FoundRequest').implement({
  ...forStaff,
  description: 'What is known of a request; never what it answered.',
  fields: (t) => ({
    requestId: t.id({ resolve: ({ request }) => request.request_id }),
    at: t.field({ type: 'DateTime', resolve: ({ request }) => request.at }),
    operatorName: t.string({ resolve: ({ tenant }) => tenant.name }),
    environment: t.string({ resolve: ({ tenant }) => tenant.environment }),
    origin: t.string({
      resolve: ({ tenant }, _args, { publicUrl }) => originOf(publicUrl, tenant.operatorId, tenant.environment),
    }),
    asker: t.exposeString('asker', { description: 'The application’s name, or the key’s label.' }),
    isApplication: t.exposeBoolean('isApplication'),
    operation: t.string({ nullable: true, resolve: ({ request }) => request.operation }),
    outcome: t.string({ resolve: ({ request }) => request.outcome }),
    code: t.string({ nullable: true, resolve: ({ request }) => request.code }),
    cost: t.int({ nullable: true, resolve: ({ request }) => request.cost }),
    tookMs: t.int({ resolve: ({ request }) => request.took_ms }),
    path: t.string({
      nullable: true,
      description: 'Of the field that failed.',
      resolve: ({ request }) => request.path,
    }),
    neededScopeFactList: t.field({ type: [NeededScopeNode], resolve: ({ neededScopes }) => [...neededScopes] }),
    neededScopeList: t.stringList({ resolve: ({ request }) => (request.scopes ?? '').split(' ').filter(Boolean) }),
  }),
})

const FoundPayload = supportPayload<{ readonly request: LookedUp | null }>('RequestLookUpPayload', (t) => ({
  request: t.expose('request', { type: FoundRequest, nullable: true }),
}))

builder.mutationField('requestLookUp', (t) =>
  mutation(t, {
    ...forStaff,
    description: 'Finds a request by its id. The look-up is recorded in the operator’s own audit log.',
    type: FoundPayload,
    args: { requestId: t.arg.id({ required: true }) },
    isKeyless: true,
    run: async ({ requestId }, context) => ({
      request: await lookUpRequest(context.at, requestId, {
        actor: byStaff(context).actor,
        usage: context.usage,
        requestDays: context.requestDays,
      }),
    }),
  }),
)
