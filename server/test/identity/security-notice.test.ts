/**
 * E-mails a user when their password, second step or passkeys change, in the same transaction; refused changes send
 * nothing.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromBase32, totpCode } from '../../src/domain/identity/totp.ts'
import { SoftPasskey } from '../support/authenticator.ts'
import type { Browser } from '../support/browser.ts'
import { addPerson, PASSWORD, signedInBrowser } from '../support/code-grant.ts'
import { PasskeyScene } from '../support/passkey-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('wording')) {
  describe(`security notices (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
    })
    after(() => server.close())

    const someone = async (name: string) => {
      const person = await addPerson(server, at, name, ['CREW'])
      return { person, browser: await signedInBrowser(server, at, person) }
    }
    const act = (browser: Browser, intent: string, fields: Record<string, string> = {}) =>
      browser.post('/account/', { intent, ...fields })
    const messagesTo = (email: string) =>
      server.world.storage.platform.db
        .selectFrom('outbox_message')
        .select(['subject', 'body'])
        .where('recipient', '=', email)
        .orderBy('created_at')
        .execute()
    const subjectsTo = async (email: string) => (await messagesTo(email)).map(({ subject }) => subject)

    test('a password change sends one message with time and network, and no secret', async () => {
      const { person, browser } = await someone('Ada')
      const next = 'another good password'
      await act(browser, 'change-password', { current_password: 'wrong', new_password: next })
      assert.deepEqual(await messagesTo(person.email), [], 'nothing changed, nothing is told')
      await act(browser, 'change-password', { current_password: PASSWORD, new_password: next })
      const [message, ...others] = await messagesTo(person.email)
      assert.equal(others.length, 0)
      assert.equal(message?.subject, 'At Operator alpine your password was changed')
      assert.match(message?.body ?? '', /on \d{4}-\d\d-\d\d \d\d:\d\dZ, from .*address 127\.0\.0\.1/)
      assert.match(message?.body ?? '', /ask an administrator at once/)
      assert.doesNotMatch(message?.body ?? '', new RegExp(`${next}|${PASSWORD}|http`))
    })

    test('turning the second step on or off sends a message', async () => {
      const { person, browser } = await someone('Bo')
      const page = await act(browser, 'start-second-step')
      const secret = /<dd class="mono">([A-Z2-7 ]+)<\/dd>/.exec(page.body)?.[1]?.replaceAll(' ', '') ?? ''
      assert.deepEqual(await messagesTo(person.email), [], 'it is not on yet')
      await act(browser, 'confirm-second-step', {
        code: totpCode(fromBase32(secret), Math.floor(server.clock.now() / 30_000)),
      })
      assert.deepEqual(await subjectsTo(person.email), ['At Operator alpine a second step was set up for your sign-in'])
      server.clock.advanceSeconds(1)
      await act(browser, 'end-second-step', { current_password: PASSWORD })
      assert.equal((await subjectsTo(person.email))[1], 'At Operator alpine the second step of your sign-in was ended')
    })

    test('adding or removing a passkey sends a message', async () => {
      const scene = new PasskeyScene(server, at)
      const { person, browser } = await someone('Cy')
      await scene.add(browser, scene.made(new SoftPasskey(), await scene.startAdding(browser)), 'Work laptop')
      assert.deepEqual(await subjectsTo(person.email), [
        'At Operator alpine the passkey “Work laptop” was added to your account',
      ])
      const [passkey = ''] = /pky_\w+/.exec((await browser.get('/account/')).body) ?? []
      server.clock.advanceSeconds(1)
      await act(browser, 'remove-passkey', { passkey })
      await act(browser, 'remove-passkey', { passkey })
      assert.deepEqual((await subjectsTo(person.email)).slice(1), [
        'At Operator alpine the passkey “Work laptop” was removed from your account',
      ])
    })
  })
}
