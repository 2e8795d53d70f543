import { nameFromEmail } from '../domain/identity/email-address.ts'
import { HOST } from '../services/audit-trail.ts'
import { createPlatformAccount } from '../services/identity/platform-accounts.ts'
import type { PlatformRealm } from '../storage/identity/platform-accounts.ts'
import { type Command, passwordOption, requiredOption, withWorld } from './command.ts'

const accountCreate = (realm: PlatformRealm): Command => ({
  usage: '--email <mail> [--name <text>] [--password-stdin]',
  options: { email: { type: 'string' }, name: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const email = requiredOption(invocation, 'email')
      const name = typeof invocation.options.name === 'string' ? invocation.options.name : nameFromEmail(email)
      const { password, generated } = await passwordOption(world, invocation)
      const accountId = await createPlatformAccount(world, realm, { email, name, password }, HOST)
      return {
        data: { account_id: accountId, ...(generated ? { password } : {}) },
        text: generated ? `Created ${email} with the password ${password}` : `Created ${email}`,
      }
    }),
})

export const staffCreate = accountCreate('staff')
export const providerCreate = accountCreate('provider')
