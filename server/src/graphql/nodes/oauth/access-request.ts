/** Asking the administrators to connect an application, and their answer (access-model §4, §9). */

import { splitScopes } from '../../../domain/scopes.ts'
import { logoPath } from '../../../domain/tenancy/address.ts'
import { type AccessParty, askForAccess, refuseAccess } from '../../../services/oauth/access-requests.ts'
import { availableApplications } from '../../../services/oauth/add-ons.ts'
import {
  type AccessRequest as AccessRequestRow,
  accessRequestById,
  accessRequestsOf,
  openAccessRequests,
} from '../../../storage/oauth/access-requests.ts'
import type { ListedApplication } from '../../../storage/oauth/add-ons.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { payload } from '../../payload.ts'
import { actorOf, signedInUser } from '../../signed-in-user.ts'
import { applicationFields } from './application-fields.ts'
import { connectHref } from './available-add-on.ts'
import { inWords, ScopeInWords } from './scope-in-words.ts'

const MAX_OPEN_SHOWN = 200
const MAX_OWN_SHOWN = 50

const AccessRequestState = builder.enumType('AccessRequestState', { values: ['OPEN', 'GRANTED', 'REFUSED'] })

const STATES = { granted: 'GRANTED', refused: 'REFUSED' } as const

const AccessRequest = builder.objectRef<AccessRequestRow>('AccessRequest').implement({
  ...noScope,
  description: 'A user who may not grant asked the administrators to connect an application.',
  fields: (t) => ({
    accessRequestId: t.id({ resolve: ({ access_request_id }) => access_request_id }),
    clientId: t.id({ resolve: ({ client_id }) => client_id }),
    applicationName: t.exposeString('applicationName'),
    website: t.exposeString('website'),
    logoPath: t.string({
      nullable: true,
      resolve: ({ client_id, has_logo }) => (has_logo === 1 ? logoPath(client_id) : null),
    }),
    askedBy: t.string({ resolve: ({ name, surname }) => `${name} ${surname}`.trim() }),
    askedAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
    note: t.exposeString('note', { nullable: true }),
    scopeList: t.field({
      type: [ScopeInWords],
      nullable: true,
      description: 'What the application asked for on its consent page; null where the user asked in the console.',
      resolve: ({ scopes }) => (scopes === null ? null : inWords(splitScopes(scopes))),
    }),
    connectHref: t.string({
      nullable: true,
      description: 'Where connecting starts; null where the provider names no such page.',
      resolve: ({ connect_url }, _args, { tenant }) => connectHref(connect_url, tenant),
    }),
    state: t.field({
      type: AccessRequestState,
      resolve: ({ answer }) => (answer === null ? 'OPEN' : STATES[answer]),
    }),
    answeredAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ answered_at }) => answered_at }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was refused.' }),
  }),
})

const AskableAddOn = builder.objectRef<ListedApplication>('AskableAddOn').implement({
  ...needs('account:read'),
  description: 'An application that the administrators could connect, for a user who may only ask.',
  fields: (t) => applicationFields(t, (application) => application),
})

builder.queryFields((t) => ({
  accessRequestList: t.field({
    ...needs('add-on:read'),
    description: 'Requests for access that no administrator has answered, the oldest first.',
    type: [AccessRequest],
    resolve: (_root, _args, { reader }) => openAccessRequests(reader, MAX_OPEN_SHOWN),
  }),
  ownAccessRequestList: t.field({
    ...needs('account:read'),
    description: 'What the signed-in user asked the administrators for, the latest first.',
    type: [AccessRequest],
    resolve: (_root, _args, context) =>
      accessRequestsOf(context.reader, signedInUser(context).user.user_id, MAX_OWN_SHOWN),
  }),
  askableAddOnList: t.field({
    ...needs('account:read'),
    description: 'Applications that a user can ask the administrators to connect.',
    type: [AskableAddOn],
    resolve: async (_root, _args, { reader, tenant }) =>
      (await availableApplications(reader, tenant)).filter(({ personal }) => personal === 0),
  }),
}))

const AccessRequestPayload = payload<{ readonly accessRequest: AccessRequestRow | null }>(
  'AccessRequestPayload',
  (t) => ({ accessRequest: t.expose('accessRequest', { type: AccessRequest, nullable: true }) }),
)

const partyOf = (context: QueryContext): AccessParty => {
  const { origin } = context
  return { user: signedInUser(context), actor: actorOf(context), origin }
}

const requestOf = async ({ reader }: QueryContext, accessRequestId: string) => ({
  accessRequest: (await accessRequestById(reader, accessRequestId)) ?? null,
})

builder.mutationFields((t) => ({
  accessRequestCreate: mutation(t, {
    ...needs('account:write'),
    description: 'Asks the administrators to connect an application; one open request per user and application.',
    type: AccessRequestPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      note: t.arg.string({ description: 'Why; at most 300 characters.' }),
    },
    run: async (args, context, key) => {
      const question = { clientId: args.clientId, note: args.note ?? null, scopes: null }
      return requestOf(context, await askForAccess(context.at, question, partyOf(context), key))
    },
  }),
  accessRequestRefuse: mutation(t, {
    ...needs('add-on:write'),
    description:
      'Declines a request for access with a reason, which the asker is told. To grant it, connect the application.',
    type: AccessRequestPayload,
    args: {
      accessRequestId: t.arg.id({ required: true }),
      reason: t.arg.string({ required: true }),
    },
    run: async (args, context, key) => {
      await refuseAccess(context.at, args, partyOf(context), key)
      return requestOf(context, args.accessRequestId)
    },
  }),
}))
