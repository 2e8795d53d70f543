/** A change of validity invalidates cached tokens of its own tenant or application only. */
import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { tenantArea } from '../../src/domain/validity-area.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { moveApplication } from '../../src/services/oauth/applications.ts'
import { ValidityWatch } from '../../src/services/validity-watch.ts'
import { raiseEpochs, recentChanges } from '../../src/storage/validity-epochs.ts'
import { GrantScene } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'
import { openTestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

const ECHO = '{ echo(text: "hi") }'

for (const store of storesFor('concurrency')) {
  describe(`areas of validity (${store})`, () => {
    let server: TestServer
    let other: TestServer
    let alpine: Both
    let northsea: Both
    before(async () => {
      server = await startServer(store)
      for (const operatorId of ['alpine', 'northsea']) await server.operator(operatorId)
      other = await startServer(store, server.place)
      alpine = await both('alpine')
      northsea = await both('northsea')
    })
    after(async () => {
      await other?.close()
      await server?.close()
    })

    /** One operator at both servers. */
    interface Both {
      readonly here: TestTenant
      readonly there: TestTenant
    }
    const both = async (operatorId: string): Promise<Both> => ({
      here: await server.existing(operatorId),
      there: await other.existing(operatorId),
    })
    const works = async (at: TestTenant, token: string) => (await at.query(token, ECHO)).status === 200
    /** Whether the server reads the token from the store. */
    const isLookedUp = async (at: TestTenant, token: string): Promise<boolean> => {
      const sent = await statementsDuring(async () => assert.ok(await works(at, token)))
      return sent.some((text) => text.includes('"access_token"'))
    }
    const remember = (at: TestTenant, token: string) =>
      soon('the token is remembered', async () => !(await isLookedUp(at, token)))

    /**
     * A server drops what it cached at its own change, and once more when its poll shows that change. This waits for a
     * poll of each: when the second from now begins, the first has been taken in.
     */
    const untilPolled = async (t: TestContext) => {
      for (const { world } of [server, other]) {
        const { mock } = t.mock.method(world.storage, 'onOneConnection')
        const polls = () => mock.calls.filter((call) => call.arguments[0] === recentChanges).length
        await soon('two polls have begun', async () => polls() >= 2)
      }
    }

    /** A poll that a busy machine delays makes a server trust nothing it cached; these tests are about changes. */
    const trustEveryPoll = (t: TestContext) => t.mock.getter(ValidityWatch.prototype, 'isFresh', () => true)
    const dies = (at: TestTenant, token: string) => soon('the token is dead', async () => !(await works(at, token)))

    test('a revocation at one operator keeps cached tokens of other operators', async (t) => {
      trustEveryPoll(t)
      const { refreshToken, apiKeyId } = await alpine.here.createKey()
      const revoked = (await alpine.here.refreshKey(refreshToken)).body
      const token = await northsea.here.accessToken()
      await untilPolled(t)
      for (const at of [alpine.here, alpine.there]) await remember(at, revoked)
      for (const at of [northsea.here, northsea.there]) await remember(at, token)
      await alpine.here.revokeKey(apiKeyId)
      assert.equal(await works(alpine.here, revoked), false)
      await dies(alpine.there, revoked)
      for (const at of [northsea.here, northsea.there]) assert.equal(await isLookedUp(at, token), false)
    })

    test("a suspension ends the application's tokens at every operator and keeps cached tokens of other applications", async (t) => {
      trustEveryPoll(t)
      const scene = await GrantScene.open(server, `sus${store.slice(0, 3)}`)
      const at = await both(scene.at.tenant.operatorId)
      const suspended = (await scene.connect()).access_token
      const token = await at.here.accessToken()
      await untilPolled(t)
      for (const place of [at.here, at.there]) {
        await remember(place, suspended)
        await remember(place, token)
      }
      await moveApplication(
        server.world,
        scene.application.clientId,
        { actions: ['suspend'], by: 'host', reason: 'test' },
        HOST,
      )
      assert.equal(await works(at.here, suspended), false)
      await dies(at.there, suspended)
      for (const place of [at.here, at.there]) assert.equal(await isLookedUp(place, token), false)
    })

    test('a revocation whose notification is lost is found by the poll soon', async () => {
      const { refreshToken, apiKeyId } = await alpine.here.createKey()
      const token = (await alpine.here.refreshKey(refreshToken)).body
      await remember(alpine.here, token)
      const silent = await openTestStorage(store, { ...server.place, dispose: async () => {} })
      try {
        await silent.engine.write(async (session) => {
          await session.db.updateTable('api_key').set({ revoked_at: 1 }).where('api_key_id', '=', apiKeyId).execute()
          await raiseEpochs(session, new Set([tenantArea(alpine.here.tenant.tenantId)]))
        })
        await dies(alpine.here, token)
      } finally {
        await silent.close()
      }
    })

    test('while the epochs cannot be read, a cached token is looked up in the store each time', async () => {
      const token = await northsea.there.accessToken()
      await remember(northsea.there, token)
      const rename = (from: string, to: string) =>
        server.world.storage.writePlatform(async (tx) => {
          await tx.db.schema.alterTable('validity_area').renameColumn(from, to).execute()
        })
      await rename('changed_at', 'unreadable')
      try {
        await soon('nothing remembered is trusted', () => isLookedUp(northsea.there, token))
        assert.ok(await isLookedUp(northsea.there, token), 'nor what was read meanwhile')
      } finally {
        await rename('unreadable', 'changed_at')
      }
      await remember(northsea.there, token)
    })
  })
}
