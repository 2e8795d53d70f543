/**
 * Our mail cannot be used as a relay: invitations are limited, go to one mailbox each, and carry no attacker's text.
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { GrantScene, PASSWORD } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { register } from '../support/portal-client.ts'
import { PortalScene } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { preparedPlace, startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const INVITE = `mutation ($input: UserInviteInput!) { userInvite(input: $input) {
  userAccount { userId } userErrorList { code path } } }`
const AGAIN = 'mutation ($id: ID!) { userInviteAgain(userId: $id) { userErrorList { code path } } }'
const MEMBER = `mutation ($email: String!) { memberInvite(email: $email, name: "Nina Neu") { userErrorList { code path } } }`
const CREATE = 'mutation ($input: OperatorInput!) { operatorCreate(input: $input) { userErrorList { code path } } }'
const LABEL = `mutation ($label: String!) { apiKeyCreate(input: { label: $label, scopeList: ["flight:read"] }) {
  userErrorList { code path } } }`
const CONTACT = `mutation ($input: ContactInput!) { contactCreate(input: $input) { userErrorList { code path } } }`
const LIMIT = [{ code: 'LIMIT_EXCEEDED', path: null }]

const NO_MAILBOX = [
  'a@b.example, c@d.example',
  'Beat <a@b.example>',
  '"a b"@b.example',
  'a@b.example\u0000',
  'a\u202e@b.example',
  'a@b.example\r\nBcc: c@d.example',
  'a@b@c.example',
  '.a@b.example',
  'a@-b.example',
  'a@b..example',
  'a b@c.example',
  '@b.example',
]
const LINKS = ['see http://evil.example now', 'www.evil.example', 'evil.example', 'pay@evil', 'go to evil/x']
const UNSHOWABLE = [
  'a\u001b[2Jb',
  'a\u0085b',
  'a\u202eb',
  'a\u2066b',
  'a\u200fb',
  'a\nb',
  'a\u2028b',
  'a\u200bb',
  '\u3164',
]

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`mail that users cause (${store})`, () => {
    let server: TestServer
    let scenes: readonly GrantScene[]
    before(async () => {
      const place = await preparedPlace(store)
      // Nobody listens there: messages stay in the outbox, where they are counted.
      const environment = { ...place.environment, AIRSIDE_SMTP_URL: 'smtp://127.0.0.1:9' }
      server = await startServer(store, { environment, dispose: place.dispose })
      scenes = [
        await GrantScene.open(server, 'alpine'),
        await GrantScene.open(server, 'coastal', 'sandbox'),
        await GrantScene.open(server, 'desert'),
      ]
    })
    after(() => server.close())

    const sceneAt = (index: number): GrantScene => scenes[index] as GrantScene
    const adminOf = (scene: GrantScene) => new ConsoleClient(server.client, scene.browser)
    const person = (email: string, more: object = {}) => ({
      input: { email, name: 'Beat', surname: 'Huber', roleList: [], ...more },
    })
    const sentBy = async ({ at }: GrantScene): Promise<number> => {
      const { db } = server.world.storage.tenant(at.tenant.tenantId)
      const rows = await db
        .selectFrom('outbox_message')
        .select('message_id')
        .where('tenant_id', '=', at.tenant.tenantId)
        .execute()
      return rows.length
    }

    testOnBoth(
      'an operator sends 20 invitations an hour and a sandbox 5, however many are asked for at once',
      async () => {
        for (const [scene, most] of [
          [sceneAt(0), 20],
          [sceneAt(1), 5],
        ] as const) {
          const admin = adminOf(scene)
          const asked = Array.from({ length: most + 3 }, (_, index) =>
            person(`p${index}@${scene.at.tenant.operatorId}.example`),
          )
          const answers = await Promise.all(asked.map((variables) => admin.data(INVITE, variables)))
          const refused = answers.filter(({ userInvite }) => userInvite.userErrorList.length > 0)
          assert.deepEqual(
            refused.map(({ userInvite }) => userInvite.userErrorList),
            [LIMIT, LIMIT, LIMIT],
          )
          assert.equal(await sentBy(scene), most)
        }
        server.clock.advanceSeconds(3601)
        for (const scene of scenes) await scene.signInAgain()
        await adminOf(sceneAt(1)).done('userInvite', INVITE, person('later@coastal.example'))
      },
    )

    test('one address gets three invitations a day from one operator, whatever others send it', async () => {
      const [one, other] = [adminOf(sceneAt(2)), adminOf(sceneAt(1))]
      const { userAccount } = await one.done('userInvite', INVITE, person('victim@elsewhere.example'))
      await one.done('userInviteAgain', AGAIN, { id: userAccount.userId })
      await one.done('userInviteAgain', AGAIN, { id: userAccount.userId })
      assert.deepEqual(await one.refused('userInviteAgain', AGAIN, { id: userAccount.userId }), LIMIT)
      await other.done('userInvite', INVITE, person('victim@elsewhere.example'))
      await one.done('userInvite', INVITE, person('else@elsewhere.example'))
    })

    test('invitations of providers and their sandboxes, three a day to one address, stop none of an operator or of support', async () => {
      const portal = new PortalScene(server)
      const [stranger, second] = [
        await portal.signUp('eve@strange.example'),
        await portal.signUp('mal@odd.example', 'Odd'),
      ]
      const email = 'wanted@elsewhere.example'
      await register(stranger)
      await portal.makeSandboxes()
      const { provider } = (await stranger.data('{ me { provider { sandbox { origin } } } }')).me
      const browser = portal.visitor(provider.sandbox.origin)
      await browser.signIn(await browser.get('/sign-in/'), 'eve@strange.example', PASSWORD)
      const sandbox = new ConsoleClient(server.client, browser)
      const { userAccount } = await sandbox.done('userInvite', INVITE, person(email))
      await stranger.done('memberInvite', MEMBER, { email })
      await second.done('memberInvite', MEMBER, { email })
      assert.deepEqual(await stranger.refused('memberInvite', MEMBER, { email }), LIMIT)
      assert.deepEqual(await sandbox.refused('userInviteAgain', AGAIN, { id: userAccount.userId }), LIMIT)
      await adminOf(sceneAt(2)).done('userInvite', INVITE, person(email))
      const sam = await portal.staff()
      const administrator = { administratorEmail: email, administratorName: 'Wanda', administratorSurname: 'Wanted' }
      for (const operatorId of ['lagoon', 'mistral']) {
        await sam.done('operatorCreate', CREATE, { input: { operatorId, name: operatorId, ...administrator } })
      }
    })

    test('an address that is not one mailbox is refused, for users and contacts alike', async () => {
      const admin = adminOf(sceneAt(2))
      for (const email of NO_MAILBOX) {
        const answers = [
          await admin.ask(INVITE, person(email)),
          await admin.ask(CONTACT, { input: { kind: 'CLIENT', name: 'A', email } }),
        ].map((answer) => [answer.status, answer.json<{ data?: object }>()] as const)
        for (const [status, body] of answers) {
          const [payload] = Object.values(body.data ?? {})
          const isRefused = status === 400 || payload.userErrorList[0]?.path?.join('.') === 'input.email'
          assert.ok(isRefused, `${JSON.stringify(email)}: ${JSON.stringify(body)}`)
        }
      }
      for (const email of ["pat.o'hara+ops@sub.alpine.example", 'x@xn--mnchen-3ya.example']) {
        await admin.done('contactCreate', CONTACT, { input: { kind: 'CLIENT', name: 'A', email } })
      }
    })

    test('names and labels with control, direction or invisible characters, and names of people with links, are refused', async () => {
      const admin = adminOf(sceneAt(2))
      for (const name of [...UNSHOWABLE, ...LINKS]) {
        const refused = await admin.refused('userInvite', INVITE, person('ok@desert.example', { surname: name }))
        assert.deepEqual(refused, [{ code: 'VALIDATION', path: ['input', 'surname'] }], JSON.stringify(name))
      }
      for (const name of UNSHOWABLE) {
        const label = await admin.refused('apiKeyCreate', LABEL, { label: name })
        assert.deepEqual(label, [{ code: 'VALIDATION', path: ['input', 'label'] }], JSON.stringify(name))
        const contact = await admin.refused('contactCreate', CONTACT, { input: { kind: 'CLIENT', name } })
        assert.deepEqual(contact, [{ code: 'VALIDATION', path: ['input', 'name'] }], JSON.stringify(name))
      }
      await admin.done('userInvite', INVITE, person('ok@desert.example', { name: 'J.R.', surname: 'Müller-Łukasz 王' }))
    })

    test('a name with a link that an earlier version stored is no link in a mail', async () => {
      const scene = sceneAt(2)
      await server.world.storage.writeTenant(scene.at.tenant.tenantId, async (tx) => {
        const change = tx.db
          .updateTable('user_account')
          .set({ name: 'http://evil.example/x', surname: 'pay@evil.example' })
        await change.where('tenant_id', '=', tx.tenantId).where('user_id', '=', scene.admin.userId).execute()
      })
      await adminOf(scene).done('userInvite', INVITE, person('reader@desert.example'))
      const { db } = server.world.storage.tenant(scene.at.tenant.tenantId)
      const { body } = await db
        .selectFrom('outbox_message')
        .select('body')
        .where('recipient', '=', 'reader@desert.example')
        .executeTakeFirstOrThrow()
      assert.match(body, /^http: evil\. example x pay evil\. example invites you/m)
    })
  })
}
