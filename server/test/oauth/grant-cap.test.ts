/**
 * A grant's refresh token has at most 500 active access tokens, with an exact Retry-After (threats rows 31, 32, 37).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { GrantScene, refreshFields, type Tokens } from '../support/code-grant.ts'
import type { Answer, HttpClient } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServerProcess } from '../support/server-process.ts'
import { onPostgres, startServer, storesFor, type TestServer } from '../support/test-server.ts'
import { refusedWith } from '../support/token-requests.ts'
import { fillSlots } from '../support/token-slots.ts'

after(stopOwnPostgres)

/** Sends this many refreshes to the servers in turn and returns the responses. */
const refreshMany = async (scene: GrantScene, token: string, count: number, doors: readonly HttpClient[]) => {
  const fields = refreshFields(scene.application, token)
  const ask = (index: number): Promise<Answer> => {
    const door = doors[index % doors.length] as HttpClient
    return door.form(`${scene.at.origin}/oauth2/code/token/`, fields)
  }
  return Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
}

/** A new refresh token with this many active tokens, the exchange's own included. */
const connectWith = async (scene: GrantScene, active: number): Promise<Tokens> => {
  const tokens = await scene.connect()
  await fillSlots(scene.server, scene.at, tokens.refresh_token, active - 1)
  return tokens
}

const counts = (answers: readonly Answer[]) => ({
  issued: answers.filter(({ status }) => status === 200).length,
  refused: answers.filter((answer) => answer.status === 429 && answer.json().error === 'too_many_active_tokens').length,
})

for (const store of storesFor('locks')) {
  describe(`the cap of a grant's refresh token (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    test('the 501st access token gets 429, fails a second before Retry-After, and succeeds at it', async () => {
      server.clock.standStill()
      const tokens = await connectWith(scene, 500)
      // Half a second after a whole one since the first token: a second early is early on a busy machine, too, where a
      // store that keeps its own time is a moment ahead.
      server.clock.advanceSeconds(1.5)
      const refused = await scene.refresh(tokens.refresh_token)
      refusedWith(refused, 429, 'too_many_active_tokens', /reuse them/)
      const retryAfter = Number(refused.headers['retry-after'])
      assert.ok(Number.isInteger(retryAfter) && retryAfter > 1700 && retryAfter <= 1800)
      assert.match(String(refused.headers.ratelimit), new RegExp(`^"active-tokens";r=0;t=${retryAfter}$`))
      server.clock.advanceSeconds(retryAfter - 1)
      assert.equal((await scene.refresh(tokens.refresh_token)).status, 429)
      server.clock.advanceSeconds(1)
      assert.equal((await scene.refresh(tokens.refresh_token)).status, 200)
      server.clock.moveOn()
    })

    test('of 64 parallel refreshes with 490 active tokens exactly 10 succeed', async () => {
      const tokens = await connectWith(scene, 490)
      const answers = await refreshMany(scene, tokens.refresh_token, 64, [server.client])
      assert.deepEqual(counts(answers), { issued: 10, refused: 54 })
    })

    test('a refused refresh takes no slot and extends nothing, and a revoked token frees its slot', async () => {
      const tokens = await connectWith(scene, 500)
      const door = (path: string, token: string) =>
        server.client.form(`${scene.at.origin}${path}`, { ...refreshFields(scene.application, ''), token })
      const until = async () => (await door('/oauth2/introspect/', tokens.refresh_token)).json().exp
      const before = await until()
      server.clock.advanceSeconds(600)
      for (let count = 0; count < 5; count++) assert.equal((await scene.refresh(tokens.refresh_token)).status, 429)
      assert.equal(await until(), before)
      assert.equal((await door('/oauth2/revoke/', tokens.access_token)).status, 200)
      assert.equal((await scene.refresh(tokens.refresh_token)).status, 200)
      assert.equal((await scene.refresh(tokens.refresh_token)).status, 429)
      assert.notEqual(await until(), before)
      const elsewhere = await scene.connect()
      assert.equal((await scene.refresh(elsewhere.refresh_token)).status, 200, 'each refresh token has its own 500')
    })
  })
}

test(
  'of 64 parallel refreshes at two PostgreSQL processes with 490 active tokens exactly 10 succeed',
  onPostgres('locks'),
  async () => {
    const server = await startServer('postgres')
    const other = await startServerProcess(server.place.environment)
    try {
      const scene = await GrantScene.open(server, 'alpine')
      const tokens = await connectWith(scene, 490)
      const answers = await refreshMany(scene, tokens.refresh_token, 64, [server.client, other.client])
      assert.deepEqual(counts(answers), { issued: 10, refused: 54 })
    } finally {
      await other.stop()
      await server.close()
    }
  },
)
