/** The signed-in member of staff, providers, the staff log, and looking up a request. */
import { DEVELOPERS_REALM_ID } from '../../../domain/identity/realm.ts'
import { originOf } from '../../../domain/tenancy/address.ts'
import type { SignedIn } from '../../../services/identity/sessions.ts'
import { type LookedUp, lookUpRequest } from '../../../services/support/request-look-up.ts'
import { namesOfUsers } from '../../../storage/identity/user-accounts.ts'
import { nameOf } from '../../../storage/identity/users.ts'
import { membersOf } from '../../../storage/providers/members.ts'
import { applicationsOf } from '../../../storage/providers/provider-applications.ts'
import { allProviders, type ProviderRow } from '../../../storage/providers/providers.ts'
import { type PlatformAuditRow, staffEntries } from '../../../storage/support/staff-log.ts'
import { forStaff } from '../../access-declaration.ts'
import { attempt } from '../../attempt.ts'
import { supportBuilder as builder, byStaff, supportPayload } from '../../platform/support-builder.ts'
import { signedInUser } from '../../signed-in-user.ts'
import { Application } from './application.ts'

const MAX_ENTRIES = 100

const Me = builder.objectRef<SignedIn>('Me').implement({
  ...forStaff,
  fields: (t) => ({
    userId: t.id({ resolve: ({ user }) => user.user_id }),
    name: t.string({ resolve: ({ user }) => nameOf(user) }),
    email: t.string({ resolve: ({ user }) => user.email }),
    outboxPath: t.string({ nullable: true, resolve: (_me, _args, { mail }) => mail.outboxPath }),
  }),
})

const Provider = builder.objectRef<ProviderRow>('Provider').implement({
  ...forStaff,
  fields: (t) => ({
    providerId: t.id({ resolve: ({ provider_id }) => provider_id }),
    name: t.exposeString('name'),
    signedUpAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
    sandboxOperatorId: t.string({ nullable: true, resolve: ({ sandbox_operator_id }) => sandbox_operator_id }),
    memberEmailList: t.stringList({
      resolve: async ({ provider_id }, _args, { world }) =>
        (await membersOf(world.storage.tenant(DEVELOPERS_REALM_ID), provider_id)).map(({ email }) => email),
    }),
    applicationList: t.field({
      type: [Application],
      resolve: ({ provider_id }, _args, { at }) => applicationsOf(at.platform, provider_id),
    }),
  }),
})

interface ShownEntry {
  readonly entry: PlatformAuditRow
  readonly staffName: string
}

const StaffEntry = builder.objectRef<ShownEntry>('StaffEntry').implement({
  ...forStaff,
  description: 'Something that a member of staff did.',
  fields: (t) => ({
    entryId: t.id({ resolve: ({ entry }) => entry.audit_entry_id }),
    at: t.field({ type: 'DateTime', resolve: ({ entry }) => entry.at }),
    staffName: t.exposeString('staffName'),
    action: t.string({ resolve: ({ entry }) => entry.action }),
    subjectKind: t.string({ resolve: ({ entry }) => entry.subject_kind }),
    subjectId: t.string({ resolve: ({ entry }) => entry.subject_id }),
    detail: t.string({ description: 'JSON.', resolve: ({ entry }) => entry.detail }),
  }),
})

builder.queryFields((t) => ({
  me: t.field({ ...forStaff, type: Me, resolve: (_root, _args, context) => signedInUser(context) }),
  providerList: t.field({
    ...forStaff,
    type: [Provider],
    resolve: (_root, _args, { at }) => allProviders(at.platform),
  }),
  staffLog: t.field({
    ...forStaff,
    description: `The latest ${MAX_ENTRIES} entries, newest first.`,
    type: [StaffEntry],
    resolve: async (_root, _args, { at }) => {
      const entries = await staffEntries(at.platform, null, MAX_ENTRIES)
      const names = await namesOfUsers(at.read, [...new Set(entries.flatMap(({ actor_id }) => actor_id ?? []))])
      return entries.map((entry) => {
        const user = names.get(entry.actor_id ?? '')
        return { entry, staffName: user ? nameOf(user) : 'Somebody who left' }
      })
    },
  }),
}))

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
    neededScopeList: t.stringList({ resolve: ({ request }) => (request.scopes ?? '').split(' ').filter(Boolean) }),
  }),
})

const FoundPayload = supportPayload<{ readonly request: LookedUp | null }>('RequestLookUpPayload', (t) => ({
  request: t.expose('request', { type: FoundRequest, nullable: true }),
}))

builder.mutationField('requestLookUp', (t) =>
  t.field({
    ...forStaff,
    description: 'Finds a request by its id. The look-up is recorded in the operator’s own audit log.',
    type: FoundPayload,
    args: { requestId: t.arg.id({ required: true }) },
    resolve: (_root, { requestId }, context) =>
      attempt(context, null, { request: null }, async () => ({
        request: await lookUpRequest(context.at, requestId, { ...byStaff(context), usage: context.usage }),
      })),
  }),
)
