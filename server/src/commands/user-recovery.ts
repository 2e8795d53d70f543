/** The host helps somebody back in: a link to a new password, or the end of their second step. Both are audited and mailed. */
import { originOf } from '../domain/tenancy/address.ts'
import { HOST } from '../services/audit-trail.ts'
import { endSecondStepOf, sendPasswordReset } from '../services/identity/recovery/helping.ts'
import { resetLinkAt } from '../services/identity/recovery/password-reset.ts'
import { type Command, EXAMPLE_TENANT, REALM_OPTIONS, realmOption, requiredOption, withWorld } from './command.ts'
import { confirm, YES_OPTION } from './confirmation.ts'
import { EMAIL_OPTION } from './user.ts'

/** The link is printed too: the server may send no e-mail, and the host knows who asks. */
export const userReset: Command = {
  summary: 'Prints and mails a link with which somebody chooses a new password, once, within 30 minutes.',
  options: { ...REALM_OPTIONS, ...EMAIL_OPTION },
  examples: [`airside-server user reset ${EXAMPLE_TENANT} --email anna@alpine.example`],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const email = requiredOption(invocation, 'email')
      const tenant = await realmOption(world, invocation)
      const origin = originOf(invocation.config.publicUrl, tenant.operatorId, tenant.environment)
      const sent = await sendPasswordReset(world.at(tenant), { helped: { email }, linkTo: resetLinkAt(origin) }, HOST)
      const until = new Date(sent?.expiresAt ?? 0).toISOString()
      return {
        data: { email, link: sent?.link, expires_at: until },
        text: `A new password for ${email} is chosen once, until ${until}, at:\n${sent?.link}\nThe link is mailed to them as well.`,
      }
    }),
}

export const userEndSecondStep: Command = {
  summary: 'Ends the second step, recovery codes, passkeys and sessions of somebody who lost them; they are told.',
  options: {
    ...REALM_OPTIONS,
    ...EMAIL_OPTION,
    reason: { type: 'string', value: '<text>', text: 'how you know that it is them, for the audit log' },
    ...YES_OPTION,
  },
  examples: [
    `airside-server user end-second-step ${EXAMPLE_TENANT} --email anna@alpine.example --reason "Lost her phone; we spoke" --yes`,
  ],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const email = requiredOption(invocation, 'email')
      const reason = requiredOption(invocation, 'reason')
      const at = world.at(await realmOption(world, invocation))
      await confirm(invocation, `The second step, passkeys and sessions of ${email} are about to end.`)
      await endSecondStepOf(at, { helped: { email }, reason }, HOST)
      const text = `Ended the second step, recovery codes, passkeys and sessions of ${email}; they are told by e-mail`
      return { data: { email, second_step: 'ended' }, text }
    }),
}
