/** An operator's users: their names and removal; `administrators` changes their roles. */
import { Failure } from '../../domain/failure.ts'
import { normalEmail, readEmail } from '../../domain/identity/email-address.ts'
import { isPlatformRealm } from '../../domain/identity/realm.ts'
import type { StaffRole } from '../../domain/identity/staff-role.ts'
import { isShowableLine, nameProblem } from '../../domain/shown-text.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { removeInvitationsOf } from '../../storage/identity/invitations.ts'
import { endSessionsOf } from '../../storage/identity/sessions.ts'
import { changeUser, insertUser, type UserRow, userByEmail } from '../../storage/identity/users.ts'
import { answerAccessRequests } from '../../storage/oauth/access-requests.ts'
import { personalGrants } from '../../storage/oauth/grants.ts'
import { removeDraftsOf } from '../../storage/operations/safety/safety-drafts.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { tellMakerLeft } from '../notices/maker-notice.ts'
import { keepLogbook, type LeftRealm } from '../operations/logbook/kept-logbook.ts'
import { newId, type WorldAt } from '../world.ts'
import { checkedPassword, hashPassword } from './password.ts'

export interface NewUser {
  readonly email: string
  readonly name: string
  readonly surname: string
  readonly roles: readonly string[]
  readonly password: string | null
}

const MAX_NAME_LENGTH = 100

export const checkedEmail = (text: string): string => {
  const email = readEmail(text)
  if (email === null) {
    const given = isShowableLine(text) && text.length <= MAX_NAME_LENGTH ? `"${text}"` : 'This'
    const description = `${given} is not an e-mail address: name one mailbox, such as anna@alpine.example`
    throw new Failure('invalid_request', description, { details: { field: 'email' } })
  }
  return email
}

/** Checks a name, because names of users appear in e-mails to others. */
export const checkedName = (field: 'name' | 'surname', text: string): string => {
  const name = text.trim()
  const problem = nameProblem(name, MAX_NAME_LENGTH)
  if (problem !== null) throw new Failure('invalid_request', `The ${field} ${problem}`, { details: { field } })
  return name
}

/** Somebody of the service provider's staff: their realm is the support console. */
export const createStaff = (
  at: WorldAt,
  { role, ...person }: Omit<NewUser, 'surname' | 'roles'> & { readonly role: StaffRole },
  actor: Actor,
): Promise<string> => createUser(at, { ...person, surname: '', roles: [role] }, actor)

export const createUser = async (at: WorldAt, user: NewUser, actor: Actor): Promise<string> => {
  const email = checkedEmail(user.email)
  const passwordHash = user.password === null ? null : await hashPassword(at, checkedPassword(user.password))
  const userId = newId(at, 'usr')
  await at.write(async (tx) => {
    const inserted = await insertUser(tx, {
      user_id: userId,
      email,
      name: checkedName('name', user.name),
      surname: checkedName('surname', user.surname),
      role_list: user.roles.join(' '),
      password_hash: passwordHash,
    })
    if (inserted === 'suspended') {
      throw new Failure('invalid_request', `${email} was suspended here and removed: "user resume" lifts it`)
    }
    if (inserted === 'taken') {
      const already = isPlatformRealm(at.realm) ? 'has an account already' : 'is a user of this operator already'
      throw new Failure('invalid_request', `${email} ${already}`)
    }
    await recordAudit(at, tx, actor, {
      action: 'user.created',
      subject: { kind: 'user', id: userId },
      detail: { email, roles: user.roles },
    })
  })
  return userId
}

/**
 * Ends the user's sessions, personal grants, open requests for access and drafts; what the user granted for the operator
 * stays.
 * Who has a logbook is told how to take it along.
 */
export const removeKnownUser = async (at: LeftRealm, tx: TenantTx, user: UserRow, actor: Actor): Promise<void> => {
  const now = await tx.now()
  await changeUser(tx, user.user_id, { removed_at: now })
  await endSessionsOf(tx, user.user_id, {}, now)
  await removeInvitationsOf(tx, user.user_id)
  const nobodyWaits = {
    answer: 'refused',
    answered_by: null,
    answered_at: now,
    reason: 'Whoever asked was removed',
  } as const
  await answerAccessRequests(tx, 'user_id', user.user_id, nobodyWaits)
  const personalApplications = (await personalGrants(tx, user.user_id)).map(({ clientId }) => clientId)
  const detail = { email: user.email, ...(personalApplications.length > 0 ? { personalApplications } : {}) }
  await recordAudit(at, tx, actor, { action: 'user.removed', subject: { kind: 'user', id: user.user_id }, detail })
  await removeDraftsOf(tx, user.user_id)
  await keepLogbook(at, tx, user, actor)
}

export const removeUser = (at: WorldAt, email: string, actor: Actor, origin: string): Promise<void> =>
  at.write(async (tx) => {
    const user = await knownByEmail(tx, email)
    await removeKnownUser({ ...at, origin }, tx, user, actor)
    await tellMakerLeft(at, tx, { user, origin })
  })

export const knownByEmail = async (tx: TenantTx, email: string): Promise<UserRow> => {
  const user = await userByEmail(tx, normalEmail(email))
  if (!user) throw new Failure('not_found', `${email} is not a user of this operator`)
  return user
}
