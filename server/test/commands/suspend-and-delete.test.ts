/**
 * The host suspends people, keys and grants, and deletes operators and applications: what is suspended works again as
 * it was, what is deleted leaves its audit log (access-model §12, ADR 13).
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { sql } from 'kysely'
import { auditEntries } from '../../src/storage/audit.ts'
import { EMPTIED_TABLES, KEPT_TABLES } from '../../src/storage/incidents/deletion.ts'
import { migration as answeredRequests } from '../../src/storage/migrations/0113-answered-requests.ts'
import { Browser, formTo } from '../support/browser.ts'
import {
  addApplication,
  addPerson,
  authorizePath,
  GrantScene,
  PASSWORD,
  signedInBrowser,
  type Tokens,
} from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const ECHO = '{ echo(text: "hi") }'
const BECAUSE = ['--reason', 'We look into it', '--yes']
const ASK = 'mutation ($id: ID!) { accessRequestCreate(clientId: $id) { userErrorList { code message } } }'
const AT = ['--operator', 'alpine', '--environment', 'production']
/** Of members of providers, who belong to no operator. */
/** Their rows go with the documents that they are of. */
const OF_DOCUMENTS = ['document_revision', 'document_acknowledgement', 'document_link']
const PORTAL_TABLES = ['provider_member', 'member_sign_up', 'phone_code']

for (const store of storesFor('sql')) {
  const { test, testOnBoth } = testsOn(store)
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

    testOnBoth(
      'a suspended grant is refused, also when the application is connected again, and its refresh token works after it resumes',
      async () => {
        const tokens = await scene.connect()
        assert.equal(await status(tokens.access_token), 200)
        const { grant_id } = (await json('grant', 'list', ...AT)).at(-1)
        await run('grant', 'suspend', grant_id, ...AT, ...BECAUSE)
        await soonStatus('the application is refused', tokens.access_token, 401)
        assert.equal((await scene.refresh(tokens.refresh_token)).json().error, 'invalid_grant')
        const page = await scene.browser.get(authorizePath(scene.application, 'contact:read'))
        assert.equal(page.status, 403)
        assert.match(page.body, /suspended what was granted to <bdi>Skylog<\/bdi> here/)
        const admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
        const states = `query ($id: ID!) { addOn(clientId: $id) { isWorking isSuspendedHere suspendedPersonCount }
        addOnList { clientId isSuspendedHere } }`
        const stateNow = async () => {
          const { addOn, addOnList } = await admin.data(states, { id: scene.application.clientId })
          const listed = addOnList.find(({ clientId }: Data) => clientId === scene.application.clientId)
          return [addOn.isWorking, addOn.isSuspendedHere, listed.isSuspendedHere, addOn.suspendedPersonCount]
        }
        assert.deepEqual(await stateNow(), [false, true, true, null])
        const stranger = new Browser(server.client, scene.at.origin)
        const asked = await stranger.get(authorizePath(scene.application, 'contact:read'))
        assert.doesNotMatch(asked.body, /suspended/, 'who is not signed in learns nothing of it')
        await run('grant', 'resume', grant_id, ...AT, ...BECAUSE)
        const refreshed = await scene.refresh(tokens.refresh_token)
        assert.equal(refreshed.status, 200, refreshed.body)
        assert.deepEqual(await stateNow(), [true, false, false, null])
        await soonStatus('the application works again', refreshed.json<Tokens>().access_token, 200)
        assert.equal(await status(tokens.access_token), 401)
      },
    )

    test('a suspended grant that is disconnected cannot be connected again until the host resumes or ends it', async () => {
      const admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
      const disconnect = () =>
        admin.done(
          'addOnDisconnect',
          'mutation ($id: ID!) { addOnDisconnect(clientId: $id) { userErrorList { message } } }',
          { id: application.clientId },
        )
      const application = await addApplication(server, { name: 'Stopped' })
      const own = new GrantScene({ ...scene, server, application })
      const stateOf = async (id: string) => (await json('grant', 'show', id, ...AT)).state
      const authorize = async () => (await scene.browser.get(authorizePath(application, 'contact:read'))).status
      for (const lift of ['resume', 'end']) {
        await own.connect()
        const { grant_id } = (await json('grant', 'list', ...AT)).at(-1)
        const open = await scene.browser.get(authorizePath(application, 'contact:read'))
        await run('grant', 'suspend', grant_id, ...AT, ...BECAUSE)
        const decided = await scene.browser.submit(formTo(open.body, '/consent/'), { decision: 'allow' })
        assert.match(decided.body, /suspended here/, 'a page that was open when it was suspended')
        if (lift === 'resume') {
          await disconnect()
          assert.equal(await authorize(), 403)
          assert.equal(await stateOf(grant_id), 'ended, still suspended')
          const pilot = await ConsoleClient.signIn(server, scene.at, scene.pilot)
          const [refused] = await pilot.refused('accessRequestCreate', ASK, { id: application.clientId })
          assert.equal(refused?.code, 'NOT_ALLOWED')
        }
        await run('grant', lift, grant_id, ...AT, ...BECAUSE)
        assert.equal(await stateOf(grant_id), 'ended')
      }
      await own.connect()
    })

    test('a code that was allowed before a suspension opens no new grant after it', async () => {
      const application = await addApplication(server, { name: 'Late' })
      const own = new GrantScene({ ...scene, server, application })
      await own.connect()
      const { grant_id } = (await json('grant', 'list', ...AT)).at(-1)
      const code = await own.code()
      await run('grant', 'suspend', grant_id, ...AT, ...BECAUSE)
      assert.equal((await own.exchange(code)).json().error, 'invalid_grant')
      // Disconnecting removes codes: this one is left, as though it had been allowed at the same moment.
      await server.world.storage.writePlatform((tx) =>
        tx.db.updateTable('oauth_grant').set({ ended_at: 1 }).where('grant_id', '=', grant_id).execute(),
      )
      const refused = (await own.exchange(code)).json<{ error_description: string }>()
      assert.match(refused.error_description, /suspended what was granted to this client here/)
    })

    test('a suspended administrator is no other administrator, gets no mail and is named to nobody', async () => {
      const prairie = await GrantScene.open(server, 'prairie')
      const away = await addPerson(server, prairie.at, 'Away', ['ADMIN'])
      const there = ['--operator', 'prairie', '--environment', 'production', '--email', away.email]
      await run('user', 'suspend', ...there, ...BECAUSE)
      const admin = await ConsoleClient.signIn(server, prairie.at, prairie.admin)
      const own = { id: prairie.admin.userId }
      for (const [field, text] of [
        ['userAdminSet', 'userAdminSet(userId: $id, isAdmin: false)'],
        ['userRoleSet', 'userRoleSet(userId: $id, roleList: ["OPS"])'],
        ['userRemove', 'userRemove(userId: $id)'],
      ] as const) {
        const change = `mutation ($id: ID!) { ${text} { userErrorList { code message } } }`
        const [refused] = await admin.refused(field, change, own)
        assert.match(JSON.stringify(refused), /only administrator who can sign in/, field)
      }
      const pilot = await ConsoleClient.signIn(server, prairie.at, prairie.pilot)
      const page = await pilot.browser.get(authorizePath(prairie.application, 'contact:read'))
      assert.match(page.body, /Anna Test/)
      assert.doesNotMatch(page.body, /Away Test/)
      await pilot.done('accessRequestCreate', ASK, { id: prairie.application.clientId })
      const mails = await server.world.storage.platform.db
        .selectFrom('outbox_message')
        .select('recipient')
        .where('tenant_id', '=', prairie.at.tenant.tenantId)
        .execute()
      assert.deepEqual(
        mails.map(({ recipient }) => recipient),
        [prairie.admin.email],
      )
      await run('user', 'resume', ...there, ...BECAUSE)
      await admin.done(
        'userRemove',
        'mutation ($id: ID!) { userRemove(userId: $id) { userErrorList { message } } }',
        own,
      )
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
      assert.equal((await browser.get('/account/')).status, 303, 'the session of before stays over (threats row 632)')
      await signedInBrowser(server, scene.at, scene.pilot)
      const actions = (await auditEntries(server.world.storage.tenant(scene.at.tenant.tenantId), 50))
        .filter(({ subject_id, actor_kind }) => subject_id === scene.pilot.userId && actor_kind === 'host')
        .map(({ action }) => action)
      assert.deepEqual(actions.slice(0, 2).toSorted(), ['user.resumed', 'user.suspended'])
    })

    testOnBoth(
      'a deleted application is disconnected everywhere and found in no list, and operators read why',
      async () => {
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
        assert.ok(
          entries.some(({ action, detail }) => action === 'add-on.deleted' && detail.includes('We look into it')),
        )
      },
    )

    test('nobody waits for an application that is deleted, and no request stays of somebody who is removed', async () => {
      const connectUrl = 'https://wanted.example/connect'
      const { clientId: id } = await addApplication(server, { name: 'Wanted', connectUrl })
      const leaver = await addPerson(server, scene.at, 'Leo', ['CREW'])
      for (const person of [leaver, scene.pilot]) {
        await (await ConsoleClient.signIn(server, scene.at, person)).done('accessRequestCreate', ASK, { id })
      }
      const admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
      const askers = async () =>
        (await admin.data('{ accessRequestList { askedBy } }')).accessRequestList.map(({ askedBy }: Data) => askedBy)
      assert.deepEqual(await askers(), ['Leo Test', 'Marc Test'])
      const answers = async () => {
        const rows = server.world.storage.platform.db.selectFrom('access_request').where('client_id', '=', id)
        const all = await rows.select(['user_id', 'answer', 'reason']).execute()
        return all.filter(({ answer }) => answer !== null).map((row) => ({ ...row }))
      }
      await run('user', 'remove', ...AT, '--email', leaver.email, '--yes')
      const removed = { user_id: leaver.userId, answer: 'refused', reason: 'Whoever asked was removed' }
      assert.deepEqual(await answers(), [removed])
      await run('app', 'delete', id, ...BECAUSE)
      assert.deepEqual(await askers(), [])
      const pilot = await ConsoleClient.signIn(server, scene.at, scene.pilot)
      const { ownAccessRequestList, noticeList } = await pilot.data(
        `{ ownAccessRequestList { applicationName state reason connectHref }
          noticeList { nodeList { kind title text } } }`,
      )
      const reason = 'It is no longer offered here: whoever runs this service deleted it'
      assert.deepEqual(ownAccessRequestList[0], {
        applicationName: 'Wanted',
        state: 'REFUSED',
        reason,
        connectHref: null,
      })
      const { kind, title, text } = noticeList.nodeList[0]
      assert.deepEqual([kind, title, text], ['ACCESS_ANSWERED', 'Wanted will not be connected', `${reason}.`])
      // As a store from before this rule has them: an asker who is gone, an application that is.
      await server.world.storage.writePlatform(async (tx) => {
        await sql`update access_request set answered_at = null, answer = null, reason = null
          where client_id = ${id}`.execute(tx.db)
        await answeredRequests.up(tx.db, tx.kind)
      })
      assert.deepEqual(
        (await answers()).map((row) => row.reason),
        [reason, reason],
      )
    })

    const addForms = (tenantId: string, count: number) =>
      server.world.storage.writeTenant(tenantId, async ({ db }) => {
        await sql`insert into spent_form (tenant_id, nonce, expires_at)
          with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
          select ${sql.lit(tenantId)}, 'nonce ' || i, 9000000000000 from n`.execute(db)
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

    testOnBoth('a deleted operator leaves its audit log and no data, in every table that holds any', async () => {
      const meadow = await GrantScene.open(server, 'meadow', 'sandbox')
      await meadow.connect()
      const { refreshToken } = await meadow.at.createKey('contact:read')
      const token = (await meadow.at.refreshKey(refreshToken)).body
      await run('sandbox', 'reset', 'meadow')
      await assert.rejects(run('operator', 'delete', 'meadow', ...BECAUSE), /meadow is open: suspend it first/)
      await run('operator', 'suspend', 'meadow', ...BECAUSE)
      await addForms(meadow.at.tenant.tenantId, 1_200)
      const told: { deleted?: Data } = {}
      const sent = await statementsDuring(async () => {
        told.deleted = await json('operator', 'delete', 'meadow', ...BECAUSE)
      })
      const { deleted } = told
      assert.equal(
        sent.filter((text) => /^delete from "spent_form" where tenant_id .* distinct/s.test(text)).length,
        // Both environments: three steps and the one that finds nothing left, and one that finds nothing at all.
        5,
        'a table goes in small steps',
      )
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
      const named = [...EMPTIED_TABLES.map(([table]) => table), ...KEPT_TABLES, ...PORTAL_TABLES, ...OF_DOCUMENTS]
      const unnamed = (await tenantTables()).filter((table) => table !== 'tenant' && !named.includes(table))
      assert.deepEqual(unnamed, [], 'what holds an operator’s data is emptied with it, or kept for a reason')
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
