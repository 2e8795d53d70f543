/** A user who may not grant asks the administrators, who connect the application or decline (access-model §4). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { setRoles } from '../../src/services/identity/administrators.ts'
import { type Form, formTo } from '../support/browser.ts'
import {
  addApplication,
  addPerson,
  allow,
  authorizePath,
  GrantScene,
  type TestApplication,
} from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const CREATE = `mutation ($id: ID!, $note: String, $key: String) {
  accessRequestCreate(clientId: $id, note: $note, idempotencyKey: $key) {
    accessRequest { accessRequestId state } userErrorList { code path message } } }`
const REFUSE = `mutation ($id: ID!, $reason: String!) { accessRequestRefuse(accessRequestId: $id, reason: $reason) {
  accessRequest { state reason } userErrorList { code path message } } }`
const OPEN = '{ accessRequestList { accessRequestId clientId applicationName askedBy note scopeList { name } } }'
const OWN = '{ ownAccessRequestList { clientId state reason } }'
const BELL = '{ noticeList { nodeList { kind title text isRead } } noticeUnreadCount }'

for (const store of storesFor('record')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`asking for access (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let admin: ConsoleClient
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      admin = new ConsoleClient(server.client, scene.browser)
    })
    after(() => server.close())

    let names = 0
    /** Somebody who has asked for nothing yet. */
    const somebody = async (...roles: string[]) => {
      const person = await addPerson(server, scene.at, `User${++names}`, roles)
      return { person, console: await ConsoleClient.signIn(server, scene.at, person) }
    }
    const mailsTo = async (email: string): Promise<{ subject: string; body: string }[]> =>
      server.world.storage.platform.db
        .selectFrom('outbox_message')
        .select(['subject', 'body'])
        .where('recipient', '=', email)
        .orderBy('created_at')
        .execute()
    const question = async (console: ConsoleClient, application: TestApplication): Promise<Form> => {
      const { body } = await console.browser.get(authorizePath(application, 'contact:read', { state: 's' }))
      return formTo(body, '/consent/')
    }
    const openFor = async (clientId: string): Promise<Data[]> =>
      (await admin.data(OPEN)).accessRequestList.filter((request: Data) => request.clientId === clientId)

    testOnBoth(
      'a user who asks for access on the consent page is announced to every administrator, and the page still leads back',
      async () => {
        const application = await addApplication(server, { name: 'Asked' })
        const { console } = await somebody('OPS')
        const form = await question(console, application)
        const sent = await console.browser.submit(form, { decision: 'ask', note: 'For the <ramp> at evil.example' })
        assert.equal(sent.status, 200, sent.body)
        assert.match(sent.body, /Your request was sent/)
        const [request] = await openFor(application.clientId)
        assert.equal(request.note, 'For the <ramp> at evil.example')
        assert.deepEqual(request.scopeList, [{ name: 'contact:read' }])
        const [mail] = (await mailsTo(scene.admin.email)).slice(-1)
        assert.match(mail?.subject ?? '', /asks for Asked$/)
        assert.match(mail?.body ?? '', /\/console\/add-ons/)
        assert.doesNotMatch(mail?.body ?? '', /evil\.example/, 'a note cannot carry a link')
        const { noticeList } = await admin.data(BELL)
        assert.equal(noticeList.nodeList[0].kind, 'ACCESS_ASKED')
        assert.equal((await console.data(BELL)).noticeUnreadCount, 0, 'the asker is not told of their own request')
        const again = await console.browser.get(authorizePath(application, 'contact:read', { state: 's' }))
        assert.match(again.body, /No administrator has answered yet/)
        assert.doesNotMatch(again.body, /value="ask"/)
        const back = await console.browser.submit(form, { decision: 'cancel' })
        assert.equal(new URL(back.headers.location ?? '').searchParams.get('error'), 'access_denied')
      },
    )

    test('a user has one open request for an application, however often and wherever they ask', async () => {
      const application = await addApplication(server, { name: 'Once' })
      const { console } = await somebody('CREW')
      const id = application.clientId
      const form = await question(console, application)
      await console.browser.submit(form, { decision: 'ask' })
      assert.match((await console.browser.submit(form, { decision: 'ask' })).body, /No administrator has answered yet/)
      assert.deepEqual(await console.refused('accessRequestCreate', CREATE, { id }), [
        {
          code: 'NOT_ALLOWED',
          path: null,
          message: 'You have asked for Once already: no administrator has answered yet',
        },
      ])
      assert.equal((await openFor(id)).length, 1)
      const told = (await mailsTo(scene.admin.email)).filter(({ subject }) => subject.endsWith('asks for Once'))
      assert.equal(told.length, 1)
    })

    test('a request for access that is repeated under its idempotency key asks once', async () => {
      const { clientId: id } = await addApplication(server, { name: 'Lost' })
      const { console } = await somebody('CREW')
      const first = await console.done('accessRequestCreate', CREATE, { id, note: 'n', key: 'k1' })
      assert.deepEqual(await console.done('accessRequestCreate', CREATE, { id, note: 'n', key: 'k1' }), first)
      assert.equal((await openFor(id)).length, 1)
    })

    testOnBoth(
      'declining a request for access needs a reason, tells the user by mail and bell, and is done once',
      async () => {
        const { clientId: id } = await addApplication(server, { name: 'Declined' })
        const { person, console } = await somebody('SALES')
        await console.done('accessRequestCreate', CREATE, { id, note: 'please' })
        const [{ accessRequestId }] = await openFor(id)
        const [noReason] = await admin.refused('accessRequestRefuse', REFUSE, { id: accessRequestId, reason: ' ' })
        assert.deepEqual(noReason?.path, ['reason'])
        await admin.done('accessRequestRefuse', REFUSE, { id: accessRequestId, reason: 'We have another one' })
        const [twice] = await admin.refused('accessRequestRefuse', REFUSE, { id: accessRequestId, reason: 'again' })
        assert.equal(twice?.code, 'NOT_FOUND')
        assert.deepEqual((await console.data(OWN)).ownAccessRequestList, [
          { clientId: id, state: 'REFUSED', reason: 'We have another one' },
        ])
        const [mail] = await mailsTo(person.email)
        assert.match(mail?.subject ?? '', /Declined will not be connected/)
        assert.match(mail?.body ?? '', /We have another one/)
        assert.equal((await console.data(BELL)).noticeList.nodeList[0].kind, 'ACCESS_ANSWERED')
        await console.done('accessRequestCreate', CREATE, { id })
        assert.equal((await openFor(id)).length, 1, 'they may ask again')
      },
    )

    test('connecting an application on its consent page answers every user who asked for it', async () => {
      const application = await addApplication(server, { name: 'Wanted' })
      const [one, other] = [await somebody('OPS'), await somebody('CREW')]
      for (const { console } of [one, other]) {
        await console.done('accessRequestCreate', CREATE, { id: application.clientId })
      }
      assert.equal((await allow(scene.browser, authorizePath(application, 'contact:read'))).status, 303)
      assert.deepEqual(await openFor(application.clientId), [])
      for (const { person, console } of [one, other]) {
        assert.equal((await console.data(OWN)).ownAccessRequestList[0].state, 'GRANTED')
        assert.match((await mailsTo(person.email))[0]?.subject ?? '', /Wanted is connected/)
      }
    })

    test('asking for an application that cannot be connected is refused with the reason', async () => {
      const { console } = await somebody('CREW')
      const personal = await addApplication(server, { name: 'Own', personal: true, kind: 'other' })
      const inTest = await addApplication(server, { name: 'In test' }, 'test')
      const { clientId: id } = scene.application
      for (const [variables, code] of [
        [{ id: 'app_nobodys' }, 'NOT_FOUND'],
        [{ id: inTest.clientId }, 'NOT_FOUND'],
        [{ id: personal.clientId }, 'NOT_ALLOWED'],
        [{ id, note: 'x'.repeat(301) }, 'VALIDATION'],
        [{ id, note: 'turned \u202e round' }, 'VALIDATION'],
      ] as const) {
        assert.equal((await console.refused('accessRequestCreate', CREATE, variables))[0]?.code, code)
      }
      assert.equal((await admin.refused('accessRequestCreate', CREATE, { id }))[0]?.code, 'NOT_ALLOWED')
      const form = await question(console, scene.application)
      const refused = await console.browser.submit(form, { decision: 'ask', note: 'x'.repeat(301) })
      assert.equal(refused.status, 400)
      assert.match(refused.body, /Nothing was sent/)
    })

    test('a user who is no administrator can neither read nor answer the requests of others', async () => {
      const { clientId: id } = await addApplication(server, { name: 'Private' })
      const { console } = await somebody('CREW')
      await console.done('accessRequestCreate', CREATE, { id, note: 'mine' })
      const other = await somebody('OPS')
      assert.equal((await other.console.ask(OPEN)).status, 403)
      const [{ accessRequestId }] = await openFor(id)
      assert.equal((await other.console.ask(REFUSE, { id: accessRequestId, reason: 'no' })).status, 403)
      assert.deepEqual((await other.console.data(OWN)).ownAccessRequestList, [])
      assert.equal((await other.console.data(BELL)).noticeUnreadCount, 0)
      assert.equal((await openFor(id)).length, 1)
    })

    testOnBoth('a user asks for access at most five times a day', async () => {
      const { console } = await somebody('CREW')
      const ids = await Promise.all(
        Array.from({ length: 6 }, (_, index) => addApplication(server, { name: `Many ${index}` })),
      )
      const codes: (string | undefined)[] = []
      for (const { clientId: id } of ids) {
        const { accessRequestCreate } = await console.data(CREATE, { id })
        codes.push(accessRequestCreate.userErrorList[0]?.code)
      }
      assert.deepEqual(codes, [...Array(5).fill(undefined), 'LIMIT_EXCEEDED'])
      assert.equal((await console.data(OWN)).ownAccessRequestList.length, 5)
    })

    test('asking for access and declining are in the audit log', async () => {
      const { auditEntryList } = await admin.data(
        '{ auditEntryList(filter: { text: "Declined" }) { nodeList { action detail } } }',
      )
      const actions = auditEntryList.nodeList.map(({ action }: Data) => action)
      assert.ok(actions.includes('access.asked') && actions.includes('access.refused'), actions.join())
    })

    test('notices are read by one user and stay new for another', async () => {
      const second = await somebody('ADMIN')
      const { clientId: id } = await addApplication(server, { name: 'Read' })
      const { console } = await somebody('CREW')
      await console.done('accessRequestCreate', CREATE, { id })
      assert.equal((await second.console.data(BELL)).noticeUnreadCount, 1, 'nothing from before they joined')
      const { unreadCount } = await admin.done(
        'noticeRead',
        'mutation { noticeRead { unreadCount userErrorList { message } } }',
      )
      assert.equal(unreadCount, 0)
      const bell = await second.console.data(BELL)
      assert.deepEqual([bell.noticeUnreadCount, bell.noticeList.nodeList[0].isRead], [1, false])
      const { noticeList } = await second.console.data('{ noticeList { nodeList { noticeId } } }')
      const read = 'mutation ($ids: [ID!]) { noticeRead(noticeIdList: $ids) { unreadCount userErrorList { message } } }'
      const known = noticeList.nodeList[0].noticeId
      const many = (count: number) => Array.from({ length: count }, (_, index) => `ntc_${index}`)
      const left = async (ids: string[]) => (await second.console.done('noticeRead', read, { ids })).unreadCount
      assert.deepEqual([await left([]), await left(['ntc_nobodys'])], [1, 1])
      const tooMany = await second.console.ask(read, { ids: [known, ...many(500)] })
      assert.match(tooMany.body, /noticeIdList holds at most 500 values/)
      assert.equal(await left([known, known, ...many(499)]), 0)
    })

    test('a user who turned off mails of a kind of notice gets it in the bell alone', async () => {
      const second = await somebody('ADMIN')
      const { choiceList } = await second.console.done(
        'noticeMailSet',
        `mutation { noticeMailSet(noticeKindList: [NEAR_CAP]) {
          choiceList { kind isByMail } userErrorList { message } } }`,
      )
      assert.deepEqual(
        choiceList.filter(({ isByMail }: Data) => isByMail).map(({ kind }: Data) => kind),
        ['NEAR_CAP'],
      )
      const setMails = (given: string) =>
        `mutation { noticeMailSet${given} { choiceList { kind isByMail } userErrorList { code path } } }`
      const before = (await second.console.done('noticeMailSet', setMails('(kindList: ["NEAR_CAP"])'))).choiceList
      assert.deepEqual(before, choiceList, 'names as texts are taken as before')
      assert.deepEqual(await second.console.refused('noticeMailSet', setMails('')), [
        { code: 'VALIDATION', path: ['noticeKindList'] },
      ])
      const { clientId: id } = await addApplication(server, { name: 'Quiet' })
      const { console } = await somebody('CREW')
      await console.done('accessRequestCreate', CREATE, { id })
      assert.deepEqual(await mailsTo(second.person.email), [])
      assert.equal((await second.console.data(BELL)).noticeUnreadCount, 1)
    })

    test('a new administrator is announced to the other administrators, but not to the one who gave the role', async () => {
      const second = await somebody('ADMIN')
      const promoted = await somebody('OPS')
      await second.console.done(
        'userAdminSet',
        `mutation ($id: ID!) { userAdminSet(userId: $id, isAdmin: true) { userErrorList { message } } }`,
        { id: promoted.person.userId },
      )
      const [latest] = (await admin.data(BELL)).noticeList.nodeList
      assert.match(latest.title, /became administrator/)
      assert.match((await mailsTo(scene.admin.email)).at(-1)?.subject ?? '', /became administrator/)
      assert.deepEqual(await mailsTo(second.person.email), [])
    })

    test('a new administrator made by the host is announced to every administrator', async () => {
      const promoted = await somebody('OPS')
      await setRoles(server.world.at(scene.at.tenant), promoted.person.email, ['ADMIN'], HOST)
      const [latest] = (await admin.data(BELL)).noticeList.nodeList
      assert.match(latest.title, /became administrator/)
      assert.equal(latest.text, 'By whoever runs this service.')
    })
  })
}
