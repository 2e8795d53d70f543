/** Users of an operator, and people of the developer portal and the support console, at the host's command line. */
import { Failure } from '../domain/failure.ts'
import { nameFromEmail, normalEmail } from '../domain/identity/email-address.ts'
import { isRole, ROLES } from '../domain/identity/roles.ts'
import { originOf } from '../domain/tenancy/address.ts'
import type { Tenant } from '../domain/tenancy/tenant.ts'
import { HOST } from '../services/audit-trail.ts'
import { setRoles } from '../services/identity/administrators.ts'
import { sessionsOf } from '../services/identity/sessions.ts'
import { createUser, removeUser } from '../services/identity/users.ts'
import type { World } from '../services/world.ts'
import { lastSeen } from '../storage/identity/user-accounts.ts'
import { allUsers, hasSecondStep, nameOf, userByEmail } from '../storage/identity/users.ts'
import { personalGrants } from '../storage/oauth/grants.ts'
import { readingAs } from '../storage/view.ts'
import {
  type Command,
  type CommandOptions,
  EXAMPLE_TENANT,
  PASSWORD_OPTION,
  passwordOption,
  REALM_OPTIONS,
  realmOption,
  requiredOption,
  TENANT_OPTIONS,
  tenantOption,
  withWorld,
} from './command.ts'
import { confirm, YES_OPTION } from './confirmation.ts'
import { listed } from './listed.ts'
import { dayText, shown, timeText } from './shown.ts'

export const EMAIL_OPTION = {
  email: { type: 'string', value: '<mail>', text: 'the address that the person signs in with' },
} as const satisfies CommandOptions

export const userCreate: Command = {
  summary: 'Creates a user of an operator, with the role Operations or as an administrator.',
  options: {
    ...TENANT_OPTIONS,
    ...EMAIL_OPTION,
    admin: { type: 'boolean', text: 'as an administrator', optional: true },
    name: { type: 'string', value: '<text>', text: 'from the e-mail address where left out', optional: true },
    surname: { type: 'string', value: '<text>', text: 'the family name', optional: true },
    ...PASSWORD_OPTION,
  },
  examples: [
    `airside-server user create ${EXAMPLE_TENANT} --email anna@alpine.example --admin`,
    `airside-server user create ${EXAMPLE_TENANT} --email leo@alpine.example --password-stdin < password.txt`,
  ],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const { options } = invocation
      const email = requiredOption(invocation, 'email')
      const tenant = await tenantOption(world, invocation)
      const { password, generated } = await passwordOption(world, invocation)
      const name = typeof options.name === 'string' ? options.name : nameFromEmail(email)
      const surname = typeof options.surname === 'string' ? options.surname : ''
      const roles = options.admin ? ['ADMIN'] : ['OPS']
      const userId = await createUser(world.at(tenant), { email, name, surname, roles, password }, HOST)
      return {
        data: { user_id: userId, ...(generated ? { password } : {}) },
        text: generated ? `Created ${email} with the password ${password}` : `Created ${email}`,
      }
    }),
}

const PERSON_OPTIONS = { ...TENANT_OPTIONS, ...EMAIL_OPTION }

/** The people of a tenant or realm with their roles, and when each was last seen. */
export const peopleOf = async (world: World, { tenantId }: Pick<Tenant, 'tenantId'>) => {
  const reader = world.storage.tenant(tenantId)
  const users = await allUsers(readingAs(reader, { of: 'operator' }))
  const seen = await lastSeen(
    reader,
    users.map((user) => user.user_id),
  )
  return users.map((user) => ({
    email: user.email,
    name: nameOf(user),
    roles: user.role_list,
    second_step: hasSecondStep(user),
    suspended: user.suspended_at !== null,
    last_seen: dayText(seen.get(user.user_id)),
  }))
}

export const userList: Command = {
  summary: 'Lists who signs in at an operator, with roles and whether they have a second step.',
  options: REALM_OPTIONS,
  examples: [`airside-server user list ${EXAMPLE_TENANT}`],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => listed(await peopleOf(world, await realmOption(world, invocation)))),
}

export const userShow: Command = {
  summary: 'Shows somebody who signs in: roles, second step, sessions and personal connections.',
  options: { ...REALM_OPTIONS, ...EMAIL_OPTION },
  examples: [`airside-server user show ${EXAMPLE_TENANT} --email anna@alpine.example`],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const at = world.at(await realmOption(world, invocation))
      const email = requiredOption(invocation, 'email')
      const user = await userByEmail(at.read, normalEmail(email))
      if (!user) throw new Failure('not_found', `${email} is not a user here`)
      return shown({
        user_id: user.user_id,
        email: user.email,
        name: nameOf(user),
        roles: user.role_list,
        second_step: hasSecondStep(user),
        suspended_at: timeText(user.suspended_at),
        created_at: timeText(user.created_at),
        sessions: (await sessionsOf(at, user.user_id)).map(({ device, address, created_at, last_seen_at }) => ({
          device,
          address,
          since: timeText(created_at),
          last_seen: dayText(last_seen_at),
        })),
        connections: (await personalGrants(at.read, user.user_id)).map((grant) => ({
          grant_id: grant.grantId,
          application: grant.applicationName,
          scopes: grant.scopes,
          last_used_at: dayText(grant.lastUsedAt),
        })),
      })
    }),
}

const rolesIn = (text: string): string[] => {
  const roles = text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const unknown = roles.find((role) => !isRole(role))
  if (roles.length === 0 || unknown !== undefined) {
    throw new Failure('invalid_request', `--roles lists some of ${ROLES.join(' ')}`)
  }
  return roles
}

export const userRoles: Command = {
  summary: "Replaces somebody's roles, from their next request on.",
  options: {
    ...PERSON_OPTIONS,
    roles: { type: 'string', value: '"<ADMIN OPS …>"', text: `some of ${ROLES.join(' ')}` },
  },
  examples: [`airside-server user roles ${EXAMPLE_TENANT} --email leo@alpine.example --roles "OPS SALES"`],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const email = requiredOption(invocation, 'email')
      const roles = rolesIn(requiredOption(invocation, 'roles'))
      await setRoles(world.at(await tenantOption(world, invocation)), email, roles, HOST)
      return { data: { email, roles }, text: `${email} has the roles ${roles.join(' ')}` }
    }),
}

export const userRemove: Command = {
  summary: 'Removes a user: their sessions and personal connections end. Who has a logbook gets a link to it by mail.',
  options: { ...PERSON_OPTIONS, ...YES_OPTION },
  examples: [`airside-server user remove ${EXAMPLE_TENANT} --email leo@alpine.example --yes`],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const email = requiredOption(invocation, 'email')
      const tenant = await tenantOption(world, invocation)
      await confirm(invocation, `${email} is about to be removed from ${tenant.operatorId}.`)
      const origin = originOf(invocation.config.publicUrl, tenant.operatorId, tenant.environment)
      await removeUser(world.at(tenant), email, HOST, origin)
      return { data: { removed: email }, text: `Removed ${email}; their sessions and personal connections ended` }
    }),
}
