/** Removes expired rows and keeps those that may still matter. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PASSKEY_CHALLENGE_SECONDS } from '../../src/domain/limits.ts'
import { GrantScene, signedInBrowser, type Tokens } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'
import { tidyUp } from '../support/tidy-up.ts'

after(stopOwnPostgres)

for (const store of storesFor('sql')) {
  describe(`housekeeping (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    const step = () => tidyUp(server.world.storage)
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    type Swept = 'access_token' | 'authorization_code' | 'consent_request' | 'passkey_challenge'
    const count = async (table: Swept): Promise<number> => {
      const { db } = server.world.storage.platform
      const row = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      return row.rows
    }

    test('expired access tokens and decided consents are removed, and a used code stays while its tokens live', async () => {
      const code = await scene.code()
      const tokens = (await scene.exchange(code)).json<Tokens>()
      assert.equal(await count('access_token'), 1)
      server.clock.advanceSeconds(3 * 3600)
      assert.equal(await step(), false)
      assert.equal(await count('access_token'), 0)
      assert.equal(await count('consent_request'), 0)
      assert.equal(await count('authorization_code'), 1)
      // The code's second use still finds what to revoke.
      assert.equal((await scene.exchange(code)).json().error, 'invalid_grant')
      assert.equal((await scene.refresh(tokens.refresh_token)).json().error, 'invalid_grant')
      assert.equal(await step(), false)
      assert.equal(await count('authorization_code'), 0)
    })

    test('a passkey challenge is removed after it expires, and not before', async () => {
      await scene.browser.post('/sign-in/passkey/options/', {})
      await step()
      assert.equal(await count('passkey_challenge'), 1)
      server.clock.advanceSeconds(PASSKEY_CHALLENGE_SECONDS + 1)
      await step()
      assert.equal(await count('passkey_challenge'), 0)
    })

    test("the latest of a user's ended sessions is kept as the time of their last visit", async () => {
      const lastSeen = async (): Promise<Data> => {
        const admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
        const { userAccountList } = await admin.data('{ userAccountList { email lastSeenAt } }')
        return userAccountList.find(({ email }: Data) => email === scene.pilot.email).lastSeenAt
      }
      const sessionsOf = async (userId: string): Promise<number> => {
        const { db } = server.world.storage.platform
        return (await db.selectFrom('user_session').selectAll().where('user_id', '=', userId).execute()).length
      }
      for (let times = 0; times < 3; times++) {
        server.clock.advanceSeconds(60)
        await signedInBrowser(server, scene.at, scene.pilot)
      }
      const seen = await lastSeen()
      assert.notEqual(seen, null)
      server.clock.advanceSeconds(9 * 24 * 3600)
      assert.equal(await step(), false)
      assert.equal(await sessionsOf(scene.pilot.userId), 1)
      assert.equal(await lastSeen(), seen)
    })

    test('housekeeping works in small steps and reports when more is left', async () => {
      const tenantId = scene.at.tenant.tenantId
      const { refreshToken } = await scene.at.createKey()
      for (let index = 0; index < 2; index++) await scene.at.refreshKey(refreshToken)
      const { db } = server.world.storage.platform
      const one = await db
        .selectFrom('access_token')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .executeTakeFirstOrThrow()
      await server.world.storage.writeTenant(tenantId, async (tx) => {
        const rows = Array.from({ length: 600 }, (_, index) => ({ ...one, hash: `filler ${index}`, expires_at: 1 }))
        for (let start = 0; start < rows.length; start += 300) {
          await tx.db
            .insertInto('access_token')
            .values(rows.slice(start, start + 300))
            .execute()
        }
      })
      assert.equal(await step(), true)
      assert.equal(await step(), false)
      assert.equal(await count('access_token'), 2)
    })
  })
}
