/** The service provider's staff, and providers with their first owner, at the host's command line. */

import { Failure } from '../domain/failure.ts'
import { nameFromEmail } from '../domain/identity/email-address.ts'
import { DEVELOPERS, SUPPORT } from '../domain/identity/realm.ts'
import { isStaffRole, STAFF_ROLES, type StaffRole } from '../domain/identity/staff-role.ts'
import { HOST } from '../services/audit-trail.ts'
import { createStaff } from '../services/identity/users.ts'
import { endSessions } from '../services/incidents/end-sessions.ts'
import { createProvider } from '../services/providers/create-provider.ts'
import { setStaffRoleAsHost, usualStaffRole } from '../services/support/staff.ts'
import { platformRealm } from '../services/tenancy/platform-realms.ts'
import type { World } from '../services/world.ts'
import { allProviders } from '../storage/providers/providers.ts'
import {
  type Command,
  type CommandOptions,
  type Invocation,
  PASSWORD_OPTION,
  passwordOption,
  requiredOption,
  withWorld,
} from './command.ts'
import { confirm, INCIDENT_OPTIONS, reasonOption } from './confirmation.ts'
import { listed } from './listed.ts'
import { peopleOf } from './user.ts'

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
  email: { type: 'string', value: '<mail>', text: 'signs in with it' },
  name: { type: 'string', value: '<text>', text: 'from the e-mail address where left out', optional: true },
  ...PASSWORD_OPTION,
} as const satisfies CommandOptions

const ROLE_WORDS = STAFF_ROLES.map((role) => role.toLowerCase()).join('|')

/** Null where it was left out. */
const roleOption = ({ options }: Invocation): StaffRole | null => {
  if (typeof options.role !== 'string') return null
  const role = options.role.toUpperCase()
  if (isStaffRole(role)) return role
  throw new Failure('invalid_request', `--role is one of ${ROLE_WORDS.replaceAll('|', ', ')}`)
}

const supportRealm = async (world: World) => world.at(await platformRealm(world, SUPPORT))

export const staffCreate: Command = {
  summary: 'Lets somebody of the service provider sign in at the support console, where they set up a second step.',
  options: {
    ...PERSON_OPTIONS,
    role: {
      type: 'string',
      value: `<${ROLE_WORDS}>`,
      text: 'what they may do; where left out the first is administrator, others read',
      optional: true,
    },
  },
  examples: ['airside-server staff create --email sam@airside.example --name Sam --role reviewer'],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const person = await personIn(world, invocation)
      const at = await supportRealm(world)
      const role = roleOption(invocation) ?? (await usualStaffRole(at))
      const accountId = await createStaff(at, { ...person, role }, HOST)
      return created({ account_id: accountId, role: role.toLowerCase() }, person)
    }),
}

export const staffRole: Command = {
  summary: 'Changes what a member of staff may do. Administrators do the same in the support console.',
  options: {
    email: PERSON_OPTIONS.email,
    role: { type: 'string', value: `<${ROLE_WORDS}>`, text: 'what they may do from now on' },
  },
  examples: ['airside-server staff role --email sam@airside.example --role administrator'],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const email = requiredOption(invocation, 'email')
      requiredOption(invocation, 'role')
      const role = roleOption(invocation) ?? 'READER'
      await setStaffRoleAsHost(await supportRealm(world), email, role, HOST)
      return { data: { email, role: role.toLowerCase() }, text: `${email} is ${role.toLowerCase()} now` }
    }),
}

export const staffEndSessions: Command = {
  summary: 'Signs a member of staff out of every browser, or all staff where nobody is named; they sign in anew.',
  options: {
    email: { ...PERSON_OPTIONS.email, text: 'who; everybody where left out', optional: true },
    ...INCIDENT_OPTIONS,
  },
  examples: [
    'airside-server staff end-sessions --email sam@airside.example --reason "A lost laptop" --yes',
    'airside-server staff end-sessions --reason "We look into it" --yes',
  ],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const email = invocation.options.email === undefined ? null : requiredOption(invocation, 'email')
      const reason = reasonOption(invocation)
      const who = email ?? 'Everybody of staff'
      await confirm(invocation, `${who} is about to be signed out everywhere.`)
      const ended = await endSessions(await supportRealm(world), { email, reason }, HOST)
      return { data: { email, sessions_ended: ended }, text: `${who} is signed out: ${ended} sessions ended` }
    }),
}

export const providerCreate: Command = {
  summary: 'Creates a provider of applications with its first owner, who signs in at the developer portal.',
  options: {
    ...PERSON_OPTIONS,
    company: { type: 'string', value: '<text>', text: "the person's name where left out", optional: true },
  },
  examples: ['airside-server provider create --email mia@skylog.example --company Skylog'],
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

export const staffList: Command = {
  summary: 'Lists who signs in at the support console.',
  options: {},
  examples: ['airside-server staff list'],
  arguments: 0,
  run: ({ config }) =>
    withWorld(config, async (world) => listed(await peopleOf(world, await platformRealm(world, SUPPORT)))),
}

export const providerList: Command = {
  summary: 'Lists the providers of applications.',
  options: {},
  examples: ['airside-server provider list'],
  arguments: 0,
  run: ({ config }) =>
    withWorld(config, async (world) => {
      const providers = await allProviders(world.storage.platform)
      return listed(
        providers.map(({ provider_id, name, created_at }) => ({
          provider_id,
          name,
          created_at: new Date(created_at).toISOString(),
        })),
      )
    }),
}
