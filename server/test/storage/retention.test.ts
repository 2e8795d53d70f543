/**
 * What is over is removed in small steps, what is not stays, and the store itself refuses to lose young entries of an
 * audit log (ADR 73, threats row 63).
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { removeWhatIsOver } from '../../src/background/removal.ts'
import { USUAL_RETENTION } from '../../src/domain/tenancy/retention.ts'
import { findNoticesByDay } from '../../src/services/notices/find-notices.ts'
import { SQLITE_FILE } from '../../src/storage/engines/sqlite-engine.ts'
import { drawFromBucket } from '../../src/storage/usage/cost-buckets.ts'
import { GrantScene, type Tokens } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'
import { tidyUp } from '../support/tidy-up.ts'

after(stopOwnPostgres)

const DAY_MS = 86_400_000
const DAY_SECONDS = 86_400
/** The version of PostgreSQL that brought `explain (generic_plan)`. */
const GENERIC_PLAN_SINCE = 16
const DRAW = { least: 1, most: 2000, givenBack: 0 }

for (const store of storesFor('sql')) {
  describe(`retention (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    const step = () => server.world.storage.writePlatform((tx) => removeWhatIsOver(tx, USUAL_RETENTION))
    const run = (...args: string[]) => runCommand(args, server.place.environment)
    const execute = (query: ReturnType<typeof sql>) => server.world.storage.writePlatform((tx) => query.execute(tx.db))
    const count = async (table: string): Promise<number> => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
        server.world.storage.platform.db,
      )
      return Number(rows[0]?.n)
    }

    /** As an old version of the server wrote them, by the store's own clock. */
    const addEntries = async (daysAgo: number, many: number): Promise<void> => {
      const at = Date.now() - daysAgo * DAY_MS
      for (let index = 0; index < many; index++) {
        const id = `aud_${daysAgo}_${index}`
        await execute(sql`insert into audit_entry (tenant_id, audit_entry_id, at, actor_kind, action, subject_kind,
          subject_id, detail) values (${scene.at.tenant.tenantId}, ${id}, ${at}, 'host', 'x', 'x', 'x', '{}')`)
      }
      await execute(sql`insert into platform_audit_entry (audit_entry_id, at, actor_kind, action, subject_kind,
        subject_id, detail) values (${`aud_${daysAgo}`}, ${at}, 'host', 'x', 'x', 'x', '{}')`)
    }
    const idsLike = async (text: string): Promise<number> => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from audit_entry
        where audit_entry_id like ${text}`.execute(server.world.storage.platform.db)
      return Number(rows[0]?.n)
    }

    test('audit entries older than seven years are removed in steps of five hundred, younger ones stay', async () => {
      await addEntries(2600, 510)
      await addEntries(2500, 3)
      assert.equal(await step(), true, 'more is left')
      assert.equal(await idsLike('aud_2600_%'), 10)
      assert.equal(await step(), false)
      assert.equal(await idsLike('aud_2600_%'), 0)
      assert.equal(await idsLike('aud_2500_%'), 3)
    })

    test('the store refuses to delete, change or truncate audit entries within their retention, for every role', async () => {
      const before = await count('audit_entry')
      const refused = (query: ReturnType<typeof sql>) => assert.rejects(execute(query), /entries .*are final/)
      await refused(sql`delete from audit_entry where audit_entry_id like 'aud_2500_%'`)
      await refused(sql`delete from audit_entry`)
      await refused(sql`delete from platform_audit_entry`)
      await refused(sql`update audit_entry set at = 0`)
      if (store === 'postgres') await refused(sql`truncate audit_entry`)
      assert.equal(await count('audit_entry'), before)
    })

    test('the retention of audit entries cannot be set below a year, and without its row nothing is removed', async () => {
      await assert.rejects(execute(sql`update retention set keep_days = 364`), /check|constraint/i)
      await execute(sql`update retention set keep_days = 365`)
      await addEntries(364, 1)
      await addEntries(366, 1)
      await assert.rejects(execute(sql`delete from audit_entry where audit_entry_id = 'aud_364_0'`), /are final/)
      await execute(sql`delete from audit_entry where audit_entry_id = 'aud_366_0'`)
      assert.equal(await idsLike('aud_366_%'), 0)
      await execute(sql`delete from retention`)
      await assert.rejects(execute(sql`delete from audit_entry where audit_entry_id like 'aud_2500_%'`), /are final/)
      assert.equal(await step(), false, 'nothing is tried')
    })

    test('migrate writes the chosen days into the store, and a setting below a year is refused', async () => {
      const environment = { ...server.place.environment, AIRSIDE_KEEP_AUDIT_DAYS: '730' }
      assert.match(await runCommand(['migrate'], environment), /Audit logs are kept for 730 days/)
      assert.match(await runCommand(['migrate'], environment), /^The store is up to date\.\n$/)
      assert.doesNotMatch(await run('migrate'), /Audit logs/)
      const other = { ...server.place.environment, AIRSIDE_KEEP_AUDIT_DAYS: '800' }
      assert.match(
        await runCommand(['doctor'], other),
        /attention Audit log: kept for 730 days, not 800: .* run "migrate"/,
      )
      const low = { ...server.place.environment, AIRSIDE_KEEP_AUDIT_DAYS: '30' }
      await assert.rejects(runCommand(['migrate'], low), /AIRSIDE_KEEP_AUDIT_DAYS must be a whole number from 365/)
    })

    test('ended grants and dead refresh tokens are removed after ninety days and stay refused, live ones stay', async () => {
      const code = await scene.code()
      const dead = (await scene.exchange(code)).json<Tokens>()
      const { rows } = await sql<{ grant_id: string }>`select grant_id from oauth_grant`.execute(
        server.world.storage.platform.db,
      )
      const at = ['--operator', 'alpine', '--environment', 'production']
      await run('grant', 'end', rows[0]?.grant_id ?? '', ...at, '--reason', 'Over', '--yes')
      const revoked = await scene.at.createKey('contact:read')
      await scene.at.revokeKey(revoked.apiKeyId)
      const live = await scene.at.createKey('contact:read')
      assert.equal((await scene.at.refreshKey(live.refreshToken)).status, 200)

      server.clock.advanceSeconds(89 * DAY_SECONDS)
      while (await tidyUp(server.world.storage));
      await step()
      assert.deepEqual([await count('oauth_grant'), await count('refresh_token')], [1, 3], 'not yet')
      server.clock.advanceSeconds(2 * DAY_SECONDS)
      await step()
      assert.deepEqual([await count('oauth_grant'), await count('refresh_token')], [0, 1])
      assert.equal((await scene.refresh(dead.refresh_token)).json().error, 'invalid_grant')
      assert.equal((await scene.exchange(code)).json().error, 'invalid_grant')
      assert.equal((await scene.at.refreshKey(revoked.refreshToken)).json().error, 'invalid_grant')
      assert.equal((await scene.at.refreshKey(live.refreshToken)).status, 200)
    })

    const postgresMajor = async (): Promise<number> => {
      const { db } = server.world.storage.platform
      const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(db)
      return Math.floor(Number(rows[0]?.server_version_num) / 10_000)
    }

    /** How the store would run a statement of which only the text is known. */
    const planOf = async (text: string): Promise<string> => {
      if (store === 'sqlite') {
        const database = new DatabaseSync(join(server.place.environment.AIRSIDE_DATA ?? '', SQLITE_FILE))
        const rows = database.prepare(`explain query plan ${text}`).all()
        database.close()
        return rows.map(({ detail }) => detail).join('\n')
      }
      const client = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
      await client.connect()
      try {
        // Tables this small are read whole, unless that is ruled out.
        await client.query('set enable_seqscan = off')
        const { rows } = await client.query(`explain (generic_plan) ${text}`)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      } finally {
        await client.end()
      }
    }

    test('keys, tokens and grants that end or are over are found by an index, without reading the tables', async (t) => {
      if (store === 'postgres' && (await postgresMajor()) < GENERIC_PLAN_SINCE) {
        return t.skip(`PostgreSQL explains a statement without its values since ${GENERIC_PLAN_SINCE}`)
      }
      const sent = await statementsDuring(async () => {
        await findNoticesByDay(server.world.storage.platform)
        await step()
      })
      const searches = sent.filter(
        (text) => /refresh_token|api_key|oauth_grant/.test(text) && !text.includes('usage_actor'),
      )
      const plans = await Promise.all(searches.map(planOf))
      const used = [...new Set(plans.flatMap((plan) => plan.match(/\w+_(ending|revoked|over)\b/g) ?? []))].toSorted()
      assert.deepEqual(used, [
        'api_key_ending',
        'api_key_revoked',
        'oauth_grant_over',
        'refresh_token_may_be_over',
        'refresh_token_revoked',
      ])
      for (const plan of plans) assert.doesNotMatch(plan, /\bSCAN \w+$|Seq Scan/m)
    })

    test('no index of refresh tokens holds a time that every refresh changes', async () => {
      const { rows } = await sql<{ text: string }>`${
        store === 'sqlite'
          ? sql`select sql as text from sqlite_schema where tbl_name = 'refresh_token' and sql like 'CREATE INDEX%'`
          : sql`select indexdef as text from pg_indexes where tablename = 'refresh_token'`
      }`.execute(server.world.storage.platform.db)
      assert.ok(rows.length >= 4)
      for (const { text } of rows) assert.doesNotMatch(text, /\b(expires_at|last_used_at)\b/)
    })

    test('an unused cost bucket is removed after a day and comes back full', async () => {
      const draw = () =>
        server.world.storage.writeTenant(scene.at.tenant.tenantId, (tx) => drawFromBucket(tx, 'p', DRAW))
      await draw()
      await step()
      assert.equal(await count('cost_bucket'), 1)
      server.clock.advanceSeconds(DAY_SECONDS + 1)
      await step()
      assert.equal(await count('cost_bucket'), 0)
      assert.deepEqual(await draw(), { drawn: 2000, left: 18_000 })
    })

    test('the request log is removed in steps after its retention', async () => {
      const { tenantId } = scene.at.tenant
      const old = server.clock.now() - 8 * DAY_MS
      await server.world.storage.writeTenant(tenantId, async (tx) => {
        for (let start = 0; start < 2010; start += 100) {
          const rows = Array.from({ length: Math.min(100, 2010 - start) }, (_, index) => ({
            tenant_id: tenantId,
            actor: 'app_x',
            at: old - start - index,
            request_id: `req_${start + index}`,
            operation: null,
            outcome: 'answered' as const,
            code: null,
            took_ms: 1,
            cost: null,
            scopes: null,
            address: null,
            agent: null,
            document_id: null,
            path: null,
          }))
          await tx.db.insertInto('usage_request').values(rows).execute()
        }
      })
      const week = { ...USUAL_RETENTION, requestDays: 7 }
      const tidy = () => tidyUp(server.world.storage, week)
      await tidyUp(server.world.storage)
      assert.equal(await count('usage_request'), 2010, 'a month by default')
      assert.equal(await tidy(), true)
      assert.equal(await count('usage_request'), 10)
      await tidy()
      assert.equal(await count('usage_request'), 0)
    })
  })
}
