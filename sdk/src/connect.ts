/** Creates a client from options: operator, environment, credentials and token store. */

import { DEFAULT_SERVICE, type Environment, environmentOfSecret, operatorOrigin } from './address.ts'
import { ApplicationClient } from './application-client.ts'
import { Client } from './client.ts'
import { Misuse } from './failures.ts'
import { MAX_WAIT_SECONDS_DEFAULT } from './retries.ts'
import type { Surroundings } from './surroundings.ts'
import { type ApplicationCredentials, applicationGrant, keyGrant } from './tokens/grants.ts'
import { type Grant, TokenKeeper } from './tokens/token-keeper.ts'
import type { TokenRoute } from './tokens/token-request.ts'
import { MemoryStore, type TokenStore } from './tokens/token-store.ts'
import { TIMEOUT_SECONDS_DEFAULT } from './transport.ts'

export interface OperatorOptions {
  /** The operator identifier, the first part of its address. */
  readonly operator: string
  /** Taken from an API key or refresh token; otherwise production. */
  readonly environment?: Environment | undefined
  /** The address of the service without the operator; by default http://localhost:8080. */
  readonly service?: string | undefined
  /** Where tokens are kept and shared; by default in the memory of this process. */
  readonly store?: TokenStore | undefined
  /** How many seconds one call waits in total for limits, restarts and broken connections; by default 60. */
  readonly maxWaitSeconds?: number | undefined
  /** How many seconds one request may take; by default 30. */
  readonly timeoutSeconds?: number | undefined
  /** Another fetch, clock or sleep. */
  readonly surroundings?: Partial<Surroundings> | undefined
}

export interface KeyOptions extends OperatorOptions {
  /** The API key's refresh token, `air_live_ak_…` or `air_test_ak_…`. */
  readonly apiKey: string
}

export interface ApplicationOptions extends OperatorOptions {
  readonly application: ApplicationCredentials
}

export interface Connect {
  (options: KeyOptions): Client
  (options: ApplicationOptions): ApplicationClient
}

/** One per process, so that all its clients share one access token. */
const processStore = new MemoryStore()

const KINDS: Readonly<Record<string, string>> = {
  at: 'an access token',
  rt: "an application's refresh token",
  ac: 'an authorization code',
  cs: 'a client secret',
}

const checkedKey = (given: string): string => {
  const apiKey = typeof given === 'string' ? given.trim() : ''
  if (apiKey === '') throw new Misuse('apiKey is empty: give the refresh token of the key')
  const kind = KINDS[/^air_(?:live|test)_(..)_/.exec(apiKey)?.[1] ?? '']
  if (kind) throw new Misuse(`apiKey is ${kind}, not an API key (air_live_ak_… or air_test_ak_…)`)
  return apiKey
}

const chosenEnvironment = (asked: Environment | undefined, secret: string | undefined): Environment => {
  const told = secret === undefined ? null : environmentOfSecret(secret)
  if (asked !== undefined && told !== null && asked !== told) {
    throw new Misuse(`These credentials are for ${told}, not ${asked}: each environment has its own`)
  }
  return asked ?? told ?? 'production'
}

const routeOf = (options: OperatorOptions, secret: string | undefined, defaults: Surroundings): TokenRoute => {
  const environment = chosenEnvironment(options.environment, secret)
  return {
    origin: operatorOrigin(options.service ?? DEFAULT_SERVICE, options.operator, environment),
    surroundings: { ...defaults, ...options.surroundings },
    timeoutSeconds: options.timeoutSeconds ?? TIMEOUT_SECONDS_DEFAULT,
  }
}

export const connectWith = (defaults: Surroundings): Connect => {
  const connect = (options: KeyOptions | ApplicationOptions): Client => {
    const maxWaitSeconds = options.maxWaitSeconds ?? MAX_WAIT_SECONDS_DEFAULT
    const keeperOf = (route: TokenRoute, grant: () => Promise<Grant>) => {
      let keeper: Promise<TokenKeeper> | undefined
      const store = options.store ?? processStore
      const make = async () => new TokenKeeper(await grant(), store, route.surroundings, maxWaitSeconds)
      return () => (keeper ??= make())
    }
    if ('apiKey' in options) {
      const apiKey = checkedKey(options.apiKey)
      const route = routeOf(options, apiKey, defaults)
      return new Client(
        route,
        keeperOf(route, () => keyGrant(route, apiKey)),
        maxWaitSeconds,
      )
    }
    const { application } = options
    if (!application) throw new Misuse('Give apiKey, or application with clientId and clientSecret')
    const route = routeOf(options, application.refreshToken, defaults)
    const keeper = keeperOf(route, () => applicationGrant(route, application))
    return new ApplicationClient(route, keeper, maxWaitSeconds, application)
  }
  return connect as Connect
}
