/** A complete server in the test's process, on SQLite or its own PostgreSQL database, with a clock moved by hand. */
import { join } from 'node:path'
import { type App, createApp, openStorage } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import type { DemoShow } from '../../src/demo/show/demo-show.ts'
import { MovableClock } from '../../src/domain/clock.ts'
import { originOf } from '../../src/domain/tenancy/address.ts'
import { ENVIRONMENTS, type Environment, type Tenant } from '../../src/domain/tenancy/tenant.ts'
import { createLog } from '../../src/log.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { type ApiKeyRequest, createApiKey, revokeApiKey } from '../../src/services/oauth/api-keys.ts'
import type { ReferenceSnapshot } from '../../src/services/reference/reference-snapshot.ts'
import { createOperator } from '../../src/services/tenancy/operators.ts'
import type { World } from '../../src/services/world.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { findTenant } from '../../src/storage/tenancy/tenants.ts'
import { addWitness, LogWitness } from './failure-report.ts'
import { freePort } from './free-port.ts'
import { type Answer, HttpClient } from './http-client.ts'
import { PATIENT_SETTINGS } from './patience.ts'
import { type Place, preparedPlace, type Store } from './places.ts'

export { newPlace, onPostgres, type Place, preparedPlace, STORES, type Store, storesFor, testsOn } from './places.ts'

/** No test depends on whether the console was built. */
const CONSOLE_STUB = join(import.meta.dirname, 'console-stub')

const PUBLIC_URL = 'http://localhost'

/** One tenant's address, and what a client can do there. */
export class TestTenant {
  readonly tenant: Tenant
  readonly origin: string
  readonly #client: HttpClient
  readonly #world: World

  constructor(tenant: Tenant, client: HttpClient, world: World, publicUrl = new URL(PUBLIC_URL)) {
    this.tenant = tenant
    this.#client = client
    this.#world = world
    this.origin = originOf(publicUrl, tenant.operatorId, tenant.environment)
  }

  createKey(scope = 'contact:read contact:write', more: Partial<ApiKeyRequest> = {}) {
    return createApiKey(this.#world.at(this.tenant), { label: 'Test key', scope, ...more }, HOST)
  }

  revokeKey(apiKeyId: string): Promise<void> {
    return revokeApiKey(this.#world.at(this.tenant), apiKeyId, HOST)
  }

  /** The answer of POST /access_token/refresh/. */
  refreshKey(refreshToken: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#client.form(`${this.origin}/access_token/refresh/`, { refresh_token: refreshToken }, headers)
  }

  /** A working access token with these scopes, by way of a new key. */
  async accessToken(scope?: string): Promise<string> {
    const { refreshToken } = await this.createKey(scope)
    return (await this.refreshKey(refreshToken)).body
  }

  /** The answer of POST /api/graphql/. */
  query(
    token: string | null,
    query: string,
    more: { variables?: object; operationName?: string; accept?: string } = {},
  ) {
    const { accept, ...rest } = more
    return this.#client.ask(`${this.origin}/api/graphql/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(accept === undefined ? {} : { accept }),
      },
      body: JSON.stringify({ query, ...rest }),
    })
  }
}

type ServerParts = Pick<TestServer, 'app' | 'clock' | 'config' | 'client' | 'logged' | 'place' | 'dismissWitness'>

export class TestServer {
  readonly app: App
  readonly clock: MovableClock
  readonly config: Config
  readonly client: HttpClient
  /** What the server logged, line by line. */
  readonly logged: string[]
  /** Where its store is: another server can be started there. */
  readonly place: Place
  /** It no longer tells about failed tests. */
  readonly dismissWitness: () => void

  constructor({ app, clock, config, client, logged, place, dismissWitness }: ServerParts) {
    this.app = app
    this.clock = clock
    this.config = config
    this.client = client
    this.logged = logged
    this.place = place
    this.dismissWitness = dismissWitness
  }

  get world(): World {
    return this.app.world
  }

  /** The same server, which removes this place when it closes. */
  at(place: Place): TestServer {
    return new TestServer({ ...this, place })
  }

  /** A new operator in both environments. */
  async operator(operatorId: string): Promise<Record<Environment, TestTenant>> {
    const operator = { operatorId, name: `Operator ${operatorId}`, environments: ENVIRONMENTS }
    const [production, sandbox] = await createOperator(this.world, operator, HOST)
    if (!production || !sandbox) throw new Error('An operator has two tenants')
    return {
      production: new TestTenant(production, this.client, this.world, this.config.publicUrl),
      sandbox: new TestTenant(sandbox, this.client, this.world, this.config.publicUrl),
    }
  }

  /** An operator that another server on the same store made. */
  async existing(operatorId: string, environment: Environment = 'production'): Promise<TestTenant> {
    const tenant = await findTenant(this.world.storage.platform, operatorId, environment)
    if (!tenant) throw new Error(`There is no ${operatorId} in ${environment}`)
    return new TestTenant(tenant, this.client, this.world, this.config.publicUrl)
  }

  async close(): Promise<void> {
    this.dismissWitness()
    await this.app.close()
    await this.place.dispose()
  }
}

const witnessOf = (store: Store, clock: MovableClock, logged: readonly string[]): (() => void) => {
  const log = new LogWitness(() => logged)
  return addWitness({
    begin: () => log.begin(),
    tell: () => [`A server on ${store}, its clock at ${new Date(clock.now()).toISOString()}.`, ...log.lines()],
  })
}

/**
 * Reference data that servers of this process read, by what their stores say of it: copies of one store say the same,
 * and reading it is half of what starting a server takes.
 */
const knownReferences = new Map<string, ReferenceSnapshot>()

const referenceIn = async (storage: Storage): Promise<string> =>
  JSON.stringify(await storage.platform.db.selectFrom('reference_set').selectAll().orderBy('name').execute())

/** On a store of its own, which is removed with it, or on a given one, which stays. */
export const startServer = async (
  store: Store,
  given?: Place,
  demo: DemoShow | null = null,
  own: Partial<typeof PATIENT_SETTINGS> = {},
): Promise<TestServer> => {
  const place = given ? { ...given, dispose: async () => {} } : await preparedPlace(store)
  const settings = {
    PORT: '0',
    AIRSIDE_PUBLIC_URL: PUBLIC_URL,
    AIRSIDE_CONSOLE: CONSOLE_STUB,
    ...PATIENT_SETTINGS,
    ...own,
  }
  const config = readConfig({ ...settings, ...place.environment })
  const clock = new MovableClock()
  const logged: string[] = []
  const log = createLog('debug', { write: (line: string) => void logged.push(line) })
  const { storage } = await openStorage(config, clock)
  const reference = await referenceIn(storage)
  const knownReference = knownReferences.get(reference) ?? null
  const app = await createApp({ config, log, storage, clock, demo, doesJobs: false, knownReference }).catch(
    async (error: unknown) => {
      // An open store would keep the process of the test for ever, and nobody would read why.
      await storage.close()
      await place.dispose()
      throw error
    },
  )
  knownReferences.set(reference, app.reference.current)
  const dismissWitness = witnessOf(store, clock, logged)
  const port = await app.listen(config.port, ['127.0.0.1'])
  return new TestServer({ app, clock, config, client: new HttpClient(port), logged, place, dismissWitness })
}

/** At addresses that other programs can reach: browsers and clients outside of this process. */
export const startReachableServer = async (): Promise<TestServer> => {
  const place = await preparedPlace('sqlite')
  const port = await freePort()
  const environment = { ...place.environment, PORT: String(port), AIRSIDE_PUBLIC_URL: `http://localhost:${port}` }
  const server = await startServer('sqlite', { ...place, environment })
  return server.at(place)
}
