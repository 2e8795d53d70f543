/** Logs in to one operator: with an API key from standard input, or with an application in the browser. */
import type { ApplicationClient } from '@airside/client'
import { type CallbackServer, loopbackUri, startCallbackServer } from '../callback-server.ts'
import { applicationClient, clientOf, DEFAULT_SERVICE, environmentFrom, maxWaitFrom } from '../client-of.ts'
import type { Command, Invocation } from '../command.ts'
import { type Identity, identityOf } from '../identity.ts'
import { misuse } from '../problem.ts'
import { type ApplicationProfile, type KeyProfile, type Profile, profileName } from '../profiles.ts'
import { openBrowser } from '../terminal/open-browser.ts'
import { readSecret } from '../terminal/secret-input.ts'
import { broken, visibleText } from '../terminal/visible-text.ts'

const REDIRECT_URI_DEFAULT = 'http://127.0.0.1:8976/callback'

const serviceOf = ({ text, env }: Invocation): string => text('service') ?? (env.AIRSIDE_URL || DEFAULT_SERVICE)

const keyProfile = async (invocation: Invocation, operator: string): Promise<KeyProfile> => {
  const { terminal, signal } = invocation
  const apiKey = await readSecret(terminal, 'API key', signal)
  const told = apiKey.startsWith('air_test_') ? 'sandbox' : 'production'
  const environment = environmentFrom(invocation.text('environment')) ?? told
  return { kind: 'key', service: serviceOf(invocation), operator, environment, apiKey }
}

const applicationProfile = async (invocation: Invocation, operator: string): Promise<ApplicationProfile> => {
  const { terminal, signal, env, text } = invocation
  const redirectUri = text('redirect-uri') ?? REDIRECT_URI_DEFAULT
  loopbackUri(redirectUri)
  return {
    kind: 'application',
    service: serviceOf(invocation),
    operator,
    environment: environmentFrom(text('environment')) ?? 'production',
    clientId: text('client-id') ?? '',
    clientSecret: env.AIRSIDE_CLIENT_SECRET || (await readSecret(terminal, 'client secret', signal)),
    redirectUri,
  }
}

const waitForCallback = async (invocation: Invocation, url: string, server: CallbackServer): Promise<string> => {
  const { terminal } = invocation
  terminal.aside('Open this address as an administrator of the operator, and allow the connection:')
  terminal.aside(`  ${url}`)
  if (terminal.isInteractive && !invocation.flag('no-browser')) openBrowser(url, invocation.env)
  terminal.progress('Waiting for the browser … (Ctrl-C gives up)')
  return server.callback
}

const connected = async (invocation: Invocation, profile: ApplicationProfile): Promise<ApplicationClient> => {
  const scopes = (invocation.text('scope') ?? '').split(/[\s,]+/).filter(Boolean)
  if (scopes.length === 0) {
    throw misuse(
      '--scope is missing: which scopes shall be allowed?',
      'airside scopes <file.graphql> tells what a document needs',
    )
  }
  const client = applicationClient(profile, invocation.profiles, maxWaitFrom(invocation.text('max-wait')))
  const { url, pending } = await client.authorizationLink(scopes)
  const server = await startCallbackServer(profile.redirectUri, pending.state, invocation.signal)
  try {
    const callback = await waitForCallback(invocation, url, server)
    await client.completeAuthorization(callback, pending, invocation.signal)
  } finally {
    server.close()
  }
  return client
}

/** Saves the profile only if it works; otherwise ends the new connection, so that nothing is left behind. */
const saved = async (invocation: Invocation, name: string, profile: Profile): Promise<Identity> => {
  const { profiles, signal, terminal } = invocation
  const application = profile.kind === 'application' ? await connected(invocation, profile) : null
  try {
    const client = application ?? clientOf(profile, profiles, maxWaitFrom(invocation.text('max-wait')))
    terminal.progress(`Signing in at ${client.origin} … (another address: --service; patience: --max-wait <seconds>)`)
    const identity = await identityOf(client, signal).finally(() => terminal.done())
    signal.throwIfAborted()
    await profiles.save(name, profile)
    return identity
  } catch (error) {
    await application?.disconnect().catch(() => {})
    throw error
  }
}

const linesOf = ({ terminal }: Invocation, name: string, profile: Profile, identity: Identity): string[] => {
  const { operatorName, operatorId, environment, applicationName, scopes } = identity
  const by = profile.kind === 'key' ? 'with an API key' : `as ${visibleText(applicationName ?? 'an application')}`
  return [
    `Signed in to ${visibleText(operatorName)} (${operatorId}, ${environment}) ${by}.`,
    ...broken(`Profile ${name}, scopes ${scopes.join(' ') || 'none'}.`, terminal.width),
  ]
}

export const login: Command = {
  name: 'login',
  summary: 'sign in with an API key, or with an application',
  words: '<operator>',
  minWords: 1,
  maxWords: 1,
  options: {
    'client-id': { type: 'string', value: '<id>', text: 'sign in as this application, in the browser' },
    'redirect-uri': {
      type: 'string',
      value: '<uri>',
      text: `as registered, on this machine (${REDIRECT_URI_DEFAULT})`,
    },
    scope: { type: 'string', value: '"<a b>"', text: 'the scopes that the application asks for' },
    'no-browser': { type: 'boolean', text: 'only say the address, do not open it' },
  },
  examples: [
    'airside login alpine',
    'airside login alpine < key.txt',
    'airside login alpine -e sandbox --client-id app_… --scope "flight:read crew:read"',
  ],
  run: async (invocation) => {
    const [operator = ''] = invocation.words
    const isApplication = invocation.text('client-id') !== undefined
    const profile = await (isApplication ? applicationProfile : keyProfile)(invocation, operator)
    const name = invocation.text('profile') ?? profileName(profile)
    const identity = await saved(invocation, name, profile)
    const { terminal, isJson } = invocation
    if (isJson) terminal.say(JSON.stringify({ profile: name, ...identity }))
    else for (const line of linesOf(invocation, name, profile, identity)) terminal.say(line)
    return undefined
  },
}
