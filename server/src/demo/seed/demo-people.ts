/** The users of a demo operator: the two whose credentials are printed, and further users, each with a history. */
import { randomUUID } from 'node:crypto'
import { addSeconds } from '../../domain/clock.ts'
import { INVITATION_SECONDS } from '../../domain/limits.ts'
import { secretHash } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type Actor, HOST, recordAudit } from '../../services/audit-trail.ts'
import { createUser, setRoles } from '../../services/identity/users.ts'
import { newId, type World } from '../../services/world.ts'
import { insertInvitation } from '../../storage/identity/invitations.ts'
import { insertSession } from '../../storage/identity/sessions.ts'
import { insertUser, userByEmail } from '../../storage/identity/users.ts'
import { colleaguesOf, type DemoColleague } from '../data/colleagues.ts'
import type { DemoOperator } from '../data/demo-operators.ts'
import { daysAgo } from './demo-past.ts'

const JOINED_DAYS_AGO = 118.1
const DEMOTED_DAYS_AGO = 40.3
const INVITED_DAYS_AGO = 0.8
const HOURS_IN_DAY = 24
/** An address for documentation (RFC 5737). */
const OFFICE_ADDRESS = '192.0.2.24'

/** An actor with an address and a request id, for the audit log. */
export const fromTheOffice = (world: World, userId: string): Actor => ({
  kind: 'user',
  id: userId,
  address: OFFICE_ADDRESS,
  requestId: newId(world, 'req').slice(0, 14),
})

export const emailOf = (name: string, { operatorId }: Pick<DemoOperator, 'operatorId'>): string =>
  `${name.toLowerCase()}@${operatorId}.example`

/** Creates a past session whose cookie nobody has, so that the user counts as seen then. */
const leaveTrace = (world: World, tenant: Tenant, userId: string, hoursAgo: number, device: string): Promise<void> =>
  daysAgo(world, hoursAgo / HOURS_IN_DAY).storage.writeTenant(tenant.tenantId, async (tx) => {
    const seenAt = await tx.now()
    await insertSession(tx, {
      hash: secretHash(randomUUID()),
      session_id: newId(world, 'ses'),
      user_id: userId,
      stage: 'signed-in',
      device,
      address: OFFICE_ADDRESS,
      created_at: addSeconds(seenAt, -3 * 3600),
      last_seen_at: seenAt,
    })
  })

const invite = (world: World, tenant: Tenant, email: string, person: DemoColleague, adminId: string): Promise<void> =>
  daysAgo(world, INVITED_DAYS_AGO).storage.writeTenant(tenant.tenantId, async (tx) => {
    const userId = newId(world, 'usr')
    const { name, surname, roles } = person
    await insertUser(tx, { user_id: userId, email, name, surname, role_list: roles.join(' '), password_hash: null })
    const createdAt = await tx.now()
    await insertInvitation(tx, {
      invitation_id: newId(world, 'inv'),
      user_id: userId,
      code_hash: secretHash(randomUUID()),
      created_at: createdAt,
      expires_at: addSeconds(createdAt, INVITATION_SECONDS),
    })
    const actor = fromTheOffice(world, adminId)
    await recordAudit(world, tx, actor, {
      action: 'user.invited',
      subject: { kind: 'user', id: userId },
      detail: { email, roles },
    })
  })

/**
 * A former administrator: applications that such a user connected stay connected when the role is taken away (threats
 * row 29).
 */
const stepDown = async (world: World, tenant: Tenant, email: string, roles: readonly string[], adminId: string) => {
  const then = daysAgo(world, DEMOTED_DAYS_AGO)
  const actor = fromTheOffice(world, adminId)
  await setRoles(then.at(tenant), email, roles, actor)
}

export const seedPeople = async (
  world: World,
  tenant: Tenant,
  operator: DemoOperator,
  password: string,
): Promise<{ admin: string; pilot: string; adminId: string }> => {
  const colleagues = colleaguesOf(operator.operatorId)
  const then = colleagues.length > 0 ? daysAgo(world, JOINED_DAYS_AGO) : world
  const join = (name: string, surname: string, roles: readonly string[]): Promise<string> =>
    createUser(then.at(tenant), { email: emailOf(name, operator), name, surname, roles, password }, HOST)
  const adminId = await join(...operator.admin, ['ADMIN'])
  const pilotId = await join(...operator.pilot, ['CREW'])
  if (colleagues.length > 0) await leaveTrace(world, tenant, pilotId, 5, 'Safari on iPad')
  for (const [index, person] of colleagues.entries()) {
    const email = emailOf(person.name, operator)
    if (person.lastSeenHoursAgo === null) {
      await invite(world, tenant, email, person, adminId)
      continue
    }
    const userId = await join(person.name, person.surname, index === 0 ? ['ADMIN', ...person.roles] : person.roles)
    if (index === 0) await stepDown(world, tenant, email, person.roles, adminId)
    await leaveTrace(world, tenant, userId, person.lastSeenHoursAgo, person.device)
  }
  return { admin: emailOf(operator.admin[0], operator), pilot: emailOf(operator.pilot[0], operator), adminId }
}

/** The id of the user who was administrator when the application was connected. */
export const formerAdministrator = async (world: World, tenant: Tenant): Promise<string | undefined> => {
  const [first] = colleaguesOf(tenant.operatorId)
  if (!first) return undefined
  return (await userByEmail(world.storage.tenant(tenant.tenantId), emailOf(first.name, tenant)))?.user_id
}
