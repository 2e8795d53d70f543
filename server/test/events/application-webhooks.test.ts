/** Webhooks of applications (events §2, ADR 148): every operator that connected them, each with the rights of its grant. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, describe } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { removeWhatIsOver } from '../../src/background/removal.ts'
import { USUAL_RETENTION } from '../../src/domain/tenancy/retention.ts'
import { isStillAllowed, rightsOfGrant } from '../../src/services/events/webhook-principal.ts'
import { learnTestClocks, resetTestClock } from '../../src/services/tenancy/test-clock.ts'
import { parkAtOnce } from '../../src/storage/events/webhook-queue.ts'
import type { TenantTx } from '../../src/storage/handles.ts'
import { offerAircraft } from '../../src/storage/oauth/offered-aircraft.ts'
import { bindContacts } from '../../src/storage/oauth/provider-contacts.ts'
import {
  addPerson,
  exchangeFields,
  obtainCode,
  type Person,
  signedInBrowser,
  type TestApplication,
} from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { linkCrewMember } from '../support/crew-link.ts'
import { namedUrl, whileConnecting } from '../support/held-delivery.ts'
import { Integration } from '../support/integration.ts'
import { ERRORS, REGISTRATION_INPUT, register, secretOf } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

after(stopOwnPostgres)

const CREATE = `mutation ($id: ID!, $environment: String!, $input: WebhookInput!) {
  webhookCreate(clientId: $id, environment: $environment, input: $input) { secret webhook { webhookId } ${ERRORS} } }`
const UPDATE = `mutation ($id: ID!, $input: WebhookInput!) { webhookUpdate(webhookId: $id, input: $input) {
  webhook { webhookId } ${ERRORS} } }`
const SHOWN = `query ($id: ID!) { webhook(webhookId: $id) { environment operatorCount waitingCount switchedOffAt offReason
  attemptList { messageId operatorId type status isTaken }
  failed: attemptList(outcome: REFUSED) { status } gone: attemptList(status: 410) { status } } }`
const ADD = `mutation ($name: String!) { contactCreate(input: { kind: SUPPLIER, name: $name }) {
  contact { contactId version } userErrorList { code message path } } }`
const NARROW = `mutation ($id: ID!, $scopes: [String!]!) { addOnNarrow(clientId: $id, keepScopeList: $scopes) { ${ERRORS} } }`

/** An operator whose administrator connects applications, and a key that changes its records. */
interface Connecting {
  readonly at: TestTenant
  readonly person: Person
  readonly key: Integration
}

for (const store of storesFor('order')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`webhooks of applications (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let lena: ConsoleClient
    let rival: ConsoleClient
    let application: TestApplication
    let alpine: Connecting
    let north: Connecting
    let receiver: WebhookReceiver
    let number = 0

    const operator = async (operatorId: string): Promise<Connecting> => {
      const at = (await server.operator(operatorId)).sandbox
      return { at, person: await addPerson(server, at, 'Anna', ['ADMIN']), key: await Integration.of(at) }
    }

    before(async () => {
      server = await startPortalServer(store, { AIRSIDE_WEBHOOK_LOOPBACK: '1' })
      server.clock.standStill()
      scene = new PortalScene(server)
      alpine = await operator('alpine')
      north = await operator('north')
    })
    after(() => server.close())
    beforeEach(async () => {
      number++
      // From another address each time: one has 20 sign-ups an hour.
      lena = await scene.signUp(`lena${number}@vektor.example`, undefined, `127.0.0.${number + 1}`)
      const phoneNumber = `+414466818${10 + number}`
      const clientId = await register(lena, { name: `RampReady ${number}`, phoneNumber })
      application = {
        clientId,
        clientSecret: await secretOf(scene, lena, clientId, phoneNumber),
        redirectUri: REGISTRATION_INPUT.redirectUriList[0] ?? '',
      }
      receiver = await WebhookReceiver.start()
    })
    afterEach(async () => {
      // First, and whatever follows: an open receiver keeps the process of the tests from ending.
      await receiver.close()
      for (const { webhookId } of (await list()) ?? [])
        await lena.done('webhookDelete', `mutation ($id: ID!) { webhookDelete(webhookId: $id) { ${ERRORS} } }`, {
          id: webhookId,
        })
    })

    const list = async (): Promise<Data> =>
      (
        await lena.data('query ($id: ID!) { application(clientId: $id) { webhookList { webhookId } } }', {
          id: application.clientId,
        })
      ).application?.webhookList

    /** Returns the refresh token. */
    const connect = async ({ at, person }: Connecting, scope = 'contact:read'): Promise<string> => {
      const code = await obtainCode(await signedInBrowser(server, at, person), application, scope)
      const answer = await server.client.form(`${at.origin}/oauth2/code/token/`, exchangeFields(application, code))
      assert.equal(answer.status, 200, answer.body)
      return answer.json<{ refresh_token: string }>().refresh_token
    }
    const revoke = ({ at }: Connecting, token: string) =>
      server.client.form(`${at.origin}/oauth2/revoke/`, {
        client_id: application.clientId,
        client_secret: application.clientSecret,
        token,
      })

    const input = (more: object = {}) => ({ url: receiver.url, entityList: ['CONTACT'], ...more })
    const create = async (more: object = {}): Promise<{ id: string; secret: string }> => {
      const variables = { id: application.clientId, environment: 'sandbox', input: input(more) }
      const { secret, webhook } = await lena.done('webhookCreate', CREATE, variables)
      return { id: webhook.webhookId, secret }
    }
    const act = (name: string, args: string, id: string, result = '') =>
      lena.done(name, `mutation ($id: ID!) { ${name}(webhookId: $id${args}) { ${result} ${ERRORS} } }`, { id })
    const shown = async (id: string): Promise<Data> => (await lena.data(SHOWN, { id })).webhook
    const mails = async () =>
      (await scene.sent((await lena.data('{ me { email } }')).me.email)).map(({ subject }) => subject)
    const deliver = () => server.app.webhooks.deliver()
    const addContact = async ({ key }: Connecting, name: string): Promise<string> =>
      (await key.did(key.change(ADD, { name }))).contact.contactId
    /** Of every grant, those that ended too. */
    const rowsOf = (id: string) =>
      server.world.storage.platform.db
        .selectFrom('webhook')
        .innerJoin('tenant', 'tenant.tenant_id', 'webhook.tenant_id')
        .select(['webhook.webhook_id as webhookId', 'tenant.operator_id as operatorId'])
        .where('application_webhook_id', '=', id)
        .execute()
    const told = () => receiver.received.map(({ type, data }) => `${data.operatorId} ${type}`)
    const asAdmin = ({ at, person }: Connecting) => ConsoleClient.signIn(server, at, person)
    const disconnect = async (from: Connecting) =>
      (await asAdmin(from)).done(
        'addOnDisconnect',
        `mutation ($id: ID!) { addOnDisconnect(clientId: $id) { ${ERRORS} } }`,
        { id: application.clientId },
      )

    testOnBoth(
      'events of all operators that connected it arrive, of those before and after the webhook was made',
      async () => {
        await connect(alpine)
        await addContact(alpine, 'Before the webhook')
        const { id, secret } = await create()
        await addContact(north, 'Before the connection')
        await connect(north)
        const first = await addContact(alpine, 'One')
        const second = await addContact(north, 'Two')
        await deliver()
        assert.deepEqual(told().sort(), ['alpine contact.created', 'north contact.created'])
        assert.deepEqual(new Set(receiver.received.map(({ entityId }) => entityId)), new Set([first, second]))
        for (const { body, headers } of receiver.received) new Webhook(secret).verify(body, headers)
        const webhook = await shown(id)
        assert.equal(webhook.operatorCount, 2)
        assert.deepEqual(webhook.attemptList.map(({ operatorId }: Data) => operatorId).sort(), ['alpine', 'north'])
        assert.deepEqual(webhook.failed, [])
      },
    )

    testOnBoth(
      'a grant’s end is told once, without data, as the last message; what changed before is not sent (events row 75)',
      async () => {
        await connect(alpine)
        await connect(north)
        const { id } = await create()
        await deliver()
        await addContact(alpine, 'Too late')
        await disconnect(alpine)
        await addContact(alpine, 'Nobody is told')
        await addContact(north, 'Told')
        await deliver()
        await addContact(alpine, 'Nor of this')
        await deliver()
        assert.deepEqual(told().sort(), ['alpine connection.ended', 'north contact.created'])
        const last = receiver.received.find(({ type }) => type === 'connection.ended')
        assert.deepEqual(last?.data, { operatorId: 'alpine', environment: 'sandbox' })
        assert.equal((await shown(id)).operatorCount, 1)
        await connect(alpine)
        await addContact(alpine, 'Connected again')
        await deliver()
        assert.equal(told().at(-1), 'alpine contact.created')
      },
    )

    testOnBoth(
      'once an application revoked its last refresh token only the end is told, and connected again it goes on from then (threats row 260)',
      async () => {
        const [first, second] = [await connect(alpine), await connect(alpine)]
        const { id } = await create()
        await deliver()
        await revoke(alpine, first)
        await addContact(alpine, 'With the other token')
        await deliver()
        await revoke(alpine, second)
        await addContact(alpine, 'Nobody can read it any more')
        await deliver()
        assert.deepEqual(told(), ['alpine contact.created', 'alpine connection.ended'])
        assert.equal((await shown(id)).operatorCount, 0)
        await connect(alpine)
        const last = await addContact(alpine, 'Connected again')
        await deliver()
        assert.deepEqual(told().slice(2), ['alpine contact.created'])
        assert.equal(receiver.received.at(-1)?.entityId, last)
        assert.equal((await shown(id)).operatorCount, 1)
      },
    )

    testOnBoth(
      'a grant that nobody used for 30 days is told as over though nothing changed, and stays over when the clock is set back (threats rows 260 and 426)',
      async () => {
        const moved = await operator(`moved${number}`)
        await connect(moved)
        await create()
        await deliver()
        await (await asAdmin(moved)).done(
          'testClockAdvance',
          `mutation { testClockAdvance(seconds: ${30 * 86_400 + 1}) { ${ERRORS} } }`,
          {},
        )
        await deliver()
        assert.deepEqual(told(), [`moved${number} connection.ended`])
        await server.world.storage.writePlatform((tx) => resetTestClock(tx, moved.at.tenant.tenantId))
        await learnTestClocks(server.world.storage)
        const again = { ...moved, key: await Integration.of(moved.at) }
        await addContact(again, 'Told to nobody')
        await deliver()
        assert.deepEqual(told().slice(1), [])
        await connect(moved)
        await addContact(again, 'Told again')
        await deliver()
        assert.deepEqual(told().slice(1), [`moved${number} contact.created`])
      },
    )

    testOnBoth('what is kept of an ended grant goes with its log, after 30 days (threats row 231)', async () => {
      await connect(alpine)
      await connect(north)
      const { id } = await create()
      await addContact(alpine, 'Told')
      await deliver()
      await disconnect(alpine)
      await deliver()
      const clean = () => server.world.storage.writePlatform((tx) => removeWhatIsOver(tx, USUAL_RETENTION))
      const operators = async () => (await rowsOf(id)).map(({ operatorId }) => operatorId).sort()
      await clean()
      assert.deepEqual(await operators(), ['alpine', 'north'])
      assert.equal((await shown(id)).attemptList.length, 2)
      await server.world.storage.writePlatform(async ({ db, now }) => {
        const before = (await now()) - 31 * 86_400_000
        await db.updateTable('webhook_attempt').set({ at: before }).where('application_webhook_id', '=', id).execute()
        await db
          .updateTable('oauth_grant')
          .set({ ended_at: before })
          .where('client_id', '=', application.clientId)
          .where('ended_at', 'is not', null)
          .execute()
      })
      await clean()
      await clean()
      assert.deepEqual(await operators(), ['north'])
    })

    test('the end of a grant is tried again under the same id, and nothing that waited is sent with it (events row 75)', async () => {
      await connect(alpine)
      await create()
      receiver.answers(500)
      await addContact(alpine, 'Waits')
      await deliver()
      await disconnect(alpine)
      await deliver()
      receiver.takesAll()
      server.clock.advanceSeconds(60)
      await deliver()
      assert.deepEqual(told(), ['alpine contact.created', 'alpine connection.ended', 'alpine connection.ended'])
      assert.equal(receiver.received[1]?.id, receiver.received[2]?.id)
    })

    /** A second process at the same store, whose clock is that of the first. */
    const beside = async (job: (other: TestServer) => Promise<void>): Promise<void> => {
      const other = await startServer(store, server.place)
      other.clock.standStill()
      other.clock.advanceSeconds((server.clock.now() - other.clock.now()) / 1000)
      try {
        await job(other)
      } finally {
        await other.close()
      }
    }
    /** Does something while the end of a connection is at the receiver, which answers it after that. */
    const whileEndIsTold = async (job: () => Promise<void>, answer: (res: ServerResponse) => void): Promise<void> => {
      let told: ServerResponse | null = null
      receiver.temper = ({ type }, res) => {
        if (type !== 'connection.ended') return void res.end()
        told = res
      }
      const delivering = deliver()
      await soon('the end is at the receiver', () => told !== null)
      await job()
      receiver.takesAll()
      if (told) answer(told)
      await delivering
    }
    const refuses = (res: ServerResponse) => void res.writeHead(503).end()
    const takes = (res: ServerResponse) => void res.end()

    testOnBoth(
      'a grant that is used again while its end is being told goes on, whatever the receiver answers to that (threats row 319)',
      async () => {
        let token = await connect(alpine)
        const { id } = await create()
        await deliver()
        for (const answer of [takes, refuses]) {
          receiver.received.length = 0
          await revoke(alpine, token)
          await whileEndIsTold(async () => {
            token = await connect(alpine)
          }, answer)
          await addContact(alpine, 'Connected again')
          await deliver()
          server.clock.advanceSeconds(60)
          await deliver()
          assert.deepEqual(told(), ['alpine connection.ended', 'alpine contact.created'], answer.name)
          assert.equal((await shown(id)).operatorCount, 1)
        }
      },
    )

    testOnBoth(
      'the end of a connection that an operator took up again is not told after what follows it (threats row 319)',
      async () => {
        await connect(alpine)
        await create()
        await deliver()
        receiver.answers(503)
        await disconnect(alpine)
        await deliver()
        receiver.takesAll()
        receiver.received.length = 0
        await connect(alpine)
        await addContact(alpine, 'Connected again')
        server.clock.advanceSeconds(60)
        await deliver()
        assert.deepEqual(told(), ['alpine contact.created'])
      },
    )

    testOnBoth(
      'while one process tells the end of a connection no other sends what follows a new one (threats row 319)',
      async () => {
        await connect(alpine)
        await create()
        await deliver()
        await disconnect(alpine)
        await beside(async (other) => {
          await whileEndIsTold(async () => {
            await connect(alpine)
            await addContact(alpine, 'Connected again')
            await other.app.webhooks.deliver()
            assert.deepEqual(told(), ['alpine connection.ended'])
          }, takes)
          await other.app.webhooks.deliver()
        })
        assert.deepEqual(told(), ['alpine connection.ended', 'alpine contact.created'])
      },
    )

    testOnBoth(
      'two processes send while a connection ends and begins again and again: its end is followed by nothing of it (threats row 319)',
      async () => {
        await connect(alpine)
        await create()
        await beside(async (other) => {
          const send = () => Promise.all([deliver(), other.app.webhooks.deliver()])
          for (let round = 0; round < 6; round++) {
            const changes = [addContact(alpine, `First ${round}`), addContact(alpine, `Second ${round}`)]
            await Promise.all([...changes, send(), disconnect(alpine)])
            await Promise.all([send(), connect(alpine), send()])
            receiver.received.length = 0
            const again = await addContact(alpine, `Again ${round}`)
            await send()
            await send()
            assert.equal(receiver.received.at(-1)?.entityId, again, `round ${round}: ${told().join(', ')}`)
          }
          receiver.received.length = 0
          await Promise.all([addContact(alpine, 'Last'), disconnect(alpine), send()])
          await send()
          await send()
          assert.equal(told().at(-1), 'alpine connection.ended')
        })
      },
    )

    testOnBoth(
      'a test that is asked for while a connection ends is not sent after its end (threats row 319)',
      async () => {
        await connect(alpine)
        const { id } = await create()
        await deliver()
        await disconnect(alpine)
        await act('webhookTest', '', id)
        receiver.answers(503)
        await deliver()
        await server.world.storage.writeTenant(alpine.at.tenant.tenantId, async (tx) => {
          const [over] = await rowsOf(id)
          const test = { webhook_id: over?.webhookId ?? '', message_id: 'msg_late', position: 0, entity_id: '' }
          await parkAtOnce(tx, { ...test, type: 'webhook.test' })
        })
        receiver.takesAll()
        server.clock.advanceSeconds(60)
        await deliver()
        assert.deepEqual(told(), ['alpine connection.ended', 'alpine connection.ended'])
      },
    )

    testOnBoth(
      'narrowed scopes are told with those that are left, and what they no longer cover is not sent (events row 75)',
      async () => {
        await connect(alpine, 'contact:read aircraft:read')
        await create()
        await deliver()
        await addContact(alpine, 'Not to be seen any more')
        const admin = await asAdmin(alpine)
        await admin.done('addOnNarrow', NARROW, { id: application.clientId, scopes: ['aircraft:read'] })
        await deliver()
        assert.deepEqual(told(), ['alpine scopes.narrowed'])
        assert.deepEqual(receiver.received[0]?.data, {
          operatorId: 'alpine',
          environment: 'sandbox',
          scopeList: ['aircraft:read'],
        })
      },
    )

    test('rights that end while a message waits for its turn at the receiver hold it back (events row 75)', async () => {
      await connect(alpine)
      await connect(north)
      await create()
      await deliver()
      for (let count = 1; count <= 4; count++) await addContact(north, `Slow ${count}`)
      const answers: (() => void)[] = []
      receiver.temper = (_message, res) => void answers.push(() => void res.end('late'))
      const slow = deliver()
      await soon('four of one operator are at the receiver', () => answers.length === 4)
      await addContact(alpine, 'Waits behind the four of another operator')
      const waiting = deliver()
      await soon('that of the other waits for its turn', () => server.app.webhooks.waitingForReceivers === 1)
      await disconnect(alpine)
      receiver.takesAll()
      for (const answer of answers) answer()
      await slow
      await waiting
      await deliver()
      assert.deepEqual(
        told().filter((each) => each.startsWith('alpine')),
        ['alpine connection.ended'],
      )
    })

    for (const [what, end] of [
      ['switched off', (id: string) => act('webhookSwitch', ', isOn: false', id)],
      ['removed', (id: string) => act('webhookDelete', '', id)],
    ] as const)
      testOnBoth(
        `a webhook that is ${what} while a message waits for its turn or its connection sends it to nobody (threats row 334)`,
        async () => {
          await connect(alpine)
          await connect(north)
          const { id } = await create({ url: namedUrl(receiver) })
          await deliver()
          for (let count = 1; count <= 4; count++) await addContact(north, `Connecting ${count}`)
          await addContact(alpine, 'Waits behind the four, or is one of them')
          await whileConnecting(server, 4, () => end(id))
          assert.deepEqual(told(), [])
        },
      )

    testOnBoth(
      'of a grant that ends while a message waits for its connection only the end is told (threats row 334)',
      async () => {
        await connect(alpine)
        await create({ url: namedUrl(receiver) })
        await deliver()
        await addContact(alpine, 'On its way')
        await whileConnecting(server, 1, () => disconnect(alpine))
        await deliver()
        assert.deepEqual(told(), ['alpine connection.ended'])
      },
    )

    testOnBoth(
      'whoever chooses anew for whom an application acts or what it offers changes its rights, which one statement reads (threats row 608)',
      async () => {
        const { clientId } = application
        const { tenant } = alpine.at
        await connect(alpine)
        const contactId = await addContact(alpine, 'A handler')
        const write = (job: (tx: TenantTx, at: number) => Promise<void>) => {
          server.clock.advanceSeconds(1)
          return server.world.storage.writeTenant(tenant.tenantId, async (tx) => job(tx, await tx.now()))
        }
        const aircraftId = 'act_of_the_test'
        const grant = await server.world.storage.platform.db
          .selectFrom('oauth_grant')
          .select('grant_id')
          .where('client_id', '=', clientId)
          .executeTakeFirstOrThrow()
        const rights = () => rightsOfGrant(server.world, tenant, grant.grant_id)
        const choices = [
          (tx: TenantTx, at: number) => bindContacts(tx, clientId, [contactId], at),
          (tx: TenantTx, at: number) => bindContacts(tx, clientId, [], at),
          (tx: TenantTx, at: number) => offerAircraft(tx, clientId, [aircraftId], at),
          (tx: TenantTx, at: number) => offerAircraft(tx, clientId, [], at),
        ]
        for (const choose of choices) {
          const { principal } = await rights()
          assert.ok(principal && isStillAllowed(principal, await rights()))
          await write(choose)
          assert.equal(isStillAllowed(principal, await rights()), false)
        }
        const sent = await statementsDuring(rights)
        assert.equal(sent.filter((text) => text.includes('application_')).length, 1)
      },
    )

    test('a query of one’s own is asked with the grant’s rights, and refused where no operator could allow it', async () => {
      await connect(alpine)
      await create({ query: 'query ($entityId: ID!) { contact(contactId: $entityId) { name } }' })
      await addContact(alpine, 'Fuel AG')
      await deliver()
      assert.deepEqual(receiver.received[0]?.data.result, { data: { contact: { name: 'Fuel AG' } } })
      for (const [query, why] of [
        ['mutation { contactCreate(input: { kind: SUPPLIER, name: "X" }) { userErrorList { code } } }', /one query/],
        ['query ($entityId: ID!) { contact(contactId: $entityId) { nothing } }', /nothing/],
        ['{ apiKeyList { label } }', /api-key:read/],
      ] as const) {
        const variables = { id: application.clientId, environment: 'sandbox', input: input({ query }) }
        const [refusal] = await lena.refused('webhookCreate', CREATE, variables)
        assert.deepEqual(refusal?.path, ['input', 'query'])
        assert.match(refusal?.message ?? '', why)
      }
    })

    test('a preview reads the provider’s own sandbox alone, with what is granted there (threats row 229)', async () => {
      await connect(alpine)
      await addContact(alpine, 'Not for the portal')
      await scene.waitForSandboxOf(lena)
      const PREVIEW = `mutation ($id: ID!, $input: WebhookPreviewInput!) {
        webhookPreview(clientId: $id, input: $input) { message { operatorId body } ${ERRORS} } }`
      const query = 'query ($entityId: ID!) { contact(contactId: $entityId) { name } }'
      const variables = { id: application.clientId, input: { entityList: ['CONTACT'], query } }
      const [unconnected] = await lena.refused('webhookPreview', PREVIEW, variables)
      assert.match(unconnected?.message ?? '', /^Connect the application to .* Sandbox first/)
      const stranger = await scene.signUp('stranger@rival.example')
      assert.equal((await stranger.refused('webhookPreview', PREVIEW, variables))[0]?.code, 'NOT_FOUND')
    })

    test('a preview of a personal application reads the own grant of who asks, and no colleague’s (threats row 268)', async () => {
      const phoneNumber = `+414466817${10 + number}`
      const personal = { name: `Logbook ${number}`, kind: 'pilot-logbook', isPersonal: true, phoneNumber }
      const clientId = await register(lena, personal)
      const logbook = { ...application, clientId, clientSecret: await secretOf(scene, lena, clientId, phoneNumber) }
      await scene.waitForSandboxOf(lena, scene.demoData)
      const { me } = await lena.data('{ me { email provider { sandbox { operatorId } } } }')
      const there = await server.existing(me.provider.sandbox.operatorId, 'sandbox')
      const key = await Integration.of(there)
      const { userId } = await server.world.storage
        .tenant(there.tenant.tenantId)
        .db.selectFrom('user_account')
        .select('user_id as userId')
        .where('tenant_id', '=', there.tenant.tenantId)
        .where('email', '=', me.email)
        .executeTakeFirstOrThrow()
      const { crewMemberList } = await key.ask('{ crewMemberList { nodeList { crewMemberId } } }')
      const [{ crewMemberId }] = crewMemberList.nodeList
      await linkCrewMember(server, there, await addPerson(server, there, 'Adele', ['ADMIN']), { crewMemberId, userId })
      const browser = await signedInBrowser(server, there, { userId, email: me.email })
      const code = await obtainCode(browser, logbook, 'own:profile own:roster')
      const tokens = await server.client.form(`${there.origin}/oauth2/code/token/`, exchangeFields(logbook, code))
      assert.equal(tokens.status, 200, tokens.body)
      const PREVIEW = `mutation ($id: ID!, $input: WebhookPreviewInput!) {
        webhookPreview(clientId: $id, input: $input) { message { body } ${ERRORS} } }`
      const query = 'query ($entityId: ID!) { myQualification(qualificationId: $entityId) { kind } me { email } }'
      const variables = { id: clientId, input: { entityList: ['MY_QUALIFICATION'], query } }
      const own = await lena.done('webhookPreview', PREVIEW, variables)
      assert.equal(JSON.parse(own.message.body).data.result.data.me.email, me.email)
      const { member: mia } = await scene.join(lena, `mia${number}@vektor.example`)
      const [refused] = await mia.refused('webhookPreview', PREVIEW, variables)
      assert.match(refused?.message ?? '', /^Connect the application to .* first/)
    })

    test('410 switches it off at every operator and owners are mailed; switched on it goes on where it stopped', async () => {
      await connect(alpine)
      await connect(north)
      const { id } = await create()
      await deliver()
      receiver.answers(410)
      await addContact(alpine, 'First')
      await deliver()
      await addContact(north, 'Meanwhile')
      await deliver()
      const off = await shown(id)
      assert.match(off.offReason, /410/)
      assert.deepEqual(off.gone, [{ status: 410 }])
      const COUNT = 'query ($id: ID!) { webhook(webhookId: $id) { messagesAfter { count hasMore } } }'
      const { messagesAfter } = (await lena.data(COUNT, { id })).webhook
      assert.ok((await mails()).some((subject) => /were switched off/.test(subject)))
      receiver.takesAll()
      receiver.received.length = 0
      await act('webhookSwitch', ', isOn: true', id)
      await deliver()
      assert.deepEqual(told().sort(), ['alpine contact.created', 'north contact.created'])
      assert.deepEqual(messagesAfter, { count: 2, hasMore: false }, 'as many as were counted before (threats row 261)')
      const count = async (what: RegExp) => (await mails()).filter((subject) => what.test(subject)).length
      const [off1, changed] = [await count(/were switched off/), await count(/webhooks of .* changed/)]
      receiver.answers(410)
      await addContact(alpine, 'Gone')
      await deliver()
      await act('webhookSwitch', ', isOn: true', id)
      assert.equal(await count(/were switched off/), off1, 'one mail a day for the same (threats row 235)')
      assert.equal(await count(/webhooks of .* changed/), changed, 'one mail an hour for a switch turned to and fro')
    })

    test('a test, one message and everything after a cursor are sent on request; two secrets sign while one is replaced', async () => {
      await connect(alpine)
      const { id, secret } = await create()
      await act('webhookTest', '', id)
      await deliver()
      assert.deepEqual(told(), ['alpine webhook.test'])
      await addContact(alpine, 'One')
      await deliver()
      const message = receiver.received.at(-1)
      await act('webhookResend', `, messageId: "${message?.id}"`, id)
      await deliver()
      assert.equal(receiver.received.at(-1)?.id, message?.id)
      const { secret: later } = await act('webhookSecretRotate', '', id, 'secret')
      const { changeList } = await alpine.key.ask('{ changeList { nodeList { cursor } } }')
      await addContact(alpine, 'Two')
      await deliver()
      receiver.received.length = 0
      const cursor = changeList.nodeList.at(-2)?.cursor ?? changeList.nodeList[0].cursor
      const count = `query ($id: ID!) { webhook(webhookId: $id) {
        messagesAfter(operatorId: "alpine", cursor: "${cursor}") { count hasMore } } }`
      const { messagesAfter } = (await lena.data(count, { id })).webhook
      await act('webhookResendFrom', `, operatorId: "alpine", after: "${cursor}"`, id)
      await deliver()
      assert.deepEqual(messagesAfter, { count: receiver.received.length, hasMore: false })
      const HALF = `query ($id: ID!) { webhook(webhookId: $id) { messagesAfter(cursor: "${cursor}") { count } } }`
      assert.match((await lena.ask(HALF, { id })).body, /Say of which operator the cursor is/)
      const BAD = `query ($id: ID!) { webhook(webhookId: $id) {
        webhookId messagesAfter(operatorId: "alpine", cursor: "nonsense") { count } } }`
      const bad = (await lena.ask(BAD, { id })).json<Data>()
      assert.match(bad.errors[0].message, /^cursor is not a cursor/)
      assert.deepEqual(bad.data.webhook, { webhookId: id, messagesAfter: null })
      assert.equal(receiver.received.at(-1)?.type, 'contact.created')
      for (const each of [secret, later])
        new Webhook(each).verify(receiver.received.at(-1)?.body ?? '', receiver.received.at(-1)?.headers ?? {})
      await act('webhookSwitch', ', isOn: false', id)
      const refused = await lena.refused(
        'webhookTest',
        `mutation ($id: ID!) { webhookTest(webhookId: $id) { ${ERRORS} } }`,
        { id },
      )
      assert.match(refused[0]?.message ?? '', /switched off/)
    })

    test('another provider neither reads nor changes it; production waits for promotion; kinds beyond the ceiling are refused', async () => {
      rival = await scene.signUp('rita@rival.example')
      const { id } = await create()
      assert.equal((await rival.data(SHOWN, { id })).webhook, null)
      const [unknown] = await rival.refused('webhookUpdate', UPDATE, { id, input: input() })
      assert.equal(unknown?.code, 'NOT_FOUND')
      for (const name of ['webhookDelete', 'webhookTest', 'webhookSecretRotate'])
        assert.equal(
          (await rival.refused(name, `mutation ($id: ID!) { ${name}(webhookId: $id) { ${ERRORS} } }`, { id }))[0]?.code,
          'NOT_FOUND',
        )
      const variables = { id: application.clientId, environment: 'production', input: input() }
      assert.match((await lena.refused('webhookCreate', CREATE, variables))[0]?.message ?? '', /not in production yet/)
      const own = { ...variables, environment: 'sandbox', input: input({ entityList: ['MY_DUTY'] }) }
      assert.match((await lena.refused('webhookCreate', CREATE, own))[0]?.message ?? '', /own applications only/)
    })

    test('adding and changing one asks for the password where the sign-in is old, and is audited and mailed to owners', async () => {
      const { id } = await create()
      assert.ok((await mails()).some((subject) => /The webhooks of RampReady .* changed/.test(subject)))
      server.clock.advanceSeconds(11 * 60)
      const variables = { id: application.clientId, environment: 'sandbox', input: input() }
      assert.deepEqual((await lena.refused('webhookCreate', CREATE, variables))[0]?.path, ['input', 'currentPassword'])
      assert.deepEqual((await lena.refused('webhookUpdate', UPDATE, { id, input: input() }))[0]?.path, [
        'input',
        'currentPassword',
      ])
      const audited = await server.world.storage.platform.db
        .selectFrom('platform_audit_entry')
        .select('action')
        .where('subject_id', '=', application.clientId)
        .execute()
      assert.ok(audited.some(({ action }) => action === 'application.webhook-created'))
    })
  })
}
