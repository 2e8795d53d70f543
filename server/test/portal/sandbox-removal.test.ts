/** A provider's sandbox operator that nobody uses is removed, after a warning; one that is used is not (portals §1). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SYSTEM } from '../../src/domain/versioned.ts'
import { removeUnusedSandbox } from '../../src/services/providers/sandbox-removal.ts'
import { PASSWORD } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { ERRORS, register } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY = 24 * 3600
const SANDBOX = '{ me { provider { sandbox { operatorId isSuspended } } } }'
const RESET = `mutation { sandboxReset { sandbox { operatorId } ${ERRORS} } }`

for (const store of storesFor('sql')) {
  describe(`sandbox operators without use (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      await register(await scene.signUp('ida@idle.example', 'Idle'))
      await register(await scene.signUp('uma@used.example', 'Used'))
      await scene.makeSandboxes(scene.demoData)
    })
    after(() => server.close())

    /** As every process does from time to time, until nothing is left. */
    const look = async () => {
      const storage = server.world.storage.writtenBy(SYSTEM)
      while (await storage.writePlatform((tx) => removeUnusedSandbox(tx, server.world)));
    }
    const mails = async (recipient: string) =>
      (await scene.sent(recipient))
        .map(({ subject }) => subject)
        .filter((subject) => /(will be|was) removed$/.test(subject))
    const signedIn = async (email: string) => {
      const browser = scene.visitor()
      await browser.postFresh('/sign-in/', { email, password: PASSWORD })
      return new ConsoleClient(server.client, browser)
    }
    const use = async (operatorId: string, email: string) => {
      const browser = scene.visitor(`http://${operatorId}.sandbox.localhost`)
      await browser.signIn(await browser.get('/sign-in/'), email, PASSWORD)
    }
    const pass = async (days: number) => {
      server.clock.advanceSeconds(days * DAY)
      await look()
    }

    test('members of an unused sandbox are warned once, thirty days before it goes, and use takes the warning back', async () => {
      await pass(149)
      assert.deepEqual(await mails('ida@idle.example'), [])
      await pass(2)
      await look()
      assert.deepEqual(await mails('ida@idle.example'), ['Your sandbox operator idle-dev will be removed'])
      assert.deepEqual(await mails('uma@used.example'), ['Your sandbox operator used-dev will be removed'])
      await use('used-dev', 'uma@used.example')
    })

    test('a sandbox is removed after 180 days without use and thirty since the warning, with its address and data', async () => {
      await pass(29)
      assert.equal((await mails('ida@idle.example')).length, 1, 'the thirty days are not over')
      assert.equal((await server.client.ask('http://idle-dev.sandbox.localhost/sign-in/')).status, 200)
      const { tenant } = await server.existing('idle-dev', 'sandbox')
      await pass(2)
      assert.deepEqual(await mails('ida@idle.example'), [
        'Your sandbox operator idle-dev will be removed',
        'Your sandbox operator idle-dev was removed',
      ])
      assert.equal((await server.client.ask('http://idle-dev.sandbox.localhost/sign-in/')).status, 404)
      const { db } = server.world.storage.tenant(tenant.tenantId)
      const head = db.selectFrom('change_head').select('record_count').where('tenant_id', '=', tenant.tenantId)
      assert.equal((await head.executeTakeFirstOrThrow()).record_count, 0)
      const ida = await signedIn('ida@idle.example')
      assert.equal((await ida.data(SANDBOX)).me.provider.sandbox, null)
      assert.equal((await ida.data('{ applicationList { name } }')).applicationList.length, 1, 'applications stay')
    })

    test('a sandbox that was used after its warning stays, and its members are warned again before it goes', async () => {
      assert.equal((await server.client.ask('http://used-dev.sandbox.localhost/sign-in/')).status, 200)
      await pass(125)
      assert.equal((await mails('uma@used.example')).length, 2, 'a second warning')
      await pass(29)
      assert.equal((await server.client.ask('http://used-dev.sandbox.localhost/sign-in/')).status, 200)
      await pass(2)
      assert.equal((await server.client.ask('http://used-dev.sandbox.localhost/sign-in/')).status, 404)
    })

    test('a provider whose sandbox was removed makes another, at an address of its own', async () => {
      const ida = await signedIn('ida@idle.example')
      await ida.done('sandboxReset', RESET)
      await scene.makeSandboxes()
      assert.equal((await ida.data(SANDBOX)).me.provider.sandbox.operatorId, 'idle-dev2')
      assert.equal((await server.client.ask('http://idle-dev2.sandbox.localhost/sign-in/')).status, 200)
      const nobody = await scene.signUp('nina@new.example', 'New')
      assert.equal((await nobody.refused('sandboxReset', RESET))[0]?.code, 'NOT_FOUND', 'without an application')
    })

    test('a suspended sandbox is shown as suspended, not reset, and says why; a deleted one is replaced', async () => {
      const host = (step: string) =>
        runCommand(['operator', step, 'idle-dev2', '--reason', 'Abuse', '--yes'], server.place.environment)
      const ida = await signedIn('ida@idle.example')
      const shown = async () => (await ida.data(SANDBOX)).me.provider.sandbox
      assert.deepEqual(await shown(), { operatorId: 'idle-dev2', isSuspended: false })
      await host('suspend')
      assert.deepEqual(await shown(), { operatorId: 'idle-dev2', isSuspended: true })
      const explorer = await ida.browser.get('/console/explorer/')
      assert.equal(explorer.status, 403)
      assert.match(explorer.body, /Your sandbox operator is suspended[\s\S]*idle-dev2[\s\S]*Write to support/)
      const { sandboxReset } = await ida.data(RESET)
      assert.deepEqual(sandboxReset.userErrorList, [
        {
          code: 'NOT_ALLOWED',
          message: 'Your sandbox operator idle-dev2 is suspended: write to support',
          path: null,
        },
      ])
      await host('delete')
      assert.equal(await shown(), null)
      await ida.done('sandboxReset', RESET)
      await scene.makeSandboxes()
      assert.deepEqual(await shown(), { operatorId: 'idle-dev3', isSuspended: false })
    })
  })
}
