/** Webhooks of operators (events §2): signed, in order, tried again, with the rights of their key and no more. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { HOST } from '../../src/services/audit-trail.ts'
import { setSuspendedOf } from '../../src/services/incidents/suspend.ts'
import { giveReminders } from '../../src/services/operations/reminders/give-reminders.ts'
import { claimWebhook, dueWebhooks } from '../../src/storage/events/webhook-queue.ts'
import { changeWebhook, webhookById } from '../../src/storage/events/webhooks.ts'
import { endIssuedBefore } from '../../src/storage/incidents/revocation.ts'
import { addPerson, type Person } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { seedFleet } from '../support/fleet.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { preparedPlace, startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

after(stopOwnPostgres)

const DAY_SECONDS = 86_400
const ERRORS = 'userErrorList { code message path }'
const CREATE = `mutation ($input: WebhookInput!) {
  webhookCreate(input: $input) { secret webhook { webhookId } ${ERRORS} } }`
const LOG = `query ($id: ID!) { webhook(webhookId: $id) {
  switchedOffAt offReason waitingCount attemptList { messageId type number status problem isTaken answer cursorBefore } } }`

for (const store of storesFor('order')) {
  describe(`webhooks (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let anna: Person
    let admin: ConsoleClient
    let key: Integration
    let apiKeyId: string
    let receivers: WebhookReceiver[] = []

    before(async () => {
      const place = await preparedPlace(store)
      const environment = { ...place.environment, AIRSIDE_WEBHOOK_LOOPBACK: '1' }
      server = (await startServer(store, { ...place, environment })).at(place)
      server.clock.standStill()
      at = (await server.operator('alpine')).production
      anna = await addPerson(server, at, 'Anna', ['ADMIN'])
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
      for (const receiver of receivers) await receiver.close()
      receivers = []
    })

    const newKey = async (scope = 'contact:read contact:write'): Promise<void> => {
      const made = await at.createKey(scope)
      apiKeyId = made.apiKeyId
      key = new Integration(at, (await at.refreshKey(made.refreshToken)).body)
    }

    const receive = async (): Promise<WebhookReceiver> => {
      const receiver = await WebhookReceiver.start()
      receivers.push(receiver)
      return receiver
    }

    const create = async (receiver: WebhookReceiver, more: object = {}): Promise<{ id: string; secret: string }> => {
      const input = { apiKeyId, url: receiver.url, entityList: ['CONTACT'], ...more }
      const { secret, webhook } = await admin.done('webhookCreate', CREATE, { input })
      return { id: webhook.webhookId, secret }
    }

    const act = (name: string, args: string, id: string, result = '') =>
      admin.done(name, `mutation ($id: ID!) { ${name}(webhookId: $id${args}) { ${result} ${ERRORS} } }`, { id })

    const addContact = async (name: string): Promise<{ contactId: string; version: number }> => {
      const made = await key.did(
        key.change(
          `mutation ($name: String!) { contactCreate(input: { kind: SUPPLIER, name: $name }) { contact { contactId version } ${ERRORS} } }`,
          { name },
        ),
      )
      return made.contact
    }

    const rename = async (contact: { contactId: string; version: number }, name: string) => {
      const made = await key.did(
        key.change(
          `mutation ($id: ID!, $name: String!, $v: Int!) { contactUpdate(contactId: $id, input: { name: $name }, expectedVersion: $v) { contact { contactId version } ${ERRORS} } }`,
          { id: contact.contactId, name, v: contact.version },
        ),
      )
      return made.contact
    }

    const logOf = async (id: string) => (await admin.data(LOG, { id })).webhook
    const deliver = () => server.app.webhooks.deliver()

    test('a change arrives signed by Standard Webhooks, without data of the record, and is in the log', async () => {
      await newKey()
      const receiver = await receive()
      const { id, secret } = await create(receiver)
      const contact = await addContact('Fuel AG')
      await deliver()
      const [message] = receiver.received
      assert.equal(receiver.received.length, 1)
      assert.deepEqual(
        new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {}),
        JSON.parse(message?.body ?? ''),
      )
      assert.throws(() => new Webhook(secret).verify(`${message?.body} `, message?.headers ?? {}))
      assert.equal(message?.type, 'contact.created')
      const { cursor, ...told } = message?.data ?? {}
      assert.deepEqual(told, {
        operatorId: 'alpine',
        environment: 'production',
        entity: 'CONTACT',
        entityId: contact.contactId,
        kind: 'CREATED',
        version: 1,
        fieldList: told.fieldList,
      })
      assert.doesNotMatch(message?.body ?? '', /Fuel AG/)
      const { changeList } = await key.ask(
        'query ($after: String) { changeList(after: $after) { nodeList { kind } } }',
        { after: cursor },
      )
      assert.deepEqual(changeList.nodeList, [])
      const { attemptList } = await logOf(id)
      const log = attemptList.map(({ cursorBefore: _, ...attempt }: Data) => attempt)
      assert.deepEqual(log, [
        {
          messageId: message?.id,
          type: 'contact.created',
          number: 1,
          status: 200,
          problem: null,
          isTaken: true,
          answer: 'thank you',
        },
      ])
    })

    test('a test, one message and everything after a cursor are sent on request; two secrets sign while one is replaced', async () => {
      await newKey()
      const receiver = await receive()
      const { id, secret } = await create(receiver)
      await act('webhookTest', '', id)
      await deliver()
      assert.equal(receiver.received[0]?.type, 'webhook.test')
      const first = await addContact('One')
      await addContact('Two')
      await deliver()
      // Messages about different records come in any order.
      const one = receiver.received.find(({ entityId }) => entityId === first.contactId)
      assert.ok(one)
      await act('webhookResend', `, messageId: "${one.id}"`, id)
      await deliver()
      assert.equal(receiver.received.at(-1)?.id, one.id)
      const { secret: later } = await act('webhookSecretRotate', '', id, 'secret')
      receiver.received.length = 0
      await act('webhookResendFrom', `, after: "${one.data.cursor}"`, id)
      await deliver()
      assert.equal(receiver.received.length, 1)
      for (const each of [secret, later])
        new Webhook(each).verify(receiver.received[0]?.body ?? '', receiver.received[0]?.headers ?? {})
    })

    test('what is not taken is tried again in order by record, under the same id; other records go on', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      const stuck = await addContact('Stuck')
      receiver.temper = (message, res) =>
        void (message.entityId === stuck.contactId ? res.writeHead(503).end() : res.end())
      await deliver()
      const renamed = await rename(stuck, 'Stuck 2')
      const free = await addContact('Free')
      await rename(renamed, 'Stuck 3')
      await deliver()
      const told = () =>
        receiver.received.map(
          ({ entityId, data }) => `${entityId === free.contactId ? 'free' : 'stuck'} ${data.version}`,
        )
      assert.deepEqual(told(), ['stuck 1', 'free 1'])
      assert.equal((await logOf(id)).waitingCount, 3)
      receiver.takesAll()
      server.clock.advanceSeconds(10)
      await deliver()
      assert.deepEqual(told(), ['stuck 1', 'free 1', 'stuck 1', 'stuck 2', 'stuck 3'])
      assert.equal(receiver.received[0]?.id, receiver.received[2]?.id)
      assert.equal((await logOf(id)).waitingCount, 0)
    })

    test('what a power failure made forgotten of a round is sent again under the same ids, in order by record', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      const contact = await addContact('Kept')
      await rename(contact, 'Kept 2')
      const { position, failures } = await server.world.at(at.tenant).write(async (tx) => {
        const webhook = await webhookById(tx, id)
        assert.ok(webhook)
        return webhook
      })
      await deliver()
      // Claim, log and position go together: they are in commits after one another, of which the last ones are lost.
      await server.world.at(at.tenant).write(async (tx) => {
        await tx.db.deleteFrom('webhook_attempt').where('tenant_id', '=', tx.tenantId).execute()
        await changeWebhook(tx, id, { position, failures, holder: null, held_until: 0 })
      })
      await deliver()
      const told = receiver.received.map((message) => ({ id: message.id, version: message.data.version }))
      assert.deepEqual(
        told.map(({ version }) => version),
        [1, 2, 1, 2],
      )
      assert.deepEqual(told.slice(2), told.slice(0, 2))
      assert.equal((await logOf(id)).attemptList.length, 2)
    })

    test('the retry plan has growing pauses, and Retry-After is heard', async () => {
      await newKey()
      const receiver = await receive()
      await create(receiver)
      receiver.answers(429, { 'retry-after': '600' })
      await addContact('Later')
      await deliver()
      server.clock.advanceSeconds(500)
      await deliver()
      assert.equal(receiver.received.length, 1)
      receiver.answers(500)
      server.clock.advanceSeconds(200)
      await deliver()
      assert.equal(receiver.received.length, 2)
      server.clock.advanceSeconds(15)
      await deliver()
      assert.equal(receiver.received.length, 2)
      server.clock.advanceSeconds(60)
      await deliver()
      assert.equal(receiver.received.length, 3)
    })

    test('a dead receiver gets four messages and then only their retries; when it is back nothing is lost', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      receiver.answers(500)
      for (let count = 1; count <= 9; count++) await addContact(`Contact ${count}`)
      await deliver()
      assert.equal(receiver.received.length, 4)
      assert.equal((await logOf(id)).waitingCount, 4)
      receiver.takesAll()
      receiver.received.length = 0
      server.clock.advanceSeconds(10)
      await deliver()
      assert.equal(new Set(receiver.received.map(({ entityId }) => entityId)).size, 9)
    })

    test('410 switches it off, administrators are mailed, and switched on it goes on where it stopped', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      receiver.answers(410)
      await addContact('First')
      await deliver()
      const off = await logOf(id)
      assert.match(off.offReason, /410/)
      await addContact('Second')
      await deliver()
      assert.equal(receiver.received.length, 1)
      const mails = await server.world.storage
        .tenant(at.tenant.tenantId)
        .db.selectFrom('outbox_message')
        .select('subject')
        .execute()
      assert.ok(mails.some(({ subject }) => /switched off/.test(subject)))
      receiver.takesAll()
      receiver.received.length = 0
      await act('webhookSwitch', ', isOn: true', id)
      await deliver()
      assert.deepEqual(
        receiver.received.map(({ data }) => data.kind),
        ['CREATED', 'CREATED'],
      )
    })

    test('a receiver that is gone again and again is mailed about once a day (threats row 235)', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      receiver.answers(410)
      const told = async () => {
        const { db } = server.world.storage.tenant(at.tenant.tenantId)
        const mails = await db.selectFrom('outbox_message').select('subject').execute()
        return mails.filter(({ subject }) => /were switched off/.test(subject)).length
      }
      const before = await told()
      const goesAgain = async () => {
        await addContact('Gone')
        await deliver()
        assert.notEqual((await logOf(id)).switchedOffAt, null)
        await act('webhookSwitch', ', isOn: true', id)
      }
      await goesAgain()
      const once = await told()
      assert.ok(once > before)
      for (let times = 0; times < 3; times++) await goesAgain()
      assert.equal(await told(), once)
      server.clock.advanceSeconds(DAY_SECONDS + 1)
      admin = await ConsoleClient.signIn(server, at, anna)
      await newKey()
      await goesAgain()
      assert.ok((await told()) > once)
    })

    test('switched on from now it leaves out what happened meanwhile', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      await act('webhookSwitch', ', isOn: false', id)
      await addContact('Meanwhile')
      await act('webhookSwitch', ', isOn: true, fromNow: true', id)
      const after = await addContact('Afterwards')
      await deliver()
      assert.deepEqual(
        receiver.received.map(({ entityId }) => entityId),
        [after.contactId],
      )
    })

    test('a message that is not taken for three days switches the webhook off', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      receiver.answers(500)
      await addContact('Unwanted')
      await deliver()
      server.clock.advanceSeconds(3 * DAY_SECONDS + 60)
      admin = await ConsoleClient.signIn(server, at, anna)
      await deliver()
      assert.match((await logOf(id)).offReason, /three days/)
    })

    test('what the key may no longer read is not sent, though it changed before (events row 75)', async () => {
      await newKey('contact:read contact:write aircraft:read')
      const receiver = await receive()
      const { id } = await create(receiver)
      await addContact('Seen no more')
      await admin.done(
        'apiKeyScopeSet',
        `mutation ($key: ID!) { apiKeyScopeSet(apiKeyId: $key, scopeList: ["aircraft:read"]) { ${ERRORS} } }`,
        { key: apiKeyId },
      )
      await deliver()
      assert.deepEqual(receiver.received, [])
      assert.equal((await logOf(id)).switchedOffAt, null)
    })

    test('what waits for a retry is not sent once the key may no longer read it (events row 75)', async () => {
      await newKey('contact:read contact:write aircraft:read')
      const receiver = await receive()
      const { id } = await create(receiver)
      receiver.answers(500)
      await addContact('Waits')
      await deliver()
      await admin.done(
        'apiKeyScopeSet',
        `mutation ($key: ID!) { apiKeyScopeSet(apiKeyId: $key, scopeList: ["aircraft:read"]) { ${ERRORS} } }`,
        { key: apiKeyId },
      )
      receiver.takesAll()
      server.clock.advanceSeconds(10)
      await deliver()
      assert.equal(receiver.received.length, 1)
      assert.equal((await logOf(id)).waitingCount, 0)
    })

    test('a revoked key sends nothing more and its webhook is switched off (events row 75)', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      await addContact('Too late')
      await at.revokeKey(apiKeyId)
      await deliver()
      assert.deepEqual(receiver.received, [])
      assert.match((await logOf(id)).offReason, /revoked/)
    })

    test('the webhook of a suspended key rests, and is looked at again later (threats row 230)', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      await addContact('Waits for the key')
      const setSuspended = (isSuspended: boolean) =>
        setSuspendedOf(
          server.world.at(at.tenant),
          { what: { kind: 'api-key', id: apiKeyId }, isSuspended, reason: 'test' },
          HOST,
        )
      await setSuspended(true)
      await deliver()
      const isDue = async () => {
        const { platform } = server.world.storage
        return (await dueWebhooks(platform, 100)).some(({ webhookId }) => webhookId === id)
      }
      assert.equal(await isDue(), false, 'it is not claimed again at once')
      await setSuspended(false)
      server.clock.advanceSeconds(11)
      assert.equal(await isDue(), true)
      await deliver()
      assert.equal(receiver.received.length, 1)
    })

    test('the webhook of a key whose refresh token was revoked rests until the key has another (threats row 260)', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      await addContact('Waits for a token')
      await server.world.storage.writeTenant(at.tenant.tenantId, (tx) => endIssuedBefore(tx, null))
      await deliver()
      assert.deepEqual(receiver.received, [])
      admin = await ConsoleClient.signIn(server, at, anna)
      assert.equal((await logOf(id)).switchedOffAt, null)
      await admin.done(
        'apiKeyRotate',
        `mutation ($id: ID!) { apiKeyRotate(apiKeyId: $id, overlapHours: 0) { ${ERRORS} } }`,
        { id: apiKeyId },
      )
      server.clock.advanceSeconds(11)
      await deliver()
      assert.equal(receiver.received.length, 1)
    })

    test('a reminder says what it is about and which time has come (data §5)', async () => {
      await newKey('crew:read crew:write')
      const receiver = await receive()
      await create(receiver, { entityList: ['QUALIFICATION'], kindList: ['REMINDER'] })
      const fleet = await seedFleet(server.world.storage, at.tenant.tenantId)
      const validTo = new Date(server.clock.now() + 29.5 * DAY_SECONDS * 1000).toISOString().slice(0, 10)
      const { qualification } = await key.did(
        key.change(
          `mutation ($input: QualificationInput!) { qualificationSave(input: $input) {
            qualification { qualificationId } ${ERRORS} } }`,
          {
            input: {
              crewMemberId: fleet.crew[0]?.crewMemberId,
              kind: 'MEDICAL',
              label: 'Renewed',
              medicalClass: 'CLASS_1',
              validFrom: '2026-01-01',
              validTo,
            },
          },
        ),
      )
      while (await server.world.storage.writePlatform(giveReminders));
      await deliver()
      const told = receiver.received.filter(({ entityId }) => entityId === qualification.qualificationId)
      const { changeList } = await key.ask(
        '{ changeList(entityList: [QUALIFICATION], first: 500) { nodeList { entityId kind reminder dueAt } } }',
      )
      const [due] = changeList.nodeList.filter(
        ({ entityId, kind }: Data) => entityId === qualification.qualificationId && kind === 'REMINDER',
      )
      assert.equal(told.length, 1)
      assert.equal(told[0]?.type, 'qualification.reminder')
      assert.equal(told[0]?.data.reminder, 'QUALIFICATION_EXPIRING')
      assert.equal(Date.parse(told[0]?.data.dueAt), Date.parse(due.dueAt))
    })

    test('the log is read a page at a time, with and without a filter, and has nothing before a try that is gone', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await addContact(name)
      await deliver()
      const pages = async (size: number, more = '') => {
        const read: string[] = []
        for (let before: string | null = null; ; ) {
          const text = `query ($id: ID!, $before: ID) { webhook(webhookId: $id) { attemptList(first: ${size}, before: $before ${more}) { attemptId } } }`
          const page: Data[] = (await admin.data(text, { id, before })).webhook.attemptList
          read.push(...page.map(({ attemptId }) => attemptId))
          before = page.at(-1)?.attemptId ?? null
          if (before === null) return read
        }
      }
      const whole = await pages(500)
      assert.equal(whole.length, 5)
      assert.deepEqual(await pages(2), whole)
      assert.deepEqual(await pages(1, ', outcome: TAKEN'), whole)
      assert.deepEqual(await pages(1, ', outcome: REFUSED'), [])
      const gone = await admin.data(
        'query ($id: ID!) { webhook(webhookId: $id) { attemptList(before: "nothing") { attemptId } } }',
        { id },
      )
      assert.deepEqual(gone.webhook.attemptList, [])
    })

    test('how much would be sent again is counted with the rights of now; what waits says when it is tried (threats row 261)', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      const first = await addContact('One')
      await deliver()
      receiver.answers(503)
      await rename(await rename(first, 'Two'), 'Three')
      await deliver()
      const shown = async (cursor: string | null) =>
        (
          await admin.data(
            `query ($id: ID!, $cursor: String) { webhook(webhookId: $id) { messagesAfter(cursor: $cursor) { count hasMore }
              givenUpAt waitingList { entityId tryCount nextTryAt } } }`,
            { id, cursor },
          )
        ).webhook
      // Tries of one moment are in either order.
      const { cursorBefore: before } = (await logOf(id)).attemptList.find(
        ({ type }: Data) => type === 'contact.created',
      )
      const { messagesAfter, waitingList, givenUpAt } = await shown(before)
      assert.deepEqual(messagesAfter, { count: 3, hasMore: false })
      assert.deepEqual(
        waitingList.map(({ entityId, tryCount, nextTryAt }: Data) => [entityId, tryCount, nextTryAt !== null]),
        [
          [first.contactId, 1, true],
          [first.contactId, 0, false],
        ],
      )
      assert.equal(Math.round((Date.parse(givenUpAt) - server.clock.now()) / (DAY_SECONDS * 1000)), 3)
      const many = Array.from({ length: 50 }, (_, at) => `a${at}: messagesAfter { count }`).join(' ')
      const refused = await admin.ask(`query ($id: ID!) { webhook(webhookId: $id) { ${many} } }`, { id })
      assert.match(refused.body, /This request costs|COST/, 'counting is dear')
      const narrowed =
        'mutation ($id: ID!) { apiKeyScopeSet(apiKeyId: $id, scopeList: ["aircraft:read"]) { userErrorList { message } } }'
      await admin.done('apiKeyScopeSet', narrowed, { id: apiKeyId })
      assert.equal((await shown(before)).messagesAfter.count, 0)
      const answer = await admin.ask(
        'query ($id: ID!) { webhook(webhookId: $id) { webhookId messagesAfter(cursor: "nonsense") { count } } }',
        { id },
      )
      const { data, errors } = answer.json<Data>()
      assert.equal(errors[0].extensions.code, 'BAD_USER_INPUT')
      assert.match(errors[0].message, /^cursor is not a cursor/, 'the argument is named as it was sent')
      assert.deepEqual(data.webhook, { webhookId: id, messagesAfter: null }, 'the rest is answered')
    })

    test('a message that is sent again on request waits behind earlier ones of its record (events row 76)', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      const contact = await addContact('One')
      await rename(contact, 'Two')
      await deliver()
      const [one, two] = receiver.received
      const before = (await logOf(id)).attemptList.find(({ messageId }: Data) => messageId === one?.id)
      receiver.answers(503)
      receiver.received.length = 0
      await act('webhookResendFrom', `, after: "${before.cursorBefore}"`, id)
      await deliver()
      assert.deepEqual(
        receiver.received.map(({ id: sent }) => sent),
        [one?.id],
        'the first one is not taken',
      )
      receiver.takesAll()
      receiver.received.length = 0
      await act('webhookResend', `, messageId: "${two?.id}"`, id)
      await deliver()
      assert.deepEqual(
        receiver.received.map(({ id: sent }) => sent),
        [one?.id, two?.id],
      )
      receiver.temper = (message, res) => void (message.id === one?.id ? res.writeHead(503).end() : res.end())
      receiver.received.length = 0
      await act('webhookResend', `, messageId: "${two?.id}"`, id)
      await act('webhookResend', `, messageId: "${one?.id}"`, id)
      await deliver()
      assert.deepEqual(
        receiver.received.map(({ id: sent }) => sent),
        [one?.id],
        'the second one waits for it',
      )
      const { attemptList } = await logOf(id)
      assert.equal(attemptList.filter(({ messageId }: Data) => messageId === two?.id).length, 2)
    })

    test('two processes at once send each change once; the claim of a dead one is free after half a minute (events row 76)', async () => {
      await newKey()
      const receiver = await receive()
      const { id } = await create(receiver)
      const other = await startServer(store, {
        ...server.place,
        environment: { ...server.place.environment, AIRSIDE_WEBHOOK_LOOPBACK: '1' },
      })
      // Tests before this one moved the first one's clock; a claim counts by the time of who looks at it.
      other.clock.advanceSeconds((server.clock.now() - other.clock.now()) / 1000)
      try {
        for (let count = 1; count <= 12; count++) await addContact(`Contact ${count}`)
        await Promise.all([deliver(), other.app.webhooks.deliver()])
        await deliver()
        assert.equal(receiver.received.length, 12)
        const name = { tenantId: at.tenant.tenantId, webhookId: id }
        await server.world.storage.writePlatform(async (tx) => {
          const now = await tx.now()
          await claimWebhook(tx, name, { holder: 'dead', now, until: now + 30_000 })
        })
        await addContact('Held by the dead')
        await deliver()
        assert.equal(receiver.received.length, 12)
        server.clock.advanceSeconds(31)
        await deliver()
        assert.equal(receiver.received.length, 13)
      } finally {
        await other.close()
      }
    })

    test('a receiver that never answers delays no other webhook; a huge or hostile answer is kept as a kilobyte of text (events row 77)', async () => {
      await newKey()
      const silent = await receive()
      const huge = await receive()
      const held = await create(silent)
      const loud = await create(huge)
      silent.temper = () => {}
      huge.temper = (_message, res) => {
        res.write(`\u0000\u202e<script>air_live_at_${'A'.repeat(40)} whsec_${'B'.repeat(40)}`)
        const more = () => {
          while (!res.destroyed) if (!res.write('x'.repeat(65_536))) return void res.once('drain', more)
        }
        more()
      }
      const contact = await addContact('Told')
      const delivering = deliver()
      await soon('the other receiver is told', () => huge.received.length === 1)
      await soon('its answer is in the log', async () => (await logOf(loud.id)).attemptList.length === 1)
      assert.equal((await logOf(held.id)).attemptList.length, 0, 'the silent one is still being waited for')
      const [{ answer, status }] = (await logOf(loud.id)).attemptList
      assert.equal(status, 200)
      assert.ok(answer.length <= 1024)
      assert.match(answer, /^\uFFFD\uFFFD<script>air_live_at_\[redacted\] whsec_\[redacted\]/)
      await silent.close()
      await delivering
      assert.equal(silent.received[0]?.entityId, contact.contactId)
    })

    test('nine receivers that never answer, each with as many messages as it can have, delay no tenth one (threats row 332)', async () => {
      await newKey()
      const silent = await receive()
      silent.temper = () => {}
      for (let count = 0; count < 9; count++) await create(silent)
      for (const name of ['One', 'Two', 'Three', 'Four']) await addContact(name)
      // Set up last: what the others hear waits already.
      const calm = await receive()
      await create(calm)
      const delivering = deliver()
      // One of each, and 16 that any of them may have.
      await soon('the silent ones have every place', () => silent.received.length === 9 + 16)
      const { contactId } = await addContact('Told')
      const others = deliver()
      await soon('the calm one is told', () => calm.received.some(({ entityId }) => entityId === contactId))
      assert.equal(silent.received.length, 9 + 16, 'the silent ones are still being waited for')
      await silent.close()
      await Promise.all([delivering, others])
    })

    test('kinds, fields and a query of one’s own decide what is sent; the query is asked with the rights of the key', async () => {
      await newKey()
      const receiver = await receive()
      const query = 'query ($entityId: ID!) { contact(contactId: $entityId) { name } }'
      await create(receiver, { kindList: ['UPDATED'], fieldList: ['name'], query })
      const contact = await addContact('Before')
      await rename(contact, 'After')
      await deliver()
      assert.deepEqual(
        receiver.received.map(({ type, data }) => [type, data.result]),
        [['contact.updated', { data: { contact: { name: 'After' } } }]],
      )
      const input = { apiKeyId, url: receiver.url, entityList: ['CONTACT'] }
      for (const [wrong, why] of [
        ['mutation { contactCreate(input: { kind: SUPPLIER, name: "X" }) { userErrorList { code } } }', /one query/],
        ['query ($other: ID!) { contact(contactId: $other) { name } }', /\$entityId/],
        ['query ($entityId: ID!) { contact(contactId: $entityId) { nothing } }', /nothing/],
        ['query ($entityId: ID!) { flight(flightId: $entityId) { flightId } }', /flight:read/],
        ['{', /cannot be read/],
      ] as const) {
        const [refusal] = await admin.refused('webhookCreate', CREATE, { input: { ...input, query: wrong } })
        assert.deepEqual(refusal?.path, ['input', 'query'])
        assert.match(refusal?.message ?? '', why)
      }
    })
  })
}

describe('who sets up webhooks', () => {
  let server: TestServer
  let at: TestTenant
  before(async () => {
    server = await startServer('sqlite')
    at = (await server.operator('north')).production
  })
  after(() => server.close())

  const INPUT = { url: 'https://receiver.example/hook', entityList: ['CONTACT'] }

  test('adding one asks for the password unless the sign-in is fresh, is audited and mailed; ten are enough', async () => {
    const person = await addPerson(server, at, 'Carla', ['ADMIN'])
    const admin = await ConsoleClient.signIn(server, at, person)
    const { apiKeyId } = await at.createKey('contact:read')
    const input = { ...INPUT, apiKeyId }
    server.clock.advanceSeconds(11 * 60)
    const [refusal] = await admin.refused('webhookCreate', CREATE, { input })
    assert.match(refusal?.message ?? '', /current password/)
    assert.deepEqual(refusal?.path, ['input', 'currentPassword'])
    const again = await ConsoleClient.signIn(server, at, person)
    for (let count = 0; count < 10; count++) await again.done('webhookCreate', CREATE, { input })
    assert.match((await again.refused('webhookCreate', CREATE, { input }))[0]?.message ?? '', /at most 10/)
    const { auditEntryList } = await again.data('{ auditEntryList { nodeList { action } } }')
    assert.ok(auditEntryList.nodeList.some(({ action }: { action: string }) => action === 'webhook.created'))
    const reader = server.world.storage.tenant(at.tenant.tenantId)
    const mails = await reader.db.selectFrom('outbox_message').select('subject').execute()
    assert.ok(mails.some(({ subject }) => /webhooks of .* changed/.test(subject)))
  })

  test('an address inside is refused by name (events row 74)', async () => {
    const admin = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Dora', ['ADMIN']))
    const { apiKeyId } = await at.createKey('contact:read')
    for (const url of ['https://127.0.0.1/', 'https://2130706433/', 'http://receiver.example/', 'https://localhost/']) {
      const [refusal] = await admin.refused('webhookCreate', CREATE, { input: { ...INPUT, apiKeyId, url } })
      assert.deepEqual(refusal?.path, ['input', 'url'], url)
    }
  })

  const newAdmin = async (name: string): Promise<ConsoleClient> =>
    ConsoleClient.signIn(server, at, await addPerson(server, at, name, ['ADMIN']))

  test('an address with line ends or tabs, and ids of any length, are refused (threats row 209)', async () => {
    const admin = await newAdmin('Flora')
    const { apiKeyId } = await at.createKey('flight:read')
    for (const url of [
      'https://receiver.example/a\r\nb',
      'https://recei\tver.example/',
      'https://receiver.example/\u0085',
    ]) {
      const [refusal] = await admin.refused('webhookCreate', CREATE, { input: { ...INPUT, apiKeyId, url } })
      assert.deepEqual(refusal?.path, ['input', 'url'], JSON.stringify(url))
    }
    const foreign = await seedFleet(server.world.storage, (await server.operator('foreign')).production.tenant.tenantId)
    for (const aircraftIdList of [['acf_none'], [foreign.aircraft[0]?.aircraftId ?? '']]) {
      const input = { ...INPUT, apiKeyId, entityList: ['FLIGHT'], aircraftIdList }
      const [refusal] = await admin.refused('webhookCreate', CREATE, { input })
      assert.deepEqual(refusal?.path, ['input', 'aircraftIdList'])
      assert.equal(refusal?.message, `There is no aircraft ${aircraftIdList[0]} here`)
    }
    for (const aircraftIdList of [['x'.repeat(61)], [''], Array.from({ length: 201 }, (_, index) => `acf_${index}`)]) {
      const input = { ...INPUT, apiKeyId, entityList: ['FLIGHT'], aircraftIdList }
      const [refusal] = await admin.refused('webhookCreate', CREATE, { input })
      assert.deepEqual(refusal?.path, ['input', 'aircraftIdList'])
    }
  })

  test('a kind or field that is named again and again is kept once (threats row 262)', async () => {
    const other = (await server.operator('west')).production
    const admin = await ConsoleClient.signIn(server, other, await addPerson(server, other, 'Ilse', ['ADMIN']))
    const { apiKeyId } = await other.createKey('contact:read')
    const input = {
      ...INPUT,
      apiKeyId,
      entityList: Array(50).fill('CONTACT'),
      kindList: Array(5_000).fill('UPDATED'),
      fieldList: Array(50).fill('name'),
    }
    const { webhook } = await admin.done('webhookCreate', CREATE, { input })
    const shown = await admin.data('query ($id: ID!) { webhook(webhookId: $id) { entityList kindList fieldList } }', {
      id: webhook.webhookId,
    })
    assert.deepEqual(shown.webhook, { entityList: ['CONTACT'], kindList: ['UPDATED'], fieldList: ['name'] })
  })

  test('a query is not taken while its key is suspended, because nothing checks it (threats row 209)', async () => {
    const admin = await newAdmin('Gina')
    const { apiKeyId } = await at.createKey('contact:read')
    const query = 'query ($entityId: ID!) { flight(flightId: $entityId) { nothing } }'
    const what = { kind: 'api-key', id: apiKeyId } as const
    await setSuspendedOf(server.world.at(at.tenant), { what, isSuspended: true, reason: 'test' }, HOST)
    const [refusal] = await admin.refused('webhookCreate', CREATE, { input: { ...INPUT, apiKeyId, query } })
    assert.deepEqual(
      [refusal?.path, refusal?.message],
      [['input', 'query'], 'The key is suspended, so that its query cannot be checked: leave it out'],
    )
  })

  test('switching to and fro is mailed once an hour in each direction, and audited each time (threats row 209)', async () => {
    const other = (await server.operator('south')).production
    const admin = await ConsoleClient.signIn(server, other, await addPerson(server, other, 'Hanna', ['ADMIN']))
    const { apiKeyId } = await other.createKey('contact:read')
    const { webhook } = await admin.done('webhookCreate', CREATE, { input: { ...INPUT, apiKeyId } })
    const turn = (isOn: boolean) =>
      admin.done(
        'webhookSwitch',
        'mutation ($id: ID!, $isOn: Boolean!) { webhookSwitch(webhookId: $id, isOn: $isOn) { userErrorList { message } } }',
        { id: webhook.webhookId, isOn },
      )
    const mails = async (): Promise<number> => {
      const { db } = server.world.storage.tenant(other.tenant.tenantId)
      const rows = await db
        .selectFrom('outbox_message')
        .select('body')
        .where('tenant_id', '=', other.tenant.tenantId)
        .execute()
      return rows.filter(({ body }) => /was switched/.test(body)).length
    }
    for (const isOn of [false, true, false, true, false]) await turn(isOn)
    assert.equal(await mails(), 2)
    const { auditEntryList } = await admin.data('{ auditEntryList { nodeList { action } } }')
    const turns = auditEntryList.nodeList.filter(({ action }: { action: string }) => /switched/.test(action))
    assert.equal(turns.length, 5)
    server.clock.advanceSeconds(3601)
    await turn(false)
    assert.equal(await mails(), 3)
  })

  test('neither a key nor a user without the role reads or makes webhooks', async () => {
    const token = await at.accessToken('contact:read')
    assert.equal((await at.query(token, '{ webhookList { url } }')).status, 403)
    const crew = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Emil', []))
    assert.equal((await crew.ask('{ webhookList { url } }')).status, 403)
  })
})
