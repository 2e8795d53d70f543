/** A key integrator's first fifteen minutes, by keyboard: create a key, copy two lines, get the first response. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import type { Answer } from '../../server/test/support/http-client.ts'
import { oneAfterAnother } from '../../server/test/support/one-after-another.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { copiedBy } from './support/clipboard.ts'
import { DemoConsole } from './support/demo-console.ts'
import { pressOn, tabTo } from './support/keyboard.ts'

const test = oneAfterAnother()

describe('a new key', () => {
  let demo: DemoConsole
  let page: Page
  let origin: string
  let secret: string
  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'sandbox')
    origin = demo.origin(tenant)
    page = await demo.signIn(tenant, tenant.admin)
  })
  after(() => demo.stop())

  const token = (refreshToken: string): Promise<Answer> =>
    demo.server.client.form(`${origin}/access_token/refresh/`, { refresh_token: refreshToken })

  const query = (accessToken: string, text: string): Promise<Answer> =>
    demo.server.client.ask(`${origin}/api/graphql/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: text }),
    })

  test('the sandbox shows its band before everything else', async () => {
    await becomes('the band', () => page.getByRole('region', { name: 'Environment' }).textContent(), /^SANDBOX/)
  })

  test('the form of a new key works by keyboard and shows a missing value beside its field', async () => {
    await pressOn(page, 'API keys')
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await pressOn(page, 'New key')
    await page.getByRole('dialog', { name: 'New key' }).getByLabel('Label').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Give it a label').waitFor()
    await page.getByText('Choose at least one scope.').waitFor()
  })

  test('a new key takes a label and scopes by area, and the form says that it can change data', async () => {
    await tabTo(page, 'Label')
    await page.keyboard.type('Fuel price import')
    for (const scope of ['aircraft:read', 'flight:read', 'flight:write']) await pressOn(page, `(${scope})`, 'Space')
    await page.getByText('aircraft:read flight:read flight:write').waitFor()
    await page.getByText('changes data').waitFor()
  })

  test('a key limited to aircraft loses the scopes that cannot be limited', async () => {
    await page.getByLabel('See crew, duties and qualifications (crew:read)').check()
    await page.getByLabel('Aircraft', { exact: true }).selectOption('some')
    const crew = page.getByLabel('See crew, duties and qualifications (crew:read)')
    await becomes('its scope', async () => [await crew.isDisabled(), await crew.isChecked()], [true, false])
    await page.getByLabel('Aircraft', { exact: true }).selectOption('all')
  })

  test("a new key's secret is shown once, can be copied, and the panel stays until it is stored", async () => {
    await pressOn(page, 'Create key')
    secret = await page.getByLabel('Refresh token').inputValue()
    assert.match(secret, /^air_test_ak_/)
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('button', { name: 'Done' }).isDisabled(), true)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
    assert.equal(await copiedBy(page.getByRole('button', { name: 'Copy', exact: true })), secret)
    await page.getByText('Copied').waitFor()
    await page.getByLabel('I stored it').focus()
    await page.keyboard.press('Space')
    await becomes('Done waits', () => page.getByRole('button', { name: 'Done' }).isDisabled(), false)
  })

  test('the two lines have the real address, and the panel changes when the first request arrives', async () => {
    const lines = (await page.locator('pre').textContent()) ?? ''
    assert.ok(lines.includes(`${origin}/access_token/refresh/`) && lines.includes(`${origin}/api/graphql/`), lines)
    assert.ok(lines.includes(`KEY=${secret}\n`), 'what is copied by hand works too')
    await page.getByText('Waiting for the first request.').waitFor()
    const { body, status } = await token(secret)
    assert.equal(status, 200, body)
    const answer = await query(body, '{ aircraftTypeList(wildcard: "PC24") { iCAO } }')
    assert.match(answer.body, /"PC24"/)
    await page.getByText(/First request received \d\d:\d\d:\d\dZ/).waitFor()
    const told = () => page.getByRole('dialog').getByRole('status').last().textContent()
    await becomes('what is told', told, new RegExp(`Request id ${answer.headers['x-request-id']}`))
  })

  test('the copied lines work in a shell unchanged', async () => {
    const lines = await copiedBy(page.getByRole('button', { name: 'Copy these lines' }))
    const { stdout } = await promisify(execFile)('sh', ['-c', lines])
    assert.deepEqual(JSON.parse(stdout).data, { operator: { name: 'Alpine Jet' } })
  })

  test('a new key is in the list without its secret, and never among the add-ons (threats row 22)', async () => {
    await pressOn(page, 'Done')
    const row = page.getByRole('row', { name: /Fuel price import/ })
    await row.getByText(`air_test_ak_…${secret.slice(-4)}`).waitFor()
    await row.getByText('2 read, 1 write').waitFor()
    await becomes('the secret is on the page', async () => (await page.content()).includes(secret), false)
    await page.goto(`${origin}/console/add-ons`)
    await page.getByRole('heading', { name: 'Add-ons' }).waitFor()
    assert.equal(await page.getByText('Fuel price import').count(), 0)
  })

  test('a new key can be limited to addresses, and a wrong one is named beside its field', async () => {
    await page.goto(`${origin}/console/api-keys?new=true`)
    await page.getByLabel('Label').fill('Far away')
    await page.getByLabel('See trips and flights (flight:read)').check()
    await page.getByLabel('Allowed addresses').fill('moon')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('"moon" is neither an address nor a network').waitFor()
    await page.getByLabel('Allowed addresses').fill('203.0.113.0/24')
    await page.getByRole('button', { name: 'Create key' }).click()
    assert.equal((await token(await page.getByLabel('Refresh token').inputValue())).status, 403)
  })

  test('a key is renamed', async () => {
    await page.goto(`${origin}/console/api-keys`)
    await page.getByRole('link', { name: 'Fuel price import' }).click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('New label').fill('Fuel prices')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Fuel prices' }).waitFor()
  })

  test('less is saved at once, more is asked about first, and addresses are checked', async () => {
    const drawer = page.getByRole('dialog').first()
    const first = (await token(secret)).body
    const flights = '{ flight(flightId: "flt_none") { flightId } }'
    assert.equal((await query(first, flights)).status, 200)
    await drawer.getByRole('button', { name: 'Edit scopes' }).click()
    await drawer.getByLabel('See trips and flights (flight:read)').uncheck()
    await drawer.getByLabel('Create, change and cancel trips and flights (flight:write)').uncheck()
    await drawer.getByText('It loses 2 scopes with its next request').waitFor()
    await drawer.getByRole('button', { name: 'Save scopes' }).click()
    await drawer.getByRole('button', { name: 'Edit scopes' }).waitFor()
    assert.equal((await query(first, flights)).status, 403)
    await drawer.getByRole('button', { name: 'Edit scopes' }).click()
    await drawer.getByLabel('See trips and flights (flight:read)').check()
    await drawer.getByRole('button', { name: 'Save scopes' }).click()
    await page.getByRole('button', { name: 'Let it do more' }).click()
    await drawer.getByRole('button', { name: 'Edit scopes' }).waitFor()
    assert.equal((await query((await token(secret)).body, flights)).status, 200)
    await drawer.getByRole('button', { name: 'Addresses' }).click()
    await drawer.getByLabel('Allowed addresses').fill('moon')
    await drawer.getByRole('button', { name: 'Save addresses' }).click()
    await drawer.getByText('"moon" is neither an address nor a network').waitFor()
    await drawer.getByLabel('Allowed addresses').fill('203.0.113.0/24')
    await drawer.getByRole('button', { name: 'Save addresses' }).click()
    await page.locator('dd code', { hasText: '203.0.113.0/24' }).waitFor()
    assert.equal((await token(secret)).status, 403)
    await drawer.getByRole('button', { name: 'Addresses' }).click()
    await drawer.getByLabel('Allowed addresses').fill('')
    await drawer.getByRole('button', { name: 'Save addresses' }).click()
    await page.locator('dd code', { hasText: '203.0.113.0/24' }).waitFor({ state: 'hidden' })
    assert.equal((await token(secret)).status, 200)
  })

  test('a key is rotated with an overlap in which both tokens work', async () => {
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByLabel('The old token keeps working for').selectOption('24 hours')
    await page.keyboard.press('Tab')
    // First nothing of it arrives, then the new token alone: no read that follows.
    const [rotation, reads] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/console/graphql/', async (route) => {
      await (route.request().postData()?.includes('mutation ApiKeyRotate') ? rotation : reads).promise
      await route.continue()
    })
    await pressOn(page, 'Rotate')
    const drawer = page.getByRole('dialog', { name: 'Fuel prices' })
    await drawer.getByRole('button', { name: 'Close' }).waitFor({ state: 'detached' })
    await becomes('Cancel waits', () => drawer.getByRole('button', { name: 'Cancel' }).isDisabled(), true)
    await page.keyboard.press('Escape')
    rotation.resolve()
    const rotated = await drawer.getByLabel('Refresh token').inputValue()
    assert.notEqual(rotated, secret)
    await drawer.getByText('Waiting for the first use of the new token.').waitFor()
    reads.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    assert.deepEqual([(await token(secret)).status, (await token(rotated)).status], [200, 200])
    await page.getByText(/New token used \d\d:\d\d:\d\dZ/).waitFor()
    await page.getByLabel('I stored it').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(/the old one, ends in 24 h/).waitFor()
  })

  test('the revocation dialog says what stops, and the key stops at once', async () => {
    const access = (await token(secret)).body
    await page.getByRole('button', { name: 'Revoke' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke Fuel prices?' })
    await dialog.getByText('stop at once').waitFor()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal((await query(access, '{ tokenInfo { scopeList } }')).status, 401)
    assert.equal((await token(secret)).status, 400)
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /Fuel prices/ }).waitFor({ state: 'detached' })
  })
})
