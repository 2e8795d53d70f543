/**
 * What became of a webhook while a message of it was on its way to the connection decides whether it is sent (events
 * row 75, threats row 334).
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { HOST } from '../../src/services/audit-trail.ts'
import { setSuspendedOf } from '../../src/services/incidents/suspend.ts'
import { setOperatorOpen } from '../../src/storage/support/operators.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { namedUrl, whileConnecting } from '../support/held-delivery.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { preparedPlace, startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

after(stopOwnPostgres)

const ERRORS = 'userErrorList { code message path }'
const ADD = `mutation ($name: String!) {
  contactCreate(input: { kind: SUPPLIER, name: $name }) { contact { contactId } ${ERRORS} } }`

for (const store of storesFor('concurrency')) {
  describe(`a message that waits for its connection (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let admin: ConsoleClient
    let key: Integration
    let apiKeyId: string
    let receiver: WebhookReceiver
    let webhookId: string
    let secret: string

    before(async () => {
      const place = await preparedPlace(store)
      const environment = { ...place.environment, AIRSIDE_WEBHOOK_LOOPBACK: '1' }
      server = (await startServer(store, { ...place, environment })).at(place)
      at = (await server.operator('alpine')).production
      admin = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Anna', ['ADMIN']))
    })
    after(() => server.close())

    const inputOf = (to: WebhookReceiver) => ({ apiKeyId, url: namedUrl(to), entityList: ['CONTACT'] })

    beforeEach(async () => {
      const made = await at.createKey('contact:read contact:write aircraft:read')
      apiKeyId = made.apiKeyId
      key = new Integration(at, (await at.refreshKey(made.refreshToken)).body)
      receiver = await WebhookReceiver.start()
      const created = await admin.done(
        'webhookCreate',
        `mutation ($input: WebhookInput!) { webhookCreate(input: $input) { secret webhook { webhookId } ${ERRORS} } }`,
        { input: inputOf(receiver) },
      )
      webhookId = created.webhook.webhookId
      secret = created.secret
    })
    afterEach(async () => {
      await receiver.close()
      const { webhookList } = await admin.data('{ webhookList { webhookId } }')
      for (const each of webhookList) await act('webhookDelete', '', each.webhookId)
    })

    const act = (name: string, args = '', id = webhookId, result = '') =>
      admin.done(name, `mutation ($id: ID!) { ${name}(webhookId: $id${args}) { ${result} ${ERRORS} } }`, { id })
    const addContact = async (name: string): Promise<string> =>
      (await key.did(key.change(ADD, { name }))).contact.contactId
    const setSuspended = (isSuspended: boolean) => {
      const what = { kind: 'api-key', id: apiKeyId } as const
      return setSuspendedOf(server.world.at(at.tenant), { what, isSuspended, reason: 'test' }, HOST)
    }

    const ends: Readonly<Record<string, () => Promise<unknown>>> = {
      'its webhook was switched off': () => act('webhookSwitch', ', isOn: false'),
      'its webhook was switched off, and on again from now': async () => {
        await act('webhookSwitch', ', isOn: false')
        await act('webhookSwitch', ', isOn: true, fromNow: true')
      },
      'its webhook was removed': () => act('webhookDelete'),
      'its key was revoked': () => at.revokeKey(apiKeyId),
      'its key was suspended': () => setSuspended(true),
      'its key may no longer read the record': () =>
        admin.done(
          'apiKeyScopeSet',
          `mutation ($key: ID!) { apiKeyScopeSet(apiKeyId: $key, scopeList: ["aircraft:read"]) { ${ERRORS} } }`,
          { key: apiKeyId },
        ),
      'its webhook tells of other kinds': () =>
        admin.done(
          'webhookUpdate',
          `mutation ($id: ID!, $input: WebhookInput!) { webhookUpdate(webhookId: $id, input: $input) { ${ERRORS} } }`,
          { id: webhookId, input: { ...inputOf(receiver), entityList: ['AIRCRAFT'] } },
        ),
    }
    for (const [why, end] of Object.entries(ends))
      test(`is not sent where ${why} meanwhile`, async () => {
        await addContact('On its way')
        await whileConnecting(server, 1, end)
        assert.deepEqual(receiver.received, [])
      })

    test('is not sent where its operator was closed meanwhile, and is once it is open again', async () => {
      await addContact('On its way')
      const setClosed = (closedAt: number | null) =>
        server.world.storage.writePlatform((tx) => setOperatorOpen(tx, at.tenant.operatorId, closedAt))
      await whileConnecting(server, 1, () => setClosed(server.clock.now()))
      assert.deepEqual(receiver.received, [])
      await setClosed(null)
      server.clock.advanceSeconds(11)
      await server.app.webhooks.deliver()
      assert.equal(receiver.received.length, 1)
    })

    test('goes to the new address alone where its webhook was given one meanwhile', async () => {
      const other = await WebhookReceiver.start()
      try {
        const contactId = await addContact('On its way')
        await whileConnecting(server, 1, () =>
          admin.done(
            'webhookUpdate',
            `mutation ($id: ID!, $input: WebhookInput!) { webhookUpdate(webhookId: $id, input: $input) { ${ERRORS} } }`,
            { id: webhookId, input: inputOf(other) },
          ),
        )
        assert.deepEqual(receiver.received, [])
        assert.deepEqual(
          other.received.map(({ entityId }) => entityId),
          [contactId],
        )
      } finally {
        await other.close()
      }
    })

    test('is signed with the secret that was given meanwhile, and with the one before', async () => {
      await addContact('On its way')
      let later = ''
      await whileConnecting(server, 1, async () => {
        later = (await act('webhookSecretRotate', '', webhookId, 'secret')).secret
      })
      assert.equal(receiver.received.length, 1)
      for (const each of [secret, later])
        new Webhook(each).verify(receiver.received[0]?.body ?? '', receiver.received[0]?.headers ?? {})
    })

    test('is sent once where nothing happened meanwhile, and a test message likewise', async () => {
      // So that each has a connection of its own.
      receiver.answers(200, { connection: 'close' })
      await addContact('On its way')
      await whileConnecting(server, 1, async () => {})
      await act('webhookTest')
      await whileConnecting(server, 1, async () => {})
      assert.deepEqual(
        receiver.received.map(({ type }) => type),
        ['contact.created', 'webhook.test'],
      )
      await act('webhookTest')
      await whileConnecting(server, 1, () => act('webhookSwitch', ', isOn: false'))
      assert.equal(receiver.received.length, 2)
    })
  })
}
