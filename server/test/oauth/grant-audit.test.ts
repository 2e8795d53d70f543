/**
 * Every action of the code grant is one audit entry with actor, operator, time, address and request id; entries are
 * final (threats row 63).
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { MAX_REFRESH_TOKENS_PER_GRANT } from '../../src/domain/limits.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { setRoles } from '../../src/services/identity/administrators.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { moveApplication } from '../../src/services/oauth/applications.ts'
import { formTo } from '../support/browser.ts'
import { addApplication, addPerson, allow, authorizePath, GrantScene, signedInBrowser } from '../support/code-grant.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('sql')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`the audit log of the grant (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    const own = () =>
      server.world.storage.platform.db
        .selectFrom('audit_entry')
        .selectAll()
        .where('tenant_id', '=', scene.at.tenant.tenantId)
        .execute()
    const platform = () => server.world.storage.platform.db.selectFrom('platform_audit_entry').selectAll().execute()

    /** The audit entries that an action wrote. */
    const entriesOf = async (
      deed: () => Promise<unknown>,
      read: () => Promise<Awaited<ReturnType<typeof platform>>> = own,
    ) => {
      const known = new Set((await read()).map(({ audit_entry_id }) => audit_entry_id))
      await deed()
      const entries = (await read()).filter(({ audit_entry_id }) => !known.has(audit_entry_id))
      for (const { at } of entries) assert.ok(Math.abs(at - server.clock.now()) < 60_000)
      return entries
    }
    const brief = (entries: Awaited<ReturnType<typeof entriesOf>>) =>
      entries.map(({ action, actor_kind, actor_id, subject_id }) => [action, actor_kind, actor_id, subject_id])

    testOnBoth('a consent is logged with user, application, scopes, address and request id', async () => {
      let answer: Answer | undefined
      const [entry, ...more] = await entriesOf(async () => {
        answer = await allow(scene.browser, authorizePath(scene.application, 'contact:read'))
      })
      assert.deepEqual(more, [])
      const { clientId } = scene.application
      assert.deepEqual(brief(entry ? [entry] : []), [['consent.allowed', 'user', scene.admin.userId, clientId]])
      assert.deepEqual([entry?.address, entry?.request_id], ['127.0.0.1', answer?.headers['x-request-id']])
      assert.deepEqual(JSON.parse(entry?.detail ?? ''), { clientId, application: 'Skylog', scopes: 'contact:read' })
    })

    test('viewing, cancelling and being refused consent write no audit entry', async () => {
      const pilot = await signedInBrowser(server, scene.at, scene.pilot)
      const entries = await entriesOf(async () => {
        for (const [browser, decision] of [
          [scene.browser, 'cancel'],
          [pilot, 'allow'],
        ] as const) {
          const page = await browser.get(authorizePath(scene.application, 'contact:read'))
          await browser.submit(formTo(page.body, '/consent/'), { decision })
        }
      })
      assert.deepEqual(entries, [])
    })

    test('a code used twice logs the revocation with the application as actor', async () => {
      const code = await scene.code()
      await scene.exchange(code)
      let second: Answer | undefined
      const entries = await entriesOf(async () => {
        second = await scene.exchange(code)
        await scene.exchange(code)
      })
      assert.equal(entries.length, 1)
      const [entry] = entries
      assert.deepEqual(
        [entry?.action, entry?.actor_kind, entry?.actor_id, entry?.request_id],
        ['refresh-token.revoked', 'application', scene.application.clientId, second?.headers['x-request-id']],
      )
      assert.match(entry?.detail ?? '', /used a second time/)
    })

    test('a refresh token removed for the fifty-first is logged', async () => {
      const at = await GrantScene.open(server, `fifty${store.slice(0, 3)}`)
      for (let count = 0; count < MAX_REFRESH_TOKENS_PER_GRANT; count++) await at.connect()
      const code = await at.code()
      const read = () =>
        server.world.storage.platform.db
          .selectFrom('audit_entry')
          .selectAll()
          .where('tenant_id', '=', at.at.tenant.tenantId)
          .execute()
      const entries = await entriesOf(() => at.exchange(code), read)
      assert.deepEqual(
        entries.map(({ action }) => action),
        ['refresh-token.revoked'],
      )
    })

    test('creating, promoting and removing users is logged', async () => {
      const { tenant } = scene.at
      let userId = ''
      const entries = await entriesOf(async () => {
        const person = await addPerson(server, scene.at, 'Olga', ['OPS'])
        userId = person.userId
        await setRoles(server.world.at(tenant), person.email, ['ADMIN'], HOST)
        await removeUser(server.world.at(tenant), person.email, HOST, scene.at.origin)
      })
      assert.deepEqual(brief(entries).toSorted(), [
        ['user.created', 'host', null, userId],
        ['user.removed', 'host', null, userId],
        ['user.roles-changed', 'host', null, userId],
      ])
      const roles = entries.find(({ action }) => action === 'user.roles-changed')
      assert.deepEqual(JSON.parse(roles?.detail ?? ''), {
        email: 'olga@alpine.example',
        before: ['OPS'],
        after: ['ADMIN'],
      })
    })

    test('registering an application and each transition of it are in the log of the whole service', async () => {
      let clientId = ''
      const entries = await entriesOf(async () => {
        clientId = (await addApplication(server)).clientId
        await moveApplication(server.world, clientId, { actions: ['suspend'], by: 'host', reason: 'A leak' }, HOST)
        await assert.rejects(
          moveApplication(server.world, clientId, { actions: ['suspend'], by: 'host', reason: 'Again' }, HOST),
        )
      }, platform)
      assert.deepEqual(
        brief(entries).toSorted(),
        ['promote', 'registered', 'suspend'].map((action) => [`application.${action}`, 'host', null, clientId]),
      )
    })

    testOnBoth('audit entries and transitions cannot be changed by any statement', async () => {
      const { storage } = server.world
      for (const table of ['audit_entry', 'platform_audit_entry', 'application_transition'] as const) {
        const rows = async () => JSON.stringify(await storage.platform.db.selectFrom(table).selectAll().execute())
        const before = await rows()
        assert.notEqual(before, '[]')
        await assert.rejects(
          storage.writePlatform((tx) => tx.db.updateTable(table).set({ at: 0 }).execute()),
          /final/,
        )
        await assert.rejects(
          storage.writePlatform((tx) => tx.db.deleteFrom(table).execute()),
          /final/,
        )
        assert.equal(await rows(), before)
      }
    })
  })
}
