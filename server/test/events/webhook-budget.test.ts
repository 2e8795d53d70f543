/** What sending for one owner may take of a process; what is beyond it waits and is told (ADR 294, threats rows 613 and 614). */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { SENDING_COSTS, SendingBudget, type SendingLimits } from '../../src/background/webhooks/sending-budget.ts'
import { WebhookDelivery } from '../../src/background/webhooks/webhook-delivery.ts'
import { WebhookSender } from '../../src/background/webhooks/webhook-sender.ts'
import { MAX_SENT_AGAIN_PER_HOUR } from '../../src/domain/limits.ts'
import { createLog } from '../../src/log.ts'
import { releaseWebhook } from '../../src/storage/events/webhook-queue.ts'
import { changeWebhook, webhookById } from '../../src/storage/events/webhooks.ts'
import { addPerson, type Person } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { preparedPlace, startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

after(stopOwnPostgres)

const ERRORS = 'userErrorList { code message path }'
const CREATE = `mutation ($input: WebhookInput!) { webhookCreate(input: $input) { webhook { webhookId } ${ERRORS} } }`
const CHANGES = 120
/** Of these, of one record. */
const RENAMED = 20

for (const store of storesFor('sql')) {
  describe(`the budget of sending (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let anna: Person
    let admin: ConsoleClient
    let key: Integration
    let apiKeyId: string
    let cursor: string
    let stops: (() => Promise<void>)[] = []

    before(async () => {
      const place = await preparedPlace(store)
      const environment = { ...place.environment, AIRSIDE_WEBHOOK_LOOPBACK: '1' }
      server = (await startServer(store, { ...place, environment })).at(place)
      server.clock.standStill()
      at = (await server.operator('alpine')).production
      anna = await addPerson(server, at, 'Anna', ['ADMIN'])
      const made = await at.createKey('contact:read contact:write')
      apiKeyId = made.apiKeyId
      key = new Integration(at, (await at.refreshKey(made.refreshToken)).body)
      cursor = (await key.ask('{ changeList { pageInfo { endCursor } } }')).changeList.pageInfo.endCursor
    })
    beforeEach(async () => {
      admin = await ConsoleClient.signIn(server, at, anna)
    })
    after(() => server.close())
    afterEach(async () => {
      for (const { webhookId } of (await admin.data('{ webhookList { webhookId } }')).webhookList)
        await admin.done('webhookDelete', `mutation ($id: ID!) { webhookDelete(webhookId: $id) { ${ERRORS} } }`, {
          id: webhookId,
        })
      for (const stop of stops) await stop()
      stops = []
    })

    /** Sends like the server, with a budget that a test can use up. */
    const sendingWith = (limits: SendingLimits): WebhookDelivery => {
      const { world, logged } = server
      const { logger: log } = createLog('warn', { write: (line: string) => void logged.push(line) })
      const queries = { answer: async () => ({ refused: 'no queries here' }), problem: async () => null }
      const budget = new SendingBudget(world, limits)
      const delivery = new WebhookDelivery({ world, log, sender: new WebhookSender(true), queries, budget })
      stops.push(() => delivery.stop())
      return delivery
    }

    const receive = async (): Promise<WebhookReceiver> => {
      const receiver = await WebhookReceiver.start()
      stops.push(() => receiver.close())
      return receiver
    }

    const create = async (receiver: WebhookReceiver, more: object = {}): Promise<string> => {
      const input = { apiKeyId, url: receiver.url, entityList: ['CONTACT'], ...more }
      return (await admin.done('webhookCreate', CREATE, { input })).webhook.webhookId
    }

    const change = async (count: number): Promise<void> => {
      const add = `mutation { contactCreate(input: { kind: SUPPLIER, name: "Fuel" }) { ${ERRORS} } }`
      for (let n = 0; n < count; n++) await key.did(key.change(add))
    }

    /** Adds a contact and gives it so many other names. */
    const renameOne = async (times: number): Promise<void> => {
      const shown = `{ contact { contactId version } ${ERRORS} }`
      const add = `mutation { contactCreate(input: { kind: SUPPLIER, name: "One" }) ${shown} }`
      let { contact } = await key.did(key.change(add))
      for (let n = 0; n < times; n++) {
        const rename = `mutation ($id: ID!, $v: Int!) {
          contactUpdate(contactId: $id, input: { name: "One ${n}" }, expectedVersion: $v) ${shown} }`
        contact = (await key.did(key.change(rename, { id: contact.contactId, v: contact.version }))).contact
      }
    }

    const delayedSince = async (id: string): Promise<string | null> =>
      (await admin.data('query ($id: ID!) { webhook(webhookId: $id) { delayedSince } }', { id })).webhook.delayedSince

    test('an owner that has sent as much as may be waits: all is sent as time passes, once and in the order of each record, and the webhook says since when', async () => {
      const receiver = await receive()
      const id = await create(receiver)
      const refillPerSecond = 40 * SENDING_COSTS.message
      const delivery = sendingWith({ bucket: refillPerSecond, refillPerSecond })
      await change(CHANGES - RENAMED)
      await renameOne(RENAMED - 1)
      const begunAt = new Date(server.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
      await delivery.deliver()
      const first = receiver.received.length
      assert.ok(first > 0 && first <= 80, `${first} messages before anybody waits`)
      assert.equal(await delayedSince(id), begunAt)
      await delivery.deliver()
      assert.equal(receiver.received.length, first, 'nothing more while no time passes')
      server.clock.advanceSeconds(1)
      await delivery.deliver()
      assert.ok(receiver.received.length < CHANGES, 'a second buys a part')
      let seconds = 1
      for (; receiver.received.length < CHANGES; seconds++) {
        assert.ok(seconds < 60)
        if (seconds > 1) assert.equal(await delayedSince(id), begunAt)
        server.clock.advanceSeconds(1)
        await delivery.deliver()
      }
      const costs = CHANGES * SENDING_COSTS.message + 3 * SENDING_COSTS.round
      assert.ok((seconds + 1) * refillPerSecond >= costs, `all of ${costs} within ${seconds} seconds`)
      assert.equal(new Set(receiver.received.map((message) => message.id)).size, CHANGES, 'each once')
      const last = receiver.received.at(-1)?.entityId
      const versions = receiver.received.filter(({ entityId }) => entityId === last).map(({ data }) => data.version)
      assert.deepEqual(
        versions,
        Array.from({ length: RENAMED }, (_none, n) => n + 1),
      )
      server.clock.advanceSeconds(60)
      await delivery.deliver()
      assert.equal(receiver.received.length, CHANGES)
      assert.equal(await delayedSince(id), null)
    })

    test('webhooks of one operator share its budget; that of another operator is its own', async () => {
      const [one, other] = [await receive(), await receive()]
      await create(one)
      await create(other)
      const refillPerSecond = 40 * SENDING_COSTS.message
      const budgetOf = sendingWith({ bucket: refillPerSecond, refillPerSecond })
      await change(CHANGES)
      await budgetOf.deliver()
      const together = one.received.length + other.received.length
      assert.ok(together <= 160, `${together} of ${2 * CHANGES}`)
      const { world } = server
      const budget = new SendingBudget(world, { bucket: 10, refillPerSecond: 10 })
      const elsewhere = (await server.operator('coastal')).production.tenant
      budget.owe(at.tenant, { application: null }, 10)
      assert.equal(budget.msToWait(at.tenant, { application: null }), 1_000)
      assert.equal(budget.msToWait(elsewhere, { application: null }), 0)
    })

    test('what is not taken, a new connection, and changes that are only looked at are paid, too', async () => {
      const spentOn = async (more: object, temper: (receiver: WebhookReceiver) => void): Promise<number> => {
        const receiver = await receive()
        temper(receiver)
        const id = await create(receiver, more)
        await change(4)
        const bucket = 100_000
        const { world } = server
        const budget = new SendingBudget(world, { bucket, refillPerSecond: 1 })
        let spent = 0
        const owe = budget.owe.bind(budget)
        budget.owe = (tenant, webhook, tenths) => {
          spent += tenths
          owe(tenant, webhook, tenths)
        }
        const queries = { answer: async () => ({ refused: 'no queries here' }), problem: async () => null }
        const { logger: log } = createLog('warn', { write: () => {} })
        const delivery = new WebhookDelivery({ world, log, sender: new WebhookSender(true), queries, budget })
        stops.push(() => delivery.stop())
        await delivery.deliver()
        await admin.done('webhookDelete', `mutation ($id: ID!) { webhookDelete(webhookId: $id) { ${ERRORS} } }`, { id })
        return spent
      }
      const { round, message, connection, notTaken } = SENDING_COSTS
      const taken = await spentOn({}, () => {})
      assert.ok(taken >= round + 4 * message && taken <= 2 * round + 4 * (message + connection) + 2, `${taken}`)
      const refused = await spentOn({}, (receiver) => receiver.answers(500))
      assert.ok(refused >= round + 4 * (message + notTaken), `${refused}`)
      const unheard = await spentOn({ kindList: ['DELETED'] }, () => {})
      assert.ok(unheard >= round && unheard < taken, `${unheard}`)
    })

    test('a webhook that others hold, or that rests for another reason, is not told as delayed', async () => {
      const id = await create(await receive())
      const { storage } = server.world
      const release = (delayedSince: number | null) =>
        storage.writeTenant(at.tenant.tenantId, async (tx) => {
          await changeWebhook(tx, id, { holder: 'one' })
          await releaseWebhook(tx, id, { holder: 'one', restsUntil: 0, delayedSince })
        })
      await release(1_000)
      await release(2_000)
      const read = async () => (await webhookById(storage.tenant(at.tenant.tenantId), id))?.delayed_since
      assert.equal(await read(), 1_000, 'since it was delayed first')
      await release(null)
      assert.equal(await read(), null)
      await release(3_000)
      const turn = (isOn: boolean) =>
        admin.done(
          'webhookSwitch',
          `mutation ($id: ID!, $isOn: Boolean!) { webhookSwitch(webhookId: $id, isOn: $isOn) { ${ERRORS} } }`,
          { id, isOn },
        )
      await turn(false)
      assert.equal(await delayedSince(id), null)
      await turn(true)
      assert.equal(await delayedSince(id), null, 'switched on, nothing waits yet')
    })

    test('a webhook is sent again from a cursor ten times an hour, and then the time is told', async () => {
      const id = await create(await receive())
      const again = () =>
        admin.data(`mutation { webhookResendFrom(webhookId: "${id}", after: "${cursor}") { ${ERRORS} } }`)
      for (let n = 0; n < MAX_SENT_AGAIN_PER_HOUR; n++)
        assert.deepEqual((await again()).webhookResendFrom.userErrorList, [])
      const [refusal] = (await again()).webhookResendFrom.userErrorList
      assert.equal(refusal.code, 'LIMIT_EXCEEDED')
      assert.match(refusal.message, /at most 10 times an hour: wait until/)
      // The store's clock goes on within a transaction: the first of them may have been noted some milliseconds later.
      server.clock.advanceSeconds(3_601)
      admin = await ConsoleClient.signIn(server, at, anna)
      assert.deepEqual((await again()).webhookResendFrom.userErrorList, [])
    })
  })
}
