/** Providers sign up with a code by mail; nothing tells a known address from an unknown one (threats row 66). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { sendResets } from '../support/asked-resets.ts'
import { formTo, withoutTicket } from '../support/browser.ts'
import { PASSWORD } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import type { Answer } from '../support/http-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`sign-up of providers (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
    })
    after(() => server.close())

    const confirm = async (asked: Answer, code: string, browser = scene.visitor()) => {
      const page = await browser.get(asked.headers.location ?? '')
      return browser.submit(formTo(page.body, '/sign-up/confirm/'), { code })
    }
    const formOf = async (asked: Answer) =>
      formTo((await scene.visitor().get(asked.headers.location ?? '')).body, '/sign-up/confirm/')
    /** The page without what was typed, when it is, and the ids of its form. */
    const plain = (answer: Answer, email: string) =>
      withoutTicket(answer.body)
        .replaceAll(email, '')
        .replace(/<time[^>]*>[^<]*/g, '')
        .replace(/sgn_\w+/g, '')

    test('a provider signs up with a code from a mail and is signed in as its owner', async () => {
      assert.match((await scene.visitor().get('/sign-in/')).body, /href="\/sign-up\/"/)
      const owner = await scene.signUp('lena@vektor.example')
      assert.equal((await owner.browser.get('/account/')).status, 200)
      const again = scene.visitor()
      const landed = await again.postFresh('/sign-in/', { email: 'lena@vektor.example', password: PASSWORD })
      assert.deepEqual([landed.status, landed.headers.location], [303, '/console/'])
    })

    test('a known and an unknown address get the same pages, and the known one a mail that says so', async () => {
      const [known, unknown] = ['lena@vektor.example', 'nobody@vektor.example']
      const [first, second] = [await scene.askToSignUp(known), await scene.askToSignUp(unknown)]
      assert.deepEqual([first.status, second.status], [303, 303])
      const pages = await Promise.all([first, second].map((each) => scene.visitor().get(each.headers.location ?? '')))
      const [shownKnown, shownUnknown] = pages as [Answer, Answer]
      assert.equal(plain(shownKnown, known), plain(shownUnknown, unknown))
      const [wrongKnown, wrongUnknown] = [await confirm(first, '000000'), await confirm(second, '000000')]
      assert.deepEqual([wrongKnown.status, wrongUnknown.status], [400, 400])
      assert.equal(plain(wrongKnown, known), plain(wrongUnknown, unknown))
      const mail = (await scene.sent(known)).at(-1)
      assert.equal(mail?.subject, 'You already have an account')
      assert.doesNotMatch(mail?.body ?? '', /\b\d{6}\b/)
    })

    testOnBoth('a sign-up code works once, for ten minutes and five tries', async () => {
      const email = 'tries@vektor.example'
      const asked = await scene.askToSignUp(email)
      const code = await scene.lastCode(email)
      const wrong = code === '111111' ? '222222' : '111111'
      for (let tries = 0; tries < 4; tries++) assert.equal((await confirm(asked, wrong)).status, 400)
      const form = await formOf(asked)
      assert.equal((await scene.visitor().submit(form, { code: wrong })).status, 404)
      assert.equal((await scene.visitor().submit(form, { code })).status, 404, 'the right one comes too late')
      server.clock.advanceSeconds(1)
      const later = await scene.askToSignUp(email)
      const laterForm = await formOf(later)
      const right = { code: await scene.lastCode(email) }
      const answers = await Promise.all([
        scene.visitor().submit(laterForm, right),
        scene.visitor().submit(laterForm, right),
      ])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 404])
      const old = await scene.askToSignUp('late@vektor.example')
      const lateForm = await formOf(old)
      server.clock.advanceSeconds(601)
      const late = { code: await scene.lastCode('late@vektor.example') }
      assert.equal((await scene.visitor().submit(lateForm, late)).status, 404)
    })

    test('a sign-up that somebody else begins for the address ends nobody’s own; the first that is confirmed ends all', async () => {
      const email = 'shared@vektor.example'
      const own = await scene.askToSignUp(email, { company: 'Shared Ops' })
      const ownCode = await scene.lastCode(email)
      server.clock.advanceSeconds(1)
      const foreign = await scene.askToSignUp(email, { company: 'Rival AG', password: 'a stranger’s password' })
      const foreignCode = await scene.lastCode(email)
      const [ownForm, foreignForm] = [await formOf(own), await formOf(foreign)]
      if (ownCode !== foreignCode) {
        assert.equal((await scene.visitor().submit(foreignForm, { code: ownCode })).status, 400)
        assert.equal((await scene.visitor().submit(ownForm, { code: foreignCode })).status, 400)
      }
      const browser = scene.visitor()
      const done = await browser.submit(ownForm, { code: ownCode })
      assert.deepEqual([done.status, done.headers.location], [303, '/console/'], done.body)
      const { me } = await new ConsoleClient(server.client, browser).data('{ me { provider { name } } }')
      assert.equal(me.provider.name, 'Shared Ops')
      assert.equal((await scene.visitor().submit(foreignForm, { code: foreignCode })).status, 404)
    })

    testOnBoth('two sign-ups of one address that are confirmed at once make one account', async () => {
      const email = 'twice@vektor.example'
      const asked = []
      for (const company of ['One AG', 'Two AG']) {
        server.clock.advanceSeconds(1)
        const answer = await scene.askToSignUp(email, { company })
        asked.push({ form: await formOf(answer), code: await scene.lastCode(email) })
      }
      const answers = await Promise.all(asked.map(({ form, code }) => scene.visitor().submit(form, { code })))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 404])
    })

    test('a sign-up that breaks a rule is refused at its field, and nothing is sent', async () => {
      const cases: [Record<string, string>, RegExp][] = [
        [{ company: ' ' }, /The company’s name is missing/],
        [{ company: 'Evil\r\nBcc: x@y.example' }, /holds control, text-direction or invisible/],
        [{ company: '\u3164\u2800' }, /The company’s name is missing/],
        [{ name: '\u200b' }, /The name is missing/],
        [{ name: 'Le\u2060na' }, /The name holds/],
        [{ name: 'www.evil.example' }, /looks like a web or e-mail address/],
        [{ password: 'short' }, /A password has 10 to 256 characters/],
      ]
      for (const [fields, message] of cases) {
        const answer = await scene.askToSignUp('rules@vektor.example', fields)
        assert.equal(answer.status, 400)
        assert.match(answer.body, message)
        assert.match(answer.body, /aria-invalid="true"/)
      }
      assert.match((await scene.askToSignUp('a@b@c')).body, /is not an e-mail address/)
      assert.deepEqual(await scene.sent('rules@vektor.example'), [])
    })

    test('five mails an hour go from one network to one address, and twenty sign-ups an hour come from one network', async () => {
      const email = 'flood@vektor.example'
      for (let asked = 0; asked < 8; asked++) {
        assert.equal((await scene.askToSignUp(email, {}, scene.visitor(undefined, '127.0.1.1'))).status, 303)
      }
      assert.equal((await scene.sent(email)).length, 5)
      const statuses = []
      for (let asked = 0; asked < 21; asked++) {
        const browser = scene.visitor(undefined, '127.0.2.1')
        statuses.push((await scene.askToSignUp(`x${asked}@vektor.example`, {}, browser)).status)
      }
      assert.deepEqual(statuses, [...Array(20).fill(303), 429])
      server.clock.advanceSeconds(3601)
    })

    test('twenty mails of sign-ups an hour go to one address, from however many networks (threats row 312)', async () => {
      const email = 'named@vektor.example'
      for (let asked = 0; asked < 25; asked++) {
        const browser = scene.visitor(undefined, `127.0.${10 + Math.floor(asked / 5)}.1`)
        assert.equal((await scene.askToSignUp(email, {}, browser)).status, 303)
      }
      assert.equal((await scene.sent(email)).length, 20)
      server.clock.advanceSeconds(3601)
    })

    test('another code is sent for a sign-up that waits, counts as a sign-up does, and is the only one that confirms it (threats row 312)', async () => {
      const email = 'again@vektor.example'
      const browser = scene.visitor(undefined, '127.0.3.1')
      const codes = async () => (await scene.sent(email)).map(({ body }) => /\b\d{6}\b/.exec(body)?.[0] ?? '')
      let asked = await scene.askToSignUp(email, { company: 'Again Apps' }, browser)
      const again = async () => {
        const page = await browser.get(asked.headers.location ?? '')
        return browser.submit(formTo(page.body, '/sign-up/again/'), {})
      }
      const page = await browser.get(asked.headers.location ?? '')
      const form = formTo(page.body, '/sign-up/again/')
      server.clock.advanceSeconds(1)
      const second = await browser.submit(form, {})
      asked = second
      await browser.submit(form, {})
      assert.equal((await codes()).length, 2, 'a press that is sent twice sends one code')
      assert.equal((await confirm(asked, (await codes())[0] ?? '', browser)).status, 400, 'the first code is over')
      const over = await browser.post('/sign-up/again/', { ...form.fields, sign_up: 'sgn_unknown' })
      assert.equal((await browser.get(over.headers.location ?? '')).status, 404)
      for (let pressed = 0; pressed < 5; pressed++) {
        server.clock.advanceSeconds(1)
        asked = await again()
      }
      assert.equal((await codes()).length, 5, 'five mails an hour (threats row 66)')
      assert.equal((await confirm(asked, (await codes())[3] ?? '', browser)).status, 400)
      assert.equal((await confirm(asked, (await codes())[4] ?? '', browser)).status, 303)
      server.clock.advanceSeconds(3601)
    })

    test('a member’s forgotten password is replaced by the link of a mail', async () => {
      const email = 'forgets@vektor.example'
      await scene.signUp(email)
      const browser = scene.visitor()
      const page = await browser.get('/forgotten/')
      await browser.submit(formTo(page.body, '/forgotten/'), { email })
      await sendResets(server)
      const link = /http:\/\/developers\.localhost\/reset\/\?reset=(\w+)#(\w+)/.exec(
        (await scene.sent(email)).at(-1)?.body ?? '',
      )
      const fields = { reset: link?.[1] ?? '', code: link?.[2] ?? '', new_password: 'another good password' }
      const done = await browser.post('/reset/', fields)
      assert.deepEqual([done.status, done.headers.location], [303, '/console/'], done.body)
    })
  })
}
