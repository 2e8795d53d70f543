/** The checks of doctor: name, connection, service, operator, clock, credentials, token, scopes. */
import { lookup } from 'node:dns/promises'
import { stat } from 'node:fs/promises'
import { connect as connectTcp } from 'node:net'
import type { Client } from '@airside/client'
import { loopbackFetch } from '@airside/client/node'
import type { Connection } from './client-of.ts'
import { bad, type Check, good, type Outcome, odd } from './diagnosis.ts'
import { identityOf } from './identity.ts'
import { Problem } from './problem.ts'
import type { Profile, Profiles } from './profiles.ts'

const CONNECT_MS = 5000
const SKEW_SECONDS_FINE = 60

const reach = loopbackFetch()

const get = async (path: string, origin: URL, signal: AbortSignal): Promise<Response> => {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(new Error('No answer')), CONNECT_MS)
  const stop = () => patience.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await reach(new URL(path, origin).href, { signal: patience.signal, redirect: 'manual' })
  } catch {
    signal.throwIfAborted()
    throw new Problem(`${path} gave no answer`, 'Is this the address of the service? Check --service')
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

const isLocalhost = (name: string): boolean => /(^|\.)localhost$/.test(name)

const credentials = async (profile: Profile, name: string | null, profiles: Profiles): Promise<Outcome> => {
  const what = profile.kind === 'key' ? 'an API key' : `application ${profile.clientId}`
  if (name === null) return good(`${what} from AIRSIDE_API_KEY`)
  const { mode } = await stat(profiles.file)
  const isPrivate = process.platform === 'win32' || (mode & 0o077) === 0
  if (isPrivate) return good(`profile ${name} with ${what}, in ${profiles.file}`)
  return bad(`${profiles.file} can be read by others`, `chmod 600 ${profiles.file}`)
}

const nameResolves = async (url: URL): Promise<Outcome> => {
  if (isLocalhost(url.hostname)) return good(`${url.hostname} is this machine`)
  try {
    const found = await lookup(url.hostname, { all: true })
    return good(`${url.hostname} is ${found.map(({ address }) => address).join(', ')}`)
  } catch {
    return bad(
      `${url.hostname} does not resolve`,
      'Check the operator id and --service; ask the host for a wildcard DNS entry',
    )
  }
}

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

const connects = (url: URL, signal: AbortSignal): Promise<Outcome> =>
  new Promise((resolve) => {
    const host = isLocalhost(url.hostname) ? 'localhost' : url.hostname
    const socket = connectTcp({ host, port: portOf(url), signal, autoSelectFamily: true })
    const end = (outcome: Outcome) => {
      socket.destroy()
      resolve(outcome)
    }
    const refused = `Is the service running, and does it listen on port ${portOf(url)}? Another one is named with --service <url>`
    socket.setTimeout(CONNECT_MS, () => end(bad(`No connection in ${CONNECT_MS / 1000} s`, 'Check firewall and proxy')))
    socket.once('connect', () => end(good(`connected to ${host}, port ${portOf(url)}`)))
    socket.once('error', (error: NodeJS.ErrnoException) => end(bad(`No connection (${error.code})`, refused)))
  })

const serves = async (url: URL, signal: AbortSignal): Promise<Outcome> => {
  const { status } = await get('/readyz', url, signal)
  if (status === 200) return good('the service is ready')
  if (status === 503)
    return bad('the service is starting, stopping, or without its store', 'Wait a moment, then try again')
  return bad(`/readyz answered ${status}`, 'Is this the address of the service? Check --service')
}

const operatorExists = async (url: URL, signal: AbortSignal): Promise<Outcome> => {
  const { status } = await get('/.well-known/oauth-authorization-server', url, signal)
  if (status === 200) return good(`${url.hostname} is an operator's address`)
  return bad(`There is no operator at ${url.hostname}`, 'Check the operator id and --environment')
}

/** Token lifetimes are counted by the local clock, so a wrong clock makes tokens look expired or valid too long. */
const clock = async (url: URL, signal: AbortSignal): Promise<Outcome> => {
  const date = (await get('/healthz', url, signal)).headers.get('date')
  if (date === null) return odd('the service does not tell the time', 'Nothing to do')
  const skew = Math.round((Date.now() - Date.parse(date)) / 1000)
  if (Math.abs(skew) <= SKEW_SECONDS_FINE) return good(`within ${Math.max(1, Math.abs(skew))} s of the service's`)
  const text = `${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the service's`
  return odd(text, 'Set the clock (NTP): tokens would be renewed too early or too late')
}

const token = async (client: Client, signal: AbortSignal): Promise<Outcome> => {
  const { expiresAt } = await client.tokens(signal)
  return good(`access token until ${new Date(expiresAt).toISOString()}`)
}

const scopes = async (client: Client, signal: AbortSignal): Promise<Outcome> => {
  const { scopes: held, operatorName } = await identityOf(client, signal)
  if (held.length === 0) return odd('a token without scopes: only open nodes answer', 'Create a key with scopes')
  return good(`${operatorName} answers; ${held.join(' ')}`)
}

/** What is checked: an address, and the credentials for it or why there are none. */
export interface Examined {
  readonly origin: string
  /** Null where no operator is named: then the service's own address is checked. */
  readonly operator: string | null
  readonly connection: Connection | Problem
}

const NO_OPERATOR = odd('no operator is named', 'Give --operator to check its address as well')

/** The way to the service comes first: it can be checked by somebody who is not signed in yet. */
export const connectionChecks = (
  { origin, operator, connection }: Examined,
  profiles: Profiles,
  client: Client | null,
): readonly Check[] => {
  const url = new URL(origin)
  const held = async () => {
    if (connection instanceof Problem) throw connection
    return credentials(connection.profile, connection.name, profiles)
  }
  const asks = (look: (client: Client, signal: AbortSignal) => Promise<Outcome>) => (signal: AbortSignal) =>
    client ? look(client, signal) : held()
  return [
    { name: 'name', look: () => nameResolves(url) },
    { name: 'connection', look: (signal) => connects(url, signal) },
    { name: 'service', look: (signal) => serves(url, signal) },
    { name: 'operator', look: async (signal) => (operator === null ? NO_OPERATOR : operatorExists(url, signal)) },
    { name: 'clock', look: (signal) => clock(url, signal) },
    { name: 'credentials', look: held },
    { name: 'token', look: asks(token) },
    { name: 'scopes', look: asks(scopes) },
  ]
}
