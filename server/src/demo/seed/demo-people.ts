/** The users of a demo operator: the two whose credentials are printed, and further users, each with a history. */
import { randomUUID } from 'node:crypto'
import { addSeconds } from '../../domain/clock.ts'
import { INVITATION_SECONDS } from '../../domain/limits.ts'
import { secretHash } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type Actor, HOST, recordAudit } from '../../services/audit-trail.ts'
import { setRoles } from '../../services/identity/administrators.ts'
import { createUser } from '../../services/identity/users.ts'
import { newId, type Randomness, type World, type WorldAt } from '../../services/world.ts'
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
export const fromTheOffice = (world: Randomness, userId: string): Actor => ({
  kind: 'user',
  id: userId,
  address: OFFICE_ADDRESS,
  requestId: newId(world, 'req').slice(0, 14),
})

export const emailOf = (name: string, { operatorId }: Pick<DemoOperator, 'operatorId'>): string =>
  `${name.toLowerCase()}@${operatorId}.example`

interface Trace {
  readonly userId: string
  readonly hoursAgo: number
  readonly device: string
}

/** Creates a past session whose cookie nobody has, so that the user counts as seen then. */
const leaveTrace = (world: World, tenant: Tenant, { userId, hoursAgo, device }: Trace): Promise<void> =>
  daysAgo(world, hoursAgo / HOURS_IN_DAY)
    .at(tenant)
    .write(async (tx) => {
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

const invite = (then: WorldAt<Tenant>, colleague: DemoColleague, adminId: string): Promise<void> =>
  then.write(async (tx) => {
    const userId = newId(then, 'usr')
    const { name, surname, roles } = colleague
    const email = emailOf(name, then.realm)
    await insertUser(tx, { user_id: userId, email, name, surname, role_list: roles.join(' '), password_hash: null })
    const createdAt = await tx.now()
    await insertInvitation(tx, {
      invitation_id: newId(then, 'inv'),
      user_id: userId,
      code_hash: secretHash(randomUUID()),
      invited_by: adminId,
      created_at: createdAt,
      expires_at: addSeconds(createdAt, INVITATION_SECONDS),
    })
    const actor = fromTheOffice(then, adminId)
    await recordAudit(then, tx, actor, {
      action: 'user.invited',
      subject: { kind: 'user', id: userId },
      detail: { email, roles },
    })
  })

/**
 * A former administrator: applications that such a user connected stay connected when the role is taken away (threats
 * row 29).
 */
const stepDown = (then: WorldAt<Tenant>, { name, roles }: DemoColleague, adminId: string): Promise<void> =>
  setRoles(then, emailOf(name, then.realm), roles, fromTheOffice(then, adminId))

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
  if (colleagues.length > 0) await leaveTrace(world, tenant, { userId: pilotId, hoursAgo: 5, device: 'Safari on iPad' })
  for (const [index, colleague] of colleagues.entries()) {
    const { lastSeenHoursAgo: hoursAgo, device } = colleague
    if (hoursAgo === null) {
      await invite(daysAgo(world, INVITED_DAYS_AGO).at(tenant), colleague, adminId)
      continue
    }
    const userId = await join(
      colleague.name,
      colleague.surname,
      index === 0 ? ['ADMIN', ...colleague.roles] : colleague.roles,
    )
    if (index === 0) await stepDown(daysAgo(world, DEMOTED_DAYS_AGO).at(tenant), colleague, adminId)
    await leaveTrace(world, tenant, { userId, hoursAgo, device })
  }
  return { admin: emailOf(operator.admin[0], operator), pilot: emailOf(operator.pilot[0], operator), adminId }
}

/** The id of the user who was administrator when the application was connected. */
export const formerAdministrator = async (at: WorldAt<Tenant>): Promise<string | undefined> => {
  const [first] = colleaguesOf(at.realm.operatorId)
  if (!first) return undefined
  return (await userByEmail(at.read, emailOf(first.name, at.realm)))?.user_id
}
