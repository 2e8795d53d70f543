/**
 * Row 47: the server is killed repeatedly while it issues tokens. Every acknowledged token works afterwards, no
 * acknowledged code works twice, and the cap holds across the kills.
 */

import { MAX_ACTIVE_ACCESS_TOKENS } from '../../server/src/domain/limits.ts'
import { makeSecret, secretHash } from '../../server/src/domain/secret.ts'
import type { Tenant } from '../../server/src/domain/tenancy/tenant.ts'
import type { World } from '../../server/src/services/world.ts'
import { insertCode } from '../../server/src/storage/oauth/authorization-codes.ts'
import type { HttpClient } from '../../server/test/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../../server/test/support/server-process.ts'
import { type ConnectedApplication, createConnectedApplication, hostOf, type KeyHolder } from '../population.ts'
import { eachOf, mapSome } from '../some-at-once.ts'
import { fillStore, type StoreKind } from '../store.ts'
import { echo, newSite, randomBetween, refresh, type Site } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

const KILLS = Number(process.env.KILLS ?? 100)
const CONNECTIONS = 32
const LIFE_MS = 10_000
const CODES_PER_KILL = 64
/** Codes are created before the first start and used across all restarts. */
const RUN_MS = 3_600_000
const REDIRECT_URI = 'https://bench.example/callback'

/** The work between one start of the server and its kill. */
interface Life {
  readonly key: KeyHolder
  readonly codes: readonly string[]
}

interface Issued {
  readonly tenant: Tenant
  readonly accessToken: string
}

const newCodes = (world: World, tenant: Tenant, client: ConnectedApplication): Promise<string[]> =>
  world.storage.writeTenant(tenant.tenantId, async (tx) => {
    const now = await tx.now()
    const codes = Array.from({ length: CODES_PER_KILL }, () => makeSecret('ac', tenant.environment, world.randomBytes))
    for (const code of codes) {
      await insertCode(tx, {
        hash: secretHash(code),
        client_id: client.clientId,
        redirect_uri: REDIRECT_URI,
        user_id: client.grantedBy.get(tenant.tenantId) as string,
        scopes: 'contact:read',
        code_challenge: null,
        chosen: null,
        created_at: now,
        expires_at: now + RUN_MS,
      })
    }
    return codes
  })

const exchange = (http: HttpClient, tenant: Tenant, { clientId, clientSecret }: ConnectedApplication, code: string) =>
  http.form(`http://${hostOf(tenant)}/oauth2/code/token/`, {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: REDIRECT_URI,
    code,
  })

class KillRun {
  readonly #site: Site
  readonly #client: ConnectedApplication
  readonly #findings: Findings
  readonly #acknowledged: Issued[] = []
  #usedCodes = 0
  #lost = 0
  #maxOfOneKey = 0

  constructor(site: Site, client: ConnectedApplication, findings: Findings) {
    this.#site = site
    this.#client = client
    this.#findings = findings
  }

  /** Starts the server, loads it, kills it at a random moment, restarts it and checks. Returns the next cycle. */
  async once(server: ServerProcess, { key, codes }: Life): Promise<ServerProcess> {
    const killAfter = Math.floor(randomBetween(1, MAX_ACTIVE_ACCESS_TOKENS))
    const timer = setTimeout(() => server.child.kill('SIGKILL'), LIFE_MS)
    const [tokens, used] = await Promise.all([
      this.#issueUntilKilled(server, key, killAfter),
      this.#useCodes(server, key, codes),
    ])
    clearTimeout(timer)
    await server.stop('SIGKILL')
    const next = await startServerProcess({ ...this.#site.place.environment })
    await this.#lookAtTokens(next, key, tokens)
    await this.#lookAtCodes(next, key, used)
    return next
  }

  /** Sends requests until the connection breaks; at the cap a key keeps requesting and is refused. */
  async #issueUntilKilled({ client, child }: ServerProcess, key: KeyHolder, killAfter: number): Promise<string[]> {
    const tokens: string[] = []
    const ask = async (): Promise<void> => {
      for (;;) {
        const answer = await refresh(client, key).catch(() => null)
        if (answer === null) return
        if (answer.status === 200) tokens.push(answer.body)
        else this.#findings.expect(answer.status === 429, `a refresh answered ${answer.status}: ${answer.body}`)
        if (tokens.length === killAfter) child.kill('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, ask))
    return tokens
  }

  async #useCodes({ client }: ServerProcess, { tenant }: KeyHolder, codes: readonly string[]): Promise<string[]> {
    const used: string[] = []
    await eachOf(codes, 4, async (code) => {
      const answer = await exchange(client, tenant, this.#client, code).catch(() => null)
      if (answer?.status === 200) used.push(code)
    })
    return used
  }

  async #lookAtTokens({ client }: ServerProcess, key: KeyHolder, tokens: readonly string[]): Promise<void> {
    for (const accessToken of tokens) this.#acknowledged.push({ tenant: key.tenant, accessToken })
    await eachOf(tokens, CONNECTIONS, async (token) => this.#lookAt(client, { tenant: key.tenant, accessToken: token }))
    let more = 0
    await eachOf(Array(CONNECTIONS), CONNECTIONS, async () => {
      while ((await refresh(client, key)).status === 200) more++
    })
    const all = tokens.length + more
    this.#maxOfOneKey = Math.max(this.#maxOfOneKey, all)
    const cap = MAX_ACTIVE_ACCESS_TOKENS
    // A token committed but not acknowledged used a slot too: at most one per connection.
    this.#findings.expect(all <= cap, `one key got ${all} tokens`)
    this.#findings.expect(all >= cap - CONNECTIONS, `one key was refused after ${all} tokens`)
  }

  async #lookAt(client: HttpClient, { tenant, accessToken }: Issued): Promise<void> {
    const { status } = await echo(client, tenant, accessToken)
    if (status !== 200) this.#lost++
  }

  async #lookAtCodes({ client }: ServerProcess, { tenant }: KeyHolder, used: readonly string[]): Promise<void> {
    this.#usedCodes += used.length
    await eachOf(used, 4, async (code) => {
      const { status, body } = await exchange(client, tenant, this.#client, code)
      this.#findings.expect(status === 400 && body.includes('invalid_grant'), `a used code answered ${status}`)
    })
  }

  /** After the last kill, checks every token again. */
  async finish(server: ServerProcess): Promise<string> {
    const lostBefore = this.#lost
    await eachOf(this.#acknowledged, CONNECTIONS, (issued) => this.#lookAt(server.client, issued))
    await server.stop()
    const acknowledged = this.#acknowledged.length
    const lost = Math.max(lostBefore, this.#lost - lostBefore)
    this.#findings.expect(lost === 0, `${lost} acknowledged tokens were lost`)
    this.#findings.expect(
      acknowledged > KILLS && this.#usedCodes > 0,
      'hardly anything was acknowledged before the kills',
    )
    return (
      `${KILLS} kills; tokens acknowledged ${acknowledged}, found ${acknowledged - lost}, lost ${lost}; ` +
      `most of one key ${this.#maxOfOneKey}; ${this.#usedCodes} used codes stayed used`
    )
  }
}

const killRun = (kind: StoreKind): FaultRun => ({
  name: `kill-${kind}`,
  row: 47,
  run: async () => {
    const findings = new Findings()
    const site = await newSite(kind, KILLS)
    try {
      const { client, lives } = await fillStore(site.place, async (world) => {
        const client = await createConnectedApplication(world, site.tenants)
        const lifeOf = async (key: KeyHolder) => ({ key, codes: await newCodes(world, key.tenant, client) })
        return { client, lives: await mapSome(site.keys, lifeOf) }
      })
      const run = new KillRun(site, client, findings)
      let server = await startServerProcess({ ...site.place.environment })
      for (const life of lives) server = await run.once(server, life)
      return findings.verdict(await run.finish(server))
    } finally {
      await site.place.dispose()
    }
  },
})

export const killOnSqlite = killRun('sqlite')
export const killOnPostgres = killRun('postgres')
