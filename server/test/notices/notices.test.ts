/** Notices that the server finds by itself (access-model §9): each once, to who may know, in the bell and by mail. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dayInWords } from '../../src/domain/day-in-words.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { setSuspendedOf } from '../../src/services/incidents/suspend.ts'
import { findNotices, findNoticesByDay, giveNotices } from '../../src/services/notices/find-notices.ts'
import { giveReminders } from '../../src/services/operations/reminders/give-reminders.ts'
import { addUsageCounts, type UsageMetric } from '../../src/storage/usage/usage.ts'
import { addPerson, GrantScene, type Person } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { seedFleet } from '../support/fleet.ts'
import { Integration } from '../support/integration.ts'
import { advanceToNoon } from '../support/noon.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { onPostgres, preparedPlace, startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY_SECONDS = 24 * 3600
const MINUTE_MS = 60_000
const BELL = '{ noticeList { nodeList { kind title text place } } }'
const QUIET_BELL = '{ noticeList { nodeList { noticeId kind isRead comesBack quietUntil } } }'
const QUIET = `mutation ($id: ID!) { noticeQuiet(noticeId: $id) { unreadCount userErrorList { code path message } } }`
const CREATE = `mutation ($input: ApiKeyInput!) { apiKeyCreate(input: $input) {
  refreshToken apiKey { apiKeyId } userErrorList { message } } }`
const ROTATE = `mutation ($id: ID!) { apiKeyRotate(apiKeyId: $id, overlapHours: 48) {
  refreshToken userErrorList { message } } }`

/** As every process does, until nothing is left. */
const look = async ({ world, config }: TestServer): Promise<void> => {
  const { platform } = world.storage
  const found = [...(await findNotices(platform)), ...(await findNoticesByDay(platform))]
  while (await world.storage.writePlatform((tx) => giveNotices(tx, world, config.publicUrl, found)));
}

const mailsTo = async ({ world }: TestServer, email: string): Promise<string[]> => {
  const rows = await world.storage.platform.db
    .selectFrom('outbox_message')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute()
  return rows.map(({ subject }) => subject)
}

let operators = 0

for (const store of storesFor('sql')) {
  describe(`notices (${store})`, () => {
    let server: TestServer
    before(async () => {
      server = await startServer(store)
      advanceToNoon(server.clock)
    })
    after(() => server.close())

    const open = () => GrantScene.open(server, `op${++operators}`)
    const advance = (days: number) => server.clock.advanceSeconds(days * DAY_SECONDS)
    /** Signs in anew each time, because a scenario outlasts a session. */
    const bellOf = async (scene: GrantScene, person: Person = scene.admin): Promise<Data[]> => {
      await look(server)
      const console = await ConsoleClient.signIn(server, scene.at, person)
      return (await console.data(BELL)).noticeList.nodeList
    }
    const titles = async (scene: GrantScene, kind: string, person?: Person): Promise<string[]> =>
      (await bellOf(scene, person)).filter((notice) => notice.kind === kind).map(({ title }) => title)
    const count = async (scene: GrantScene, actor: string, amounts: Partial<Record<UsageMetric, number>>) => {
      const minute = Math.floor(server.clock.now() / MINUTE_MS) * MINUTE_MS
      const rows = Object.entries(amounts).map(([metric, amount]) => ({
        actor,
        at: minute,
        metric: metric as UsageMetric,
        name: '',
        amount,
      }))
      await server.world.storage.writeTenant(scene.at.tenant.tenantId, (tx) => addUsageCounts(tx, rows))
    }
    const newKey = async (scene: GrantScene, input: object) => {
      const console = await ConsoleClient.signIn(server, scene.at, scene.admin)
      const given = { label: 'Board', scopeList: ['flight:read'], ...input }
      const { apiKey, refreshToken } = await console.done('apiKeyCreate', CREATE, { input: given })
      return { console, id: apiKey.apiKeyId as string, refreshToken: refreshToken as string }
    }
    const suspendKey = (scene: GrantScene, id: string) =>
      setSuspendedOf(
        server.world.at(scene.at.tenant),
        { what: { kind: 'api-key', id }, isSuspended: true, reason: 'We look into it' },
        HOST,
      )
    const inDays = (days: number) => new Date(server.clock.now() + days * DAY_SECONDS * 1000).toISOString()

    test('administrators, and nobody else, are told once a day of an application near its token cap', async () => {
      const scene = await open()
      await count(scene, scene.application.clientId, { peak: 399 })
      assert.deepEqual(await titles(scene, 'NEAR_CAP'), [], '399 of 500 is not near')
      await count(scene, scene.application.clientId, { peak: 412 })
      const [notice] = await bellOf(scene)
      assert.deepEqual(
        [notice?.title, notice?.place],
        ['Skylog is near its cap', `/add-ons/${scene.application.clientId}`],
      )
      assert.match(notice?.text, /412 of 500/)
      assert.equal((await titles(scene, 'NEAR_CAP')).length, 1, 'looking again tells nothing new')
      assert.deepEqual(await bellOf(scene, scene.pilot), [])
      const subject = `${scene.at.tenant.name}: Skylog is near its cap`
      assert.deepEqual(await mailsTo(server, scene.admin.email), [subject])
      assert.deepEqual(await mailsTo(server, scene.pilot.email), [])
      advance(1)
      await count(scene, scene.application.clientId, { peak: 500 })
      assert.equal((await titles(scene, 'NEAR_CAP')).length, 2)
    })

    test('administrators are told of an application that fails more often than not, and not of one that is refused now and then', async () => {
      const scene = await open()
      await count(scene, scene.application.clientId, { answered: 100, refused: 60, failed: 30 })
      assert.deepEqual(await titles(scene, 'FAILING'), [])
      await count(scene, scene.application.clientId, { failed: 20 })
      assert.deepEqual(await titles(scene, 'FAILING'), ['Skylog fails'])
      assert.deepEqual(await titles(await open(), 'FAILING'), [], 'another operator hears nothing')
    })

    test('administrators are told of a day on which a tenth of the requests failed, in the numbers of its page', async () => {
      const scene = await open()
      const { clientId } = scene.application
      const other = await newKey(scene, { label: 'Fine' })
      await count(scene, clientId, { answered: 160, refused: 16, throttled: 2, failed: 22 })
      await count(scene, other.id, { answered: 400, failed: 22 })
      assert.deepEqual(await titles(scene, 'FAILING'), [], 'the day is not over')
      const day = dayInWords(server.clock.now())
      advance(1)
      const [notice, ...others] = (await bellOf(scene)).filter(({ kind }) => kind === 'FAILING')
      assert.deepEqual(
        [notice?.title, notice?.place, others],
        [`Skylog failed 11 % on ${day}`, `/add-ons/${clientId}`, []],
      )
      assert.match(notice?.text, /^22 of 200 requests/)
      advance(1)
      assert.equal((await titles(scene, 'FAILING')).length, 1, 'a day is told once')
    })

    test('quiet for today: no more of an application is new or mailed to the user who asked, until the next day', async () => {
      const scene = await open()
      const { clientId } = scene.application
      const other = await addPerson(server, scene.at, 'Olga', ['ADMIN'])
      const { console } = await newKey(scene, { expiresAt: inDays(10) })
      await count(scene, clientId, { failed: 30 })
      await look(server)
      const listed = async (kind: string): Promise<Data> =>
        (await console.data(QUIET_BELL)).noticeList.nodeList.find((notice: Data) => notice.kind === kind)
      const news = async (by = console) => (await by.data('{ noticeUnreadCount }')).noticeUnreadCount
      const [failing, ending] = [await listed('FAILING'), await listed('KEY_EXPIRING')]
      assert.deepEqual([failing.comesBack, ending.comesBack, await news()], [true, false, 2])
      await console.done('noticeQuiet', QUIET, { id: failing.noticeId })
      const [once] = await console.refused('noticeQuiet', QUIET, { id: ending.noticeId })
      assert.deepEqual(once?.path, ['noticeId'])
      await count(scene, clientId, { peak: 480 })
      await look(server)
      const cap = await listed('NEAR_CAP')
      assert.deepEqual([cap.isRead, (await listed('FAILING')).isRead], [true, true], 'they stand in the list, as read')
      assert.match(cap.quietUntil, /T00:00:00(\.000)?Z$/)
      assert.equal(await news(), 1, 'what is about something else stays new')
      assert.equal(await news(await ConsoleClient.signIn(server, scene.at, other)), 3, 'others are told')
      const capMails = async ({ email }: Person) =>
        (await mailsTo(server, email)).filter((one) => /near its cap/.test(one)).length
      assert.deepEqual([await capMails(scene.admin), await capMails(other)], [0, 1])
      advance(0.6)
      await count(scene, clientId, { peak: 490 })
      await look(server)
      assert.equal(await capMails(scene.admin), 1, 'the next day tells of it again')
    })

    test('administrators are told of a key 14, 3 and 1 days before it expires, unless it was revoked or is suspended', async () => {
      const scene = await open()
      const { id } = await newKey(scene, { label: 'Accounting', expiresAt: inDays(20) })
      const revoked = await newKey(scene, { label: 'Revoked', expiresAt: inDays(20) })
      await revoked.console.done(
        'apiKeyRevoke',
        'mutation ($id: ID!) { apiKeyRevoke(apiKeyId: $id) { userErrorList { message } } }',
        { id: revoked.id },
      )
      await suspendKey(scene, (await newKey(scene, { label: 'Suspended', expiresAt: inDays(20) })).id)
      assert.deepEqual(await titles(scene, 'KEY_EXPIRING'), [])
      advance(7)
      const [first] = await bellOf(scene)
      assert.deepEqual([first?.title, first?.place], ['Key “Accounting” ends in 13 days', `/api-keys?key=${id}`])
      advance(5)
      assert.equal((await titles(scene, 'KEY_EXPIRING')).length, 1, 'between two steps nothing is new')
      advance(6)
      assert.deepEqual((await titles(scene, 'KEY_EXPIRING')).slice(0, 1), ['Key “Accounting” ends in 2 days'])
      advance(3)
      assert.equal((await titles(scene, 'KEY_EXPIRING')).length, 2, 'what has ended is not told of')
    })

    test('administrators are told of a key that was not used for 30 days, and not of one that was used or is suspended', async () => {
      const scene = await open()
      await newKey(scene, { label: 'Forgotten' })
      const used = await newKey(scene, { label: 'Used' })
      await suspendKey(scene, (await newKey(scene, { label: 'Suspended' })).id)
      advance(20)
      await scene.at.refreshKey(used.refreshToken)
      advance(11)
      assert.deepEqual(await titles(scene, 'KEY_UNUSED'), ['Key “Forgotten” is unused'])
      const unused = (await bellOf(scene)).find(({ kind }) => kind === 'KEY_UNUSED')
      assert.match(unused?.text, /^Since \d+ [A-Z][a-z]{2} \d{4}\. Revoke it/, 'the day in words')
    })

    test("administrators are told of a rotated key's old secret a day before its end only if something still uses it", async () => {
      const scene = await open()
      const still = await newKey(scene, { label: 'Still used' })
      const quiet = await newKey(scene, { label: 'Quiet' })
      const suspended = await newKey(scene, { label: 'Suspended' })
      server.clock.advanceSeconds(1)
      for (const { console, id } of [still, quiet, suspended]) await console.done('apiKeyRotate', ROTATE, { id })
      server.clock.advanceSeconds(60)
      for (const { refreshToken } of [still, suspended]) {
        assert.equal((await scene.at.refreshKey(refreshToken)).status, 200)
      }
      await suspendKey(scene, suspended.id)
      assert.deepEqual(await titles(scene, 'TOKEN_ENDING'), [], 'two days before')
      advance(1.2)
      assert.deepEqual(await titles(scene, 'TOKEN_ENDING'), ['The old secret of key “Still used” is still used'])
    })

    test('an expiring paper is announced to its owner by mail and to crew planning in the bell, and to no colleague', async () => {
      const scene = await open()
      const { crew } = await seedFleet(server.world.storage, scene.at.tenant.tenantId, scene.pilot.userId)
      const key = await Integration.of(scene.at)
      const crewMemberId = crew[0]?.crewMemberId ?? ''
      const [planner, colleague] = [
        await addPerson(server, scene.at, 'Olga', ['OPS']),
        await addPerson(server, scene.at, 'Paul', ['CREW']),
      ]
      await key.did(
        key.change(
          'mutation ($input: QualificationInput!) { qualificationSave(input: $input) { userErrorList { code message } } }',
          {
            input: {
              crewMemberId,
              kind: 'MEDICAL',
              label: 'Class 1 renewed',
              medicalClass: 'CLASS_1',
              validFrom: inDays(-300).slice(0, 10),
              validTo: inDays(20).slice(0, 10),
            },
          },
        ),
      )
      while (await server.world.storage.writePlatform(giveReminders));
      const [own] = await bellOf(scene, scene.pilot)
      assert.match(own?.title, /^Class 1 renewed of Marc Weber ends on \d+ [A-Z][a-z]{2} \d{4}$/)
      assert.equal(own?.place, '/roster')
      const [planned] = await bellOf(scene, planner)
      assert.equal(planned?.place, `/data/crew?open=${crewMemberId}`)
      assert.deepEqual(await bellOf(scene, colleague), [])
      assert.equal((await mailsTo(server, scene.pilot.email)).length, 1)
      assert.deepEqual(await mailsTo(server, planner.email), [])
    })
  })
}

test(
  'two processes that look at the same moment give each notice and each mail once',
  onPostgres('locks'),
  async () => {
    const place = await preparedPlace('postgres')
    const first = await startServer('postgres', place)
    const second = await startServer('postgres', place)
    try {
      const scene = await GrantScene.open(first, 'alpine')
      const tenantId = scene.at.tenant.tenantId
      const at = Math.floor(first.clock.now() / MINUTE_MS) * MINUTE_MS
      const keys = await Promise.all(
        Array.from({ length: 8 }, (_, index) => scene.at.createKey('flight:read', { label: `Key ${index}` })),
      )
      await first.world.storage.writeTenant(tenantId, (tx) =>
        addUsageCounts(
          tx,
          keys.map(({ apiKeyId }) => ({ actor: apiKeyId, at, metric: 'peak' as const, name: '', amount: 450 })),
        ),
      )
      await Promise.all([first, second, first, second].map(look))
      assert.equal((await mailsTo(first, scene.admin.email)).length, keys.length)
    } finally {
      await second.close()
      await first.close()
      await place.dispose()
    }
  },
)
