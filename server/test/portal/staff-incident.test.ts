/** A member of staff is compromised: what the host does at the command line, and what the console answers (threats row 207). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { auditEntries } from '../../src/storage/audit.ts'
import { PASSWORD } from '../support/code-grant.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { PortalScene, SUPPORT_ORIGIN, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const REASON = ['--reason', 'A lost laptop', '--yes']

for (const store of storesFor('concurrency')) {
  describe(`a member of staff is compromised (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let ada: ConsoleClient
    let ben: ConsoleClient
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      ada = await scene.staff('ada@airside.example')
      ben = await scene.staff('ben@airside.example')
    })
    after(() => server.close())

    const run = (...args: string[]) => runCommand(['staff', ...args], server.place.environment)
    const isSignedIn = async (member: ConsoleClient): Promise<boolean> =>
      (await member.ask('{ me { userId } }')).status === 200

    test('staff end-sessions signs one out everywhere, and others stay; without a name everybody', async () => {
      const told = JSON.parse(await run('end-sessions', '--email', 'ada@airside.example', ...REASON, '--json'))
      assert.deepEqual(told, { email: 'ada@airside.example', sessions_ended: 1 })
      assert.deepEqual([await isSignedIn(ada), await isSignedIn(ben)], [false, true])
      assert.match(await run('end-sessions', ...REASON), /Everybody of staff is signed out: 1 sessions ended/)
      assert.equal(await isSignedIn(ben), false)
      await assert.rejects(run('end-sessions', '--email', 'nobody@airside.example', ...REASON), /is not a user here/)
    })

    test('staff suspend ends sessions and refuses sign-in until staff resume', async () => {
      const cora = await scene.staff('cora@airside.example')
      assert.equal(await isSignedIn(cora), true)
      await run('suspend', '--email', 'cora@airside.example', ...REASON)
      assert.equal(await isSignedIn(cora), false)
      const signIn = () =>
        scene.visitor(SUPPORT_ORIGIN).postFresh('/sign-in/', { email: 'cora@airside.example', password: PASSWORD })
      const refused = await signIn()
      assert.doesNotMatch(refused.headers.location ?? '', /second-step/, refused.body)
      await run('resume', '--email', 'cora@airside.example', ...REASON)
      assert.match((await signIn()).headers.location ?? '', /second-step/)
    })

    test('each is in the staff log with its reason', async () => {
      const entries = await auditEntries(server.world.storage.tenant(scene.supportRealmId), 50)
      const said = entries.filter(({ detail }) => JSON.parse(detail).reason === 'A lost laptop')
      assert.deepEqual(said.map(({ action }) => action).toSorted(), [
        'user.resumed',
        'user.sessions-ended',
        'user.sessions-ended',
        'user.suspended',
      ])
      assert.ok(said.every(({ actor_kind }) => actor_kind === 'host'))
    })
  })
}
