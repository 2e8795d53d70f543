/** An API key's refresh token gives an access token, which answers a query, on both stores. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('record')) {
  describe(`from a key to a query (${store})`, () => {
    let server: TestServer
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    test("a key's refresh token gives an access token that answers a query", async () => {
      const { production } = await server.operator('alpine')
      const { refreshToken } = await production.createKey('contact:read')
      const token = await production.refreshKey(refreshToken)
      assert.equal(token.status, 200)
      assert.equal(token.headers['content-type'], 'text/plain; charset=utf-8')
      assert.match(token.body, /^air_live_at_[0-9A-Za-z]{38}$/)
      const answer = await production.query(token.body, '{ echo(text: "hi") tokenInfo { scopeList environment } }')
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.json().data, {
        echo: 'hi',
        tokenInfo: { scopeList: ['contact:read'], environment: 'production' },
      })
    })
  })
}
