/** The roles of staff: administrators set those of others, the host those of everybody (portals §6). */

import { Failure } from '../../domain/failure.ts'
import { normalEmail } from '../../domain/identity/email-address.ts'
import { STAFF_ROLE_NAMES, type StaffRole, staffRoleOf } from '../../domain/identity/staff-role.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import { userError } from '../../domain/user-error.ts'
import type { PlatformTx, TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { changeUser, lockUser, nameOf, peopleOf, type UserRow, userByEmail } from '../../storage/identity/users.ts'
import { removeSuspensionsAskedBy } from '../../storage/support/asked-suspensions.ts'
import { removeTakenCasesOf } from '../../storage/support/taken-cases.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeWithPlatformOnce } from '../change-once.ts'
import { mailStaffWho } from '../providers/staff-mail.ts'
import type { WorldAt } from '../world.ts'
import type { ByStaff } from './locked-case.ts'

/** Where the host names no role: the first member of staff can set those of the others, and they read. */
export const usualStaffRole = async (at: WorldAt): Promise<StaffRole> =>
  (await peopleOf(at.read)).some(({ role_list }) => staffRoleOf(role_list) === 'ADMINISTRATOR')
    ? 'READER'
    : 'ADMINISTRATOR'

interface RoleChange {
  readonly user: UserRow
  readonly role: StaffRole
  /** As the mail names them. */
  readonly byName: string
}

/**
 * The caller holds the user's lock. Whoever may no longer decide has no cases; the person is told by mail, and of a new
 * administrator all others.
 */
const changeRole = async (
  at: WorldAt,
  platform: PlatformTx,
  tx: TenantTx,
  { user, role, byName, actor }: RoleChange & { readonly actor: Actor },
): Promise<void> => {
  const before = staffRoleOf(user.role_list)
  if (before === role) return
  await changeUser(tx, user.user_id, { role_list: role })
  // What they asked for does not wait until they are one again.
  if (role !== 'ADMINISTRATOR') await removeSuspensionsAskedBy(platform, user.user_id)
  if (role === 'READER') await removeTakenCasesOf(platform, user.user_id)
  const subject = { kind: 'staff', id: user.user_id }
  const detail = { name: nameOf(user), before, role }
  await recordAudit(at, platform, actor, { action: 'staff.role-set', subject, detail })
  await mailStaffWho(at, platform, ({ user_id }) => user_id === user.user_id, {
    subject: `You are ${STAFF_ROLE_NAMES[role].toLowerCase()} at Airside support now`,
    lines: [`${nameInMail(byName)} changed your role. Before, you were ${STAFF_ROLE_NAMES[before].toLowerCase()}.`],
  })
  if (role !== 'ADMINISTRATOR') return
  const isAdministrator = (person: UserRow) =>
    person.user_id !== user.user_id && staffRoleOf(person.role_list) === 'ADMINISTRATOR'
  await mailStaffWho(at, platform, isAdministrator, {
    subject: `${nameInMail(nameOf(user))} is administrator at Airside support now`,
    lines: [
      `${nameInMail(byName)} made them so. From a week on their word counts as the second one for a suspension.`,
      'If nobody of you meant this, set their role back.',
    ],
  })
}

export interface RoleRequest {
  readonly userId: string
  readonly role: StaffRole
  /** The role that was seen: somebody else's change since then wins. */
  readonly seenRole: StaffRole
}

/** Nobody changes their own role, so that there is always an administrator: the one who acts. */
export const setStaffRole = async (
  at: WorldAt,
  { userId, role, seenRole }: RoleRequest,
  { by, actor }: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changeWithPlatformOnce(at, key, async (tx, platform) => {
    if (userId === by.user.user_id) {
      throw userError('NOT_ALLOWED', 'Another administrator changes your role, or the host', ['userId'])
    }
    const user = await lockUser(tx, userId)
    if (!user) throw new Failure('not_found', 'There is no such member of staff', { details: { field: 'userId' } })
    const now = staffRoleOf(user.role_list)
    if (now !== seenRole) {
      const why = `${nameOf(user)} is ${STAFF_ROLE_NAMES[now].toLowerCase()} meanwhile`
      throw userError('ILLEGAL_TRANSITION', `${why}: look at it again, nothing was changed`, ['seenRole'])
    }
    await changeRole(at, platform, tx, { user, role, byName: nameOf(by.user), actor })
    return userId
  })
}

/** The way back in where no administrator is left. */
export const setStaffRoleAsHost = (at: WorldAt, email: string, role: StaffRole, actor: Actor): Promise<void> =>
  at.writeWithPlatform(async (tx, platform) => {
    const found = await userByEmail(tx, normalEmail(email))
    const user = found && (await lockUser(tx, found.user_id))
    if (!user) throw new Failure('not_found', `${email} is not a member of staff`)
    await changeRole(at, platform, tx, { user, role, byName: 'The host', actor })
  })
