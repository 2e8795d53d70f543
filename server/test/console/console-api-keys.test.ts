/** API keys in the console: created, shown once, used, rotated with an overlap, revoked (access-model §6). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { GrantScene } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

const KEY = `apiKeyId label state isUnused lastUsedAt expiresAt createdBy { name }
  scopeList { scope { name } usedCount } refreshTokenList { lastFour active expiresAt } firstRequest { at requestId }`
const CREATE = `mutation ($input: ApiKeyInput!) { apiKeyCreate(input: $input) {
  refreshToken apiKey { ${KEY} } userErrorList { code path } } }`
const READ = `query ($id: ID!) { apiKey(apiKeyId: $id) { ${KEY} } }`
const ROTATE = `mutation ($id: ID!, $hours: Int!) { apiKeyRotate(apiKeyId: $id, overlapHours: $hours) {
  refreshToken apiKey { refreshTokenList { lastFour expiresAt } } userErrorList { code path } } }`
const RENAME =
  'mutation ($id: ID!, $label: String!) { apiKeyRename(apiKeyId: $id, label: $label) { apiKey { label } userErrorList { code path } } }'
const REVOKE = 'mutation ($id: ID!) { apiKeyRevoke(apiKeyId: $id) { apiKey { state } userErrorList { code path } } }'

for (const store of storesFor('life cycle')) {
  describe(`API keys in the console (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let admin: ConsoleClient
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      admin = new ConsoleClient(server.client, scene.browser)
    })
    after(() => server.close())
    beforeEach(() => scene.signInAgain())

    const create = (input: object = {}) =>
      admin.done('apiKeyCreate', CREATE, { input: { label: 'Wallboard', scopeList: ['contact:read'], ...input } })

    test("a new key's secret is shown once, and its first request appears with its request id", async () => {
      const { refreshToken, apiKey } = await create({ scopeList: ['contact:read', 'flight:read'] })
      assert.match(refreshToken, /^air_live_ak_/)
      assert.equal(apiKey.createdBy.name, 'Anna')
      assert.equal(apiKey.firstRequest, null)
      assert.equal(apiKey.refreshTokenList[0].lastFour, refreshToken.slice(-4))
      const token = (await scene.at.refreshKey(refreshToken)).body
      const answer = await scene.at.query(token, '{ contactList { nodeList { name } } }')
      const { apiKey: seen } = await admin.data(READ, { id: apiKey.apiKeyId })
      assert.equal(seen.firstRequest.requestId, answer.headers['x-request-id'])
      assert.equal(seen.refreshTokenList[0].active, 1)
      assert.deepEqual(
        seen.scopeList.map((entry: { scope: { name: string }; usedCount: number }) => [
          entry.scope.name,
          entry.usedCount,
        ]),
        [
          ['flight:read', 0],
          ['contact:read', 1],
        ],
      )
      await scene.at.query(token, '{ echo(text: "again") }')
      const { apiKey: later } = await admin.data(READ, { id: apiKey.apiKeyId })
      assert.deepEqual(later.firstRequest, seen.firstRequest)
      assert.ok(!JSON.stringify(later).includes(refreshToken))
    })

    test("errors of a key's form are reported by field", async () => {
      const refusals = [
        [{ label: ' ' }, 'label'],
        [{ scopeList: [] }, 'scopeList'],
        [{ scopeList: ['no:such'] }, 'scopeList'],
        [{ scopeList: ['own:roster'] }, 'scopeList'],
        [{ scopeList: ['api-key:read'] }, 'scopeList'],
        [{ scopeList: ['contact:read'], aircraftIdList: ['acf_x'] }, 'scopeList'],
        [{ scopeList: ['flight:read'], aircraftIdList: ['acf_x'] }, 'aircraftIdList'],
        [{ scopeList: ['flight:read'], aircraftIdList: [] }, 'aircraftIdList'],
        [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
      ] as const
      for (const [input, field] of refusals) {
        const errors = await admin.refused('apiKeyCreate', CREATE, {
          input: { label: 'Wallboard', scopeList: ['contact:read'], ...input },
        })
        assert.deepEqual(errors, [{ code: 'VALIDATION', path: ['input', field] }], JSON.stringify(input))
      }
    })

    test("after a rotation both secrets work until the overlap ends, then the old one's tokens end too", async () => {
      const { refreshToken: old, apiKey } = await create()
      const { refreshToken: next, apiKey: rotated } = await admin.done('apiKeyRotate', ROTATE, {
        id: apiKey.apiKeyId,
        hours: 6,
      })
      assert.notEqual(next, old)
      assert.deepEqual(
        rotated.refreshTokenList.map(({ lastFour, expiresAt }: { lastFour: string; expiresAt: string | null }) => [
          lastFour,
          expiresAt === null,
        ]),
        [
          [next.slice(-4), true],
          [old.slice(-4), false],
        ],
      )
      assert.equal((await scene.at.refreshKey(old)).status, 200)
      assert.equal((await scene.at.refreshKey(next)).status, 200)
      server.clock.advanceSeconds(6 * HOUR_SECONDS - 60)
      const last = (await scene.at.refreshKey(old)).body
      assert.equal((await scene.at.query(last, '{ echo(text: "hi") }')).status, 200)
      server.clock.advanceSeconds(60)
      assert.equal((await scene.at.query(last, '{ echo(text: "hi") }')).status, 401)
      assert.equal((await scene.at.refreshKey(old)).status, 400)
      assert.equal((await scene.at.refreshKey(next)).status, 200)
    })

    test('a rotation without overlap ends the old secret at once', async () => {
      const { refreshToken: old, apiKey } = await create()
      const token = (await scene.at.refreshKey(old)).body
      await admin.done('apiKeyRotate', ROTATE, { id: apiKey.apiKeyId, hours: 0 })
      assert.equal((await scene.at.refreshKey(old)).status, 400)
      assert.equal((await scene.at.query(token, '{ echo(text: "hi") }')).status, 401)
      const tooLong = await admin.refused('apiKeyRotate', ROTATE, { id: apiKey.apiKeyId, hours: 169 })
      assert.deepEqual(tooLong, [{ code: 'VALIDATION', path: ['overlapHours'] }])
    })

    test('renaming and revoking a key take effect at once and write one audit entry each', async () => {
      const { refreshToken, apiKey } = await create()
      const id = apiKey.apiKeyId
      const token = (await scene.at.refreshKey(refreshToken)).body
      assert.equal(
        (await admin.done('apiKeyRename', RENAME, { id, label: 'Hangar tablet' })).apiKey.label,
        'Hangar tablet',
      )
      await admin.done('apiKeyRotate', ROTATE, { id, hours: 1 })
      assert.equal((await admin.done('apiKeyRevoke', REVOKE, { id })).apiKey.state, 'REVOKED')
      assert.equal((await scene.at.query(token, '{ echo(text: "hi") }')).status, 401)
      assert.deepEqual(await admin.refused('apiKeyRevoke', REVOKE, { id }), [{ code: 'NOT_FOUND', path: ['apiKeyId'] }])
      assert.equal((await admin.refused('apiKeyRotate', ROTATE, { id, hours: 1 }))[0]?.code, 'NOT_FOUND')
      const { auditEntryList } = await admin.data(
        'query ($id: String!) { auditEntryList(filter: { subjectId: $id }) { nodeList { action actorName subjectName detail } } }',
        { id },
      )
      assert.deepEqual(auditEntryList.nodeList.map(({ action }: { action: string }) => action).toSorted(), [
        'api-key.created',
        'api-key.renamed',
        'api-key.revoked',
        'api-key.rotated',
      ])
      assert.ok(auditEntryList.nodeList.every((entry: { actorName: string }) => entry.actorName === 'Anna Test'))
      assert.ok(!JSON.stringify(auditEntryList).includes(refreshToken))
    })

    test('a key unused for 30 days is flagged and still works', async () => {
      const { refreshToken, apiKey } = await create()
      const isUnused = async () => {
        const admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
        return (await admin.data(READ, { id: apiKey.apiKeyId })).apiKey.isUnused
      }
      server.clock.advanceSeconds(30 * DAY_SECONDS - 60)
      assert.equal(await isUnused(), false)
      server.clock.advanceSeconds(120)
      assert.equal(await isUnused(), true)
      assert.equal((await scene.at.refreshKey(refreshToken)).status, 200)
      assert.equal(await isUnused(), false)
    })
  })
}
