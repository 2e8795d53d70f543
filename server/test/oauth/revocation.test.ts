/**
 * A revoked key gets 401 on the next request at the same server and at all others once they hear of it (threats row
 * 36). That they trust nothing of which they have not heard for a second is tested with areas of validity.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import {
  type Place,
  preparedPlace,
  startServer,
  storesFor,
  type TestServer,
  type TestTenant,
} from '../support/test-server.ts'

after(stopOwnPostgres)

const ECHO = '{ echo(text: "hi") }'

/** Sends requests until one is refused, with a 401 and nothing else. */
const refusedSoon = (status: () => Promise<number>): Promise<void> =>
  soon('the token is refused', async () => {
    const found = await status()
    assert.ok([200, 401].includes(found), String(found))
    return found === 401
  })

for (const store of storesFor('concurrency')) {
  describe(`revoking a key (${store})`, () => {
    let server: TestServer
    let other: TestServer
    let at: TestTenant
    let elsewhere: TestTenant
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      other = await startServer(store, server.place)
      elsewhere = await other.existing('alpine')
    })
    after(async () => {
      await other.close()
      await server.close()
    })

    test("a revoked key's tokens are refused on the next request here and soon at another process", async () => {
      const { refreshToken, apiKeyId } = await at.createKey()
      const token = (await at.refreshKey(refreshToken)).body
      for (const place of [at, elsewhere]) assert.equal((await place.query(token, ECHO)).status, 200)
      await at.revokeKey(apiKeyId)
      assert.equal((await at.query(token, ECHO)).status, 401)
      assert.equal((await at.refreshKey(refreshToken)).status, 400)
      assert.equal((await elsewhere.refreshKey(refreshToken)).status, 400)
      await refusedSoon(async () => (await elsewhere.query(token, ECHO)).status)
    })

    test('other keys keep working after a revocation', async () => {
      const token = await at.accessToken()
      await at.revokeKey((await at.createKey()).apiKeyId)
      assert.equal((await at.query(token, ECHO)).status, 200)
    })

    test('a token issued while its key is revoked is invalid', async () => {
      for (let round = 0; round < 5; round++) {
        const { refreshToken, apiKeyId } = await at.createKey()
        const refreshing = Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? at : elsewhere).refreshKey(refreshToken),
        )
        const [answers] = await Promise.all([Promise.all(refreshing), at.revokeKey(apiKeyId)])
        for (const { status, body } of answers) {
          if (status === 200) assert.equal((await at.query(body, ECHO)).status, 401)
          else assert.equal(status, 400)
        }
      }
    })

    test('revoking a key twice, or a key of another operator, finds nothing', async () => {
      const { apiKeyId } = await at.createKey()
      await at.revokeKey(apiKeyId)
      await assert.rejects(at.revokeKey(apiKeyId), { code: 'not_found' })
      const { sandbox } = await server.operator('northsea')
      await assert.rejects(sandbox.revokeKey((await at.createKey()).apiKeyId), { code: 'not_found' })
    })
  })

  describe(`revoking at the command line beside running servers (${store})`, () => {
    let place: Place
    let servers: ServerProcess[]
    before(async () => {
      place = await preparedPlace(store)
      await runCommand(['operator', 'create', 'alpine', '--name', 'Alpine Jet'], place.environment)
      const count = store === 'postgres' ? 2 : 1
      servers = await Promise.all(Array.from({ length: count }, () => startServerProcess(place.environment)))
    })
    after(async () => {
      for (const server of servers) await server.stop()
      await place.dispose()
    })

    const tenant = ['--operator', 'alpine', '--environment', 'production', '--json']
    const query = async ({ client }: ServerProcess, token: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const body = JSON.stringify({ query: ECHO })
      return (await client.ask('http://alpine.localhost/api/graphql/', { method: 'POST', headers, body })).status
    }

    test('after a revocation at the command line every server refuses the key and its tokens soon', async () => {
      const create = ['api-key', 'create', '--label', 'Books', '--scope', 'contact:read', ...tenant]
      const key = JSON.parse(await runCommand(create, place.environment))
      const refresh = ({ client }: ServerProcess) =>
        client.form('http://alpine.localhost/access_token/refresh/', { refresh_token: key.refresh_token })
      const tokens = await Promise.all(servers.map(async (server) => (await refresh(server)).body))
      for (const server of servers) for (const token of tokens) assert.equal(await query(server, token), 200)

      await runCommand(['api-key', 'revoke', key.api_key_id, ...tenant, '--yes'], place.environment)
      await Promise.all(servers.flatMap((server) => tokens.map((token) => refusedSoon(() => query(server, token)))))
      for (const server of servers) assert.equal((await refresh(server)).status, 400)
    })
  })
}
