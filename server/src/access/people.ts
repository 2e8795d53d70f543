/** An operator's users: who they are and which roles they have. */
import { Failure } from '../domain/failure.ts'
import type { Tenant } from '../domain/tenant.ts'
import { insertUser } from '../storage/users.ts'
import { type Actor, recordAudit } from './audit-trail.ts'
import { checkedPassword, hashPassword } from './password.ts'
import { newId, type World } from './world.ts'

export interface NewUser {
  readonly email: string
  readonly name: string
  readonly surname: string
  readonly roles: readonly string[]
  readonly password: string | null
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,253}$/

/** Addresses are compared without regard to case. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

export const createUser = async (world: World, tenant: Tenant, user: NewUser, actor: Actor): Promise<string> => {
  const email = normalEmail(user.email)
  if (!EMAIL.test(email)) throw new Failure('invalid_request', `"${user.email}" is not an e-mail address`)
  const passwordHash = user.password === null ? null : await hashPassword(world, checkedPassword(user.password))
  const userId = newId(world, 'usr')
  await world.storage.writeTenant(tenant.tenantId, async (tx) => {
    const inserted = await insertUser(tx, {
      user_id: userId,
      email,
      name: user.name,
      surname: user.surname,
      role_list: user.roles.join(' '),
      password_hash: passwordHash,
    })
    if (!inserted) throw new Failure('invalid_request', `${email} is a user of this operator already`)
    await recordAudit(world, tx, actor, 'user.created', { kind: 'user', id: userId }, { email, roles: user.roles })
  })
  return userId
}
