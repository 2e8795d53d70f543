/** The receiver in Python of docs/site/webhooks.md, as it stands there, takes what the service sends and nothing else. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { blocksOf } from '../../../sdk/test/support/documented-blocks.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { isMissing } from '../support/debian-program.ts'
import { freePort } from '../support/free-port.ts'
import { Integration } from '../support/integration.ts'
import { soon } from '../support/soon.ts'
import { preparedPlace, startServer, type TestServer } from '../support/test-server.ts'

const PYTHON = '/usr/bin/python3'
const ERRORS = 'userErrorList { code message path }'
const DOCUMENTED_SECRET = /^SECRET = "whsec_[^"]+"/m
const DOCUMENTED_SERVICE = /^# Your service: (.*)\(\("", 3000\), (.*)$/m

/** The documented lines up to where they serve, then the line that serves, with another secret and port. */
const receiverOf = (secret: string, port: number): string => {
  const { text } = blocksOf('docs/site/webhooks.md').find(({ language }) => language === 'python') ?? assert.fail()
  const service = DOCUMENTED_SERVICE.exec(text) ?? assert.fail('it says how it is served')
  assert.match(text, DOCUMENTED_SECRET)
  const lines = text.slice(0, service.index).replace(DOCUMENTED_SECRET, `SECRET = "${secret}"`)
  return `${lines}\n${service[1]}(("127.0.0.1", ${port}), ${service[2]}\n`
}

describe('the documented receiver in Python', { skip: isMissing(PYTHON, 'python3') }, () => {
  let server: TestServer
  let admin: ConsoleClient
  let key: Integration
  let python: ChildProcess
  let url: string
  let webhookId: string
  let secret: string
  const printed: string[] = []

  before(async () => {
    const place = await preparedPlace('sqlite')
    const environment = { ...place.environment, AIRSIDE_WEBHOOK_LOOPBACK: '1' }
    server = (await startServer('sqlite', { ...place, environment })).at(place)
    const at = (await server.operator('alpine')).production
    admin = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Anna', ['ADMIN']))
    const { apiKeyId, refreshToken } = await at.createKey('contact:read contact:write')
    key = new Integration(at, (await at.refreshKey(refreshToken)).body)
    const port = await freePort()
    url = `http://127.0.0.1:${port}/hook`
    const made = await admin.done(
      'webhookCreate',
      `mutation ($input: WebhookInput!) { webhookCreate(input: $input) { secret webhook { webhookId } ${ERRORS} } }`,
      {
        input: {
          apiKeyId,
          url,
          entityList: ['CONTACT'],
          query: 'query ($entityId: ID!) { contact(contactId: $entityId) { name } }',
        },
      },
    )
    webhookId = made.webhook.webhookId
    secret = made.secret
    python = spawn(PYTHON, ['-u', '-c', receiverOf(secret, port)], { stdio: ['ignore', 'pipe', 'ignore'] })
    python.stdout?.on('data', (bytes) => void printed.push(...String(bytes).trim().split('\n')))
    await soon('it listens', async () => (await fetch(url).catch(() => null)) !== null)
  })
  after(async () => {
    python.kill()
    await once(python, 'exit')
    await server.close()
  })

  const act = (name: string, result = '') =>
    admin.done(name, `mutation ($id: ID!) { ${name}(webhookId: $id) { ${result} ${ERRORS} } }`, { id: webhookId })
  const statuses = async (): Promise<(number | null)[]> =>
    (
      await admin.data('query ($id: ID!) { webhook(webhookId: $id) { attemptList { status } } }', { id: webhookId })
    ).webhook.attemptList.map(({ status }: Data) => status)
  const addContact = (name: string) =>
    key.did(
      key.change(
        `mutation ($name: String!) { contactCreate(input: { kind: SUPPLIER, name: $name }) { contact { contactId } ${ERRORS} } }`,
        { name },
      ),
    )

  test('takes a change with any text in it, a test, and what two secrets sign while one is replaced', async () => {
    await addContact('Zürich “Süd” ✈ 漢字')
    await server.app.webhooks.deliver()
    await act('webhookTest')
    await server.app.webhooks.deliver()
    await act('webhookSecretRotate', 'secret')
    await addContact('Signed twice')
    await server.app.webhooks.deliver()
    assert.deepEqual(await statuses(), [204, 204, 204])
    await soon('it printed the third', () => printed.length >= 3)
    assert.deepEqual(printed, ['contact.created', 'webhook.test', 'contact.created'])
  })

  test('refuses what nobody signed, what was changed, what another secret signed and what is old, and goes on', async () => {
    const seconds = Math.floor(Date.now() / 1000)
    const body = '{"type": "forged"}'
    const signed = (by: string, at: number, text = body) =>
      `v1,${createHmac('sha256', Buffer.from(by.slice('whsec_'.length), 'base64'))
        .update(`msg_1.${at}.${text}`)
        .digest('base64')}`
    const sent = async (at: string | null, signature: string | null) => {
      const headers = new Headers({ 'webhook-id': 'msg_1' })
      if (at !== null) headers.set('webhook-timestamp', at)
      if (signature !== null) headers.set('webhook-signature', signature)
      const { status } = await fetch(url, { method: 'POST', headers, body })
      return status
    }
    const other = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    for (const [at, signature] of [
      [null, null],
      [String(seconds), null],
      [String(seconds), ''],
      [String(seconds), 'v1,'],
      [String(seconds), 'v1,ü'],
      [String(seconds), 'v1,=== v1a,x '.repeat(500)],
      [String(seconds), signed(other, seconds)],
      [String(seconds), signed(secret, seconds, '{"type": "other"}')],
      [String(seconds + 1), signed(secret, seconds)],
      [String(seconds - 301), signed(secret, seconds - 301)],
      [String(seconds + 330), signed(secret, seconds + 330)],
      ['now', signed(secret, seconds)],
    ] as const)
      assert.equal(await sent(at, signature), 400, `${at} ${signature?.slice(0, 40)}`)
    assert.ok(!printed.includes('forged'))
    assert.equal(await sent(String(seconds), `v1,no ${signed(secret, seconds)}`), 204, 'one that matches is enough')
  })
})
