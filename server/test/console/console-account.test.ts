/** A user's own account through GraphQL: password, second step, sessions, personal grants (access-model §4, §10). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromBase32, totpCode } from '../../src/domain/identity/totp.ts'
import { addApplication, addPerson, GrantScene, PASSWORD, type Person, signedInBrowser } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const ERRORS = 'userErrorList { code path }'
const PASSWORD_CHANGE = `mutation ($current: String!, $next: String!) {
  accountPasswordChange(currentPassword: $current, newPassword: $next) { viewer { sessionList { isCurrent } } ${ERRORS} } }`
const START = `mutation ($password: String) { accountSecondStepStart(currentPassword: $password) { viewer { secondStep { state secret otpauthUri } } ${ERRORS} } }`
const CONFIRM = `mutation ($code: String!) { accountSecondStepConfirm(code: $code) { viewer { secondStep { state secret } } ${ERRORS} } }`
const END = `mutation ($password: String!) { accountSecondStepEnd(currentPassword: $password) { viewer { secondStep { state } } ${ERRORS} } }`

for (const store of storesFor('life cycle')) {
  describe(`the user's own account in the console (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    const someone = async (name: string): Promise<{ person: Person; client: ConsoleClient }> => {
      const person = await addPerson(server, scene.at, name, ['CREW'])
      return { person, client: await ConsoleClient.signIn(server, scene.at, person) }
    }

    test('changing the password requires the old one and ends all other sessions', async () => {
      const { person, client } = await someone('Ida')
      const elsewhere = await ConsoleClient.signIn(server, scene.at, person)
      const wrong = await client.refused('accountPasswordChange', PASSWORD_CHANGE, {
        current: 'wrong password',
        next: 'another long one',
      })
      assert.deepEqual(wrong, [{ code: 'VALIDATION', path: ['currentPassword'] }])
      const short = await client.refused('accountPasswordChange', PASSWORD_CHANGE, { current: PASSWORD, next: 'short' })
      assert.deepEqual(short, [{ code: 'VALIDATION', path: ['newPassword'] }])
      const { viewer } = await client.done('accountPasswordChange', PASSWORD_CHANGE, {
        current: PASSWORD,
        next: 'another long one',
      })
      assert.deepEqual(viewer.sessionList, [{ isCurrent: true }])
      assert.equal((await elsewhere.ask('{ viewer { name } }')).status, 401)
    })

    test('the second step is on after its first correct code, shows its secret only during setup, and the password turns it off', async () => {
      const { client } = await someone('Jan')
      const { viewer } = await client.done('accountSecondStepStart', START)
      const { secret, otpauthUri, state } = viewer.secondStep
      assert.equal(state, 'ENROLLING')
      assert.ok(otpauthUri.includes(secret))
      assert.deepEqual(await client.refused('accountSecondStepConfirm', CONFIRM, { code: '000000' }), [
        { code: 'VALIDATION', path: ['code'] },
      ])
      const code = totpCode(fromBase32(secret), Math.floor(server.clock.now() / 30_000))
      const { viewer: on } = await client.done('accountSecondStepConfirm', CONFIRM, { code })
      assert.deepEqual(on.secondStep, { state: 'ON', secret: null })
      assert.equal((await client.refused('accountSecondStepStart', START))[0]?.code, 'VALIDATION')
      assert.equal(
        (await client.refused('accountSecondStepEnd', END, { password: 'wrong password' }))[0]?.code,
        'VALIDATION',
      )
      assert.equal(
        (await client.done('accountSecondStepEnd', END, { password: PASSWORD })).viewer.secondStep.state,
        'OFF',
      )
    })

    const secretOf = async (client: ConsoleClient, password?: string): Promise<string> =>
      (await client.done('accountSecondStepStart', START, { password })).viewer.secondStep.secret
    const codeOf = (secret: string) => totpCode(fromBase32(secret), Math.floor(server.clock.now() / 30_000))

    test('ten minutes after sign-in, setting up the second step requires the password, and only that session sees the key', async () => {
      const { person, client } = await someone('Olga')
      const recent = await ConsoleClient.signIn(server, scene.at, person)
      server.clock.advanceSeconds(601)
      const asked = [{ code: 'VALIDATION', path: ['currentPassword'] }]
      assert.deepEqual(await client.refused('accountSecondStepStart', START), asked)
      assert.deepEqual(await client.refused('accountSecondStepStart', START, { password: 'wrong' }), asked)
      const page = await client.browser.post('/account/', { intent: 'start-second-step' })
      assert.match(page.body, /Type your current password/)
      const secret = await secretOf(client, PASSWORD)
      const STATE = '{ viewer { secondStep { state secret } } }'
      assert.deepEqual((await recent.data(STATE)).viewer.secondStep, { state: 'OFF', secret: null })
      assert.equal((await recent.refused('accountSecondStepConfirm', CONFIRM, { code: codeOf(secret) })).length, 1)
      server.clock.advanceSeconds(601)
      assert.equal((await client.refused('accountSecondStepConfirm', CONFIRM, { code: codeOf(secret) })).length, 1)
      const again = await secretOf(client, PASSWORD)
      assert.notEqual(again, secret)
      await client.done('accountSecondStepConfirm', CONFIRM, { code: codeOf(again) })
    })

    test('no order of start, confirm and cancel in one request enables the second step without a secret', async () => {
      const steps = ['start', 'confirm', 'cancel'] as const
      const orders = steps.flatMap((a) => steps.flatMap((b) => steps.map((c) => [a, b, c] as const)))
      const rows = () =>
        server.world.storage
          .tenant(scene.at.tenant.tenantId)
          .db.selectFrom('user_account')
          .select(['name'])
          .where('totp_confirmed_at', 'is not', null)
          .where('totp_secret', 'is', null)
          .execute()
      let { client } = await someone('Paul0')
      for (const [index, order] of orders.entries()) {
        const fields = {
          start: 'accountSecondStepStart { userErrorList { code } }',
          confirm: `accountSecondStepConfirm(code: "${codeOf(await secretOf(client))}") { userErrorList { code } }`,
          cancel: 'accountSecondStepCancel { userErrorList { code } }',
        }
        await client.data(`mutation { ${order.map((step, place) => `s${place}: ${fields[step]}`).join(' ')} }`)
        assert.deepEqual(await rows(), [], order.join(', '))
        const { viewer } = await client.data('{ viewer { secondStep { state } } }')
        if (viewer.secondStep.state === 'ON') ({ client } = await someone(`Paul${index + 1}`))
      }
    })

    test("a user ends one session and keeps the others, and cannot end another user's session", async () => {
      const { person, client } = await someone('Kim')
      const other = await ConsoleClient.signIn(server, scene.at, person)
      const stranger = await someone('Lea')
      const { viewer } = await client.data('{ viewer { sessionList { sessionId isCurrent } } }')
      const { sessionId } = viewer.sessionList.find(({ isCurrent }: Data) => !isCurrent)
      const END_SESSION = `mutation ($id: ID!) { accountSessionEnd(sessionId: $id) { viewer { sessionList { isCurrent } } ${ERRORS} } }`
      const refused = await stranger.client.refused('accountSessionEnd', END_SESSION, { id: sessionId })
      assert.equal(refused[0]?.code, 'NOT_FOUND')
      assert.equal((await other.ask('{ viewer { name } }')).status, 200)
      await client.done('accountSessionEnd', END_SESSION, { id: sessionId })
      assert.equal((await other.ask('{ viewer { name } }')).status, 401)
      assert.equal((await client.ask('{ viewer { name } }')).status, 200)
    })

    test('a grant of a personal application is listed for and ended by its own user only', async () => {
      const { person, client } = await someone('Max')
      const application = await addApplication(server, { name: 'Pilot Pages', kind: 'pilot-logbook', personal: true })
      const browser = await signedInBrowser(server, scene.at, person)
      const own = new GrantScene({ server, at: scene.at, admin: scene.admin, pilot: person, application, browser })
      const { access_token: token } = await own.connect('own:profile')
      const GRANTS = '{ viewer { personalGrantList { grantId applicationName logoPath scopeList { name text } } } }'
      const [grant] = (await client.data(GRANTS)).viewer.personalGrantList
      assert.deepEqual([grant.applicationName, grant.scopeList[0].name], ['Pilot Pages', 'own:profile'])
      const END_GRANT = `mutation ($id: ID!) { accountPersonalGrantEnd(grantId: $id) { viewer { personalGrantList { grantId } } ${ERRORS} } }`
      const stranger = await someone('Nora')
      const refused = await stranger.client.refused('accountPersonalGrantEnd', END_GRANT, { id: grant.grantId })
      assert.equal(refused[0]?.code, 'NOT_FOUND')
      assert.equal((await scene.at.query(token, '{ me { name } }')).status, 200)
      const ended = await client.done('accountPersonalGrantEnd', END_GRANT, { id: grant.grantId })
      assert.deepEqual(ended.viewer.personalGrantList, [])
      assert.equal((await scene.at.query(token, '{ me { name } }')).status, 401)
    })
  })
}
