/** A decision of support is bound to what was shown and to a demo that was held (threats rows 135 and 136). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { moveApplication } from '../../src/services/oauth/applications.ts'
import { saveApplicationLogo } from '../../src/storage/oauth/applications.ts'
import { CHANGE, caseSteps, DECIDE, DEMO_IN_MS, DEMO_LASTS_SECONDS, SAY, STEPS } from '../support/case-steps.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { register } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('concurrency')) {
  describe(`a decision of support (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let lena: ConsoleClient
    let sam: ConsoleClient
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      lena = await scene.signUp('lena@vektor.example')
      sam = await scene.staff('sam@airside.example')
    })
    after(() => server.close())

    const { looked, atScheduled, afterDemo } = caseSteps(() => ({ server, lena, sam }))

    test('a decision is void once registration, logo, evidence or messages changed, and says what changed (threats rows 135 and 234)', async () => {
      const id = await afterDemo()
      const refusedFor = async (what: RegExp, change: () => Promise<unknown>): Promise<void> => {
        const before = await looked(id)
        await change()
        for (const yes of [true, false]) {
          const [refused] = await sam.refused('applicationDecide', DECIDE, { ...before, yes })
          assert.deepEqual([refused?.code, refused?.path], ['ILLEGAL_TRANSITION', ['seenDigest']])
          assert.match(refused?.message ?? '', what)
        }
      }
      const change = (input: object) => () => lena.done('applicationChange', CHANGE, { id, input })
      for (const [what, input] of [
        [/^Changed since you looked: name\. /, { name: 'Ramp side' }],
        [/: redirect URIs\. /, { redirectUriList: ['https://elsewhere.example/callback'] }],
        [/: connect address\. /, { connectUrl: 'https://elsewhere.example/start' }],
        [/: description, website, contact\. /, { description: 'x', website: 'https://x.example', contact: 'x' }],
      ] as const) {
        await refusedFor(what, change(input))
      }
      await refusedFor(/: messages\. /, () => lena.done('messageSend', SAY, { id, text: 'One more thing' }))
      await refusedFor(/: logo, evidence “Registration whole”\. /, () =>
        server.world.storage.writePlatform((tx) => saveApplicationLogo(tx, id, 'image/png', new Uint8Array([1]))),
      )
      const now = await looked(id)
      for (const digest of [
        '',
        'made-up',
        `${now.digest}x`,
        `${now.digest}.${now.digest.slice(0, 10)}`,
        now.digest.slice(0, -1),
        'x'.repeat(5000),
      ]) {
        const [refused] = await sam.refused('applicationDecide', DECIDE, { ...now, digest, yes: true })
        assert.deepEqual(refused?.path, ['seenDigest'], digest.slice(0, 20))
      }
      assert.equal((await sam.data(STEPS, { id })).application.mode, 'demo-scheduled')
      await sam.done('applicationDecide', DECIDE, { ...now, yes: true })
    })

    test('a change of the registration and a decision at the same moment never put into production what nobody saw (threats row 135)', async () => {
      for (const round of [1, 2, 3]) {
        const id = await afterDemo()
        const before = await looked(id)
        const [decided] = await Promise.all([
          sam.data(DECIDE, { ...before, yes: true }),
          lena.done('applicationChange', CHANGE, { id, input: { name: `Other ${round}` } }),
        ])
        const isApproved = decided.applicationDecide.userErrorList.length === 0
        const { changeList, mode } = (
          await sam.data('query ($id: ID!) { application(clientId: $id) { mode changeList { at } } }', { id })
        ).application
        assert.equal(changeList.length, 1)
        assert.equal(mode, isApproved ? 'production' : 'demo-scheduled')
        const { db } = server.world.storage.platform
        const entries = await db
          .selectFrom('platform_audit_entry')
          .select(['action'])
          .where('subject_id', '=', id)
          .where('action', 'in', ['application.changed', 'application.hold-demo'])
          .orderBy('at')
          .execute()
        const isChangedFirst = entries[0]?.action === 'application.changed' && entries.length === 2
        assert.ok(!isChangedFirst, 'the change came first, and the decision on what stood before it was recorded')
      }
    })

    test('nothing goes to production before its demo was held: the time has passed and staff ticked it (threats row 136)', async () => {
      const id = await atScheduled()
      const decide = async (more: object) => sam.data(DECIDE, { ...(await looked(id)), yes: true, ...more })
      const refusedFor = async (more: object, why: RegExp) => {
        const [refused] = (await decide(more)).applicationDecide.userErrorList
        assert.deepEqual([refused?.code, refused?.path], ['VALIDATION', ['isDemoHeld']])
        assert.match(refused?.message, why)
      }
      await refusedFor({}, /^The demo is on .*, so it was not held yet/)
      await refusedFor({ yes: false }, /not held yet/)
      await refusedFor({ held: false }, /^Nothing goes to production without a demo/)
      server.clock.advanceSeconds(DEMO_IN_MS / 1000)
      await refusedFor({}, /^The demo began on .* and lasts 5 minutes at least/)
      server.clock.advanceSeconds(DEMO_LASTS_SECONDS)
      await refusedFor({ held: false }, /^Nothing goes to production without a demo/)
      const HELD = 'query ($id: ID!) { application(clientId: $id) { mode demo { demoAt heldAt } } }'
      assert.equal((await sam.data(HELD, { id })).application.demo.heldAt, null)
      await decide({})
      const { mode, demo } = (await sam.data(HELD, { id })).application
      assert.equal(mode, 'production')
      assert.ok(Date.parse(demo.heldAt) >= Date.parse(demo.demoAt))
    })

    test('what the host promotes is shown as that, with no demo that nobody held', async () => {
      const id = await register(lena)
      await moveApplication(server.world, id, { actions: ['promote'], by: 'host', reason: 'By telephone' }, HOST)
      const { mode, demo, transitionList } = (
        await sam.data(
          'query ($id: ID!) { application(clientId: $id) { mode demo { heldAt } transitionList { action by reason } } }',
          { id },
        )
      ).application
      assert.deepEqual(
        [mode, demo, transitionList],
        ['production', null, [{ action: 'promote', by: 'host', reason: 'By telephone' }]],
      )
    })
  })
}
