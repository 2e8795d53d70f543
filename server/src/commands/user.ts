import { Failure } from '../domain/failure.ts'
import { nameFromEmail } from '../domain/identity/email-address.ts'
import { isRole, ROLES } from '../domain/identity/roles.ts'
import { HOST } from '../services/audit-trail.ts'
import { createUser, removeUser, setRoles } from '../services/identity/users.ts'
import { type Command, passwordOption, requiredOption, tenantOption, withWorld } from './command.ts'

export const userCreate: Command = {
  usage:
    '--operator <operator_id> --environment <e> --email <mail> [--admin] [--name <text>] [--surname <text>] [--password-stdin]',
  options: {
    operator: { type: 'string' },
    environment: { type: 'string' },
    email: { type: 'string' },
    name: { type: 'string' },
    surname: { type: 'string' },
    admin: { type: 'boolean' },
    'password-stdin': { type: 'boolean' },
  },
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

export const PERSON_OPTIONS = {
  operator: { type: 'string' },
  environment: { type: 'string' },
  email: { type: 'string' },
} as const

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
  usage: '--operator <operator_id> --environment <e> --email <mail> --roles "<ADMIN OPS …>"',
  options: { ...PERSON_OPTIONS, roles: { type: 'string' } },
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
  usage: '--operator <operator_id> --environment <e> --email <mail>',
  options: PERSON_OPTIONS,
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const email = requiredOption(invocation, 'email')
      await removeUser(world.at(await tenantOption(world, invocation)), email, HOST)
      return { data: { removed: email }, text: `Removed ${email}; their sessions and personal connections ended` }
    }),
}
