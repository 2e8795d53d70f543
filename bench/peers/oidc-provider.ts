/** oidc-provider with a refresh grant in memory: opaque tokens, no rotation, no ID token. Argument: the file it writes its refresh tokens to. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { PORT, tellPort } from './http-server.ts'

const REFRESH_TOKENS = 500

interface Stored {
  readonly [name: string]: unknown
}

/** Its own memory adapter keeps a thousand entries; this one keeps them all. */
class Memory {
  readonly #model: string
  static readonly #entries = new Map<string, Stored>()
  constructor(model: string) {
    this.#model = model
  }
  #key(id: string): string {
    return `${this.#model}:${id}`
  }
  async upsert(id: string, payload: Stored): Promise<void> {
    Memory.#entries.set(this.#key(id), payload)
  }
  async find(id: string): Promise<Stored | undefined> {
    return Memory.#entries.get(this.#key(id))
  }
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
  async destroy(id: string): Promise<void> {
    Memory.#entries.delete(this.#key(id))
  }
  async revokeByGrantId(): Promise<void> {}
  async consume(): Promise<void> {}
}

const client = {
  client_id: 'bench',
  client_secret: 'bench-secret-of-some-length',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: ['https://bench.example/callback'],
  token_endpoint_auth_method: 'client_secret_post',
}

const provider = new Provider('http://127.0.0.1', {
  adapter: Memory,
  clients: [client],
  scopes: ['flight:read', 'offline_access'],
  rotateRefreshToken: false,
  features: { devInteractions: { enabled: false } },
  ttl: { AccessToken: 1800, RefreshToken: 30 * 24 * 3600, Grant: 30 * 24 * 3600 },
  findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
})

const refreshTokenOf = async (accountId: string): Promise<string> => {
  const grant = new provider.Grant({ accountId, clientId: client.client_id })
  grant.addOIDCScope('flight:read offline_access')
  const grantId = await grant.save()
  const found = await provider.Client.find(client.client_id)
  const token = { client: found, accountId, grantId, scope: 'flight:read offline_access', gty: 'authorization_code' }
  return new provider.RefreshToken(token).save()
}

const tokens = await Promise.all(
  Array.from({ length: REFRESH_TOKENS }, (_, index) => refreshTokenOf(`person-${index}`)),
)
writeFileSync(process.argv[2] ?? '', JSON.stringify(tokens))
const server = createServer(provider.callback())
server.listen(PORT, '127.0.0.1', () => tellPort(server))
