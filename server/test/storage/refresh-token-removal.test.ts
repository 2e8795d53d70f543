/** Refresh tokens that are over are removed, and found without an index that each refresh would change (ADR 73, 83). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { secretHash } from '../../src/domain/secret.ts'
import { USUAL_RETENTION } from '../../src/domain/tenancy/retention.ts'
import { tidyUp } from '../../src/housekeeping.ts'
import { removeWhatIsOver } from '../../src/retention.ts'
import { GrantScene, type Tokens } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { STORES, startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY_SECONDS = 86_400

for (const store of STORES) {
  describe(`removal of refresh tokens (${store})`, () => {
    let server: TestServer
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const step = () => server.world.storage.writePlatform((tx) => removeWhatIsOver(tx, USUAL_RETENTION))
    const execute = (query: ReturnType<typeof sql>) => server.world.storage.writePlatform((tx) => query.execute(tx.db))
    const pass = async (days: number): Promise<void> => {
      server.clock.advanceSeconds(days * DAY_SECONDS)
      while (await server.world.storage.writePlatform((tx) => tidyUp(tx)));
      await step()
    }

    test('a refresh token in use outlives its first expiry, and goes ninety days after its last', async () => {
      const scene = await GrantScene.open(server, 'lakeside')
      const { refresh_token: used } = (await scene.exchange(await scene.code())).json<Tokens>()
      const { refresh_token: unused } = (await scene.exchange(await scene.code())).json<Tokens>()
      const hashes = [secretHash(used), secretHash(unused)]
      const kept = async (): Promise<boolean[]> => {
        const rows = await server.world.storage.platform.db.selectFrom('refresh_token').select('hash').execute()
        return hashes.map((hash) => rows.some((row) => row.hash === hash))
      }
      for (let month = 0; month < 5; month++) {
        await pass(29)
        assert.equal((await scene.refresh(used)).status, 200)
      }
      assert.deepEqual(await kept(), [true, false])
      await pass(119)
      assert.deepEqual(await kept(), [true, false])
      await pass(2)
      assert.deepEqual(await kept(), [false, false])
    })

    test('tokens of a store from before the migration are looked at once, stay valid, and go when they are over', async () => {
      const scene = await GrantScene.open(server, 'harbour')
      const { refresh_token: granted } = (await scene.exchange(await scene.code())).json<Tokens>()
      const key = await scene.at.createKey('contact:read')
      const { db } = server.world.storage.platform
      const hashes = [secretHash(granted), secretHash(key.refreshToken)]
      const times = async (): Promise<(readonly [number, number | null])[]> => {
        const rows = await db.selectFrom('refresh_token').selectAll().where('hash', 'in', hashes).execute()
        return hashes.flatMap((hash) =>
          rows.filter((row) => row.hash === hash).map((row) => [row.not_over_before, row.expires_at] as const),
        )
      }
      await execute(sql`update refresh_token set not_over_before = 0 where hash in (${sql.join(hashes)})`)
      const now = server.clock.now()
      await step()
      const [ofGrant, ofKey] = await times()
      assert.equal(ofGrant?.[0], ofGrant?.[1])
      assert.ok((ofGrant?.[0] ?? 0) > now)
      assert.ok((ofKey?.[0] ?? 0) >= now - 1000)
      assert.equal(ofKey?.[1], null)
      assert.equal((await scene.refresh(granted)).status, 200)
      assert.equal((await scene.at.refreshKey(key.refreshToken)).status, 200)

      // As a program of the version before ends an old secret: it knows nothing of the time.
      await execute(sql`update refresh_token set expires_at = ${now + 1000} where hash = ${hashes[1] ?? ''}`)
      await pass(91)
      assert.equal((await times()).length, 1, 'the secret that ended is gone')
      await pass(30)
      assert.deepEqual(await times(), [])
    })
  })
}
