/**
 * Changes roles, that of the administrator among them. An operator always keeps at least one administrator (access-model §10).
 */
import { Failure } from '../../domain/failure.ts'
import { isRole, ROLES, type Role } from '../../domain/identity/roles.ts'
import type { TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { lockAdministrators } from '../../storage/identity/user-accounts.ts'
import {
  canSignIn,
  changeUser,
  insertUser,
  isAdmin,
  type UserRow,
  userByEmail,
  userById,
} from '../../storage/identity/users.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeOnce } from '../change-once.ts'
import { type AtRealm, tellAdministrators } from '../notices/administrator-notice.ts'
import { tellMakerLeft } from '../notices/maker-notice.ts'
import { tellSafetyOffice } from '../notices/safety-office-notice.ts'
import { newId, type WorldAt } from '../world.ts'
import { knownByEmail, removeKnownUser } from './users.ts'

class LastAdministrator extends Failure {
  constructor() {
    super('forbidden', 'This is the only administrator who can sign in: make somebody else administrator first', {
      details: { field: 'userId' },
    })
  }
}

/** Where the operator's pages are, for links in mails; absent where the caller does not know. */
interface AtAddress {
  readonly origin?: string | undefined
}

const knownUser = async (tx: TenantTx, userId: string): Promise<UserRow> => {
  const user = await userById(tx, userId)
  if (!user) throw new Failure('not_found', 'There is no such user here', { details: { field: 'userId' } })
  return user
}

/** Nobody counts as another administrator who cannot sign in: invited without a password yet, or suspended. */
const requireAnother = async (tx: TenantTx, userId: string): Promise<void> => {
  const administrators = await lockAdministrators(tx)
  const isOne = administrators.some(({ user_id }) => user_id === userId)
  const others = administrators.filter((user) => user.user_id !== userId && canSignIn(user))
  if (isOne && others.length === 0) throw new LastAdministrator()
}

/**
 * Who reads confidential reports is decided by somebody else, where there is somebody: administrators who can sign in.
 * Elsewhere it is told and logged (ADR 220).
 */
const refuseOwnSafety = async (tx: TenantTx, user: UserRow, after: readonly string[], actor: Actor): Promise<void> => {
  if (actor.kind !== 'user' || actor.id !== user.user_id) return
  if (!after.includes('SAFETY') || user.role_list.split(' ').includes('SAFETY')) return
  const administrators = await lockAdministrators(tx)
  if (!administrators.some((other) => other.user_id !== user.user_id && canSignIn(other))) return
  throw new Failure('forbidden', 'Nobody joins the safety office by themselves: another administrator gives the role', {
    details: { field: 'roleList' },
  })
}

const rolesWith = (user: UserRow, admin: boolean): string[] => {
  const others = user.role_list.split(' ').filter((role) => role !== '' && role !== 'ADMIN')
  return admin ? ['ADMIN', ...others] : others
}

const checkedRoles = (given: readonly string[]): Role[] => {
  const unknown = given.find((role) => !isRole(role))
  if (unknown !== undefined) {
    const known = ROLES.join(', ')
    throw new Failure('invalid_request', `There is no role "${unknown}": ${known}`, { details: { field: 'roleList' } })
  }
  return ROLES.filter((role) => given.includes(role))
}

/** Replaces the roles of a user; what they open and close counts from their next request on. */
export const setUserRoles = async (
  at: WorldAt,
  { userId, roleList, origin }: { readonly userId: string; readonly roleList: readonly string[] } & AtAddress,
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  const after = checkedRoles(roleList)
  await changeOnce(at, key, async (tx) => {
    if (!after.includes('ADMIN')) await requireAnother(tx, userId)
    const user = await knownUser(tx, userId)
    await refuseOwnSafety(tx, user, after, actor)
    await changeRoles(at, tx, { user, after, origin }, actor)
    return userId
  })
}

/**
 * The host sets roles. Grants that the user gave for the operator stay when the role is taken away (access-model §4).
 */
export const setRoles = (at: WorldAt, email: string, roles: readonly string[], actor: Actor): Promise<void> =>
  at.write(async (tx) => changeRoles(at, tx, { user: await knownByEmail(tx, email), after: roles }, actor))

/** Writes and logs nothing where the roles stay. */
const changeRoles = async (
  at: AtRealm,
  tx: TenantTx,
  { user, after, origin }: { readonly user: UserRow; readonly after: readonly string[] } & AtAddress,
  actor: Actor,
): Promise<void> => {
  const before = user.role_list.split(' ').filter(Boolean)
  if (before.length === after.length && before.every((role) => after.includes(role))) return
  await changeUser(tx, user.user_id, { role_list: after.join(' ') })
  const detail = { email: user.email, before, after }
  const subject = { kind: 'user', id: user.user_id }
  await recordAudit(at, tx, actor, { action: 'user.roles-changed', subject, detail })
  if (after.includes('ADMIN') && !before.includes('ADMIN')) await tellAdministrators(at, tx, { user, origin }, actor)
  const isJoining = after.includes('SAFETY')
  if (isJoining !== before.includes('SAFETY')) await tellSafetyOffice(at, tx, { user, origin, isJoining }, actor)
}

export const setAdministrator = async (
  at: WorldAt,
  { userId, isAdmin: admin, origin }: { readonly userId: string; readonly isAdmin: boolean } & AtAddress,
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  await changeOnce(at, key, async (tx) => {
    if (!admin) await requireAnother(tx, userId)
    const user = await knownUser(tx, userId)
    if (isAdmin(user) === admin) return userId
    await changeRoles(at, tx, { user, after: rolesWith(user, admin), origin }, actor)
    return userId
  })
}

/** Somebody who was invited and has chosen no password signs in with the one that they have in another realm. */
export const takePasswordOver = async (
  at: AtRealm,
  tx: TenantTx,
  { user, password_hash }: { readonly user: UserRow; readonly password_hash: string | null },
  actor: Actor,
): Promise<void> => {
  await changeUser(tx, user.user_id, { password_hash })
  const subject = { kind: 'user', id: user.user_id }
  await recordAudit(at, tx, actor, { action: 'user.password-taken-over', subject, detail: { email: user.email } })
}

/**
 * Makes somebody of another realm administrator where nobody is left who can sign in as one: by the account that they
 * have here, or a new one with their password. Does nothing where it would not help: their account here is suspended,
 * or was when it was removed.
 */
export const makeAdministrator = async (
  at: AtRealm,
  tx: TenantTx,
  person: Pick<UserRow, 'email' | 'name' | 'surname' | 'password_hash'>,
  actor: Actor,
): Promise<boolean> => {
  const { email, name, surname, password_hash } = person
  const known = await userByEmail(tx, email)
  if (known && known.suspended_at !== null) return false
  if (known) {
    if (known.password_hash === null) await takePasswordOver(at, tx, { user: known, password_hash }, actor)
    // Who was invited as administrator becomes one who can sign in: no less news than a new role.
    if (isAdmin(known)) await tellAdministrators(at, tx, { user: known }, actor)
    else await changeRoles(at, tx, { user: known, after: rolesWith(known, true) }, actor)
    return true
  }
  const user = { user_id: newId(at, 'usr'), email, name, surname, role_list: 'ADMIN', password_hash }
  if ((await insertUser(tx, user)) !== 'inserted') return false
  const subject = { kind: 'user', id: user.user_id }
  await recordAudit(at, tx, actor, { action: 'user.created', subject, detail: { email, roles: ['ADMIN'] } })
  await tellAdministrators(at, tx, { user }, actor)
  return true
}

export const removeUserAccount = async (
  at: WorldAt,
  { userId, origin }: { readonly userId: string; readonly origin: string },
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  await changeOnce(at, key, async (tx) => {
    await requireAnother(tx, userId)
    const user = await knownUser(tx, userId)
    await removeKnownUser({ ...at, origin }, tx, user, actor)
    await tellMakerLeft(at, tx, { user, origin })
    return userId
  })
}
