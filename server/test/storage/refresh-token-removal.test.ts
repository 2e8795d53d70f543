/** Refresh tokens that are over are removed, and found without an index that each refresh would change (ADR 73, 83). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { removeWhatIsOver } from '../../src/background/removal.ts'
import { readConfig } from '../../src/config/config.ts'
import { secretHash } from '../../src/domain/secret.ts'
import { USUAL_RETENTION } from '../../src/domain/tenancy/retention.ts'
import { MIGRATIONS, migrate } from '../../src/storage/migrate.ts'
import { openEngine } from '../../src/storage/storage.ts'
import { GrantScene, type Tokens } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { newPlace, startServer, storesFor, type TestServer } from '../support/test-server.ts'
import { tidyUp } from '../support/tidy-up.ts'

after(stopOwnPostgres)

const DAY_SECONDS = 86_400
/** Generous, for a busy machine; a step that waits for nobody never takes as long. */
const MAX_STEP_MS = 20_000
const LATER = ['0125-refresh-token-look', '0126-refresh-token-look-index']

for (const store of storesFor('sql')) {
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
      while (await tidyUp(server.world.storage));
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

    if (store === 'postgres') {
      test('the removal does not wait for a token that somebody is using, and looks at it the next time', async () => {
        const { production: at } = await server.operator('quayside')
        const hash = secretHash((await at.createKey('contact:read')).refreshToken)
        const time = async (): Promise<number | undefined> => {
          const { db } = server.world.storage.platform
          const row = await db.selectFrom('refresh_token').selectAll().where('hash', '=', hash).executeTakeFirst()
          return row?.not_over_before
        }
        await execute(sql`update refresh_token set not_over_before = 0 where hash = ${hash}`)
        const user = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
        await user.connect()
        await user.query('begin')
        await user.query('select 1 from refresh_token where hash = $1 for update', [hash])
        const stepping = step()
        const outcome = await Promise.race([stepping.then(() => 'done'), pause(MAX_STEP_MS, 'waits', { ref: false })])
        const unchanged = await time()
        await user.end()
        await stepping
        assert.deepEqual([outcome, unchanged], ['done', 0])
        await step()
        assert.notEqual(await time(), 0)
      })
    }

    test("migrating gives a key's old secret the time of its end, so that notices find it, and all others none", async (t) => {
      const place = await newPlace(store)
      t.after(place.dispose)
      const engine = openEngine(readConfig(place.environment))
      t.after(() => engine.close())
      await migrate(
        engine,
        MIGRATIONS.filter(({ name }) => !LATER.includes(name)),
      )
      await engine.write(async ({ db }) => {
        await sql`insert into operator (operator_id, name, created_at) values ('alpine', 'Alpine', 1)`.execute(db)
        await sql`insert into tenant (tenant_id, operator_id, environment, created_at)
          values ('ten_1', 'alpine', 'production', 1)`.execute(db)
        await sql`insert into api_key (tenant_id, api_key_id, label, scopes, created_at, created_by)
          values ('ten_1', 'key_1', 'Key', 'contact:read', 1, 'host')`.execute(db)
        await sql`insert into refresh_token (tenant_id, refresh_token_id, hash, last_four, api_key_id, scopes,
            created_at, expires_at)
          values ('ten_1', 'old', 'a', 'abcd', 'key_1', '', 1, 5000), ('ten_1', 'new', 'b', 'abcd', 'key_1', '', 1, null)`.execute(
          db,
        )
      })
      assert.deepEqual(await migrate(engine), LATER)
      const rows = await engine.write(({ db }) =>
        db.selectFrom('refresh_token').select(['refresh_token_id', 'not_over_before']).orderBy('hash').execute(),
      )
      assert.deepEqual(
        rows.map((row) => [row.refresh_token_id, row.not_over_before]),
        [
          ['old', 5000],
          ['new', 0],
        ],
      )
    })
  })
}
