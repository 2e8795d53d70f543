/**
 * Nothing that a person sent or was sent outlives the right to it: invitations and questions end with whoever sent
 * them, codes with the number they went to; taking a way to sign in away asks for the password; and naming somebody's
 * address does not close their way (threats rows 131 to 134).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { DEVELOPERS_REALM_ID } from '../../src/domain/identity/realm.ts'
import { RECENT_SIGN_IN_SECONDS } from '../../src/domain/limits.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { setRoles } from '../../src/services/identity/administrators.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { changeApplication } from '../../src/storage/providers/provider-applications.ts'
import { sendResets } from '../support/asked-resets.ts'
import { SoftPasskey } from '../support/authenticator.ts'
import { type Browser, formTo } from '../support/browser.ts'
import { addPerson, PASSWORD } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import type { Answer } from '../support/http-client.ts'
import { PasskeyScene } from '../support/passkey-scene.ts'
import { createSecret, ERRORS, OTHER_PHONE, PHONE, register, sendCode } from '../support/portal-client.ts'
import { type Mail, PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const INVITE_ADMIN = `mutation ($email: String!) { userInvite(input: { email: $email, name: "Back", surname: "Door", roleList: ["ADMIN"] }) {
  userAccount { userId } ${ERRORS} } }`
const INVITE_AGAIN = `mutation ($id: ID!) { userInviteAgain(userId: $id) { ${ERRORS} } }`
const INVITE = `mutation ($email: String!) { memberInvite(email: $email, name: "Nina Neu") { ${ERRORS} } }`
const OWNER = `mutation ($id: ID!, $is: Boolean!) { memberOwnerSet(userId: $id, isOwner: $is) { ${ERRORS} } }`
const REMOVE = `mutation ($id: ID!) { memberRemove(userId: $id) { ${ERRORS} } }`
const ASK_NUMBER = `mutation ($id: ID!, $phone: String!) { phoneChangeAsk(clientId: $id, phoneNumber: $phone, note: "Lost it") { ${ERRORS} } }`
const REMOVE_PASSKEY = `mutation ($id: ID!, $password: String) { accountPasskeyRemove(passkeyId: $id, currentPassword: $password) { ${ERRORS} } }`
const END_OWN = `mutation ($id: ID!) { userSecondStepEnd(userId: $id, reason: "It is me") { ${ERRORS} } }`

for (const store of storesFor('locks')) {
  describe(`nothing outlives the right to it (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let at: TestTenant
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      at = (await server.operator('alpine')).production
      await addPerson(server, at, 'Anna', ['ADMIN'])
    })
    after(() => server?.close())

    const accept = (browser: Browser, mail: Mail | undefined): Promise<Answer> => {
      const [, invitation = ''] = /\?invitation=(\w+)/.exec(mail?.body ?? '') ?? []
      const [, code = ''] = /code:\n(\w+)/.exec(mail?.body ?? '') ?? []
      assert.notEqual(code, '')
      return browser.post('/invitation/', { invitation, code, new_password: PASSWORD })
    }
    const isAccepted = ({ status, headers }: Answer): boolean => status === 303 && headers.location === '/sign-in/'
    const lastMail = async (email: string, realmId?: string) => (await scene.sent(email, realmId)).at(-1)
    const suspend = (userId: string, time: number | null) =>
      server.world.storage.writePlatform(({ db }) =>
        sql`update user_account set suspended_at = ${time} where user_id = ${userId}`.execute(db),
      )

    const ENDS: readonly (readonly [string, (email: string) => Promise<void>])[] = [
      ['removed', (email) => removeUser(server.world.at(at.tenant), email, HOST, at.origin)],
      ['demoted', (email) => setRoles(server.world.at(at.tenant), email, ['OPS'], HOST)],
    ]
    for (const [how, end] of ENDS) {
      test(`an administrator who is ${how} does not come back by an invitation that they sent`, async () => {
        const sender = await addPerson(server, at, `Sender-${how}`, ['ADMIN'])
        const email = `back-${how}@elsewhere.example`
        const client = await ConsoleClient.signIn(server, at, sender)
        const { userAccount } = await client.done('userInvite', INVITE_ADMIN, { email })
        const mail = await lastMail(email, at.tenant.tenantId)
        await end(sender.email)
        assert.equal(isAccepted(await accept(scene.visitor(at.origin), mail)), false)
        const other = await addPerson(server, at, `Other-${how}`, ['ADMIN'])
        const taker = await ConsoleClient.signIn(server, at, other)
        await taker.done('userInviteAgain', INVITE_AGAIN, { id: userAccount.userId })
        const again = await lastMail(email, at.tenant.tenantId)
        assert.match(again?.body ?? '', new RegExp(`Other-${how} Test invites you`))
        assert.equal(isAccepted(await accept(scene.visitor(at.origin), again)), true)
      })
    }

    test('an invitation rests while the administrator who sent it is suspended', async () => {
      const sender = await addPerson(server, at, 'Resting', ['ADMIN'])
      const email = 'rest@elsewhere.example'
      await (await ConsoleClient.signIn(server, at, sender)).done('userInvite', INVITE_ADMIN, { email })
      const mail = await lastMail(email, at.tenant.tenantId)
      await suspend(sender.userId, 1)
      assert.equal(isAccepted(await accept(scene.visitor(at.origin), mail)), false)
      await suspend(sender.userId, null)
      assert.equal(isAccepted(await accept(scene.visitor(at.origin), mail)), true)
    })

    /** Another member of the owner's provider, who joined and signed in. */
    const colleague = async (
      owner: ConsoleClient,
      email: string,
    ): Promise<{ client: ConsoleClient; userId: string }> => {
      await owner.done('memberInvite', INVITE, { email })
      const browser = scene.visitor()
      await accept(browser, await lastMail(email))
      await browser.postFresh('/sign-in/', { email, password: PASSWORD })
      const client = new ConsoleClient(server.client, browser)
      return { client, userId: (await client.data('{ me { userId } }')).me.userId }
    }

    test('a suspension by the host outlasts the removal of the account: nobody lifts it by inviting the address again (threats row 635)', async () => {
      const email = 'sue@alpine.example'
      const person = ['--operator', 'alpine', '--environment', 'production', '--email', email]
      const run = (...args: string[]) => runCommand(args, server.place.environment)
      const BECAUSE = ['--reason', 'We look into it', '--yes']
      const browser = scene.visitor(at.origin)
      await browser.postFresh('/sign-in/', { email: 'anna@alpine.example', password: PASSWORD })
      const anna = new ConsoleClient(server.client, browser)
      await addPerson(server, at, 'Sue', ['ADMIN'])
      await run('user', 'suspend', ...person, ...BECAUSE)
      await removeUser(server.world.at(at.tenant), email, HOST, at.origin)
      const [refused] = await anna.refused('userInvite', INVITE_ADMIN, { email })
      assert.deepEqual([refused?.code, refused?.path], ['VALIDATION', ['input', 'email']])
      assert.match(refused?.message ?? '', /is suspended by whoever runs this service/)
      await assert.rejects(addPerson(server, at, 'Sue', ['ADMIN']), /"user resume" lifts it/)
      await run('user', 'resume', ...person, ...BECAUSE)
      await assert.rejects(run('user', 'resume', ...person, ...BECAUSE), /is not a user here/)
      await anna.done('userInvite', INVITE_ADMIN, { email })
      const visitor = scene.visitor(at.origin)
      assert.ok(isAccepted(await accept(visitor, await lastMail(email, at.tenant.tenantId))))
      // Removed once more, the lifted suspension does not come back.
      await removeUser(server.world.at(at.tenant), email, HOST, at.origin)
      await addPerson(server, at, 'Sue', ['OPS'])
    })

    test('a suspended member of a provider who is removed signs up nowhere else by the same address (threats row 635)', async () => {
      const lena = await scene.signUp('lena@barred.example', 'Barred AG')
      const email = 'mo@barred.example'
      const { userId } = await colleague(lena, email)
      await suspend(userId, server.clock.now())
      await lena.done('memberRemove', REMOVE, { id: userId })
      await assert.rejects(scene.signUp(email, 'Mo Alone'), /The address is suspended by whoever runs this service/)
      await lena.done('memberInvite', INVITE, { email })
      assert.equal(isAccepted(await accept(scene.visitor(), await lastMail(email))), false)
      await suspend(userId, null)
      assert.equal(isAccepted(await accept(scene.visitor(), await lastMail(email))), true)
    })

    test('invitations of an owner end when they are demoted or removed, and so does what they asked of support', async () => {
      const lena = await scene.signUp('lena@vektor.example')
      const clientId = await register(lena)
      const max = await colleague(lena, 'max@vektor.example')
      await lena.done('memberOwnerSet', OWNER, { id: max.userId, is: true })
      await max.client.done('memberInvite', INVITE, { email: 'one@elsewhere.example' })
      await lena.done('memberOwnerSet', OWNER, { id: max.userId, is: false })
      assert.deepEqual((await lena.data('{ invitationList { email } }')).invitationList, [])
      assert.equal(isAccepted(await accept(scene.visitor(), await lastMail('one@elsewhere.example'))), false)
      await lena.done('memberOwnerSet', OWNER, { id: max.userId, is: true })
      await max.client.done('memberInvite', INVITE, { email: 'two@elsewhere.example' })
      await max.client.done('phoneChangeAsk', ASK_NUMBER, { id: clientId, phone: OTHER_PHONE })
      await lena.done('memberRemove', REMOVE, { id: max.userId })
      assert.equal(isAccepted(await accept(scene.visitor(), await lastMail('two@elsewhere.example'))), false)
      const { db } = server.world.storage.platform
      assert.deepEqual(await db.selectFrom('phone_change').selectAll().execute(), [])
    })

    test('an invitation stays when its address signs up elsewhere, and makes no second account', async () => {
      const owner = await scene.signUp('olga@orbit.example', 'Orbit AG')
      await owner.done('memberInvite', INVITE, { email: 'nina@elsewhere.example' })
      const mail = await lastMail('nina@elsewhere.example')
      await scene.signUp('nina@elsewhere.example', 'Nina Solo')
      const { invitationList } = await owner.data('{ invitationList { email } }')
      assert.deepEqual(invitationList, [{ email: 'nina@elsewhere.example' }])
      assert.equal(isAccepted(await accept(scene.visitor(), mail)), false)
      assert.equal((await owner.data('{ memberList { userId } }')).memberList.length, 1)
    })

    test('a code that was sent to the old number makes no secret after the number changed', async () => {
      const owner = await scene.signUp('pia@phones.example', 'Phones AG')
      const clientId = await register(owner, { name: 'Phones' })
      assert.deepEqual((await sendCode(owner, clientId)).userErrorList, [])
      const code = await scene.lastCode(PHONE)
      await server.world.storage.writePlatform((tx) => changeApplication(tx, clientId, { phone_number: OTHER_PHONE }))
      const { clientSecret, userErrorList } = await createSecret(owner, clientId, code)
      assert.equal(clientSecret, null)
      assert.match(userErrorList[0].message, /No code is open/)
    })

    test('keys that a removed user made or rotated go on, and are named to the administrators (threats row 513)', async () => {
      const [leaver, other] = [
        await addPerson(server, at, 'Leaver', ['ADMIN']),
        await addPerson(server, at, 'Stays', ['ADMIN']),
      ]
      const [hers, theirs] = [
        await ConsoleClient.signIn(server, at, leaver),
        await ConsoleClient.signIn(server, at, other),
      ]
      const NEW_KEY = `mutation ($label: String!) { apiKeyCreate(input: { label: $label, scopeList: ["contact:read"] }) {
        refreshToken apiKey { apiKeyId } ${ERRORS} } }`
      const made = await hers.done('apiKeyCreate', NEW_KEY, { label: 'Nightly' })
      await theirs.done('apiKeyCreate', NEW_KEY, { label: 'Other one' })
      const rotated = await theirs.done('apiKeyCreate', NEW_KEY, { label: 'Rotated' })
      const ROTATE = `mutation ($id: ID!) { apiKeyRotate(apiKeyId: $id, overlapHours: 0) { ${ERRORS} } }`
      await hers.done('apiKeyRotate', ROTATE, { id: rotated.apiKey.apiKeyId })
      const WEBHOOK = `mutation ($key: ID!) { webhookCreate(input: {
        apiKeyId: $key, url: "https://leaver.example/in?token=geheim", entityList: [CONTACT] }) { ${ERRORS} } }`
      await hers.done('webhookCreate', WEBHOOK, { key: made.apiKey.apiKeyId })
      const REMOVE_USER = `mutation ($id: ID!) { userRemove(userId: $id) { ${ERRORS} } }`
      await theirs.done('userRemove', REMOVE_USER, { id: leaver.userId })
      const { noticeList } = await theirs.data('{ noticeList { nodeList { kind title text } } }')
      const told = noticeList.nodeList.filter(({ kind }: Data) => kind === 'MAKER_LEFT')
      assert.deepEqual(told, [
        {
          kind: 'MAKER_LEFT',
          title: 'Leaver Test was removed; what they made goes on',
          text: 'API keys that they made or rotated: “Nightly”, “Rotated”. Rotate or revoke each. Webhooks that they made, to “leaver.example”. Replace each secret, or switch it off.',
        },
      ])
      const mail = (await scene.sent(other.email, at.tenant.tenantId)).find(({ subject }) =>
        /was removed/.test(subject),
      )
      assert.match(mail?.body ?? '', /Nightly.*Rotated/)
      const { status } = await server.client.form(`${at.origin}/access_token/refresh/`, {
        refresh_token: made.refreshToken,
      })
      assert.equal(status, 200, 'production goes on')
    })

    test('a passkey is removed in an old session with the password only', async () => {
      const passkeys = new PasskeyScene(server, at)
      const { browser } = await passkeys.personWithPasskey('Paula', new SoftPasskey())
      const client = new ConsoleClient(server.client, browser)
      const { passkeyId: id } = (await client.data('{ viewer { passkeyList { passkeyId } } }')).viewer.passkeyList[0]
      server.clock.advanceSeconds(RECENT_SIGN_IN_SECONDS + 1)
      const [refused] = await client.refused('accountPasskeyRemove', REMOVE_PASSKEY, { id })
      assert.deepEqual(refused?.path, ['currentPassword'])
      const page = await browser.post('/account/', { intent: 'remove-passkey', passkey: id })
      assert.match(page.body, /Type your current password/)
      await client.done('accountPasskeyRemove', REMOVE_PASSKEY, { id, password: PASSWORD })
    })

    test('an administrator does not end their own second step as if they helped somebody', async () => {
      const passkeys = new PasskeyScene(server, at)
      const { person, browser } = await passkeys.personWithPasskey('Selma', new SoftPasskey())
      await setRoles(server.world.at(at.tenant), person.email, ['ADMIN'], HOST)
      const client = new ConsoleClient(server.client, browser)
      const [refused] = await client.refused('userSecondStepEnd', END_OWN, { id: person.userId })
      assert.equal(refused?.code, 'NOT_ALLOWED')
      assert.equal((await client.data('{ viewer { passkeyList { passkeyId } } }')).viewer.passkeyList.length, 1)
    })

    const forgotten = async (browser: Browser, email: string): Promise<void> => {
      const page = await browser.get('/forgotten/')
      assert.equal((await browser.submit(formTo(page.body, '/forgotten/'), { email })).status, 200)
      await sendResets(server)
    }
    const resets = async (email: string): Promise<number> =>
      (await scene.sent(email, at.tenant.tenantId)).filter(({ subject }) => /A new password/.test(subject)).length

    test('a stranger who asks for somebody’s resets uses up their own, not the person’s', async () => {
      const victim = await addPerson(server, at, 'Vera', ['CREW'])
      const stranger = scene.visitor(at.origin, '127.0.0.7')
      for (let times = 0; times < 7; times++) await forgotten(stranger, victim.email)
      assert.equal(await resets(victim.email), 5)
      await forgotten(scene.visitor(at.origin), victim.email)
      assert.equal(await resets(victim.email), 6)
      // From the stranger's own network too, where the browser has signed in before.
      const known = scene.visitor(at.origin, '127.0.0.7')
      await known.postFresh('/sign-in/', { email: victim.email, password: PASSWORD })
      await forgotten(known, victim.email)
      assert.equal(await resets(victim.email), 7)
    })

    test('a stranger who signs somebody’s address up uses up their own, and the person signs up', async () => {
      const email = 'vic@victim.example'
      for (let times = 0; times < 6; times++) {
        await scene.askToSignUp(email, {}, scene.visitor(undefined, '127.0.0.8'))
      }
      const sent = (await scene.sent(email, DEVELOPERS_REALM_ID)).length
      assert.equal(sent, 5)
      const client: ConsoleClient = await scene.signUp(email, 'Victim AG')
      const { me }: Data = await client.data('{ me { email } }')
      assert.equal(me.email, email)
    })
  })
}
