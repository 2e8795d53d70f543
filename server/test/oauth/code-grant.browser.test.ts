/** The code grant in a real Chromium with redirects and keyboard, and axe on the served pages. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { fromBase32, totpCode } from '../../src/domain/identity/totp.ts'
import { ChromiumScene, SCOPE, STATE } from '../support/chromium-scene.ts'
import { addApplication, addPerson } from '../support/code-grant.ts'
import { Integration } from '../support/integration.ts'
import { pageFaults } from '../support/page-faults.ts'

let at: ChromiumScene
before(async () => {
  at = await ChromiumScene.open()
})
beforeEach(() => at.newProfile())
after(() => at?.close())

describe('the code grant in a browser', () => {
  const walk = async (): Promise<void> => {
    await at.askAs(at.scene.admin)
    const returned = await at.allow()
    assert.deepEqual([returned.get('state'), returned.get('iss')], [STATE, at.scene.at.origin])
    assert.equal((await at.exchange(returned)).scope, SCOPE)
    assert.deepEqual(at.complaints, [])
  }

  test('sign-in and consent lead to the callback and on to its own redirect', walk)

  test('the code grant works with JavaScript off', async () => {
    await at.newProfile({ javaScriptEnabled: false })
    await walk()
  })

  test('the code grant works by keyboard alone', async () => {
    const { page } = at
    const focused = () =>
      page.evaluate<string>(
        '(({ tagName, textContent, name }) => tagName === "INPUT" ? name : textContent)(document.activeElement)',
      )
    const tabTo = async (what: string): Promise<void> => {
      for (let steps = 0; (await focused()) !== what; steps++) {
        assert.ok(steps < 30, `the keyboard never reaches ${what}`)
        await page.keyboard.press('Tab')
      }
    }
    await page.goto(at.question())
    await tabTo('email')
    await page.keyboard.type(at.scene.admin.email)
    await tabTo('password')
    await page.keyboard.type('correct horse battery')
    await page.keyboard.press('Enter')
    await at.heading(/^Allow Skylog/)
    await tabTo('Allow')
    await page.keyboard.press('Enter')
    assert.ok((await at.back()).has('code'))
  })

  test('Cancel leads back to the application with access_denied', async () => {
    await at.askAs(at.scene.admin)
    await at.press('Cancel')
    assert.equal((await at.back()).get('error'), 'access_denied')
  })

  test('a decision posted a second time is refused with a page that says so', async () => {
    await at.askAs(at.scene.admin)
    const decided = await at.page.locator('input[name=request]').inputValue()
    await at.allow()
    await at.page.goto(at.question())
    await at.page.locator('input[name=request]').evaluate((input, value) => input.setAttribute('value', value), decided)
    await at.press('Allow')
    await at.heading('This page is no longer valid')
  })

  test('a second consent lists new scopes first, and "not you?" leads to another sign-in', async () => {
    await at.askAs(at.scene.admin)
    await at.exchange(await at.allow())
    await at.page.goto(at.question(at.application, `${SCOPE} flight:read`))
    await at.heading(/more access to/)
    const news = await at.page.getByText('See trips and flights').first().boundingBox()
    const known = await at.page.getByText('Already allowed: 2').boundingBox()
    assert.ok(news && known && news.y < known.y)
    await at.press('not you?')
    await at.fillIn(at.scene.pilot)
    await at.press('Sign in')
    await at.heading(/^Ask an administrator/)
    await at.press('Back to Skylog')
    assert.equal((await at.back()).get('error'), 'access_denied')
  })
})

test('providers are searched on the consent page by keyboard, without a script and on a phone', async () => {
  const rampline = await addApplication(at.server, {
    name: 'Rampline',
    kind: 'flight-support',
    redirectUris: [at.callback.redirectUri],
  })
  const key = await Integration.of(at.scene.at, 'contact:read contact:write')
  const add = `mutation ($name: String!) { contactCreate(input: { kind: HANDLER, name: $name }) {
    contact { contactId } userErrorList { code message path } } }`
  const names = ['Jet Aviation', 'Goldair', ...Array.from({ length: 60 }, (_each, index) => `Handler ${index + 10}`)]
  for (const name of names) await key.did(key.change(add, { name }))
  await at.newProfile({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } })
  await at.askAs(at.scene.admin, at.question(rampline, 'service:read'))
  const { page } = at
  await page.getByText('of 62 providers', { exact: false }).waitFor()
  const box = (name: string) => page.getByRole('checkbox', { name })
  await box('Goldair').press('Space')
  const field = page.getByRole('searchbox', { name: 'Search 62 providers' })
  await field.fill('jet')
  await field.press('Enter')
  await box('Handler 10').waitFor({ state: 'detached' })
  assert.equal(await box('Goldair').isChecked(), true, 'what was ticked stays')
  await box('Jet Aviation').press('Space')
  await field.fill('handler 69')
  await field.press('Enter')
  await box('Handler 69').waitFor()
  assert.equal(await box('Jet Aviation').isChecked(), true)
  await page.getByRole('button', { name: 'Allow', exact: true }).press('Enter')
  await at.exchange(await at.back(), rampline)
  await at.newProfile()
  await at.askAs(at.scene.admin, at.question(rampline, 'service:read'))
  await at.page.getByRole('checkbox', { name: 'Jet Aviation' }).waitFor()
  const ticked = at.page.locator('input[type=checkbox]:checked')
  assert.equal(await ticked.count(), 2, 'connecting again ticks what was chosen before, and no more')
  assert.deepEqual(await pageFaults(at.page), [])
})

test('the account page ends a grant and sets up a second step, which the next sign-in asks for', async () => {
  const person = await addPerson(at.server, at.scene.at, 'Vera', ['CREW'])
  const redirectUris = [at.callback.redirectUri]
  const logbook = await addApplication(at.server, {
    name: 'Logbook',
    kind: 'pilot-logbook',
    personal: true,
    redirectUris,
  })
  await at.askAs(person, at.question(logbook, 'own:profile'))
  const tokens = await at.exchange(await at.allow(), logbook)
  await at.goToAccount()
  await at.press('End the access of Logbook')
  await at.page.getByText('The connection has ended').waitFor()
  assert.equal((await at.scene.at.query(tokens.access_token, '{ echo(text: "hi") }')).status, 401)

  await at.press('Set up a second step')
  const secret = ((await at.page.locator('dd.mono').first().textContent()) ?? '').replaceAll(' ', '')
  const typeCode = () =>
    at.page.getByLabel('Six digits').fill(totpCode(fromBase32(secret), Math.floor(at.server.clock.now() / 30_000)))
  await typeCode()
  await at.press('Turn on')
  await at.heading('Store your recovery codes')
  await at.press('I stored them')
  await at.press('Sign out')
  await at.fillIn(person)
  await at.press('Sign in')
  await at.heading('Code from your authenticator')
  at.server.clock.advanceSeconds(60)
  await typeCode()
  await at.press('Continue')
  await at.page.waitForURL('**/console/**')
  await at.goToAccount()
  await at.heading('Vera Test')
  assert.deepEqual(at.complaints, [])
})

test('axe finds nothing on a consent page as it is served; the gallery has the other pages', async () => {
  await at.askAs(at.scene.admin)
  await at.heading(/^Allow/)
  assert.deepEqual(await pageFaults(at.page), [])
})
