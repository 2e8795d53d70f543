/** A sandbox's clock is moved ahead in its console and in the portal: pages show it, and tokens expire by it (events §4). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import type { Answer } from '../../server/test/support/http-client.ts'
import { oneAfterAnother } from '../../server/test/support/one-after-another.ts'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { runCommand } from '../../server/test/support/server-process.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'

const test = oneAfterAnother()
const HALF_HOUR_MS = 30 * 60_000

describe('the clock of a sandbox, in a browser', () => {
  let demo: DemoConsole
  let page: Page
  before(async () => {
    demo = await DemoConsole.start()
  })
  after(() => demo.stop())

  /** Exchanges a refresh token. */
  const accessToken = async (origin: string, refreshToken: string): Promise<string> => {
    const answer = await demo.server.client.form(`${origin}/access_token/refresh/`, { refresh_token: refreshToken })
    assert.equal(answer.status, 200, answer.body)
    return answer.body
  }
  const ask = (origin: string, token: string): Promise<Answer> =>
    demo.server.client.ask(`${origin}/api/graphql/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ tokenInfo { scopeList } }' }),
    })
  const aheadMs = ({ headers }: Answer): number =>
    Date.parse(String(headers['x-airside-test-clock'] ?? new Date().toISOString())) - Date.now()

  const band = () => page.getByRole('region', { name: 'Environment' })
  const moves = async (step: string, words: string) => {
    await page.getByLabel(step).check()
    const way = page.getByRole('region', { name: 'What will happen on the way' })
    await way.getByText(/access tokens? expires?$/).waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await page.getByRole('button', { name: `Advance ${words}` }).click()
    await page.getByText(`The clock stands ${words} ahead.`).waitFor()
    const happened = page.getByRole('region', { name: 'What happened on the way' })
    await happened.getByText(/access tokens? expires?$/).waitFor()
    assert.deepEqual(await pageFaults(page), [])
  }

  test('in the console: half an hour ahead the band says so on every page, a token has expired, and its key gets another', async () => {
    const tenant = demo.tenant('alpine', 'sandbox')
    const origin = demo.origin(tenant)
    const token = await accessToken(origin, tenant.refreshToken)
    const before = await ask(origin, token)
    assert.equal(before.status, 200, before.body)
    assert.ok(aheadMs(before) < HALF_HOUR_MS / 2)
    page = await demo.signIn(tenant, tenant.admin)
    await band().getByText('World’s time').waitFor()
    await band().getByRole('link', { name: 'Move it' }).click()
    await moves('+30 min', '30 min')
    await band()
      .getByText(/30 min ahead/)
      .waitFor()
    const expired = await ask(origin, token)
    assert.equal(expired.status, 401)
    assert.match(expired.body + String(expired.headers['www-authenticate']), /invalid_token/)
    const after = await ask(origin, await accessToken(origin, tenant.refreshToken))
    assert.equal(after.status, 200)
    assert.ok(aheadMs(after) > HALF_HOUR_MS / 2, 'answers say which time was meant')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    await band()
      .getByText(/30 min ahead/)
      .waitFor()
  })

  test('in the console: to a time it goes forwards only, and at most 400 days ahead', async () => {
    await band().getByRole('link', { name: 'Move it' }).click()
    await page.getByLabel('To a time').check()
    const far = new Date(Date.now() + 500 * 86_400_000).toISOString().slice(0, 10)
    for (const [typed, why] of [
      ['2020-01-01', /goes forwards only/],
      ['soon', /A day and a time in UTC/],
      [far, /400 days/],
    ] as const) {
      await page.getByLabel('To, UTC').fill(typed)
      await page.getByRole('button', { name: /^Advance/ }).click()
      await becomes('the field', () => page.getByLabel('To, UTC').getAttribute('aria-invalid'), 'true')
      await page.locator('form').getByText(why).waitFor()
    }
    assert.deepEqual(await pageFaults(page), [])
    await band()
      .getByText(/30 min ahead/)
      .waitFor()
    await page.context().close()
  })

  test('production keeps the world’s time, whatever its sandbox shows: it has no clock to move, and its token works', async () => {
    const tenant = demo.tenant('alpine', 'production')
    const origin = demo.origin(tenant)
    const answer = await ask(origin, await accessToken(origin, tenant.refreshToken))
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['x-airside-test-clock'], undefined)
    page = await demo.signIn(tenant, tenant.admin)
    await page.goto(`${origin}/console/test-clock`)
    await page.getByText('There is no test clock here.').waitFor()
    const way = page.getByRole('link', { name: 'Open its sandbox' })
    const sandbox = demo.origin(demo.tenant('alpine', 'sandbox'))
    assert.equal(await way.getAttribute('href'), `${sandbox}/console/test-clock`)
    assert.deepEqual(await pageFaults(page), [])
    await page.context().close()
  })

  test('in the portal: a provider moves the clock of its own sandbox, a token there has expired, and its console shows the time', async () => {
    const { email, password } = demo.show.platform?.developer ?? assert.fail('the demo has a provider')
    page = await demo.newPage()
    await page.goto(`${demo.platformOrigin('developers')}/console/`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: 'Your sandbox operator' })
    const consoleLink = panel.getByRole('link', { name: /console/i })
    const { origin } = new URL((await consoleLink.getAttribute('href')) ?? '')
    const [operatorId = ''] = new URL(origin).hostname.split('.')
    const of = ['--operator', operatorId, '--environment', 'sandbox', '--label', 'Clock', '--scope', 'aircraft:read']
    const made = await runCommand(['api-key', 'create', ...of, '--json'], demo.environment)
    const { refresh_token } = JSON.parse(made)
    const token = await accessToken(origin, refresh_token)
    assert.equal((await ask(origin, token)).status, 200)
    await panel.getByText('Its clock shows the world’s time').click()
    await moves('+30 min', '30 min')
    await panel.getByText('Its clock is 30 min ahead').waitFor()
    assert.equal((await ask(origin, token)).status, 401)
    assert.equal((await ask(origin, await accessToken(origin, refresh_token))).status, 200)
    await consoleLink.click()
    await band()
      .getByText(/30 min ahead/)
      .waitFor()
  })
})
