/** The service provider's staff, and providers with their first owner, at the host's command line. */

import { nameFromEmail } from '../domain/identity/email-address.ts'
import { DEVELOPERS, SUPPORT } from '../domain/identity/realm.ts'
import { HOST } from '../services/audit-trail.ts'
import { createStaff } from '../services/identity/staff.ts'
import { createProvider } from '../services/providers/create-provider.ts'
import { platformRealm } from '../services/tenancy/platform-realms.ts'
import type { World } from '../services/world.ts'
import { type Command, type Invocation, passwordOption, requiredOption, withWorld } from './command.ts'

const personIn = async (world: World, invocation: Invocation) => {
  const email = requiredOption(invocation, 'email')
  const name = typeof invocation.options.name === 'string' ? invocation.options.name : nameFromEmail(email)
  return { email, name, ...(await passwordOption(world, invocation)) }
}

const created = (data: object, { email, password, generated }: Awaited<ReturnType<typeof personIn>>) => ({
  data: { ...data, ...(generated ? { password } : {}) },
  text: generated ? `Created ${email} with the password ${password}` : `Created ${email}`,
})

const PERSON_OPTIONS = {
  email: { type: 'string' },
  name: { type: 'string' },
  'password-stdin': { type: 'boolean' },
} as const

export const staffCreate: Command = {
  usage: '--email <mail> [--name <text>] [--password-stdin]',
  options: PERSON_OPTIONS,
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const person = await personIn(world, invocation)
      const accountId = await createStaff(world.at(await platformRealm(world, SUPPORT)), person, HOST)
      return created({ account_id: accountId }, person)
    }),
}

export const providerCreate: Command = {
  usage: '--email <mail> [--company <text>] [--name <text>] [--password-stdin]',
  options: { ...PERSON_OPTIONS, company: { type: 'string' } },
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const person = await personIn(world, invocation)
      const company = typeof invocation.options.company === 'string' ? invocation.options.company : person.name
      const realm = await platformRealm(world, DEVELOPERS)
      const { providerId, userId } = await createProvider(world.at(realm), { ...person, company }, HOST)
      return created({ provider_id: providerId, account_id: userId }, person)
    }),
}
