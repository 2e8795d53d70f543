/** The logbook of somebody who was removed: a link by mail, for 30 days (data §12.7, ADR 209). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { sql } from 'kysely'
import { removeWhatIsOver } from '../../src/background/removal.ts'
import { USUAL_RETENTION } from '../../src/domain/tenancy/retention.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { setOperatorSuspendedWithin } from '../../src/services/tenancy/operator-suspension.ts'
import { Browser, formTo } from '../support/browser.ts'
import { addPerson, type Person } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import type { Integration } from '../support/integration.ts'
import { LogbookScene } from '../support/logbook-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { preparedPlace, startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY_SECONDS = 86_400
const PATH = '/logbook/kept/'
const REMOVE = 'mutation ($id: ID!) { userRemove(userId: $id) { userId userErrorList { code } } }'

for (const store of storesFor('record')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`the logbook of a removed user (${store})`, () => {
    let server: TestServer
    let scene: LogbookScene
    before(async () => {
      const place = await preparedPlace(store)
      // Nobody listens there: messages stay in the outbox, where the test reads them.
      const environment = { ...place.environment, AIRSIDE_SMTP_URL: 'smtp://127.0.0.1:9' }
      server = await startServer(store, { environment, dispose: place.dispose })
      scene = await LogbookScene.open(server)
    })
    after(() => server.close())

    const db = () => server.world.storage.tenant(scene.grants.at.tenant.tenantId).db
    const visitor = (localAddress = '127.0.0.1') => new Browser(server.client, scene.grants.at.origin, { localAddress })
    const mailsTo = async ({ email }: Person) =>
      (await db().selectFrom('outbox_message').select(['subject', 'body']).where('recipient', '=', email).execute())
        .filter(({ subject }) => subject.startsWith('Your logbook at '))
        .map(({ body }) => body)
    const codeFor = async (person: Person): Promise<string> => {
      const [body = '', ...more] = await mailsTo(person)
      assert.equal(more.length, 0, 'one mail')
      const [, link = ''] = /#(\w+)$/m.exec(body) ?? []
      return link
    }
    const take = (code: string, browser = visitor()) => browser.post(PATH, { code })
    const audited = async ({ userId }: Person) =>
      (
        await db()
          .selectFrom('audit_entry')
          .select(['action', 'actor_kind'])
          .where('subject_id', '=', userId)
          .where('action', 'like', 'user.logbook%')
          .orderBy('at')
          .execute()
      ).map(({ action, actor_kind }) => `${action} by ${actor_kind}`)
    const entriesOf = async ({ userId }: Person) =>
      (await sql`select user_id from logbook_entry where user_id = ${userId}`.execute(db())).rows.length
    const byHost = ({ email }: Person) =>
      removeUser(server.world.at(scene.grants.at.tenant), email, HOST, scene.grants.at.origin)
    const step = () => server.world.storage.writePlatform((tx) => removeWhatIsOver(tx, USUAL_RETENTION))
    const tidy = async () => {
      while (await step());
    }
    const withOwn = async (name: string, remarks: string): Promise<{ person: Person; pilot: Integration }> => {
      const person = await addPerson(server, scene.grants.at, name, ['CREW'])
      const pilot = await scene.connect(person)
      await pilot.did(scene.create(pilot, ownFlight(scene.day(30), remarks)))
      return { person, pilot }
    }
    const linesIn = (body: string): string[] => body.trimEnd().split('\r\n').slice(1)

    testOnBoth(
      'who is removed saves the logbook as it stood, as often as they like, and nobody else’s (threats row 380)',
      async () => {
        const { person } = await withOwn('Lea', 'My own')
        const other = await withOwn('Kim', 'Of somebody else')
        await scene.link(1, person.userId)
        const crewList = [{ crewMemberId: scene.memberId(1), position: 'CPT', isPilotFlying: true }]
        const flight = await scene.closed({ daysAgo: 20, crewList })
        const console = await ConsoleClient.signIn(server, scene.grants.at, scene.grants.admin)
        await console.done('userRemove', REMOVE, { id: person.userId })
        assert.deepEqual(await mailsTo(other.person), [], 'nobody else is told')
        const [body = ''] = await mailsTo(person)
        assert.match(body, /no longer a user of .*\(2 entries\).*\/logbook\/kept\/#\w{43}\n/s)
        const code = await codeFor(person)
        const stored = JSON.stringify(await db().selectFrom('kept_logbook').selectAll().execute())
        assert.ok(stored.includes(person.userId) && !stored.includes(code), 'kept as a hash')

        const first = await take(code)
        assert.equal(first.status, 200, first.body)
        assert.match(String(first.headers['content-disposition']), /^attachment; filename="logbook.csv"$/)
        assert.match(String(first.headers['content-type']), /^text\/csv/)
        assert.equal(linesIn(first.body).length, 2)
        assert.ok(first.body.includes('My own') && !first.body.includes('Of somebody else'))

        await scene.report(flight, { onBlock: scene.at({ daysAgo: 20 }, 99), reason: 'ACARS' })
        await scene.closed({ daysAgo: 19, crewList })
        const second = await take(` ${code} `)
        assert.equal(second.body, first.body, 'neither a correction nor a later flight reaches it')
        assert.deepEqual(await audited(person), ['user.logbook-sent by user', 'user.logbook-taken by user'])
        server.clock.advanceSeconds(DAY_SECONDS)
        assert.equal((await take(code)).status, 200)
        assert.equal((await audited(person)).length, 3, 'once for each day')
        server.clock.advanceSeconds(31 * DAY_SECONDS)
        await tidy()
        assert.equal(await entriesOf(person), 0)
      },
    )

    testOnBoth('after 30 days the link is over and the entries are removed, in steps (threats row 381)', async () => {
      const { person, pilot } = await withOwn('Nils', 'First')
      for (const remarks of ['Second', 'Third']) {
        const externalIdList = [{ system: 'roster', value: remarks }]
        await pilot.did(scene.create(pilot, { ...ownFlight(scene.day(29), remarks), externalIdList }))
      }
      const { person: stays } = await withOwn('Oda', 'Stays')
      const records = async () => {
        const head = db().selectFrom('change_head').select('record_count')
        const own = head.where('tenant_id', '=', scene.grants.at.tenant.tenantId)
        return Number((await own.executeTakeFirstOrThrow()).record_count)
      }
      const before = await records()
      await byHost(person)
      const code = await codeFor(person)
      server.clock.advanceSeconds(29 * DAY_SECONDS)
      await tidy()
      assert.equal((await take(code)).status, 200)
      server.clock.advanceSeconds(DAY_SECONDS - 60)
      assert.equal(linesIn((await take(code)).body).length, 3)
      server.clock.advanceSeconds(61)
      const over = await take(code)
      assert.equal(over.status, 404)
      assert.match(over.body, /30 days are over/)
      assert.equal(await entriesOf(person), 3, 'removed by the next step')
      await tidy()
      assert.equal(await entriesOf(person), 0)
      assert.equal(await entriesOf(stays), 1)
      assert.equal(await records(), before - 3)
      const ids = db().selectFrom('external_id').selectAll().where('kind', 'like', `%${person.userId}`)
      assert.deepEqual(await ids.execute(), [])
      assert.equal(await step(), false)
    })

    test('a scanner that follows the link uses nothing up, and the page names nobody (threats row 379)', async () => {
      const { person } = await withOwn('Rita', 'Hers')
      await byHost(person)
      const code = await codeFor(person)
      for (let times = 0; times < 5; times += 1) {
        const page = await visitor().get(PATH)
        assert.equal(page.status, 200)
        assert.match(String(page.headers['x-robots-tag']), /noindex/)
        assert.ok(!/Rita|Hers/.test(page.body))
        assert.equal(formTo(page.body, PATH).action, PATH)
      }
      assert.equal((await visitor().get(`${PATH}?code=${code}`)).headers['content-type'], 'text/html; charset=utf-8')
      const elsewhere = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
      assert.equal((await visitor().post(PATH, { code }, elsewhere)).status, 403)
      assert.deepEqual(await audited(person), ['user.logbook-sent by host'])
      assert.equal((await take(code)).status, 200)
    })

    test('wrong codes are one answer and are braked; nothing else opens with the right one (threats row 378)', async () => {
      const { person } = await withOwn('Sven', 'His')
      await byHost(person)
      const code = await codeFor(person)
      const wrong = `${code.slice(0, -1)}${code.endsWith('a') ? 'b' : 'a'}`
      const answers = []
      for (const each of [wrong, '', code.slice(1), `${code}x`, code.toLowerCase()]) answers.push(await take(each))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]))
      assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
      const other = (await server.operator('beta')).production
      const there = new Browser(server.client, other.origin, { localAddress: '127.0.0.1' })
      assert.equal((await take(code, there)).status, 404, 'of another operator')
      const browser = visitor()
      assert.equal((await take(code, browser)).status, 200)
      assert.equal(browser.cookies.size, 0)
      assert.equal((await browser.get('/account/')).status, 303)
      assert.equal((await scene.grants.at.query(code, '{ me { userId } }')).status, 401)
      let refused = 0
      server.clock.standStill()
      for (let times = 0; times < 200 && refused === 0; times += 1) {
        if ((await take(wrong, visitor('127.0.0.9'))).status === 429) refused += 1
      }
      server.clock.moveOn()
      assert.equal(refused, 1)
      assert.equal((await take(code)).status, 200, 'who asks from elsewhere does not wait')
    })

    test('a suspended operator’s address gives nothing, and it goes on afterwards (threats row 381)', async () => {
      const { person } = await withOwn('Tina', 'Hers')
      await byHost(person)
      const code = await codeFor(person)
      const suspend = (isSuspended: boolean) =>
        server.world.storage.writePlatform((tx) =>
          setOperatorSuspendedWithin(server.world, tx, { operatorId: 'alpine', isSuspended, reason: 'Unpaid' }, HOST),
        )
      await suspend(true)
      const closed = await take(code)
      assert.ok(closed.status >= 400 && !closed.body.includes('Hers'), String(closed.status))
      await suspend(false)
      assert.equal((await take(code)).status, 200)
    })

    test('who has no entry gets no mail, and the host’s command sends one', async () => {
      const nobody = await addPerson(server, scene.grants.at, 'Udo', ['CREW'])
      await byHost(nobody)
      assert.deepEqual(await mailsTo(nobody), [])
      const { person } = await withOwn('Vio', 'Hers')
      const { operatorId, environment } = scene.grants.at.tenant
      const at = ['--operator', operatorId, '--environment', environment]
      await runCommand(['user', 'remove', ...at, '--email', person.email, '--yes'], server.place.environment)
      assert.match((await mailsTo(person))[0] ?? '', /\/logbook\/kept\/#/)
    })
  })
}

const ownFlight = (date: string, remarks: string) => ({
  kind: 'FLIGHT',
  date,
  registration: 'HB-KFW',
  acftICAO: 'P28A',
  adepICAO: 'LSZR',
  adesICAO: 'LSZR',
  offBlock: `${date}T10:00:00Z`,
  onBlock: `${date}T11:10:00Z`,
  remarks,
})
