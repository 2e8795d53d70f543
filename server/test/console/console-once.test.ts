/**
 * A console mutation that is sent again with the same idempotency key after a lost response takes effect once (ADR
 * 23).
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { addPerson, GrantScene } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { type MailingServer, startMailingServer } from '../support/mailing-server.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storeDump } from '../support/store-dump.ts'
import { storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY_SECONDS = 24 * 3600

const CREATE = `mutation ($input: ApiKeyInput!, $once: String) { apiKeyCreate(input: $input, idempotencyKey: $once) {
  refreshToken apiKey { apiKeyId label } userErrorList { code path } } }`
const ROTATE = `mutation ($id: ID!, $once: String) { apiKeyRotate(apiKeyId: $id, overlapHours: 6, idempotencyKey: $once) {
  refreshToken apiKey { refreshTokenList { lastFour } } userErrorList { code path } } }`
const INVITE = `mutation ($input: UserInviteInput!, $once: String) { userInvite(input: $input, idempotencyKey: $once) {
  userAccount { userId email } userErrorList { code path } } }`
const AGAIN = `mutation ($id: ID!, $once: String) { userInviteAgain(userId: $id, idempotencyKey: $once) {
  userAccount { state } userErrorList { code } } }`

/** Mutations that end something: a repetition finds it ended and must not report an error. */
const ENDINGS = {
  apiKeyRevoke:
    'mutation ($id: ID!, $once: String) { apiKeyRevoke(apiKeyId: $id, idempotencyKey: $once) { userErrorList { code } } }',
  addOnDisconnect:
    'mutation ($id: ID!, $once: String) { addOnDisconnect(clientId: $id, idempotencyKey: $once) { userErrorList { code } } }',
  userRemove:
    'mutation ($id: ID!, $once: String) { userRemove(userId: $id, idempotencyKey: $once) { userErrorList { code } } }',
} as const

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`a console mutation that is repeated (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let admin: ConsoleClient
    let mailing: MailingServer
    before(async () => {
      mailing = await startMailingServer(store)
      server = mailing.server
      scene = await GrantScene.open(server, 'alpine')
      admin = new ConsoleClient(server.client, scene.browser)
    })
    after(() => mailing.close())

    const create = (once: string, label = 'Wallboard', by = admin): Promise<Data> =>
      by.done('apiKeyCreate', CREATE, { input: { label, scopeList: ['flight:read'] }, once })

    const keysNamed = async (label: string): Promise<number> => {
      const { apiKeyList } = await admin.data('{ apiKeyList(includeRevoked: true) { label } }')
      return apiKeyList.filter((key: Data) => key.label === label).length
    }

    const entriesAbout = async (subjectId: string): Promise<string[]> => {
      const { auditEntryList } = await admin.data(
        'query ($id: String!) { auditEntryList(filter: { subjectId: $id }) { nodeList { action } } }',
        { id: subjectId },
      )
      return auditEntryList.nodeList.map(({ action }: Data) => action).toSorted()
    }

    testOnBoth('a repeated createApiKey makes one key, and the repetition names it without its secret', async () => {
      const first = await create('key-1')
      assert.match(first.refreshToken, /^air_live_ak_/)
      const second = await create('key-1')
      assert.deepEqual([second.refreshToken, second.apiKey], [null, first.apiKey])
      assert.equal(await keysNamed('Wallboard'), 1)
      assert.deepEqual(await entriesAbout(first.apiKey.apiKeyId), ['api-key.created'])
      assert.equal((await scene.at.refreshKey(first.refreshToken)).status, 200)
    })

    testOnBoth('twenty parallel copies of createApiKey make one key, and one response has the secret', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => create('key-2', 'Twenty')))
      assert.equal(new Set(answers.map(({ apiKey }) => apiKey.apiKeyId)).size, 1)
      assert.equal(answers.filter(({ refreshToken }) => refreshToken !== null).length, 1)
      assert.equal(await keysNamed('Twenty'), 1)
    })

    test("the store never holds the key's secret in plain text for the repetition (threats row 60)", async () => {
      const { refreshToken } = await create('key-3')
      await create('key-3')
      const dump = await storeDump(server)
      assert.ok(dump.includes('key-3'), 'the dump shows the claim')
      assert.ok(!dump.includes(refreshToken))
    })

    test('a mutation that was refused can be corrected under the same idempotency key', async () => {
      const input = { label: ' ', scopeList: ['flight:read'] }
      await admin.refused('apiKeyCreate', CREATE, { input, once: 'key-5' })
      assert.notEqual((await create('key-5', 'Put right')).refreshToken, null)
    })

    test('a repeated rotation rotates once, neither repeats the lost secret nor makes a third one', async () => {
      const { apiKey } = await create('key-6')
      const first = await admin.done('apiKeyRotate', ROTATE, { id: apiKey.apiKeyId, once: 'rotate-6' })
      const second = await admin.done('apiKeyRotate', ROTATE, { id: apiKey.apiKeyId, once: 'rotate-6' })
      assert.equal(second.refreshToken, null)
      assert.deepEqual(second.apiKey, first.apiKey)
      assert.deepEqual(await entriesAbout(apiKey.apiKeyId), ['api-key.created', 'api-key.rotated'])
    })

    test('a repeated invitation makes one account and sends one message', async () => {
      const input = { email: 'beat@alpine.example', name: 'Beat', surname: 'Huber', roleList: ['OPS'] }
      const first = await admin.done('userInvite', INVITE, { input, once: 'invite-1' })
      const second = await admin.done('userInvite', INVITE, { input, once: 'invite-1' })
      assert.deepEqual(second, first)
      const id = first.userAccount.userId
      await admin.done('userInviteAgain', AGAIN, { id, once: 'again-1' })
      await admin.done('userInviteAgain', AGAIN, { id, once: 'again-1' })
      assert.deepEqual(await entriesAbout(id), ['user.invited', 'user.invited'])
      const messages = await server.world.storage.platform.db.selectFrom('outbox_message').select('recipient').execute()
      assert.equal(messages.length, 2, 'one invitation and one more, however often each was asked for')
    })

    test('a repeated revocation succeeds again instead of finding nothing to revoke', async () => {
      const { apiKey } = await create('key-7')
      await scene.connect('flight:read')
      const leaving = await addPerson(server, scene.at, 'Leaving', ['OPS'])
      const ids = {
        apiKeyRevoke: apiKey.apiKeyId,
        addOnDisconnect: scene.application.clientId,
        userRemove: leaving.userId,
      }
      for (const [field, mutation] of Object.entries(ENDINGS)) {
        const id = ids[field as keyof typeof ENDINGS]
        await admin.done(field, mutation, { id, once: field })
        await admin.done(field, mutation, { id, once: field })
        assert.equal((await admin.refused(field, mutation, { id }))[0]?.code, 'NOT_FOUND')
        assert.equal(new Set(await entriesAbout(id)).size, (await entriesAbout(id)).length, field)
      }
    })

    test('an empty or overlong idempotency key is refused by its name', async () => {
      for (const once of ['', 'x'.repeat(201)]) {
        const refused = await admin.refused('apiKeyCreate', CREATE, { input: { label: 'A', scopeList: [] }, once })
        assert.deepEqual(refused, [{ code: 'VALIDATION', path: ['idempotencyKey'] }])
      }
    })

    test('other arguments, another user or a day later make it a new mutation', async () => {
      await create('key-4', 'Here')
      const refused = await admin.refused('apiKeyCreate', CREATE, {
        input: { label: 'There', scopeList: ['flight:read'] },
        once: 'key-4',
      })
      assert.deepEqual(refused, [{ code: 'IDEMPOTENCY_MISMATCH', path: ['idempotencyKey'] }])
      assert.equal(await keysNamed('There'), 0)
      const other = await addPerson(server, scene.at, 'Second', ['ADMIN'])
      const colleague = await ConsoleClient.signIn(server, scene.at, other)
      assert.notEqual((await create('key-4', 'Here', colleague)).refreshToken, null)
      server.clock.advanceSeconds(DAY_SECONDS + 1)
      admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
      assert.notEqual((await create('key-4', 'Here')).refreshToken, null)
      assert.equal(await keysNamed('Here'), 3)
    })
  })
}
