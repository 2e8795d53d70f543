/** Suspends and resumes one user, one key or one grant of an operator, or a member of staff. */
import { Failure } from '../../domain/failure.ts'
import { normalEmail } from '../../domain/identity/email-address.ts'
import { SUPPORT } from '../../domain/identity/realm.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { HOST } from '../../services/audit-trail.ts'
import { setSuspendedOf } from '../../services/incidents/suspend.ts'
import { platformRealm } from '../../services/tenancy/platform-realms.ts'
import type { World, WorldAt } from '../../services/world.ts'
import { suspendedByEmail, userByEmail } from '../../storage/identity/users.ts'
import type { Suspendable } from '../../storage/incidents/suspension.ts'
import {
  type Command,
  EXAMPLE_TENANT,
  type Invocation,
  REALM_OPTIONS,
  realmOption,
  requiredOption,
  TENANT_OPTIONS,
  withWorld,
} from '../command.ts'
import { confirm, INCIDENT_OPTIONS, reasonOption } from '../confirmation.ts'
import { EMAIL_OPTION } from '../user.ts'

interface SuspendableKind {
  /** What comes before "is about to be …". */
  readonly named: (invocation: Invocation) => string
  /** Where it is looked for; where absent, what --operator and --environment name. */
  readonly realm?: (world: World) => Promise<Tenant>
  readonly find: (at: WorldAt, invocation: Invocation) => Promise<Suspendable>
  readonly words?: string
  readonly options: Command['options']
  readonly example: string
  readonly suspends: string
  readonly resumes: string
}

const idIn = ({ positionals }: Invocation): string => positionals[0] ?? ''

const USER: SuspendableKind = {
  named: (invocation) => requiredOption(invocation, 'email'),
  find: async (at, invocation) => {
    const email = requiredOption(invocation, 'email')
    const address = normalEmail(email)
    // Whoever was removed meanwhile is still suspended: nobody invites them again until they are resumed.
    const id = (await userByEmail(at.read, address))?.user_id ?? (await suspendedByEmail(at.read, address))
    if (id === undefined) throw new Failure('not_found', `${email} is not a user here`)
    return { kind: 'user', id }
  },
  options: { ...REALM_OPTIONS, ...EMAIL_OPTION },
  example: `${EXAMPLE_TENANT} --email anna@alpine.example`,
  suspends: 'Suspends somebody: their sessions end, they sign in nowhere, their personal applications rest.',
  resumes:
    'Ends the suspension of somebody: they sign in again, and their personal applications work; who was removed meanwhile can be invited again.',
}

const STAFF: SuspendableKind = {
  ...USER,
  realm: (world) => platformRealm(world, SUPPORT),
  options: EMAIL_OPTION,
  example: '--email sam@airside.example',
  suspends: 'Suspends a member of staff: their sessions at the support console end, and they cannot sign in.',
  resumes: 'Ends the suspension of a member of staff: they sign in again with the role they had.',
}

const KEY: SuspendableKind = {
  named: idIn,
  find: async (_at, invocation) => ({ kind: 'api-key', id: idIn(invocation) }),
  words: '<api_key_id>',
  options: TENANT_OPTIONS,
  example: `key_… ${EXAMPLE_TENANT}`,
  suspends: 'Suspends an API key: access tokens of it die for good, and its refresh token rests.',
  resumes: 'Ends the suspension of an API key: its refresh token works again.',
}

const GRANT: SuspendableKind = {
  named: idIn,
  find: async (_at, invocation) => ({ kind: 'grant', id: idIn(invocation) }),
  words: '<grant_id>',
  options: TENANT_OPTIONS,
  example: `gra_… ${EXAMPLE_TENANT}`,
  suspends: 'Suspends one grant of an application at an operator: access tokens die for good, refresh tokens rest.',
  resumes:
    'Ends the suspension of a grant: its refresh tokens work again, and a disconnected one may be connected anew.',
}

const commandOf = (group: string, kind: SuspendableKind, isSuspended: boolean): Command => {
  const verb = isSuspended ? 'suspend' : 'resume'
  const done = isSuspended ? 'suspended' : 'resumed'
  return {
    summary: isSuspended ? kind.suspends : kind.resumes,
    ...(kind.words ? { words: kind.words } : {}),
    options: { ...kind.options, ...INCIDENT_OPTIONS },
    examples: [`airside-server ${group} ${verb} ${kind.example} --reason "We look into it" --yes`],
    arguments: kind.words ? 1 : 0,
    run: (invocation) =>
      withWorld(invocation.config, async (world) => {
        const name = kind.named(invocation)
        const reason = reasonOption(invocation)
        const at = world.at(await (kind.realm?.(world) ?? realmOption(world, invocation)))
        await confirm(invocation, `${name} is about to be ${done}.`)
        await setSuspendedOf(at, { what: await kind.find(at, invocation), isSuspended, reason }, HOST)
        const text = isSuspended ? `${name} is suspended, within a second everywhere` : `${name} works again`
        return { data: { [done]: name }, text }
      }),
  }
}

export const userSuspend = commandOf('user', USER, true)
export const userResume = commandOf('user', USER, false)
export const staffSuspend = commandOf('staff', STAFF, true)
export const staffResume = commandOf('staff', STAFF, false)
export const apiKeySuspend = commandOf('api-key', KEY, true)
export const apiKeyResume = commandOf('api-key', KEY, false)
export const grantSuspend = commandOf('grant', GRANT, true)
export const grantResume = commandOf('grant', GRANT, false)
