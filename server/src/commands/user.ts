import { HOST } from '../access/audit-trail.ts'
import { createUser } from '../access/people.ts'
import { randomText } from '../domain/secret.ts'
import { type Command, readStandardInput, requiredOption, tenantOption, withWorld } from './command.ts'

const PASSWORD_LENGTH = 20

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
      const given = options['password-stdin'] ? await readStandardInput() : null
      const password = given ?? randomText(PASSWORD_LENGTH, world.randomBytes)
      const name = typeof options.name === 'string' ? options.name : (email.split('@')[0] ?? email)
      const surname = typeof options.surname === 'string' ? options.surname : ''
      const roles = options.admin ? ['ADMIN'] : ['OPS']
      const userId = await createUser(world, tenant, { email, name, surname, roles, password }, HOST)
      const generated = given === null ? { password } : {}
      return {
        data: { user_id: userId, ...generated },
        text: given === null ? `Created ${email} with the password ${password}` : `Created ${email}`,
      }
    }),
}
