/** What a moved clock does not reach, and what does not outlive it (threats rows 221, 222, 227 and 228). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { MAX_TEST_CLOCK_MOVES_PER_HOUR } from '../../src/domain/limits.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { revokeOfApplication, revokeOfOperator } from '../../src/services/incidents/revoke-everything.ts'
import { setSuspendedOf } from '../../src/services/incidents/suspend.ts'
import { giveReminders } from '../../src/services/operations/reminders/give-reminders.ts'
import { exchangeFields, GrantScene, refreshFields } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { seedFleet } from '../support/fleet.ts'
import { Integration } from '../support/integration.ts'
import { register } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { preparedPlace, startServer, storesFor, type TestServer } from '../support/test-server.ts'
import { tidyUp } from '../support/tidy-up.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

after(stopOwnPostgres)

const DAY_SECONDS = 86_400
const DAY_MS = DAY_SECONDS * 1000
const ERRORS = 'userErrorList { code message path }'
const ADVANCE = `mutation ($seconds: Int!) { testClockAdvance(seconds: $seconds) { testClock { aheadSeconds } ${ERRORS} } }`
const WHO = '{ operator { operatorId } }'
const REASON = { before: null, reason: 'test' }

interface Charged {
  readonly extensions: { readonly cost: { readonly searched?: number } }
}

for (const store of storesFor('sql')) {
  describe(`what a moved clock does not reach (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let admin: ConsoleClient
    let number = 0

    before(async () => {
      const place = await preparedPlace(store)
      const environment = { ...place.environment, AIRSIDE_WEBHOOK_LOOPBACK: '1' }
      server = (await startServer(store, { ...place, environment })).at(place)
      server.clock.standStill()
    })
    beforeEach(async () => {
      scene = await GrantScene.open(server, `lim${++number}`, 'sandbox')
      admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
    })
    after(() => server.close())

    const advance = (days: number) => admin.done('testClockAdvance', ADVANCE, { seconds: days * DAY_SECONDS })
    const ahead = async () => (await admin.data('{ testClock { aheadSeconds } }')).testClock.aheadSeconds
    const reset = () => runCommand(['sandbox', 'reset', scene.at.tenant.operatorId], server.place.environment)
    const isTaken = async (token: string) => (await scene.at.query(token, WHO)).status === 200

    test('an application moves no clock, whatever it was granted (threats row 221)', async () => {
      const { access_token } = await scene.connect('settings:read settings:write')
      const answer = await scene.at.query(access_token, ADVANCE, { variables: { seconds: 60 } })
      assert.match(answer.body, /An application cannot move the clock/)
      assert.equal(await ahead(), 0)
    })

    test('an empty budget stays empty however far the clock is moved (threats row 222)', async () => {
      const pages = Array.from(
        { length: 18 },
        (_, at) => `a${at}: contactList(page: {first: 500}) { nodeList { name } }`,
      )
      const { refreshToken } = await scene.at.createKey('contact:read')
      const fresh = async () => (await scene.at.refreshKey(refreshToken)).body
      const spend = async () => (await scene.at.query(await fresh(), `{ ${pages.join(' ')} }`)).status
      assert.deepEqual([await spend(), await spend(), await spend()], [200, 200, 429])
      await advance(1)
      assert.equal(await spend(), 429)
    })

    test('webhooks sign and try again in the world’s time (threats row 227)', async (t) => {
      const { apiKeyId, refreshToken } = await scene.at.createKey('contact:read contact:write')
      const receiver = await WebhookReceiver.start()
      t.after(() => receiver.close())
      const input = { apiKeyId, url: receiver.url, entityList: ['CONTACT'] }
      await admin.done(
        'webhookCreate',
        `mutation ($input: WebhookInput!) { webhookCreate(input: $input) { webhook { webhookId } ${ERRORS} } }`,
        { input },
      )
      await advance(40)
      const key = new Integration(scene.at, (await scene.at.refreshKey(refreshToken)).body)
      receiver.temper = (_message, res) => void res.writeHead(503).end()
      await key.did(
        key.change(
          `mutation { contactCreate(input: { kind: SUPPLIER, name: "Fuel AG" }) { contact { contactId } ${ERRORS} } }`,
        ),
      )
      await server.app.webhooks.deliver()
      assert.equal(receiver.received.length, 1)
      const signedAt = Number(receiver.received[0]?.headers['webhook-timestamp']) * 1000
      assert.ok(Math.abs(signedAt - server.clock.now()) < DAY_MS, 'signed in the world’s time')
      receiver.temper = (_message, res) => void res.end('thank you')
      server.clock.advanceSeconds(60)
      await server.app.webhooks.deliver()
      assert.equal(receiver.received.length, 2, 'tried again within a minute')
    })

    test('a webhook is held and rests in the world’s time, so that another process takes it over (threats row 227)', async (t) => {
      const { apiKeyId, refreshToken } = await scene.at.createKey('contact:read contact:write')
      const receiver = await WebhookReceiver.start()
      t.after(() => receiver.close())
      const input = { apiKeyId, url: receiver.url, entityList: ['CONTACT'] }
      const { webhook } = await admin.done(
        'webhookCreate',
        `mutation ($input: WebhookInput!) { webhookCreate(input: $input) { webhook { webhookId } ${ERRORS} } }`,
        { input },
      )
      await advance(40)
      const key = new Integration(scene.at, (await scene.at.refreshKey(refreshToken)).body)
      const add = () =>
        key.did(
          key.change(
            `mutation { contactCreate(input: { kind: SUPPLIER, name: "Fuel AG" }) { contact { contactId } ${ERRORS} } }`,
          ),
        )
      const heldUntil = async () => {
        const { db } = server.world.storage.platform
        const row = await db
          .selectFrom('webhook')
          .select('held_until')
          .where('webhook_id', '=', webhook.webhookId)
          .executeTakeFirstOrThrow()
        return Number(row.held_until)
      }
      const seen: number[] = []
      receiver.temper = (_message, res) => void res.writeHead(503).end()
      await add()
      await server.app.webhooks.deliver()
      server.clock.advanceSeconds(60)
      receiver.temper = (_message, res) => void heldUntil().then((until) => res.end(String(seen.push(until))))
      await add()
      await server.app.webhooks.deliver()
      assert.equal(seen.length, 2, 'claimed for the first, held on for the second')
      for (const until of seen) assert.ok(until < server.clock.now() + DAY_MS, 'held')
      await add()
      const what = { kind: 'api-key', id: apiKeyId } as const
      await setSuspendedOf(server.world.at(scene.at.tenant), { what, isSuspended: true, reason: 'test' }, HOST)
      await server.app.webhooks.deliver()
      assert.ok((await heldUntil()) > server.clock.now(), 'it rests')
      assert.ok((await heldUntil()) < server.clock.now() + DAY_MS, 'rests')
    })

    test('those whose clocks were moved are reminded after everybody else (threats row 228)', async () => {
      while (await server.world.storage.writePlatform(giveReminders));
      await advance(300)
      const elsewhere = (await server.operator(`${scene.at.tenant.operatorId}w`)).production
      const { crew } = await seedFleet(server.world.storage, elsewhere.tenant.tenantId)
      const desk = await Integration.of(elsewhere)
      await desk.did(
        desk.change(
          `mutation ($input: QualificationInput!) { qualificationSave(input: $input) {
            qualification { qualificationId } ${ERRORS} } }`,
          {
            input: {
              crewMemberId: crew[0]?.crewMemberId,
              kind: 'MEDICAL',
              label: 'Renewed',
              medicalClass: 'CLASS_1',
              validFrom: '2026-01-01',
              validTo: new Date(server.clock.now() + 20 * DAY_MS).toISOString().slice(0, 10),
            },
          },
        ),
      )
      const given = async () => {
        const { db } = server.world.storage.platform
        const { tenantId } = elsewhere.tenant
        return (await db.selectFrom('reminder').selectAll().where('tenant_id', '=', tenantId).execute()).length
      }
      assert.equal(await given(), 0)
      await server.world.storage.writePlatform(giveReminders)
      assert.ok((await given()) > 0, 'in the first step, though the moved sandbox has waited longer')
      while (await server.world.storage.writePlatform(giveReminders));
    })

    test('a long way beyond a month is gone five days in a step, and paid by whoever moves the clock (threats row 599)', async () => {
      while (await server.world.storage.writePlatform(giveReminders));
      const remindedTo = async () => {
        const { db } = server.world.storage.platform
        const clock = db.selectFrom('test_clock').where('tenant_id', '=', scene.at.tenant.tenantId)
        return Number((await clock.select('reminded_to').executeTakeFirstOrThrow()).reminded_to)
      }
      const searchedBy = async (days: number): Promise<number> =>
        (await admin.ask(ADVANCE, { seconds: days * DAY_SECONDS })).json<Charged>().extensions.cost.searched ?? 0
      assert.ok((await searchedBy(31)) < 1_000)
      assert.ok((await searchedBy(131)) >= 1_000, 'a hundred days at 10')
      const before = await remindedTo()
      await server.world.storage.writePlatform(giveReminders)
      assert.equal((await remindedTo()) - before, 5 * DAY_MS)
      while (await server.world.storage.writePlatform(giveReminders));
    })

    test('wrong client secrets at a moved sandbox count as they do elsewhere (threats row 227)', async () => {
      await advance(40)
      const guess = async (origin: string) => {
        const fields = { ...refreshFields(scene.application, 'rt'), client_secret: 'wrong' }
        return (await server.client.form(`${origin}/oauth2/code/token/`, fields)).json<{ error: string }>().error
      }
      while ((await guess(scene.at.origin)) === 'invalid_client');
      server.clock.advanceSeconds(3600)
      const production = await server.existing(scene.at.tenant.operatorId, 'production')
      assert.equal(await guess(production.origin), 'invalid_client', 'nobody is held for as long as the clock is ahead')
    })

    test('what is revoked ends at a sandbox whose clock is ahead, too (threats row 228)', async () => {
      await advance(40)
      const first = await scene.connect('contact:read')
      assert.ok(await isTaken(first.access_token))
      await revokeOfApplication(server.world, scene.application.clientId, REASON, HOST)
      assert.ok(!(await isTaken(first.access_token)))
      const second = await scene.connect('contact:read')
      const before = server.clock.now() + 1000
      await revokeOfApplication(server.world, scene.application.clientId, { ...REASON, before }, HOST)
      assert.ok(!(await isTaken(second.access_token)), 'up to a time of the world')
      const third = await scene.connect('contact:read')
      await revokeOfOperator(server.world, scene.at.tenant.operatorId, { ...REASON, before }, HOST)
      assert.ok(!(await isTaken(third.access_token)), 'of the operator')
    })

    test('a reset brings the world’s time back, and nothing issued ahead lives longer for it (threats row 228)', async () => {
      await advance(300)
      const granted = await scene.connect('contact:read')
      const code = await scene.code()
      const { refreshToken } = await scene.at.createKey('contact:read')
      const ofKey = (await scene.at.refreshKey(refreshToken)).body
      assert.ok((await isTaken(granted.access_token)) && (await isTaken(ofKey)))
      await reset()
      await soon('the clock is back', async () => (await ahead()) === 0)
      assert.ok(!(await isTaken(granted.access_token)))
      assert.ok(!(await isTaken(ofKey)))
      assert.equal((await scene.token(exchangeFields(scene.application, code))).json().error, 'invalid_grant')
      assert.ok(await isTaken((await scene.at.refreshKey(refreshToken)).body), 'the key goes on')
      const { db } = server.world.storage.platform
      const { latest } = await db
        .selectFrom('refresh_token')
        .select((eb) => eb.fn.max('expires_at').as('latest'))
        .where('tenant_id', '=', scene.at.tenant.tenantId)
        .executeTakeFirstOrThrow()
      assert.ok(Number(latest) <= server.clock.now() + 31 * DAY_MS)
      const reader = await Integration.of(scene.at)
      const { changeList } = await reader.ask('{ changeList(first: 500) { nodeList { at } } }')
      const late = changeList.nodeList.filter(({ at }: { at: string }) => Date.parse(at) > server.clock.now() + DAY_MS)
      assert.deepEqual(late, [], 'what the reset wrote is told in the world’s time')
    })

    test('a key and a connection that ended by the moved clock stay ended when it is reset (threats row 426)', async () => {
      const inDays = (days: number) => server.clock.now() + days * DAY_MS
      const ended = await scene.at.createKey('contact:read', { expiresAt: inDays(60) })
      const lasting = await scene.at.createKey('contact:read', { expiresAt: inDays(200) })
      const granted = await scene.connect('contact:read')
      const isRefused = async (refreshToken: string) => (await scene.at.refreshKey(refreshToken)).status !== 200
      const refusal = async () =>
        (await scene.token(refreshFields(scene.application, granted.refresh_token))).json().error
      assert.deepEqual([await isRefused(ended.refreshToken), await isRefused(lasting.refreshToken)], [false, false])
      await advance(100)
      assert.ok(await isRefused(ended.refreshToken))
      await reset()
      await soon('the clock is back', async () => (await ahead()) === 0)
      // The command goes by the machine's time, which went on while the server's stood still.
      server.clock.advanceSeconds(3600)
      assert.ok(await isRefused(ended.refreshToken))
      assert.ok(!(await isRefused(lasting.refreshToken)))
      assert.equal(await refusal(), 'invalid_grant')
    })

    test('tokens that ended by the moved clock are removed by it (threats row 228)', async () => {
      await advance(100)
      const { refreshToken } = await scene.at.createKey('contact:read')
      await scene.at.refreshKey(refreshToken)
      const kept = async () => {
        const { db } = server.world.storage.platform
        return (
          await db.selectFrom('access_token').selectAll().where('tenant_id', '=', scene.at.tenant.tenantId).execute()
        ).length
      }
      assert.equal(await kept(), 1)
      const key = await Integration.of(scene.at, 'contact:read contact:write')
      await key.did(
        key.change(
          `mutation { contactCreate(idempotencyKey: "once", input: { kind: SUPPLIER, name: "Fuel AG" }) { contact { contactId } ${ERRORS} } }`,
        ),
      )
      const keptKeys = async () => {
        const { db } = server.world.storage.platform
        const rows = await db.selectFrom('idempotency').selectAll().where('tenant_id', '=', scene.at.tenant.tenantId)
        return (await rows.execute()).length
      }
      assert.ok((await keptKeys()) > 0)
      await advance(2)
      while (await tidyUp(server.world.storage));
      assert.equal(await kept(), 0)
      assert.equal(await keptKeys(), 0)
    })

    test('a clock is moved 120 times an hour at most (threats row 228)', async () => {
      for (let times = 0; times < MAX_TEST_CLOCK_MOVES_PER_HOUR; times++) {
        await admin.done('testClockAdvance', ADVANCE, { seconds: 1 })
      }
      const refused = (await admin.data(ADVANCE, { seconds: 1 })).testClockAdvance.userErrorList
      assert.deepEqual(
        refused.map(({ code }: { code: string }) => code),
        ['LIMIT_EXCEEDED'],
      )
      assert.equal(await ahead(), MAX_TEST_CLOCK_MOVES_PER_HOUR)
      server.clock.advanceSeconds(3601)
      admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
      await admin.done('testClockAdvance', ADVANCE, { seconds: 1 })
      while (await server.world.storage.writePlatform(giveReminders));
    })
  })
}

describe('the clock of a provider’s sandbox, moved in the developer portal', () => {
  let server: TestServer
  let scene: PortalScene
  before(async () => {
    server = await startPortalServer('sqlite')
    scene = new PortalScene(server)
  })
  after(() => server.close())

  const CLOCK = '{ me { provider { sandbox { operatorId testClock { aheadSeconds } } } } }'
  const aheadOf = async (member: ConsoleClient) => (await member.data(CLOCK)).me.provider.sandbox.testClock.aheadSeconds

  test('a member moves the clock of their own sandbox and of no other (threats row 221)', async () => {
    const [one, other] = [await scene.signUp('lena@vektor.example'), await scene.signUp('otto@andere.example')]
    const nobodys = (await one.data(ADVANCE, { seconds: 60 })).testClockAdvance.userErrorList
    assert.equal(nobodys[0]?.code, 'NOT_FOUND', 'there is no sandbox before the first registration')
    await register(one)
    await register(other)
    await scene.makeSandboxes()
    const { testClock } = await one.done('testClockAdvance', ADVANCE, { seconds: DAY_SECONDS })
    assert.equal(testClock.aheadSeconds, DAY_SECONDS)
    assert.deepEqual([await aheadOf(one), await aheadOf(other)], [DAY_SECONDS, 0])
    const back = (await one.data(ADVANCE, { seconds: -60 })).testClockAdvance.userErrorList
    assert.match(back[0]?.message, /forwards only/)
    await one.done('sandboxReset', `mutation { sandboxReset { ${ERRORS} } }`)
    await scene.makeSandboxes()
    assert.equal(await aheadOf(one), 0)
  })
})
