/**
 * What sending writes down on the embedded store, whose commits keep the process until the disk has them: what is done
 * again without harm does not wait for it (ADR 201, threats row 353).
 */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { Integration } from '../support/integration.ts'
import { preparedPlace, startServer } from '../support/test-server.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const ADD = 'mutation { contactCreate(input: { kind: SUPPLIER, name: "Fuel" }) { userErrorList { code } } }'
const CREATE = `mutation ($input: WebhookInput!) {
  webhookCreate(input: $input) { webhook { webhookId } userErrorList { code message path } } }`

test('only rounds of messages that were all taken are written down without waiting for the disk', async (t) => {
  const place = await preparedPlace('sqlite')
  /** Of each commit, whether it was synced. */
  const commits: boolean[] = []
  const levels = new WeakMap<DatabaseSync, string>()
  const { exec } = DatabaseSync.prototype
  t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, text: string) {
    const level = /^PRAGMA synchronous = (\w+)$/.exec(text)?.[1]
    if (level !== undefined) levels.set(this, level)
    if (text === 'COMMIT') commits.push(levels.get(this) !== 'NORMAL')
    exec.call(this, text)
  })
  const environment = { ...place.environment, AIRSIDE_WEBHOOK_LOOPBACK: '1' }
  const server = (await startServer('sqlite', { ...place, environment })).at(place)
  const receiver = await WebhookReceiver.start()
  try {
    const at = (await server.operator('alpine')).production
    const admin = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Anna', ['ADMIN']))
    const { apiKeyId, refreshToken } = await at.createKey('contact:read contact:write')
    const key = new Integration(at, (await at.refreshKey(refreshToken)).body)
    await admin.done('webhookCreate', CREATE, { input: { apiKeyId, url: receiver.url, entityList: ['CONTACT'] } })
    const commitsOfDelivery = async (): Promise<boolean[]> => {
      await key.did(key.change(ADD))
      assert.equal(commits.at(-1), true, 'the change itself waits for the disk')
      // What was counted is written by a timer, and would be among the commits where the machine is slow.
      await server.app.usage.flush()
      commits.length = 0
      await server.app.webhooks.deliver()
      return commits.slice()
    }
    assert.deepEqual(await commitsOfDelivery(), [false, false], 'the claim, and what came of it')
    receiver.answers(500)
    assert.deepEqual(await commitsOfDelivery(), [false, true], 'what is tried again is kept first')
    receiver.answers(410)
    assert.deepEqual((await commitsOfDelivery()).slice(0, 2), [false, true], 'that it is switched off too')
    assert.equal(receiver.received.length, 3)
  } finally {
    await receiver.close()
    await server.close()
  }
})
