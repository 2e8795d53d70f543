/**
 * The add-ons panel: connected applications, their use, narrowing and disconnecting (access-model §9; threats rows 22,
 * 36).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addApplication, GrantScene } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const LIST = `{ addOnList {
  clientId name kind isPersonal isWorking personCount lastUsedAt connectedBy { name isUser }
  scopeList { scope { name text access } usedCount }
  fullestGauge { active most lastFour } tokenGaugeList { active }
  usage(period: DAY) { requestCount answeredCount refusedCount throttledCount failedCount tokenCount highestActiveTokens
    bucketList { from answeredCount } recordList { kind readCount writtenCount } }
  recentRequestList { requestId operation outcome code }
} }`
const DISCONNECT = 'mutation ($id: ID!) { addOnDisconnect(clientId: $id) { clientId userErrorList { code path } } }'
const NARROW = `mutation ($id: ID!, $keep: [String!]!) { addOnNarrow(clientId: $id, keepScopeList: $keep) {
  addOn { scopeList { scope { name } } } userErrorList { code path } } }`
const CREATE = 'mutation Add { contactCreate(input: { kind: CLIENT, name: "Eve" }) { userErrorList { code } } }'

for (const store of storesFor('life cycle')) {
  describe(`add-ons (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let admin: ConsoleClient
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      admin = new ConsoleClient(server.client, scene.browser)
    })
    after(() => server.close())

    test('the add-ons list shows connected applications with their use, and no API keys', async () => {
      await scene.at.accessToken('contact:read')
      const { access_token: token } = await scene.connect('contact:read contact:write flight:read')
      await scene.at.query(token, CREATE)
      const read = await scene.at.query(token, 'query Contacts { contactList { nodeList { name } } }')
      assert.equal(read.status, 200, read.body)
      assert.equal((await scene.at.query(token, '{ crewMemberList { nodeList { crewMemberId } } }')).status, 403)
      const { addOnList } = await admin.data(LIST)
      assert.equal(addOnList.length, 1)
      const [addOn] = addOnList
      assert.equal(addOn.clientId, scene.application.clientId)
      assert.equal(addOn.connectedBy.name, 'Anna')
      assert.notEqual(addOn.lastUsedAt, null)
      assert.deepEqual(
        addOn.scopeList.map((entry: { scope: { name: string }; usedCount: number }) => [
          entry.scope.name,
          entry.usedCount,
        ]),
        [
          ['flight:read', 0],
          ['contact:read', 1],
          ['contact:write', 1],
        ],
      )
      assert.equal(addOn.fullestGauge.active, 1)
      assert.equal(addOn.fullestGauge.most, 500)
      const { bucketList, recordList, ...counts } = addOn.usage
      assert.deepEqual(counts, {
        requestCount: 3,
        answeredCount: 2,
        refusedCount: 1,
        throttledCount: 0,
        failedCount: 0,
        tokenCount: 1,
        highestActiveTokens: 1,
      })
      assert.equal(bucketList.length, 24)
      assert.equal(bucketList.at(-1).answeredCount + bucketList.at(-2).answeredCount, 2)
      assert.deepEqual(recordList, [{ kind: 'CONTACT', readCount: 1, writtenCount: 1 }])
      const latest = addOn.recentRequestList.map((r: { operation: string; outcome: string; code: string }) => [
        r.operation,
        r.outcome,
        r.code,
      ])
      assert.deepEqual(latest.toSorted(), [
        ['Add', 'ANSWERED', null],
        ['Contacts', 'ANSWERED', null],
        ['crewMemberList', 'REFUSED', 'INSUFFICIENT_SCOPE'],
      ])
      assert.ok(
        addOn.recentRequestList.some((r: { requestId: string }) => r.requestId === read.headers['x-request-id']),
      )
    })

    test('narrowing removes scopes from tokens already issued, and cannot add scopes', async () => {
      const { access_token: token } = await scene.connect('contact:read contact:write')
      const id = scene.application.clientId
      const wider = await admin.refused('addOnNarrow', NARROW, { id, keep: ['contact:read', 'flight:read'] })
      assert.deepEqual(wider, [{ code: 'VALIDATION', path: ['keepScopeList'] }])
      assert.deepEqual((await admin.refused('addOnNarrow', NARROW, { id, keep: [] }))[0]?.code, 'VALIDATION')
      const { addOn } = await admin.done('addOnNarrow', NARROW, { id, keep: ['contact:read'] })
      assert.deepEqual(addOn.scopeList, [{ scope: { name: 'contact:read' } }])
      assert.equal((await scene.at.query(token, CREATE)).status, 403)
      assert.equal((await scene.at.query(token, '{ contactList { nodeList { name } } }')).status, 200)
    })

    test('a disconnected add-on is refused on its next request, and the audit log names who disconnected it', async () => {
      const tokens = await scene.connect('contact:read')
      const id = scene.application.clientId
      assert.equal((await scene.at.query(tokens.access_token, '{ echo(text: "hi") }')).status, 200)
      await admin.done('addOnDisconnect', DISCONNECT, { id })
      assert.equal((await scene.at.query(tokens.access_token, '{ echo(text: "hi") }')).status, 401)
      assert.equal((await scene.refresh(tokens.refresh_token)).status, 400)
      assert.deepEqual((await admin.data(LIST)).addOnList, [])
      assert.deepEqual(await admin.refused('addOnDisconnect', DISCONNECT, { id }), [
        { code: 'NOT_FOUND', path: ['clientId'] },
      ])
      const { auditEntryList } = await admin.data(
        '{ auditEntryList(filter: { action: "add-on.disconnected" }) { nodeList { actorName subjectId subjectName requestId } } }',
      )
      assert.equal(auditEntryList.nodeList.length, 1)
      assert.equal(auditEntryList.nodeList[0].actorName, 'Anna Test')
      assert.equal(auditEntryList.nodeList[0].subjectName, 'Skylog')
      const { requestId } = auditEntryList.nodeList[0]
      assert.match(requestId, /^req_/)
      const all = await admin.data('{ auditEntryList(page: { first: 500 }) { nodeList { action requestId } } }')
      assert.deepEqual(
        all.auditEntryList.nodeList.filter((entry: { requestId: string }) => entry.requestId === requestId),
        [{ action: 'add-on.disconnected', requestId }],
        'one deed, one entry (threats row 63)',
      )
    })

    test('available add-ons are the promoted ones in production and all in the sandbox, linked with the operator', async () => {
      const connectUrl = 'https://quotes.example/connect?via=airside'
      const promoted = await addApplication(server, { name: 'Tailwind', connectUrl })
      const tested = await addApplication(server, { name: 'Ramp' }, 'test')
      const AVAILABLE = '{ availableAddOnList { clientId isTestOnly connectHref } }'
      const { availableAddOnList } = await admin.data(AVAILABLE)
      const ids = availableAddOnList.map(({ clientId }: { clientId: string }) => clientId)
      assert.ok(ids.includes(promoted.clientId) && !ids.includes(tested.clientId))
      const found = availableAddOnList.find(({ clientId }: { clientId: string }) => clientId === promoted.clientId)
      assert.equal(found.connectHref, `${connectUrl}&operator=alpine&environment=production`)
      const sandbox = await GrantScene.open(server, 'beta', 'sandbox')
      const inSandbox = await new ConsoleClient(server.client, sandbox.browser).data(AVAILABLE)
      const entry = inSandbox.availableAddOnList.find(
        ({ clientId }: { clientId: string }) => clientId === tested.clientId,
      )
      assert.equal(entry.isTestOnly, true)
    })

    test('a personal application shows how many users connected it', async () => {
      const personal = await addApplication(server, { name: 'Pilot Pages', kind: 'pilot-logbook', personal: true })
      const other = new GrantScene({
        server,
        at: scene.at,
        admin: scene.admin,
        pilot: scene.pilot,
        application: personal,
        browser: scene.browser,
      })
      const tokens = await other.connect('own:profile')
      assert.equal((await scene.at.query(tokens.access_token, '{ me { name } }')).status, 200)
      const { addOnList } = await admin.data(LIST)
      const [addOn] = addOnList.filter((entry: { clientId: string }) => entry.clientId === personal.clientId)
      assert.equal(addOn.personCount, 1)
      assert.equal(addOn.usage.answeredCount, 1)
    })
  })
}
