/** Applications at the host's command line, where the host vouches for the phone step (access-model §12). */
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Failure } from '../domain/failure.ts'
import type { ModeAction } from '../domain/oauth/application-mode.ts'
import type { ApplicationKind } from '../domain/scopes.ts'
import { HOST } from '../services/audit-trail.ts'
import { encodeLogo } from '../services/oauth/application-logo.ts'
import { moveApplication, type Registration, registerApplication } from '../services/oauth/applications.ts'
import { checkRegistration } from '../services/oauth/registration.ts'
import { allApplications, applicationByClientId } from '../storage/oauth/applications.ts'
import {
  type Command,
  type CommandAnswer,
  type CommandOptions,
  type Invocation,
  requiredOption,
  withWorld,
} from './command.ts'
import { confirm, YES_OPTION } from './confirmation.ts'
import { listed } from './listed.ts'

const refuse = (description: string): never => {
  throw new Failure('invalid_request', description)
}

const readBytes = async (file: string): Promise<Buffer> =>
  readFile(file).catch((cause: unknown) => {
    throw new Failure('invalid_request', `${file} cannot be read`, { cause })
  })

const readJson = async (file: string): Promise<Record<string, unknown>> => {
  const text = (await readBytes(file)).toString()
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (cause) {
    throw new Failure('invalid_request', `${file} is not JSON`, { cause })
  }
  return refuse(`${file} must hold a JSON object`)
}

const MEMBERS = [
  'name',
  'kind',
  'personal',
  'redirectUris',
  'description',
  'phoneNumber',
  'contact',
  'website',
  'connectUrl',
  'logo',
]

const textIn = (value: Record<string, unknown>, name: string): string => {
  const text = value[name]
  return typeof text === 'string' ? text : refuse(`"${name}" is missing or not a text`)
}

const listIn = (value: Record<string, unknown>, name: string): string[] => {
  const list = value[name]
  const isList = Array.isArray(list) && list.every((item) => typeof item === 'string')
  return isList ? list : refuse(`"${name}" is missing or not a list of texts`)
}

const registrationIn = async (file: string): Promise<Registration> => {
  const value = await readJson(file)
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name))
  if (unknown !== undefined) refuse(`${file} holds "${unknown}"; known are ${MEMBERS.join(', ')}`)
  if (value.personal !== undefined && typeof value.personal !== 'boolean') refuse('"personal" is true or false')
  const kind = textIn(value, 'kind') as ApplicationKind
  return {
    name: textIn(value, 'name'),
    kind,
    personal: value.personal === true || kind === 'pilot-logbook',
    redirectUris: listIn(value, 'redirectUris'),
    description: textIn(value, 'description'),
    phoneNumber: textIn(value, 'phoneNumber'),
    contact: textIn(value, 'contact'),
    website: textIn(value, 'website'),
    connectUrl: value.connectUrl === undefined || value.connectUrl === null ? null : textIn(value, 'connectUrl'),
    logo:
      value.logo === undefined || value.logo === null
        ? null
        : await encodeLogo(await readBytes(resolve(dirname(file), textIn(value, 'logo')))),
  }
}

export const applicationRegister: Command = {
  summary:
    'Registers an application from a JSON file (name, kind, personal, redirectUris, description, phoneNumber, contact, website, connectUrl, logo) and prints its client id and secret.',
  options: { file: { type: 'string', value: '<json>', text: 'the registration' } },
  examples: ['airside-server app register --file application.json'],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const registration = await registrationIn(requiredOption(invocation, 'file'))
      checkRegistration(registration, invocation.config.publicUrl)
      const { clientId, clientSecret } = await registerApplication(world, registration, HOST)
      return {
        data: { client_id: clientId, client_secret: clientSecret },
        text: `Client ID ${clientId}\nClient secret, shown this once: ${clientSecret}\nIt works in the test environment; "app promote ${clientId}" moves it to production.`,
      }
    }),
}

const move = (actions: readonly ModeAction[]): ((invocation: Invocation) => Promise<CommandAnswer>) => {
  return ({ config, options, positionals: [clientId = ''] }) =>
    withWorld(config, async (world) => {
      const reason = typeof options.reason === 'string' ? options.reason : null
      await moveApplication(world, clientId, { actions, by: 'host', reason }, HOST)
      const mode = (await applicationByClientId(world.storage.platform, clientId))?.mode
      return { data: { client_id: clientId, mode }, text: `${clientId} is now in mode "${mode}"` }
    })
}

const REASON_OPTION = {
  reason: { type: 'string', value: '<text>', text: 'why, for the audit log', optional: true },
} as const satisfies CommandOptions

/** A command that suspends or resumes asks first; `asks` says what is about to happen. */
const confirmed = (name: string, summary: string, asks: string, action: ModeAction): Command => ({
  summary,
  words: '<client_id>',
  options: { ...REASON_OPTION, ...YES_OPTION },
  examples: [`airside-server app ${name} app_… --reason "Asked for by mail" --yes`],
  arguments: 1,
  run: async (invocation) => {
    await confirm(invocation, `${invocation.positionals[0]} ${asks}`)
    return move([action])(invocation)
  },
})

const transition = (name: string, summary: string, ...actions: ModeAction[]): Command => ({
  summary,
  words: '<client_id>',
  options: REASON_OPTION,
  examples: [`airside-server app ${name} app_… --reason "Asked for by mail"`],
  arguments: 1,
  run: move(actions),
})

/** A step of its own: no demo is recorded that nobody held. */
export const applicationPromote = transition(
  'promote',
  'Moves an application to production without a demo: the host vouches for it, and support sees that.',
  'promote',
)
export const applicationSuspend = confirmed(
  'suspend',
  'Suspends an application at every operator: its tokens are refused within a second.',
  'is about to be suspended at every operator.',
  'suspend',
)
export const applicationResume = confirmed(
  'resume',
  'Ends the suspension of an application.',
  'is about to work again at every operator.',
  'resume',
)

export const applicationList: Command = {
  summary: 'Lists the registered applications with kind and mode.',
  options: {},
  examples: ['airside-server app list'],
  arguments: 0,
  run: ({ config }) =>
    withWorld(config, async (world) => {
      const applications = await allApplications(world.storage.platform)
      return listed(
        applications.map(({ client_id, name, kind, mode, personal, created_at, deleted_at }) => ({
          client_id,
          name,
          kind,
          mode: deleted_at === null ? mode : 'deleted',
          personal: personal === 1,
          created_at: new Date(created_at).toISOString(),
        })),
      )
    }),
}
