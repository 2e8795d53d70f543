/**
 * The modes of an application up to production: who may change them, what is recorded, what each permits (threats row
 * 18).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  APPLICATION_MODES,
  type ApplicationMode,
  MODE_ACTIONS,
  type ModeAction,
  type ModeActor,
  nextMode,
} from '../../src/domain/oauth/application-mode.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { moveApplication } from '../../src/services/oauth/applications.ts'
import { auditEntries } from '../../src/storage/audit.ts'
import { applicationByClientId, applicationTransitions } from '../../src/storage/oauth/applications.ts'
import { Browser } from '../support/browser.ts'
import {
  addApplication,
  addPerson,
  authorizePath,
  exchangeFields,
  GrantScene,
  signedInBrowser,
} from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand, startServerProcess } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { onPostgres, startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'
import { refusedWith } from '../support/token-requests.ts'

after(stopOwnPostgres)

const ECHO = '{ echo(text: "hi") }'
const ACTORS: readonly ModeActor[] = ['provider', 'support', 'host']

/** The table of access-model §8, repeated here by hand: mode, action, next mode, actor. */
const LEGAL: readonly [ApplicationMode, ModeAction, ApplicationMode, readonly ModeActor[]][] = [
  ['test', 'request-demo', 'demo-requested', ['provider', 'host']],
  ['demo-requested', 'schedule-demo', 'demo-scheduled', ['support', 'host']],
  ['demo-requested', 'refuse', 'test', ['support', 'host']],
  ['demo-scheduled', 'hold-demo', 'production', ['support']],
  ['test', 'promote', 'production', ['host']],
  ['demo-requested', 'promote', 'production', ['host']],
  ['demo-scheduled', 'promote', 'production', ['host']],
  ['demo-scheduled', 'refuse', 'test', ['support', 'host']],
  ['demo-requested', 'withdraw', 'test', ['provider', 'host']],
  ['demo-scheduled', 'withdraw', 'test', ['provider', 'host']],
  ['demo-scheduled', 'reschedule-demo', 'demo-scheduled', ['support', 'host']],
  ['demo-scheduled', 'postpone-demo', 'demo-requested', ['support', 'host']],
  ['test', 'suspend', 'suspended', ['support', 'host']],
  ['demo-requested', 'suspend', 'suspended', ['support', 'host']],
  ['demo-scheduled', 'suspend', 'suspended', ['support', 'host']],
  ['production', 'suspend', 'suspended', ['support', 'host']],
  ['suspended', 'resume', 'production', ['support', 'host']],
]

test('every transition that is not in the table is illegal, for every mode, action and actor', () => {
  for (const mode of APPLICATION_MODES) {
    for (const action of MODE_ACTIONS) {
      for (const actor of ACTORS) {
        const legal = LEGAL.find(([from, by, , who]) => from === mode && by === action && who.includes(actor))
        assert.equal(nextMode(mode, action, actor), legal?.[2] ?? null, `${mode} ${action} ${actor}`)
      }
    }
  }
})

describe('recorded transitions of an application', () => {
  let server: TestServer
  before(async () => {
    server = await startServer('sqlite')
  })
  after(() => server.close())

  const modeOf = async (clientId: string) =>
    (await applicationByClientId(server.world.storage.platform, clientId))?.mode

  test('each transition records who, when and why, and an illegal one changes nothing, even after legal ones', async () => {
    const { clientId } = await addApplication(server, {}, 'test')
    const provider = { ...HOST, kind: 'provider', id: 'prv_1' } as const
    const staff = { ...HOST, kind: 'staff', id: 'stf_1' } as const
    await moveApplication(server.world, clientId, { actions: ['request-demo'], by: 'provider', reason: null }, provider)
    await moveApplication(
      server.world,
      clientId,
      { actions: ['refuse'], by: 'support', reason: 'No sandbox use yet' },
      staff,
    )
    await moveApplication(server.world, clientId, { actions: ['request-demo'], by: 'provider', reason: null }, provider)
    await moveApplication(
      server.world,
      clientId,
      { actions: ['schedule-demo', 'hold-demo'], by: 'support', reason: 'All met' },
      staff,
    )
    await assert.rejects(
      moveApplication(server.world, clientId, { actions: ['suspend', 'hold-demo'], by: 'support', reason: 'x' }, staff),
      /An application in mode "suspended" cannot be moved by "hold-demo"/,
    )
    await assert.rejects(
      moveApplication(server.world, clientId, { actions: ['suspend'], by: 'provider', reason: 'x' }, provider),
    )
    await assert.rejects(
      moveApplication(server.world, 'app_unknown', { actions: ['suspend'], by: 'host', reason: 'x' }, HOST),
      /no application/,
    )
    assert.equal(await modeOf(clientId), 'production')
    const steps = await applicationTransitions(server.world.storage.platform, clientId)
    assert.deepEqual(
      steps.map(({ action, from_mode, to_mode, actor_kind, actor_id, reason }) =>
        [action, from_mode, to_mode, actor_kind, actor_id, reason].join('|'),
      ),
      [
        'request-demo|test|demo-requested|provider|prv_1|',
        'refuse|demo-requested|test|support|stf_1|No sandbox use yet',
        'request-demo|test|demo-requested|provider|prv_1|',
        'schedule-demo|demo-requested|demo-scheduled|support|stf_1|All met',
        'hold-demo|demo-scheduled|production|support|stf_1|All met',
      ],
    )
    assert.ok(steps.every(({ at }) => Math.abs(at - server.clock.now()) < 60_000))
  })

  test('of two parallel transitions of one application one succeeds', async () => {
    const { clientId } = await addApplication(server)
    const moves = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        moveApplication(server.world, clientId, { actions: ['suspend'], by: 'support', reason: 'x' }, HOST),
      ),
    )
    assert.equal(moves.filter(({ status }) => status === 'fulfilled').length, 1)
  })
})

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`an application in each mode (${store})`, () => {
    let server: TestServer
    let other: TestServer
    before(async () => {
      server = await startServer(store)
      other = await startServer(store, server.place)
    })
    after(async () => {
      await other.close()
      await server.close()
    })
    const host = (...args: string[]) => runCommand(args, server.place.environment)

    testOnBoth('a new application works in the test environment right after registration', async () => {
      const { sandbox } = await server.operator('fresh')
      const application = await addApplication(server, {}, 'test')
      const admin = await addPerson(server, sandbox, 'Anna', ['ADMIN'])
      const browser = await signedInBrowser(server, sandbox, admin)
      const scene = new GrantScene({ server, at: sandbox, admin, pilot: admin, application, browser })
      const tokens = await scene.connect()
      assert.match(tokens.access_token, /^air_test_at_/)
      assert.equal((await sandbox.query(tokens.access_token, ECHO)).status, 200)
    })

    test('an application is refused in production in every mode before production', async () => {
      const { production } = await server.operator('closed')
      const application = await addApplication(server, {}, 'test')
      const fields = { client_id: application.clientId, client_secret: application.clientSecret }
      for (const action of ['request-demo', 'schedule-demo', null] as const) {
        const page = await new Browser(server.client, production.origin).get(authorizePath(application, 'contact:read'))
        assert.deepEqual([page.status, page.headers.location], [403, undefined])
        for (const path of ['/oauth2/code/token/', '/oauth2/revoke/', '/oauth2/introspect/']) {
          const answer = await server.client.form(`${production.origin}${path}`, fields)
          refusedWith(answer, 400, 'unauthorized_client', /not in production mode/)
        }
        if (action)
          await moveApplication(
            server.world,
            application.clientId,
            { actions: [action], by: 'host', reason: null },
            HOST,
          )
      }
      const wrong = await server.client.form(`${production.origin}/oauth2/code/token/`, {
        ...fields,
        client_secret: 'x',
      })
      refusedWith(wrong, 401, 'invalid_client')
    })

    test('an application promoted at the command line works at every running server soon', async () => {
      const scene = await GrantScene.open(server, 'alpine')
      const application = await addApplication(server, {}, 'test')
      const browsers = [scene.browser, new Browser(other.client, scene.at.origin)]
      const path = authorizePath(application, 'contact:read')
      for (const browser of browsers) assert.equal((await browser.get(path)).status, 403)
      const said = JSON.parse(await host('app', 'promote', application.clientId, '--reason', 'Demo held', '--json'))
      assert.deepEqual(said, { client_id: application.clientId, mode: 'production' })
      for (const browser of browsers) {
        await soon('the authorization page opens', async () => (await browser.get(path)).status === 200)
      }
      const steps = await applicationTransitions(server.world.storage.platform, application.clientId)
      assert.deepEqual(
        steps.map(({ action, actor_kind, reason }) => [action, actor_kind, reason]),
        [['promote', 'host', 'Demo held']],
      )
    })

    testOnBoth(
      'a suspension ends live tokens soon in both environments, and a resumed application works again',
      async () => {
        const scene = await GrantScene.open(server, 'northsea')
        const sandbox = await server.existing('northsea', 'sandbox')
        const admin = await addPerson(server, sandbox, 'Anna', ['ADMIN'])
        const there = await signedInBrowser(server, sandbox, admin)
        const test = new GrantScene({
          server,
          at: sandbox,
          admin,
          pilot: admin,
          application: scene.application,
          browser: there,
        })
        const [tokens, testTokens] = [await scene.connect(), await test.connect()]
        const elsewhere = await other.existing('northsea')
        const statuses = async () => [
          (await scene.at.query(tokens.access_token, ECHO)).status,
          (await elsewhere.query(tokens.access_token, ECHO)).status,
          (await sandbox.query(testTokens.access_token, ECHO)).status,
        ]
        assert.deepEqual(await statuses(), [200, 200, 200])
        await host('app', 'suspend', scene.application.clientId, '--reason', 'A leak', '--yes')
        await soon('every token is dead', async () => (await statuses()).every((status) => status === 401))
        for (const at of [scene, test]) {
          refusedWith(await at.refresh(tokens.refresh_token), 400, 'unauthorized_client', /suspended/)
          const page = await at.browser.get(authorizePath(scene.application, 'contact:read'))
          assert.deepEqual([page.status, page.headers.location], [403, undefined])
          assert.match(page.body, /This application is suspended/)
        }
        await host('app', 'resume', scene.application.clientId, '--yes')
        await soon('it may work again', async () => (await scene.refresh(tokens.refresh_token)).status === 200)
        assert.deepEqual(await statuses(), [401, 401, 401], 'what died stays dead')
      },
    )

    test('tokens issued before a suspension stay invalid, and the operators concerned have it in their audit logs', async () => {
      const scene = await GrantScene.open(server, 'eastfield')
      const stranger = await GrantScene.open(server, 'westfield')
      const tokens = await scene.connect()
      const code = await scene.code()
      const move = (action: 'suspend' | 'resume', reason: string) =>
        moveApplication(server.world, scene.application.clientId, { actions: [action], by: 'support', reason }, HOST)
      await move('suspend', 'A leak')
      await move('resume', 'Mended')
      assert.equal((await scene.at.query(tokens.access_token, ECHO)).status, 401)
      refusedWith(await scene.token(exchangeFields(scene.application, code)), 400, 'invalid_grant')
      const next = await scene.refresh(tokens.refresh_token)
      assert.equal(next.headers.ratelimit, '"active-tokens";r=499;t=1800', 'their slots are free')
      assert.equal((await scene.at.query(next.json().access_token as string, ECHO)).status, 200)
      const log = async ({ at }: GrantScene) =>
        (await auditEntries(server.world.storage.tenant(at.tenant.tenantId), 100))
          .filter(({ subject_id }) => subject_id === scene.application.clientId)
          .filter(({ action }) => action.startsWith('add-on.'))
          .map(({ action, detail }) => [action, JSON.parse(detail)])
          .reverse()
      assert.deepEqual(await log(scene), [
        ['add-on.suspended', { reason: 'A leak' }],
        ['add-on.resumed', { reason: 'Mended' }],
      ])
      assert.deepEqual(await log(stranger), [])
    })

    testOnBoth('tokens issued while the application is being suspended are invalid', async () => {
      const scene = await GrantScene.open(server, 'southland')
      const tokens = await scene.connect()
      const [, ...answers] = await Promise.all([
        moveApplication(
          server.world,
          scene.application.clientId,
          { actions: ['suspend'], by: 'host', reason: 'x' },
          HOST,
        ),
        ...Array.from({ length: 24 }, () => scene.refresh(tokens.refresh_token)),
      ])
      for (const answer of answers) {
        if (answer.status !== 200) refusedWith(answer, 400, answer.json().error as string)
        else assert.equal((await scene.at.query(answer.json().access_token as string, ECHO)).status, 401)
      }
    })
  })
}

test(
  'two server processes on PostgreSQL apply a promotion and a suspension soon',
  onPostgres('concurrency'),
  async () => {
    const server = await startServer('postgres')
    const process = await startServerProcess(server.place.environment)
    try {
      const scene = await GrantScene.open(server, 'alpine')
      const tokens = await scene.connect()
      const fields = { client_id: scene.application.clientId, client_secret: scene.application.clientSecret }
      const refresh = () =>
        process.client.form(`${scene.at.origin}/oauth2/code/token/`, {
          ...fields,
          grant_type: 'refresh_token',
          refresh_token: tokens.refresh_token,
        })
      assert.equal((await refresh()).status, 200)
      await moveApplication(
        server.world,
        scene.application.clientId,
        { actions: ['suspend'], by: 'host', reason: 'x' },
        HOST,
      )
      refusedWith(await scene.refresh(tokens.refresh_token), 400, 'unauthorized_client')
      await soon('the other process refuses', async () => (await refresh()).json().error === 'unauthorized_client')
      await moveApplication(
        server.world,
        scene.application.clientId,
        { actions: ['resume'], by: 'host', reason: 'x' },
        HOST,
      )
      await soon('the other process lets it in', async () => (await refresh()).status === 200)
    } finally {
      await process.stop()
      await server.close()
    }
  },
)
