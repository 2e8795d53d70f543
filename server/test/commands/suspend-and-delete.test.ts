/**
 * The host suspends people, keys and grants, and deletes operators and applications: what is suspended works again as
 * it was, what is deleted leaves its audit log (access-model §12, ADR 13).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { auditEntries } from '../../src/storage/audit.ts'
import { EMPTIED_TABLES, KEPT_TABLES } from '../../src/storage/incidents/deletion.ts'
import { Browser } from '../support/browser.ts'
import { addApplication, GrantScene, PASSWORD, signedInBrowser, type Tokens } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { STORES, startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const ECHO = '{ echo(text: "hi") }'
const BECAUSE = ['--reason', 'We look into it', '--yes']
const AT = ['--operator', 'alpine', '--environment', 'production']
/** Of members of providers, who belong to no operator. */
const PORTAL_TABLES = ['provider_member', 'member_sign_up', 'phone_code']

for (const store of STORES) {
  describe(`suspending and deleting (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    const run = (...args: string[]) => runCommand(args, server.place.environment)
    const json = async (...args: string[]) => JSON.parse(await run(...args, '--json'))
    const status = async (token: string) => (await scene.at.query(token, ECHO)).status
    const soonStatus = (what: string, token: string, is: number) => soon(what, async () => (await status(token)) === is)

    test('a suspended key is refused and its access tokens stay dead when it resumes', async () => {
      const { apiKeyId, refreshToken } = await scene.at.createKey('contact:read')
      const token = (await scene.at.refreshKey(refreshToken)).body
      assert.equal(await status(token), 200)
      await run('api-key', 'suspend', apiKeyId, ...AT, ...BECAUSE)
      await soonStatus('the key is refused', token, 401)
      assert.equal((await scene.at.refreshKey(refreshToken)).json().error, 'invalid_grant')
      assert.equal((await json('api-key', 'show', apiKeyId, ...AT)).state, 'suspended')
      const admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
      const { apiKeyList } = await admin.data('{ apiKeyList { apiKeyId state } }')
      assert.ok(apiKeyList.some((key: Data) => key.apiKeyId === apiKeyId && key.state === 'SUSPENDED'))
      await assert.rejects(run('api-key', 'suspend', apiKeyId, ...AT, ...BECAUSE), /it is suspended already/)
      await run('api-key', 'resume', apiKeyId, ...AT, ...BECAUSE)
      await soonStatus('the key works again', (await scene.at.refreshKey(refreshToken)).body, 200)
      assert.equal(await status(token), 401)
    })

    test('a suspended grant is refused, also when the application is connected again, and its refresh token works after it resumes', async () => {
      const tokens = await scene.connect()
      assert.equal(await status(tokens.access_token), 200)
      const { grant_id } = (await json('grant', 'list', ...AT)).at(-1)
      await run('grant', 'suspend', grant_id, ...AT, ...BECAUSE)
      await soonStatus('the application is refused', tokens.access_token, 401)
      assert.equal((await scene.refresh(tokens.refresh_token)).json().error, 'invalid_grant')
      assert.equal((await scene.exchange(await scene.code())).json().error, 'invalid_grant')
      await run('grant', 'resume', grant_id, ...AT, ...BECAUSE)
      const refreshed = await scene.refresh(tokens.refresh_token)
      assert.equal(refreshed.status, 200, refreshed.body)
      await soonStatus('the application works again', refreshed.json<Tokens>().access_token, 200)
      assert.equal(await status(tokens.access_token), 401)
    })

    test('a suspended person is signed out, cannot sign in, and nothing that their session began commits', async () => {
      const browser = await signedInBrowser(server, scene.at, scene.pilot)
      const person = [...AT, '--email', scene.pilot.email]
      await run('user', 'suspend', ...person, ...BECAUSE)
      await soon('the session ended', async () => (await browser.get('/account/')).status === 303)
      const stranger = new Browser(server.client, scene.at.origin)
      const refused = await stranger.signIn(await stranger.get('/sign-in/'), scene.pilot.email, PASSWORD)
      assert.equal(refused.status, 403)
      assert.match(refused.body, /The email or the password is wrong/)
      const admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
      const { userAccountList } = await admin.data('{ userAccountList { email state } }')
      const states = userAccountList.map(({ email, state }: Data) => [email, state]).toSorted()
      assert.deepEqual(states, [
        [scene.admin.email, 'ACTIVE'],
        [scene.pilot.email, 'SUSPENDED'],
      ])
      await run('user', 'resume', ...person, ...BECAUSE)
      await signedInBrowser(server, scene.at, scene.pilot)
      const actions = (await auditEntries(server.world.storage.tenant(scene.at.tenant.tenantId), 50))
        .filter(({ subject_id, actor_kind }) => subject_id === scene.pilot.userId && actor_kind === 'host')
        .map(({ action }) => action)
      assert.deepEqual(actions.slice(0, 2).toSorted(), ['user.resumed', 'user.suspended'])
    })

    test('a deleted application is disconnected everywhere and found in no list, and operators read why', async () => {
      const application = await addApplication(server, { name: 'Gone' })
      const own = new GrantScene({ ...scene, server, application })
      const tokens = await own.connect()
      assert.equal((await json('app', 'delete', application.clientId, ...BECAUSE)).grants, 1)
      await soonStatus('its tokens are refused', tokens.access_token, 401)
      const error = async () => (await own.refresh(tokens.refresh_token)).json().error
      await soon('its secret is refused', async () => (await error()) === 'invalid_client')
      await assert.rejects(run('app', 'resume', application.clientId, '--yes'), /There is no application/)
      await assert.rejects(run('app', 'renew-secret', application.clientId, ...BECAUSE), /There is no application/)
      assert.match(await run('app', 'list'), /Gone +other +deleted/)
      const entries = await auditEntries(server.world.storage.tenant(scene.at.tenant.tenantId), 10)
      assert.ok(entries.some(({ action, detail }) => action === 'add-on.deleted' && detail.includes('We look into it')))
    })

    /** Of every table with rows of tenants. */
    const tenantTables = async (): Promise<string[]> => {
      const { db } = server.world.storage.platform
      const query =
        store === 'sqlite'
          ? sql<{ name: string }>`select m.name as name from sqlite_master m join pragma_table_info(m.name) c
              where m.type = 'table' and c.name = 'tenant_id'`
          : sql<{ name: string }>`select table_name as name from information_schema.columns
              where table_schema = 'public' and column_name = 'tenant_id'`
      return (await query.execute(db)).rows.map(({ name }) => name)
    }

    test('a deleted operator leaves its audit log and no data, in every table that holds any', async () => {
      const meadow = await GrantScene.open(server, 'meadow', 'sandbox')
      await meadow.connect()
      const { refreshToken } = await meadow.at.createKey('contact:read')
      const token = (await meadow.at.refreshKey(refreshToken)).body
      await run('sandbox', 'reset', 'meadow')
      await assert.rejects(run('operator', 'delete', 'meadow', ...BECAUSE), /meadow is open: suspend it first/)
      await run('operator', 'suspend', 'meadow', ...BECAUSE)
      const deleted = await json('operator', 'delete', 'meadow', ...BECAUSE)
      assert.equal(deleted.users, 2)
      assert.ok(deleted.audit_entries_kept > 5, 'the log is kept, and said to be')

      const { tenantId } = meadow.at.tenant
      const { db } = server.world.storage.platform
      const left = new Map<string, number>()
      for (const table of (await tenantTables()).filter((name) => name !== 'tenant' && !PORTAL_TABLES.includes(name))) {
        const { rows } = await sql<{
          n: number
        }>`select count(*) as n from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(db)
        if (Number(rows[0]?.n) > 0) left.set(table, Number(rows[0]?.n))
      }
      assert.deepEqual(
        [...left.keys()].filter((table) => !KEPT_TABLES.includes(table)),
        [],
      )
      for (const [table] of EMPTIED_TABLES) assert.ok((await tenantTables()).includes(table), table)
      const dump = JSON.stringify(
        (await sql`select * from user_account where tenant_id = ${tenantId}`.execute(db)).rows,
      )
      assert.doesNotMatch(dump, /@|Anna|argon2/)
      assert.ok((left.get('audit_entry') ?? 0) > 5, 'its audit log is whole')

      await assert.rejects(run('operator', 'resume', 'meadow', ...BECAUSE), /or it is deleted/)
      await assert.rejects(run('operator', 'create', 'meadow', '--name', 'Another'), /exists in production already/)
      assert.match(await run('operator', 'list'), /meadow .*sandbox +deleted/)
      await soon('its address is closed', async () => (await meadow.at.query(token, ECHO)).status === 404)
      assert.deepEqual((await json('operator', 'delete', 'meadow', ...BECAUSE)).users, 2, 'again goes on where it was')
    })
  })
}
