/** The signed-in member of staff, and the staff log. */
import { STAFF_ROLES, staffRoleOf } from '../../../domain/identity/staff-role.ts'
import type { SignedIn } from '../../../services/identity/sessions.ts'
import { setStaffRole } from '../../../services/support/staff.ts'
import type { WorldAt } from '../../../services/world.ts'
import type { PlatformReader } from '../../../storage/handles.ts'
import { lastSeen, namesOfUsers } from '../../../storage/identity/user-accounts.ts'
import { hasSecondStep, nameOf, peopleOf, type UserRow, userById } from '../../../storage/identity/users.ts'
import { applicationByClientId } from '../../../storage/oauth/applications.ts'
import { type PlatformAuditRow, staffEntries } from '../../../storage/support/staff-log.ts'
import { everyTenant } from '../../../storage/tenancy/tenants.ts'
import { forAdministrators, forStaff } from '../../access-declaration.ts'
import { mutation } from '../../mutation.ts'
import { supportBuilder as builder, byStaff, supportPayload } from '../../platform/support-builder.ts'
import { signedInUser } from '../../signed-in-user.ts'
import { askedLog, type Page, pageOf, pageTypes } from '../page.ts'

const MAX_ENTRIES = 100

const StaffRoleNode = builder.enumType('StaffRole', {
  description:
    'A reader reads; a reviewer also takes and decides cases and writes to providers; an administrator also suspends, creates operators and sets roles.',
  values: STAFF_ROLES,
})

const Me = builder.objectRef<SignedIn>('Me').implement({
  ...forStaff,
  fields: (t) => ({
    userId: t.id({ resolve: ({ user }) => user.user_id }),
    name: t.string({ resolve: ({ user }) => nameOf(user) }),
    email: t.string({ resolve: ({ user }) => user.email }),
    role: t.field({ type: StaffRoleNode, resolve: ({ user }) => staffRoleOf(user.role_list) }),
    outboxPath: t.string({ nullable: true, resolve: (_me, _args, { mail }) => mail.outboxPath }),
    keptRequestDays: t.int({
      description: 'How many days this host keeps the request log.',
      resolve: (_me, _args, { requestDays }) => requestDays,
    }),
  }),
})

const StaffMember = builder.objectRef<UserRow>('StaffMember').implement({
  ...forStaff,
  fields: (t) => ({
    userId: t.id({ resolve: ({ user_id }) => user_id }),
    name: t.string({ resolve: nameOf }),
    email: t.exposeString('email'),
    role: t.field({ type: StaffRoleNode, resolve: ({ role_list }) => staffRoleOf(role_list) }),
    hasSecondStep: t.boolean({ resolve: hasSecondStep }),
    lastSeenAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: async ({ user_id }, _args, { at, loaders }) =>
        (await loaders.load('seen', user_id, (ids) => lastSeen(at.read, ids))) ?? null,
    }),
  }),
})

interface ShownEntry {
  readonly entry: PlatformAuditRow
  readonly staffName: string
  readonly subjectName: string | null
}

const reasonIn = (detail: string): string | null => {
  const { reason } = JSON.parse(detail) as { reason?: unknown }
  return typeof reason === 'string' ? reason : null
}

/** Names of the applications and operators that entries are about, by id. */
const namesOf = async (
  platform: PlatformReader,
  entries: readonly PlatformAuditRow[],
): Promise<ReadonlyMap<string, string>> => {
  const operators = (await everyTenant(platform)).map(({ operatorId, name }) => [operatorId, name] as const)
  const names = new Map(operators)
  const isOfApplication = ({ subject_kind }: PlatformAuditRow) => subject_kind === 'application'
  for (const id of new Set(entries.filter(isOfApplication).map(({ subject_id }) => subject_id))) {
    const application = await applicationByClientId(platform, id)
    if (application) names.set(id, application.name)
  }
  return names
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
    subjectName: t.exposeString('subjectName', {
      nullable: true,
      description: 'Of an application or an operator, as it is called now.',
    }),
    reason: t.string({ nullable: true, resolve: ({ entry }) => reasonIn(entry.detail) }),
    detail: t.string({ description: 'JSON.', resolve: ({ entry }) => entry.detail }),
  }),
})

const { PageInput, PageInfo } = pageTypes(builder, forStaff)

const StaffEntryPage = builder.objectRef<Page<ShownEntry>>('StaffEntryPage').implement({
  ...forStaff,
  fields: (t) => ({
    nodeList: t.field({ type: [StaffEntry], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const shown = async (at: WorldAt, entries: readonly PlatformAuditRow[]): Promise<ShownEntry[]> => {
  const names = await namesOfUsers(at.read, [...new Set(entries.flatMap(({ actor_id }) => actor_id ?? []))])
  const subjects = await namesOf(at.platform, entries)
  return entries.map((entry) => {
    const user = names.get(entry.actor_id ?? '')
    const staffName = user ? nameOf(user) : 'Somebody who left'
    return { entry, staffName, subjectName: subjects.get(entry.subject_id) ?? null }
  })
}

const StaffMemberPayload = supportPayload<{ readonly member: UserRow | null }>('StaffMemberPayload', (t) => ({
  member: t.expose('member', { type: StaffMember, nullable: true }),
}))

builder.mutationField('staffRoleSet', (t) =>
  mutation(t, {
    ...forAdministrators,
    description: 'Changes what a member of staff may do, from their next request on. Nobody changes their own role.',
    asksPresence: true,
    type: StaffMemberPayload,
    args: {
      userId: t.arg.id({ required: true }),
      role: t.arg({ type: StaffRoleNode, required: true }),
      seenRole: t.arg({ type: StaffRoleNode, required: true, description: 'The role that you saw.' }),
    },
    run: async (args, context, key) => {
      await setStaffRole(context.at, args, byStaff(context), key)
      return { member: (await userById(context.at.read, args.userId)) ?? null }
    },
  }),
)

builder.queryFields((t) => ({
  staffList: t.field({
    ...forStaff,
    description: 'Everybody of staff, by name.',
    type: [StaffMember],
    resolve: (_root, _args, { at }) => peopleOf(at.read),
  }),
  me: t.field({ ...forStaff, type: Me, resolve: (_root, _args, context) => signedInUser(context) }),
  staffLog: t.field({
    ...forStaff,
    description: `The latest ${MAX_ENTRIES} entries, newest first.`,
    deprecationReason: 'staffEntryList has all of them, in pages.',
    type: [StaffEntry],
    resolve: async (_root, _args, { at }) => shown(at, await staffEntries(at.platform, null, MAX_ENTRIES)),
  }),
  staffEntryList: t.field({
    ...forStaff,
    description: 'What members of staff did, newest first.',
    type: StaffEntryPage,
    args: { page: t.arg({ type: PageInput }) },
    resolve: async (_root, { page }, { at }) => {
      const asked = askedLog('staffEntryList', page, null)
      const entries = await shown(at, await staffEntries(at.platform, asked.before, asked.size + 1))
      return pageOf(entries, asked, ({ entry }) => [entry.at, entry.audit_entry_id])
    },
  }),
}))
