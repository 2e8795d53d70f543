/** Ways back in: a reset by mail, recovery codes, help by administrators and the host, and a second step that is required. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { fromBase32, totpCode } from '../../src/domain/identity/totp.ts'
import { RESET_SECONDS } from '../../src/domain/limits.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { setSuspendedOf } from '../../src/services/incidents/suspend.ts'
import { sendResets } from '../support/asked-resets.ts'
import { SoftPasskey } from '../support/authenticator.ts'
import { Browser, formTo } from '../support/browser.ts'
import { addPerson, authorizePath, GrantScene, PASSWORD, type Person, signedInBrowser } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { PasskeyScene } from '../support/passkey-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { statementsDuring } from '../support/statements.ts'
import { preparedPlace, startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

/**
 * What goes on beside every request: the mails of other tests are tried, too, in transactions of their own, whose begin
 * and end say nothing of themselves.
 */
const BESIDE =
  /clock\.at|from "reference_set"|usage_|from "tenant" inner join "operator"|^(select|update) [^;]*"outbox_message"| as "now"$|^(begin|commit|set local)\b/

const NEXT = 'another good password'
const RESET = 'mutation ($id: ID!) { userResetSend(userId: $id) { userErrorList { code path message } } }'
const END = `mutation ($id: ID!, $reason: String!) { userSecondStepEnd(userId: $id, reason: $reason) {
  userAccount { hasSecondStep recoveryCodesLeft passkeyCount } userErrorList { code path } } }`
const REQUIRE = 'mutation ($on: Boolean!) { secondStepRequire(isRequired: $on) { isRequired userErrorList { code } } }'

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`ways back in (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      const place = await preparedPlace(store)
      // Nobody listens there: messages stay in the outbox, where the test reads them.
      const environment = { ...place.environment, AIRSIDE_SMTP_URL: 'smtp://127.0.0.1:9' }
      server = await startServer(store, { environment, dispose: place.dispose })
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    const visitor = (localAddress = '127.0.0.1') => new Browser(server.client, scene.at.origin, { localAddress })
    const person = (name: string, roles = ['CREW']) => addPerson(server, scene.at, name, roles)
    const mails = async ({ email }: Pick<Person, 'email'>, subject: RegExp) => {
      const { db } = server.world.storage.tenant(scene.at.tenant.tenantId)
      const rows = db.selectFrom('outbox_message').select(['subject', 'body']).where('recipient', '=', email)
      return (await rows.orderBy('created_at').execute()).filter((mail) => subject.test(mail.subject))
    }
    const audited = async (action: string, { userId }: Person) => {
      const { db } = server.world.storage.tenant(scene.at.tenant.tenantId)
      const rows = db.selectFrom('audit_entry').select(['actor_kind', 'detail']).where('action', '=', action)
      return rows.where('subject_id', '=', userId).execute()
    }
    const askWithoutSending = async (email: string, browser: Browser) => {
      const page = await browser.get('/forgotten/')
      return browser.submit(formTo(page.body, '/forgotten/'), { email })
    }
    const ask = async (email: string, browser = visitor()) => {
      const answer = await askWithoutSending(email, browser)
      await sendResets(server)
      return answer
    }
    const linkIn = (body: string) => {
      const [, reset = '', code = ''] = /\/reset\/\?reset=(\w+)#(\w+)/.exec(body) ?? []
      return { reset, code }
    }
    const lastLink = async (who: Person) => linkIn((await mails(who, /A new password/)).at(-1)?.body ?? '')
    const choose = (link: { reset: string; code: string }, password = NEXT, browser = visitor()) =>
      browser.post('/reset/', { ...link, new_password: password })
    const codeOf = (secret: string) => totpCode(fromBase32(secret), Math.floor(server.clock.now() / 30_000))
    const withSecondStep = async (name: string) => {
      const who = await person(name)
      const browser = await signedInBrowser(server, scene.at, who)
      const { secret, codes } = await setUp(browser, '/account/')
      return { who, browser, secret, codes }
    }
    const setUp = async (browser: Browser, path: string) => {
      const page = await browser.post(path, { intent: 'start-second-step' })
      const secret = /<dd class="mono">([A-Z2-7 ]+)<\/dd>/.exec(page.body)?.[1]?.replaceAll(' ', '') ?? ''
      const shown = await browser.post(path, { intent: 'confirm-second-step', code: codeOf(secret) })
      assert.match(shown.body, /Store your recovery codes/)
      server.clock.advanceSeconds(60)
      return { secret, codes: codesIn(shown.body), shown }
    }
    const codesIn = (body: string) =>
      [...body.matchAll(/<li>([2-9A-Z]{4}-[2-9A-Z]{4})<\/li>/g)].map(([, code]) => code ?? '')
    const firstStep = async ({ email }: Person, password = PASSWORD) => {
      const browser = visitor()
      const answer = await browser.postFresh('/sign-in/', { email, password })
      assert.equal(answer.headers.location, '/sign-in/second-step/', answer.body.slice(0, 300))
      return browser
    }
    const isIn = async (browser: Browser) => (await browser.get('/account/')).status === 200

    test('the host sends a reset and ends a second step at the command line, for any user, beside the running server', async () => {
      const { who, browser } = await withSecondStep('Gerda')
      const at = ['--operator', 'alpine', '--environment', 'production', '--email', who.email, '--json']
      const host = async (command: string, ...more: string[]) =>
        JSON.parse(await runCommand(['user', command, ...at, ...more], server.place.environment))
      await host('end-second-step', '--reason', 'Seen in person', '--yes')
      assert.equal(await isIn(browser), false)
      const { link } = await host('reset')
      const printed = linkIn(link)
      assert.deepEqual((await choose(printed)).headers.location, '/console/')
      assert.equal((await audited('user.second-step-ended', who))[0]?.actor_kind, 'host')
      assert.equal((await mails(who, /ended by the host/)).length, 1)
    })

    test('the link of somebody who is suspended rests, and nobody sends them another', async () => {
      const who = await person('Susi')
      const at = server.world.at(scene.at.tenant)
      const suspend = (isSuspended: boolean) =>
        setSuspendedOf(at, { what: { kind: 'user', id: who.userId }, isSuspended, reason: 'We look into it' }, HOST)
      await ask(who.email)
      const link = await lastLink(who)
      await suspend(true)
      const browser = visitor()
      assert.doesNotMatch((await browser.get(`/reset/?reset=${link.reset}`)).body, /Choose a new password/)
      assert.notEqual((await choose(link, NEXT, browser)).headers.location, '/console/')
      await ask(who.email)
      assert.equal((await mails(who, /A new password/)).length, 1)
      const admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
      const refused = await admin.refused('userResetSend', RESET, { id: who.userId })
      assert.deepEqual([refused[0]?.code, refused[0]?.path], ['VALIDATION', ['userId']])
      await suspend(false)
      assert.equal(await isIn(browser), false, 'nothing that was begun meanwhile wakes up')
      await signedInBrowser(server, scene.at, who)
      assert.equal((await choose(link)).headers.location, '/console/')
    })

    testOnBoth(
      'a forgotten password is replaced by the link of a mail, once, and every other session ends',
      async () => {
        const who = await person('Ada')
        const elsewhere = await signedInBrowser(server, scene.at, who)
        assert.match((await visitor().get('/sign-in/')).body, /href="\/forgotten\/">Forgotten\?/)
        const answered = await ask(who.email)
        const unknown = await ask('nobody@alpine.example')
        const plain = (body: string, email: string) => body.replaceAll(email, '').replace(/<time[^>]*>[^<]*/g, '')
        assert.equal(plain(answered.body, who.email), plain(unknown.body, 'nobody@alpine.example'))
        assert.deepEqual([answered.status, unknown.status], [200, 200])
        assert.equal((await mails({ email: 'nobody@alpine.example' }, /./)).length, 0)
        const link = await lastLink(who)
        assert.match((await visitor().get(`/reset/?reset=${link.reset}`)).body, /Choose a new password/)
        assert.match((await choose({ ...link, code: 'wrong' })).body, /The code is wrong/)
        assert.match((await choose(link, 'short')).body, /A password has/)
        assert.equal(await isIn(elsewhere), true)
        const browser = visitor()
        const done = await choose(link, NEXT, browser)
        assert.deepEqual([done.status, done.headers.location], [303, '/console/'])
        assert.deepEqual([await isIn(browser), await isIn(elsewhere)], [true, false])
        assert.equal((await choose(link, 'a third password')).status, 404)
        const { email } = who
        assert.equal((await visitor().postFresh('/sign-in/', { email, password: PASSWORD })).status, 403)
        assert.equal((await visitor().postFresh('/sign-in/', { email, password: NEXT })).status, 303)
        assert.equal((await mails(who, /your password was reset/)).length, 1)
        assert.equal((await audited('user.password-reset', who)).length, 1)
      },
    )

    testOnBoth(
      'links of one person stand side by side: none is voided by those that others ask for, and the use of one ends all (threats row 630)',
      async () => {
        const who = await person('Berta')
        await ask(who.email, visitor('127.0.2.1'))
        const own = await lastLink(who)
        for (let network = 2; network < 5; network++) {
          for (let asked = 0; asked < 5; asked++) await ask(who.email, visitor(`127.0.2.${network}`))
        }
        const links = (await mails(who, /A new password/)).map(({ body }) => linkIn(body))
        assert.equal(new Set(links.map(({ reset }) => reset)).size, 16)
        const last = links.at(-1) as (typeof links)[number]
        assert.equal((await choose({ ...own, code: last.code })).status, 400, 'a code belongs to its own link')
        const answers = await Promise.all([choose(own, `${NEXT} 1`), choose(last, `${NEXT} 2`)])
        assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 404])
        for (const link of links) assert.equal((await choose(link)).status, 404)
        await ask(who.email, visitor('127.0.2.1'))
        assert.equal((await choose(await lastLink(who))).headers.location, '/console/')
      },
    )

    testOnBoth('a reset link works for 30 minutes and ten tries, and of two simultaneous uses one counts', async () => {
      const who = await person('Bea')
      await ask(who.email, visitor('127.0.0.7'))
      const second = await lastLink(who)
      for (let tries = 0; tries < 10; tries++) assert.equal((await choose({ ...second, code: 'wrong' })).status, 400)
      assert.notEqual((await choose(second)).status, 303)
      await ask(who.email, visitor('127.0.0.7'))
      const third = await lastLink(who)
      const answers = await Promise.all([choose(third, `${NEXT} 1`), choose(third, `${NEXT} 2`)])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 404])
      await ask(who.email, visitor('127.0.0.7'))
      const fourth = await lastLink(who)
      server.clock.advanceSeconds(1801)
      assert.equal((await choose(fourth)).status, 404)
    })

    test('a changed password ends an open reset link', async () => {
      const who = await person('Cora')
      await ask(who.email, visitor('127.0.0.11'))
      const link = await lastLink(who)
      const browser = await signedInBrowser(server, scene.at, who)
      const change = { intent: 'change-password', current_password: PASSWORD, new_password: NEXT }
      assert.match((await browser.post('/account/', change)).body, /The password is changed/)
      assert.equal((await choose(link, `${NEXT} of a stranger`)).status, 404)
      assert.ok(await isIn(browser))
    })

    test('resets are limited to five mails an hour from one network to one address, fifty to it in all, and twenty requests from one network', async () => {
      const who = await person('Cleo')
      const askFrom = async (network: string, times: number) => {
        for (let asked = 0; asked < times; asked++) assert.equal((await ask(who.email, visitor(network))).status, 200)
        return (await mails(who, /A new password/)).length
      }
      assert.equal(await askFrom('127.0.1.1', 8), 5)
      for (let network = 2; network < 12; network++) await askFrom(`127.0.1.${network}`, 5)
      assert.equal(await askFrom('127.0.1.12', 1), 50)
      const statuses = []
      for (let asked = 0; asked < 22; asked++)
        statuses.push((await ask(`x${asked}@alpine.example`, visitor('127.0.0.9'))).status)
      assert.deepEqual(statuses, [...Array(20).fill(200), 429, 429])
      // What anybody asks for does not keep an administrator from helping, who has five of their own.
      const admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
      for (let sent = 0; sent < 5; sent++) await admin.done('userResetSend', RESET, { id: who.userId })
      const { userResetSend } = await admin.data(RESET, { id: who.userId })
      assert.equal(userResetSend.userErrorList[0].code, 'LIMIT_EXCEEDED')
      assert.match(userResetSend.userErrorList[0].message, /5 links .* in an hour: wait until \S+/)
      assert.equal((await mails(who, /A new password/)).length, 55)
      server.clock.advanceSeconds(3601)
      await ask(who.email, visitor('127.0.0.9'))
      await admin.done('userResetSend', RESET, { id: who.userId })
      assert.equal((await mails(who, /A new password/)).length, 57)
    })

    testOnBoth(
      'the same statements are sent before the answer for an address that has an account and for one that has none (threats row 634)',
      async () => {
        const who = await person('Gwen')
        const unknown = 'nobody-of-that-name@alpine.example'
        const sentFor = async (email: string, browser: Browser) => {
          const form = formTo((await browser.get('/forgotten/')).body, '/forgotten/')
          return statementsDuring(async () => {
            assert.equal((await browser.submit(form, { email })).status, 200)
          }, BESIDE)
        }
        const [ofKnown, ofUnknown] = [
          await sentFor(who.email, visitor('127.0.2.1')),
          await sentFor(unknown, visitor('127.0.2.2')),
        ]
        assert.deepEqual(ofKnown, ofUnknown)
        assert.deepEqual(await mails(who, /A new password/), [])
        await sendResets(server)
        assert.equal((await mails(who, /A new password/)).length, 1)
        assert.deepEqual(await mails({ email: unknown }, /./), [])
        // What was sent is asked for no more.
        await sendResets(server)
        assert.equal((await mails(who, /A new password/)).length, 1)
      },
    )

    test('an asked reset that fails is tried again a minute later and holds up no other, until its link would be over', async () => {
      const [first, second] = [await person('Edda'), await person('Flora')]
      await askWithoutSending(first.email, visitor('127.0.2.3'))
      await askWithoutSending(second.email, visitor('127.0.2.4'))
      const { storage } = server.world
      const rename = (from: string, to: string) =>
        storage.writePlatform((tx) => tx.db.schema.alterTable(from).renameTo(to).execute())
      const linksOf = (who: Person) => mails(who, /A new password/).then(({ length }) => length)
      await rename('password_reset', 'away')
      await assert.rejects(sendResets(server), /2 asked resets failed/)
      await rename('away', 'password_reset')
      await sendResets(server)
      assert.deepEqual([await linksOf(first), await linksOf(second)], [0, 0])
      server.clock.advanceSeconds(61)
      await sendResets(server)
      assert.deepEqual([await linksOf(first), await linksOf(second)], [1, 1])
      await askWithoutSending(first.email, visitor('127.0.2.5'))
      server.clock.advanceSeconds(RESET_SECONDS + 1)
      await sendResets(server)
      assert.equal(await linksOf(first), 1)
      assert.deepEqual(await storage.platform.db.selectFrom('asked_reset').selectAll().execute(), [])
    })

    test('a reset keeps the second step: the code, or a recovery code, is asked for next', async () => {
      const { who, codes } = await withSecondStep('Dora')
      await ask(who.email, visitor('127.0.0.10'))
      const browser = visitor()
      const done = await choose(await lastLink(who), NEXT, browser)
      assert.equal(done.headers.location, '/sign-in/second-step/')
      assert.equal(await isIn(browser), false)
      const page = await browser.get('/sign-in/recovery/')
      const answer = await browser.submit(formTo(page.body, '/sign-in/recovery/'), { code: codes[0] ?? '' })
      assert.equal(answer.headers.location, '/console/')
      assert.ok(await isIn(browser))
    })

    testOnBoth(
      'ten recovery codes come with a second step, each works once, also at the same moment, and new ones end the old',
      async () => {
        const { who, browser, codes } = await withSecondStep('Elsa')
        assert.equal(new Set(codes).size, 10)
        assert.deepEqual(codesIn((await browser.get('/account/')).body), [], 'They are shown once')
        const [one = '', two = '', three = ''] = codes
        const typed = [one, one.toLowerCase().replace('-', ' '), one.replace('-', '')]
        const browsers = await Promise.all(typed.map(() => firstStep(who)))
        const answers = await Promise.all(
          browsers.map((each, index) => each.postFresh('/sign-in/recovery/', { code: typed[index] ?? '' })),
        )
        assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 403, 403])
        assert.equal((await (await firstStep(who)).postFresh('/sign-in/second-step/', { code: two })).status, 303)
        assert.match((await browser.get('/account/')).body, /8 recovery codes are left/)
        assert.equal((await mails(who, /a recovery code was used/)).length, 2)
        assert.equal((await audited('user.recovery-code-used', who)).length, 2)
        server.clock.advanceSeconds(601)
        assert.match(
          (await browser.post('/account/', { intent: 'renew-recovery-codes' })).body,
          /Type your current password/,
        )
        const renewed = await browser.post('/account/', { intent: 'renew-recovery-codes', current_password: PASSWORD })
        const [fresh = ''] = codesIn(renewed.body)
        assert.equal((await (await firstStep(who)).postFresh('/sign-in/recovery/', { code: three })).status, 403)
        assert.equal((await (await firstStep(who)).postFresh('/sign-in/recovery/', { code: fresh })).status, 303)
        const { db } = server.world.storage.tenant(scene.at.tenant.tenantId)
        const rows = await db.selectFrom('recovery_code').selectAll().where('user_id', '=', who.userId).execute()
        assert.equal(rows.length, 9)
        assert.ok(!JSON.stringify(rows).includes(fresh.replace('-', '')))
        await browser.post('/account/', { intent: 'end-second-step', current_password: PASSWORD })
        assert.equal(
          (await db.selectFrom('recovery_code').select('hash').where('user_id', '=', who.userId).execute()).length,
          0,
        )
      },
    )

    test('an administrator ends a second step with a reason or sends a reset; others cannot', async () => {
      const { who, browser, secret } = await withSecondStep('Frida')
      const admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
      const pilot = await ConsoleClient.signIn(server, scene.at, scene.pilot)
      const variables = { id: who.userId, reason: 'Called back on the known number' }
      assert.equal((await pilot.ask(END, variables)).status, 403)
      assert.equal((await pilot.ask(RESET, variables)).status, 403)
      for (const reason of [' ', '\u200b\u3164']) {
        const reasonless = await admin.refused('userSecondStepEnd', END, { ...variables, reason })
        assert.deepEqual(reasonless, [{ code: 'VALIDATION', path: ['reason'] }])
      }
      const { userAccount } = await admin.done('userSecondStepEnd', END, variables)
      assert.deepEqual(userAccount, { hasSecondStep: false, recoveryCodesLeft: 0, passkeyCount: 0 })
      assert.equal(await isIn(browser), false)
      const again = visitor()
      assert.equal(
        (await again.postFresh('/sign-in/', { email: who.email, password: PASSWORD })).headers.location,
        '/console/',
      )
      assert.ok(secret)
      assert.equal((await mails(who, /second step of your sign-in was ended by an administrator/)).length, 1)
      const [entry] = await audited('user.second-step-ended', who)
      assert.match(entry?.detail ?? '', /known number/)
      await admin.done('userResetSend', RESET, { id: who.userId })
      assert.equal((await choose(await lastLink(who))).status, 303)
      assert.equal((await audited('user.reset-sent', who))[0]?.actor_kind, 'user')
    })

    test('who signed in a while ago requires a second step of everybody with the password alone (threats row 558)', async () => {
      const chief = await ConsoleClient.signIn(server, scene.at, await person('Olga', ['ADMIN']))
      server.clock.advanceSeconds(601)
      for (const on of [true, false]) {
        const { secondStepRequire } = await chief.data(REQUIRE, { on })
        assert.deepEqual([secondStepRequire.isRequired, secondStepRequire.userErrorList.length], [null, 1], `${on}`)
      }
    })

    test('where a second step is required, a user without one sees only the page that sets one up', async () => {
      const [who, other, admin] = [await person('Hanna'), await person('Ida'), await person('Iris', ['ADMIN'])]
      const passkeys = new PasskeyScene(server, scene.at)
      const holder = await passkeys.personWithPasskey('Jana')
      const [browser, second, half] = [
        await signedInBrowser(server, scene.at, who),
        await signedInBrowser(server, scene.at, other),
        await signedInBrowser(server, scene.at, other),
      ]
      const chief = await ConsoleClient.signIn(server, scene.at, admin)
      const pilot = await ConsoleClient.signIn(server, scene.at, scene.pilot)
      assert.equal((await pilot.ask(REQUIRE, { on: true })).status, 403)
      await setUp(chief.browser, '/account/')
      await chief.done('secondStepRequire', REQUIRE, { on: true })
      try {
        assert.equal((await browser.get('/account/')).headers.location, '/sign-in/')
        assert.equal((await browser.get('/sign-in/')).headers.location, '/sign-in/set-up/')
        const client = new ConsoleClient(server.client, browser)
        assert.equal((await client.ask('{ viewer { name } }')).status, 401)
        const path = authorizePath(scene.application, 'contact:read', { state: 's' })
        const led = (await browser.get(path)).headers.location ?? ''
        assert.match(led, /^\/sign-in\/set-up\/\?/)
        assert.match((await browser.get(led)).body, /requires one of everybody/)
        const { shown } = await setUp(browser, led)
        assert.match(shown.body, /action="\/oauth2\/code\/authorize\/"/)
        assert.ok(await isIn(browser))
        const passkeyOptions = await second.post('/sign-in/set-up/passkey/options/', {})
        assert.equal(passkeyOptions.status, 200, passkeyOptions.body)
        const credential = passkeys.made(new SoftPasskey(), passkeyOptions.json())
        const added = await second.post('/sign-in/set-up/', { intent: 'add-passkey', credential, name: '' })
        assert.deepEqual([added.status, added.headers.location], [303, '/console/'])
        assert.ok(await isIn(second))
        assert.equal(await isIn(half), false, 'a session that gave only the password ends')
        const password = await visitor().postFresh('/sign-in/', { email: holder.person.email, password: PASSWORD })
        assert.equal(password.status, 403)
        assert.match(password.body, /Use your passkey/)
        assert.equal((await passkeys.attempt(visitor(), holder.passkey)).status, 303)
        assert.equal((await visitor().get('/sign-in/set-up/')).headers.location, '/sign-in/')
      } finally {
        await chief.done('secondStepRequire', REQUIRE, { on: false })
      }
      assert.ok(await isIn(await signedInBrowser(server, scene.at, holder.person)))
    })
  })
}
