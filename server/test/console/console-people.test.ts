/**
 * Users in the console: invited by e-mail, promoted, removed; the last administrator always stays (access-model §10).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { setRoles } from '../../src/services/identity/administrators.ts'
import { Browser, formTo } from '../support/browser.ts'
import { addPerson, GrantScene, signedInBrowser } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { type MailingServer, startMailingServer } from '../support/mailing-server.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServerProcess } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { onPostgres, preparedPlace, startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const USERS = '{ userAccountList { userId email state isAdmin isViewer roleList invitationExpiresAt } }'
const INVITE = `mutation ($input: UserInviteInput!) { userInvite(input: $input) {
  userAccount { userId state isAdmin } userErrorList { code path } } }`
const AGAIN =
  'mutation ($id: ID!) { userInviteAgain(userId: $id) { userAccount { state } userErrorList { code path } } }'
const ROLES = `mutation ($id: ID!, $roles: [String!]!) { userRoleSet(userId: $id, roleList: $roles) {
  userAccount { roleList isAdmin } userErrorList { code path message } } }`
const SET = `mutation ($id: ID!, $on: Boolean!) { userAdminSet(userId: $id, isAdmin: $on) {
  userAccount { isAdmin roleList } userErrorList { code path } } }`
const REMOVE = 'mutation ($id: ID!) { userRemove(userId: $id) { userId userErrorList { code path } } }'

/** The link and the code of a message. */
const readInvitation = (message: string): { link: string; code: string } => {
  const text = message.replaceAll('=\n', '').replaceAll('=3D', '=')
  const link = /(http:\/\/\S+\/invitation\/\?invitation=\S+)/.exec(text)?.[1] ?? ''
  const code = /^([0-9A-Za-z]{16})$/m.exec(text)?.[1] ?? ''
  return { link, code }
}

for (const store of storesFor('life cycle')) {
  describe(`users in the console (${store})`, () => {
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

    const invite = (email: string, more: object = {}) =>
      admin.done('userInvite', INVITE, { input: { email, name: 'Beat', surname: 'Huber', roleList: ['OPS'], ...more } })

    const visitor = () => new Browser(server.client, scene.at.origin)

    const pathOf = (link: string) => link.slice(scene.at.origin.length)

    const accept = async (link: string, code: string, password: string) => {
      const browser = visitor()
      const page = await browser.get(pathOf(link))
      assert.equal(page.status, 200, page.body.slice(0, 200))
      return browser.submit(formTo(page.body, '/invitation/'), { code, new_password: password })
    }

    test('an invitation arrives by e-mail and lets the user choose a password once', async () => {
      const { userAccount } = await invite('beat@alpine.example')
      assert.deepEqual([userAccount.state, userAccount.isAdmin], ['INVITED', false])
      const message = await mailing.mail.next()
      const { link, code } = readInvitation(message)
      assert.ok(!link.includes(code), 'No secret stands in an address')
      const wrong = await accept(link, 'x'.repeat(16), 'a long password')
      assert.equal(wrong.status, 400)
      assert.match(wrong.body, /The code is wrong/)
      assert.match((await accept(link, code, 'short')).body, /A password has/)
      const done = await accept(link, code, 'a long password')
      assert.deepEqual([done.status, done.headers.location], [303, '/sign-in/'])
      assert.equal((await visitor().get(pathOf(link))).status, 404)
      const browser = visitor()
      const landed = await browser.signIn(await browser.get('/sign-in/'), 'beat@alpine.example', 'a long password')
      assert.equal(landed.status, 200)
      const { userAccountList } = await admin.data(USERS)
      const beat = userAccountList.find((user: { email: string }) => user.email === 'beat@alpine.example')
      assert.deepEqual([beat.state, beat.roleList], ['ACTIVE', ['OPS']])
    })

    test('an invitation ends after 72 hours or ten wrong codes, and a new one replaces it', async () => {
      const { userAccount } = await invite('carla@alpine.example')
      const first = readInvitation(await mailing.mail.next())
      await admin.done('userInviteAgain', AGAIN, { id: userAccount.userId })
      const second = readInvitation(await mailing.mail.next())
      assert.equal((await visitor().get(pathOf(first.link))).status, 404)
      for (let tries = 0; tries < 10; tries++) {
        assert.equal((await accept(second.link, 'wrong', 'a long password')).status, 400)
      }
      assert.equal((await accept(second.link, second.code, 'a long password')).status, 400)
      await admin.done('userInviteAgain', AGAIN, { id: userAccount.userId })
      const third = readInvitation(await mailing.mail.next())
      server.clock.advanceSeconds(72 * 3600 + 1)
      assert.equal((await visitor().get(pathOf(third.link))).status, 404)
      admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
      const { userAccountList } = await admin.data(USERS)
      const carla = userAccountList.find((user: { email: string }) => user.email === 'carla@alpine.example')
      assert.equal(carla.state, 'INVITATION_EXPIRED')
    })

    test('a sent message is kept without its text, and the code is in neither store nor log', async () => {
      await invite('dora@alpine.example')
      const { code } = readInvitation(await mailing.mail.next())
      const reader = server.world.storage.tenant(scene.at.tenant.tenantId)
      const wiped = async () => {
        const rows = await reader.db.selectFrom('outbox_message').selectAll().execute()
        return rows.every(({ body, sent_at }) => sent_at !== null && body === '')
      }
      while (!(await wiped())) await new Promise((resolve) => setImmediate(resolve))
      const invitations = await reader.db.selectFrom('user_invitation').selectAll().execute()
      assert.ok(!JSON.stringify(invitations).includes(code))
      assert.ok(!server.logged.some((line) => line.includes(code)))
    })

    test('a message that the mail server refuses is retried later', async () => {
      mailing.mail.refuse(true)
      await invite('ines@alpine.example')
      await mailing.mail.refusal()
      mailing.mail.refuse(false)
      await soon('the refused message has its next try in a minute', async () => {
        const { db, now } = server.world.storage.platform
        const message = db.selectFrom('outbox_message').select('next_try_at').where('recipient', 'like', 'ines@%')
        return (await message.executeTakeFirstOrThrow()).next_try_at <= (await now()) + 60_000
      })
      server.clock.advanceSeconds(61)
      assert.match(await mailing.mail.next(), /To: ines@alpine.example/)
    })

    test('errors of an invitation are reported by field', async () => {
      const input = { email: 'eva@alpine.example', name: 'Eva', surname: 'Test', roleList: [] }
      const refusals = [
        [{ email: 'no address' }, 'email'],
        [{ email: scene.admin.email }, 'email'],
        [{ name: '' }, 'name'],
        [{ surname: 'a\nBcc: x@y.example' }, 'surname'],
        [{ roleList: ['KING'] }, 'roleList'],
      ] as const
      for (const [wrong, field] of refusals) {
        const errors = await admin.refused('userInvite', INVITE, { input: { ...input, ...wrong } })
        assert.deepEqual(errors, [{ code: 'VALIDATION', path: ['input', field] }])
      }
      const active = await admin.refused('userInviteAgain', AGAIN, { id: scene.pilot.userId })
      assert.deepEqual(active, [{ code: 'VALIDATION', path: ['userId'] }])
    })

    test('an invitation form from another site sets no password', async () => {
      const { userAccount } = await invite('fritz@alpine.example')
      assert.equal(userAccount.state, 'INVITED')
      const { link, code } = readInvitation(await mailing.mail.next())
      const browser = visitor()
      const form = formTo((await browser.get(pathOf(link))).body, '/invitation/')
      const foreign = { code, new_password: 'a long password' }
      assert.equal((await browser.submit(form, foreign, { 'sec-fetch-site': 'same-site' })).status, 403)
    })

    test('the roles of a user are replaced, count from the next request on, and are told in the audit log', async () => {
      const id = scene.pilot.userId
      const roles = (await admin.data('{ userAccountList { userId roleList } }')).userAccountList
      const before = roles.find(({ userId }: Data) => userId === id).roleList
      const changed = await admin.done('userRoleSet', ROLES, { id, roles: ['CREW', 'SALES', 'CREW'] })
      assert.deepEqual(changed.userAccount, { roleList: ['SALES', 'CREW'], isAdmin: false })
      const log =
        '{ auditEntryList(filter: { action: "user.roles-changed" }, page: { first: 1 }) { nodeList { subjectId detail } } }'
      const [entry] = (await admin.data(log)).auditEntryList.nodeList
      assert.equal(entry.subjectId, id)
      assert.deepEqual(JSON.parse(entry.detail).after, ['SALES', 'CREW'])
      const unknown = (await admin.ask(ROLES, { id, roles: ['PILOT'] })).json<Data>().data.userRoleSet
      assert.deepEqual(unknown.userErrorList[0].path, ['roleList'])
      assert.match(unknown.userErrorList[0].message, /no role "PILOT": ADMIN, OPS/)
      await admin.done('userRoleSet', ROLES, { id, roles: before })
    })

    test('the last administrator cannot give the role up by an edit of roles', async () => {
      const answer = await admin.ask(ROLES, { id: scene.admin.userId, roles: ['OPS'] })
      const { userRoleSet } = answer.json<Data>().data
      assert.match(userRoleSet.userErrorList[0].message, /only administrator/)
    })

    test('the last active administrator can be neither demoted nor removed, and an invited one does not count', async () => {
      await invite('gabi@alpine.example', { roleList: ['ADMIN'] })
      await mailing.mail.next()
      const id = scene.admin.userId
      const refused = [{ code: 'NOT_ALLOWED', path: ['userId'] }]
      assert.deepEqual(await admin.refused('userAdminSet', SET, { id, on: false }), refused)
      assert.deepEqual(await admin.refused('userRemove', REMOVE, { id }), refused)
      const { userAccount } = await admin.done('userAdminSet', SET, { id: scene.pilot.userId, on: true })
      assert.deepEqual(userAccount, { isAdmin: true, roleList: ['ADMIN', 'CREW'] })
      await admin.done('userAdminSet', SET, { id: scene.pilot.userId, on: false })
    })

    test('a removed user is signed out, cannot sign in, and the audit log records the removal', async () => {
      const person = await addPerson(server, scene.at, 'Hugo', ['OPS'])
      const hugo = await ConsoleClient.signIn(server, scene.at, person)
      await admin.done('userRemove', REMOVE, { id: person.userId })
      assert.equal((await hugo.ask('{ viewer { name } }')).status, 401)
      const browser = visitor()
      assert.equal(
        (await browser.signIn(await browser.get('/sign-in/'), person.email, 'correct horse battery')).status,
        403,
      )
      const { auditEntryList } = await admin.data(
        '{ auditEntryList(filter: { action: "user.removed" }) { nodeList { actorName subjectName address } } }',
      )
      assert.deepEqual(auditEntryList.nodeList, [
        { actorName: 'Anna Test', subjectName: 'Hugo Test', address: '127.0.0.1' },
      ])
    })
  })
}

describe('two administrators step down at the same moment', () => {
  /** Both send their request to a server of their own; exactly one may succeed. */
  const race = async (store: 'sqlite' | 'postgres', withProcess: boolean): Promise<void> => {
    const place = await preparedPlace(store)
    const server = await startServer(store, place)
    const process = withProcess ? await startServerProcess(place.environment) : null
    try {
      const scene = await GrantScene.open(server, 'alpine')
      const bea = await addPerson(server, scene.at, 'Bea', ['ADMIN'])
      const anna = new ConsoleClient(server.client, scene.browser)
      const other = new ConsoleClient(process?.client ?? server.client, await signedInBrowser(server, scene.at, bea))
      for (let round = 0; round < 10; round++) {
        const outcomes = await Promise.all([
          anna.data(SET, { id: scene.admin.userId, on: false }),
          other.data(SET, { id: bea.userId, on: false }),
        ])
        const codes = outcomes.map(({ userAdminSet }: Data) => userAdminSet.userErrorList[0]?.code ?? 'DONE')
        assert.deepEqual(codes.toSorted(), ['DONE', 'NOT_ALLOWED'])
        const { email } = codes[0] === 'DONE' ? scene.admin : bea
        await setRoles(server.world.at(scene.at.tenant), email, ['ADMIN'], HOST)
      }
    } finally {
      await process?.stop()
      await server.close()
      await place.dispose()
    }
  }

  test('of two administrators who step down at once in one SQLite process, one stays', () => race('sqlite', false))
  test('of two administrators who step down at once in two PostgreSQL processes, one stays', onPostgres('locks'), () =>
    race('postgres', true),
  )
})

test('a server without mail settings refuses invitations and says why', async () => {
  const server = await startServer('sqlite')
  try {
    const scene = await GrantScene.open(server, 'alpine')
    const admin = new ConsoleClient(server.client, scene.browser)
    const input = { email: 'beat@alpine.example', name: 'Beat', surname: 'Huber', roleList: [] }
    assert.deepEqual(await admin.refused('userInvite', INVITE, { input }), [{ code: 'NOT_ALLOWED', path: null }])
    assert.equal((await admin.data(USERS)).userAccountList.length, 2)
  } finally {
    await server.close()
  }
})
