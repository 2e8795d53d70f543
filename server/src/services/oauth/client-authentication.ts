/**
 * Client authentication (RFC 6749 §2.3.1). The right secret always succeeds; wrong ones are slowed down by client and
 * address, so that nobody can lock out the rightful client (access-model §5).
 */
import { Failure } from '../../domain/failure.ts'
import { DEVELOPERS_REALM_ID } from '../../domain/identity/realm.ts'
import { mayWorkIn } from '../../domain/oauth/token-validity.ts'
import { sameText, secretHash } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { applicationArea } from '../../domain/validity-area.ts'
import {
  type ApplicationRow,
  type ApplicationSecretRow,
  applicationByClientId,
  applicationSecrets,
  markSecretUsed,
} from '../../storage/oauth/applications.ts'
import type { Storage } from '../../storage/storage.ts'
import { BoundedCache } from '../bounded-cache.ts'
import { networkOf } from '../identity/guess-brake.ts'
import { type MemoryCounts, Remembered } from '../remembered.ts'
import type { ValidityWatch } from '../validity-watch.ts'
import type { World } from '../world.ts'

const MAX_CLIENTS = 10_000
const FAILURES_FREE = 10
const FAILURE_WINDOW_MS = 60_000
const MAX_ADDRESSES = 50_000
const USE_PRECISION_MS = 60_000

export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

interface Client {
  readonly application: ApplicationRow
  readonly secrets: readonly ApplicationSecretRow[]
}

interface Failures {
  readonly count: number
  readonly until: number
}

const NOBODY: readonly ApplicationSecretRow[] = [
  {
    client_id: '',
    hash: secretHash('nobody'),
    last_four: '',
    created_at: 0,
    expires_at: 0,
    revoked_at: 0,
    last_used_at: null,
    made_by: null,
  },
]

const readClient = async ({ platform }: Storage, clientId: string): Promise<Client | undefined> => {
  const application = await applicationByClientId(platform, clientId)
  return application && { application, secrets: await applicationSecrets(platform, clientId) }
}

export class Clients {
  readonly #world: World
  readonly #clients: Remembered<string, Client>
  readonly #failures = new BoundedCache<Failures>(MAX_ADDRESSES)
  /** When the use of a secret was noted, by its hash. */
  readonly #notedUses = new BoundedCache<number>(MAX_CLIENTS)

  constructor(world: World, watch: ValidityWatch) {
    this.#world = world
    this.#clients = new Remembered(world.storage, watch, MAX_CLIENTS, ({ application }) => [
      applicationArea(application.client_id),
    ])
  }

  get remembered(): MemoryCounts {
    return this.#clients.counts
  }

  /** The application of a client id, in any mode. */
  async find(clientId: string): Promise<ApplicationRow | undefined> {
    return (await this.#client(clientId))?.application
  }

  #client(clientId: string): Client | Promise<Client | undefined> {
    return this.#clients.get(clientId) ?? this.#clients.fill(clientId, (storage) => readClient(storage, clientId))
  }

  /** Returns the client, or throws `invalid_client`, or `unauthorized_client` if it may not be used at this tenant. */
  async authenticate(tenant: Tenant, credentials: ClientCredentials, address: string): Promise<ApplicationRow> {
    const client = await this.#client(credentials.clientId)
    // Secrets and failures count at every operator, so the clock of a sandbox decides neither (threats row 227).
    const now = this.#world.realNow(tenant.tenantId)
    // An unknown client takes the same path as a wrong secret (threats row 61).
    const right = secretAmong(client?.secrets ?? NOBODY, credentials.clientSecret, now)
    if (!client || !right) return this.#refuse(secretHash(`${credentials.clientId} ${networkOf(address)}`), now)
    if (!mayWorkIn(client.application.mode, tenant.environment)) throw notHere(client.application)
    await this.#noteUse(right)
    return client.application
  }

  /** Once a minute, and only as a help for its provider: a store that does not take the note refuses no right secret. */
  async #noteUse(secret: ApplicationSecretRow): Promise<void> {
    const { hash } = secret
    // The service's own time: an operator may have moved its sandbox's clock.
    const now = this.#world.now(DEVELOPERS_REALM_ID)
    if (now - (this.#notedUses.get(hash) ?? 0) < USE_PRECISION_MS) return
    this.#notedUses.set(hash, now)
    await this.#world.storage
      .writePlatform((tx) => markSecretUsed(tx, secret, now))
      .catch(() => this.#notedUses.delete(hash))
  }

  /** `key` is a hash, because a made-up client id can be as long as a body. */
  #refuse(key: string, now: number): never {
    const known = this.#failures.get(key)
    const count = known && known.until > now ? known.count + 1 : 1
    this.#failures.set(key, { count, until: now + FAILURE_WINDOW_MS })
    if (count > FAILURES_FREE) {
      throw new Failure('too_many_attempts', 'Client authentication failed too often from this address', {
        retryAfterSeconds: FAILURE_WINDOW_MS / 1000,
      })
    }
    throw new Failure('invalid_client', 'The client ID or the client secret is wrong')
  }
}

/** The live secret that was presented; all are compared, so that the time tells nothing. */
const secretAmong = (
  secrets: readonly ApplicationSecretRow[],
  presented: string,
  now: number,
): ApplicationSecretRow | null => {
  const hash = secretHash(presented)
  let found: ApplicationSecretRow | null = null
  for (const secret of secrets) {
    const isLive = secret.expires_at === null || secret.expires_at > now
    if (sameText(secret.hash, hash) && isLive) found = secret
  }
  return found
}

const notHere = (application: ApplicationRow): Failure =>
  new Failure(
    'unauthorized_client',
    application.mode === 'suspended'
      ? 'The application is suspended: its provider can ask support why'
      : "The application is not in production mode: use the operator's test environment until the demo was held",
  )
