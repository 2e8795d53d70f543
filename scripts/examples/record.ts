/** Plays the story of the examples at a fresh demo and writes down what each was given and what it answered. */
import { type DemoApplication, demoRedirectUri } from '../../server/src/demo/show/demo-show.ts'
import type { RecordedExample } from '../../server/src/documentation/recorded-examples.ts'
import { exampleOf } from '../../server/src/documentation/reference-example.ts'
import { fromBase32, totpCode, totpStepAt } from '../../server/src/domain/identity/totp.ts'
import { isForKeys, isOffered, SCOPES } from '../../server/src/domain/scopes.ts'
import { redactSecrets } from '../../server/src/domain/secret.ts'
import { graphs } from '../../server/src/graphql/graphs.ts'
import { SoftPasskey } from '../../server/test/support/authenticator.ts'
import { Browser, formTo } from '../../server/test/support/browser.ts'
import { exchangeFields, obtainCode } from '../../server/test/support/code-grant.ts'
import { ConsoleClient } from '../../server/test/support/console-client.ts'
import { demoPlace } from '../../server/test/support/demo-place.ts'
import { demoOf, runCommand, startServerProcess } from '../../server/test/support/server-process.ts'
import { type Answered, type Asker, type Scene, STORY, type Step, type Variables } from './story.ts'

const SERVICE = 'http://localhost:8080'
const SANDBOX = 'http://alpine.sandbox.localhost:8080'
const PRODUCTION = 'http://alpine.localhost:8080'
const MINUTE_MS = 60_000
const MAX_TEXT = 120
const MAX_LISTED = 2

type Ask = (query: string, variables: Variables) => Promise<Answered>

/** The query of an example, as the reference shows it. */
export const exampleText = (name: string): string => {
  const { operator } = graphs()
  const query = operator.getQueryType()?.getFields()[name]
  const mutation = operator.getMutationType()?.getFields()[name]
  if (query) return exampleOf(query, 'query')
  if (mutation) return exampleOf(mutation, 'mutation')
  throw new Error(`The story asks ${name}, which the graph does not have`)
}

/** Names every query and mutation, so that a test sees which the story lacks. */
export const rootNames = (): string[] => {
  const { operator } = graphs()
  return [operator.getQueryType(), operator.getMutationType()].flatMap((root) => Object.keys(root?.getFields() ?? {}))
}

/** Secrets and passwords of a demo that is gone are still no reading, and a long list says no more than a short one. */
const shown = (value: Answered, name = ''): Answered => {
  if (Array.isArray(value)) return value.slice(0, MAX_LISTED).map((each) => shown(each, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shown(each, key)]))
  if (typeof value !== 'string') return value
  if (/password|secret|otpauth|recoveryCode/i.test(name)) return '…'
  const text = redactSecrets(value)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

const failIfRefused = (name: string, answer: Answered): void => {
  const problems = answer.errors ?? answer.data?.[name]?.userErrorList ?? []
  if (problems.length > 0) throw new Error(`${name}: ${JSON.stringify(problems)}`)
}

const connectInPerson = async (browser: Browser, applications: readonly DemoApplication[]): Promise<void> => {
  const own = applications.find(({ scope }) => scope.startsWith('own:'))
  if (!own) throw new Error('The demo has no personal application')
  const redirectUri = demoRedirectUri(new URL(SERVICE))
  const application = { ...own, redirectUri }
  const code = await obtainCode(browser, application, own.scope)
  await browser.post('/oauth2/code/token/', exchangeFields(application, code))
}

const askersAt = async (
  server: Awaited<ReturnType<typeof startServerProcess>>,
  environment: Record<string, string>,
): Promise<{ askers: Record<Asker, Ask>; password: string } & Pick<Scene, 'send' | 'confirm'>> => {
  const { tenants, applications } = demoOf(server)
  const at = tenants.find((one) => one.operatorId === 'alpine' && one.environment === 'production')
  if (!at) throw new Error('The demo has no operator alpine')
  const scope = SCOPES.filter((each) => isOffered(each) && isForKeys(each)).join(' ')
  const where = ['--operator', 'alpine', '--environment', 'sandbox', '--label', 'Examples', '--scope', scope]
  const { refresh_token } = JSON.parse(await runCommand(['api-key', 'create', ...where, '--json'], environment))
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const token = await server.client.ask(`${SANDBOX}/access_token/refresh/`, {
    method: 'POST',
    headers: form,
    body: `refresh_token=${refresh_token}`,
  })
  const byKey: Ask = async (query, variables) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token.body.trim()}` }
    const body = JSON.stringify({ query, variables })
    return (await server.client.ask(`${SANDBOX}/api/graphql/`, { method: 'POST', headers, body })).json()
  }
  const signedIn = async (email: string): Promise<Browser> => {
    const browser = new Browser(server.client, PRODUCTION)
    await browser.signIn(await browser.get('/sign-in/'), email, at.password)
    return browser
  }
  const inConsole = async (email: string): Promise<Ask> => {
    const client = new ConsoleClient(server.client, await signedIn(email))
    return async (query, variables) => (await client.ask(query, variables)).json()
  }
  // The pilot is signed in at another place too and has let in an application in person; examples end both.
  await connectInPerson(await signedIn(at.pilot), applications)
  const askers = { key: byKey, pilot: await inConsole(at.pilot), admin: await inConsole(at.admin) }
  const senders = { admin: await signedIn(at.admin), pilot: await signedIn(at.pilot) }
  const send: Scene['send'] = async (path, content, by = 'admin') => {
    const cookie = [...senders[by].cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const { status, body } = await server.client.ask(`${PRODUCTION}${path}`, { method: 'PUT', headers, body: content })
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`)
  }
  const confirm: Scene['confirm'] = async (path) => {
    const browser = await signedIn(at.pilot)
    const { status, body } = await browser.submit(formTo((await browser.get(path)).body, '/confirm/'), {
      decision: 'sign',
    })
    if (status !== 303) throw new Error(`${path}: ${status} ${body}`)
  }
  return { askers, password: at.password, send, confirm }
}

/** Every example by name, in the order of the alphabet. */
export const recordExamples = async (): Promise<Readonly<Record<string, RecordedExample>>> => {
  const place = await demoPlace()
  const environment = { ...place.environment, AIRSIDE_PUBLIC_URL: SERVICE }
  const server = await startServerProcess(environment, ['--demo', '--json'])
  try {
    const { askers, password, send, confirm } = await askersAt(server, environment)
    const told = new Map<string, Answered>()
    const passkey = new SoftPasskey()
    const begun = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    const scene: Scene = {
      told: (name) => told.get(name),
      look: async (by, query, variables = {}) => {
        const { data, errors } = await askers[by](query, variables)
        if (errors) throw new Error(`${query}: ${JSON.stringify(errors)}`)
        return data
      },
      at: (minutes) => new Date(begun + minutes * MINUTE_MS).toISOString().replace('.000', ''),
      passkey: {
        created: (challenge) => passkey.created({ origin: PRODUCTION, rpId: 'alpine.localhost', challenge }),
      },
      codeOf: (secret) => totpCode(fromBase32(secret), totpStepAt(Date.now())),
      password,
      send,
      confirm,
    }
    const play = async ({ name, by, given }: Step): Promise<[string, RecordedExample]> => {
      const variables = await given(scene)
      const answer = await askers[by](exampleText(name), variables)
      failIfRefused(name, answer)
      told.set(name, answer.data[name])
      return [name, { variables: shown(variables), answer: shown({ data: answer.data }) }]
    }
    const recorded: [string, RecordedExample][] = []
    for (const step of STORY) recorded.push(await play(step))
    return Object.fromEntries(recorded.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  } finally {
    await server.stop()
    await place.dispose()
  }
}
