/** The audit log in the console: paging, filters, and only this operator's entries (threats row 63). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { recordFailedSignIn } from '../../src/services/identity/sign-in-audit.ts'
import { Browser } from '../support/browser.ts'
import { GrantScene } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const PAGE = `query ($filter: AuditEntryFilter, $page: PageInput) { auditEntryList(filter: $filter, page: $page) {
  nodeList { auditEntryId at actorKind actorId actorName action subjectKind subjectId address requestId detail }
  pageInfo { endCursor hasMore } } }`
const CREATE = `mutation ($label: String!) { apiKeyCreate(input: { label: $label, scopeList: ["flight:read"] }) {
  apiKey { apiKeyId } userErrorList { code } } }`

for (const store of storesFor('order')) {
  describe(`the audit log (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let admin: ConsoleClient
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      admin = new ConsoleClient(server.client, scene.browser)
      for (let count = 0; count < 7; count++) await admin.done('apiKeyCreate', CREATE, { label: `Key ${count}` })
    })
    after(() => server.close())

    const entries = async (filter: object, page: object = {}): Promise<Data> =>
      (await admin.data(PAGE, { filter, page })).auditEntryList

    test('audit pages run newest first without gaps or repetitions', async () => {
      const whole = (await entries({})).nodeList
      const met: string[] = []
      let after: string | null = null
      do {
        const page: Data = await entries({}, { first: 3, after })
        met.push(...page.nodeList.map(({ auditEntryId }: Data) => auditEntryId))
        after = page.pageInfo.hasMore ? page.pageInfo.endCursor : null
      } while (after !== null)
      assert.deepEqual(
        met,
        whole.map(({ auditEntryId }: Data) => auditEntryId),
      )
      const times = whole.map(({ at }: Data) => at)
      assert.deepEqual(times, times.toSorted().toReversed())
    })

    test('the audit log filters by actor, action, subject and interval', async () => {
      const created = await entries({ action: 'api-key.created' })
      assert.equal(created.nodeList.length, 7)
      assert.ok(created.nodeList.every(({ actorName, address }: Data) => actorName === 'Anna Test' && address !== null))
      assert.equal((await entries({ actorKind: 'host', action: 'api-key.created' })).nodeList.length, 0)
      assert.equal((await entries({ actorId: scene.admin.userId, action: 'api-key.created' })).nodeList.length, 7)
      const [one] = created.nodeList
      assert.equal((await entries({ subjectId: one.subjectId })).nodeList.length, 1)
      const later = new Date(server.clock.now() + 3_600_000).toISOString().replace(/\.\d+Z/, 'Z')
      assert.equal((await entries({ from: later })).nodeList.length, 0)
      assert.equal((await entries({ to: later, action: 'api-key.created' })).nodeList.length, 7)
      const before = await entries({ to: one.at, action: 'api-key.created' })
      assert.ok(
        before.nodeList.length < 7 && before.nodeList.every(({ at }: Data) => at < one.at),
        'the end is exclusive',
      )
      const { auditActionList } = await admin.data('{ auditActionList }')
      assert.ok(auditActionList.includes('api-key.created') && auditActionList.includes('user.created'))
    })

    test('sign-ins and failed sign-ins are in the audit log, without what was typed for an unknown account', async () => {
      const { email } = scene.admin
      const stranger = new Browser(server.client, scene.browser.origin)
      const page = await stranger.get('/sign-in/')
      await stranger.signIn(page, email, 'a wrong password')
      await stranger.signIn(await stranger.get('/sign-in/'), 'nobody@alpine.example', 'a wrong password')
      const failed = (await entries({ action: 'user.sign-in-failed' })).nodeList
      assert.deepEqual(
        failed.map(({ actorKind, subjectKind, detail }: Data) => [actorKind, subjectKind, JSON.parse(detail).means]),
        [
          ['system', 'operator', 'password'],
          ['system', 'user', 'password'],
        ],
      )
      assert.equal(failed[1].subjectId, scene.admin.userId)
      assert.ok(failed.every(({ address, requestId }: Data) => address && requestId))
      const [entered] = (await entries({ action: 'user.signed-in' })).nodeList
      assert.deepEqual([entered.actorId, JSON.parse(entered.detail).means], [scene.admin.userId, 'password'])
      assert.ok(entered.requestId)
      const whole = await entries({ text: 'nobody@alpine' })
      assert.deepEqual(whole.nodeList, [])
    })

    test('of many failed sign-ins from many networks 500 are listed in an hour, and one entry says that there were more', async () => {
      const failed = () => entries({ action: 'user.sign-in-failed' })
      const at = server.world.at(scene.at.tenant)
      const fail = (address: string) =>
        recordFailedSignIn(at, undefined, {
          visitor: { address, device: 'A browser', requestId: 'req_1' },
          means: 'password',
        })
      for (let n = 0; n < 505; n++) await fail(`10.1.${n >> 8}.${n & 255}`)
      const told = (await failed()).nodeList.map(({ detail }: Data) => JSON.parse(detail))
      const many = told.filter(({ account }: Data) => account === 'many')
      assert.deepEqual(
        many.map(({ listed }: Data) => listed),
        [500],
      )
    })

    test('a text finds entries by action, name, address, request id and detail, and takes no wildcards', async () => {
      const labels = async (text: string) => {
        const { nodeList } = await entries({ text, action: 'api-key.created' })
        return nodeList.map(({ detail }: Data) => JSON.parse(detail).label).toSorted()
      }
      const every = Array.from({ length: 7 }, (_, count) => `Key ${count}`)
      assert.deepEqual(await labels('KEY 3'), ['Key 3'])
      assert.deepEqual(await labels('anna test'), every)
      assert.deepEqual(await labels('flight:READ'), every)
      assert.deepEqual(await labels('api-key.cre'), every)
      const [one] = (await entries({ action: 'api-key.created' })).nodeList
      assert.equal((await entries({ text: one.requestId })).nodeList.length, 1)
      for (const text of ['%', '_ey 3', 'K%3', "'", '!', '\\']) assert.deepEqual(await labels(text), [], text)
      const answer = await admin.ask(PAGE, { filter: { text: 'x'.repeat(101) } })
      assert.equal(answer.json<Data>().errors[0].extensions.code, 'INVALID_REQUEST')
    })

    test("another operator's entries appear on no page, and a made-up cursor is refused", async () => {
      const other = await GrantScene.open(server, 'northsea')
      const log = await new ConsoleClient(server.client, other.browser).data(PAGE, {
        filter: { action: 'api-key.created' },
      })
      assert.deepEqual(log.auditEntryList.nodeList, [])
      const answer = await admin.ask(PAGE, { page: { after: 'bm90IGEgY3Vyc29y' } })
      assert.equal(answer.json<Data>().errors[0].extensions.code, 'BAD_USER_INPUT')
    })
  })
}
