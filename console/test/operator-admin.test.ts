/** The operator admin's first fifteen minutes: connect, look, narrow, disconnect, invite, read what was done. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { DemoConsole } from './support/demo-console.ts'
import { pressOn, tabTo } from './support/keyboard.ts'

describe('an administrator on the first day', () => {
  let demo: DemoConsole
  let page: Page
  /** Where the demo application shows what it got. */
  let walk: Page
  let origin: string
  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'production')
    origin = demo.origin(tenant)
    page = await demo.signIn(tenant, tenant.admin)
  })
  after(() => demo.stop())

  const open = async (path: string, heading: string) => {
    await page.goto(`${origin}/console/${path}`)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  }

  test('signing in leads to the add-ons, with who allowed each, when, and how full it is', async () => {
    await page.getByRole('heading', { name: 'Add-ons', level: 1 }).waitFor()
    const skylog = page.getByRole('row', { name: /Skylog/ })
    await skylog.getByText(/^\d+ \/ 500$/).waitFor()
    await skylog.getByText('Anna Keller').waitFor()
    await page.getByText(/JetMatch holds 4\d\d of 500 tokens\./).waitFor()
    assert.equal(await page.getByRole('region', { name: 'Environment' }).count(), 0, 'no band in production')
  })

  test('filters stay in the address', async () => {
    await page.getByLabel('Search applications').fill('jetm')
    await page.getByRole('row', { name: /Skylog/ }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('row', { name: /JetMatch/ }).waitFor()
    assert.equal(await page.getByLabel('Search applications').inputValue(), 'jetm')
  })

  test('connecting starts at the application and comes back by way of consent', async () => {
    walk = await page.context().newPage()
    await walk.goto(`${origin}/console/add-ons?show=available`)
    await walk.getByRole('link', { name: 'Connect Skybridge' }).click()
    await walk.getByRole('button', { name: 'Allow' }).click()
    await walk.getByRole('button', { name: 'Exchange the code' }).click()
    await walk.getByRole('button', { name: 'Query again' }).waitFor()
    await page.bringToFront()
    await open('add-ons', 'Add-ons')
    await page
      .getByRole('row', { name: /Skybridge/ })
      .getByText('Anna Keller')
      .waitFor()
  })

  test('its detail shows the request with its id, what it touched, and what it never used', async () => {
    await page.getByRole('link', { name: 'Skybridge' }).click()
    await page.getByRole('heading', { name: /Skybridge/, level: 1 }).waitFor()
    // Use is counted off the request's path: it turns up with the page's next refresh.
    await page.getByRole('table', { name: 'Recent requests' }).getByText(/^req_/).first().waitFor()
    await page.getByRole('img', { name: /of 500 tokens active/ }).waitFor()
    await page.getByRole('row', { name: /Contacts/ }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'contact:write' }).getByText('Unused').waitFor()
  })

  test('narrowing to what is used takes the rest away', async () => {
    await pressOn(page, 'Narrow to what is used')
    await page.getByRole('listitem').filter({ hasText: 'contact:write' }).waitFor({ state: 'detached' })
    await page.getByRole('listitem').filter({ hasText: 'contact:read' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Narrow to what is used' }).count(), 0)
  })

  test('disconnecting says what stops, and it stops at once', async () => {
    const detail = page.url()
    const dialog = page.getByRole('dialog', { name: 'Disconnect Skybridge?' })
    await pressOn(page, 'Disconnect')
    await dialog.getByText('stop at once').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await page.waitForURL('**/console/add-ons')
    await page.getByRole('row', { name: /Skylog/ }).waitFor()
    assert.equal(await page.getByRole('table', { name: 'Connected applications' }).getByText('Skybridge').count(), 0)
    await walk.getByRole('button', { name: 'Query again' }).click()
    await walk.getByText('401').first().waitFor()
    await walk.close()
    await page.goto(detail)
    await page.getByText('This application is not connected here').waitFor()
  })

  test('somebody is invited by keyboard, and the message waits in the outbox', async () => {
    await open('users', 'Users')
    await pressOn(page, 'Invite')
    await tabTo(page, 'Email')
    await page.keyboard.type('lea@alpine.example')
    await tabTo(page, 'First name')
    await page.keyboard.type('Lea')
    await tabTo(page, 'Surname')
    await page.keyboard.type('Frei')
    await pressOn(page, 'Operations', 'Space')
    await pressOn(page, 'Send invitation')
    await page.getByText('Invitation sent to lea@alpine.example.').waitFor()
    await page
      .getByRole('row', { name: /Lea Frei/ })
      .getByText('Invited')
      .waitFor()
    await page.getByRole('link', { name: 'Read it in the outbox' }).click()
    await page.getByText('lea@alpine.example').first().waitFor()
  })

  test('a second administrator is made, then not; the only one keeps the role; a person is removed', async () => {
    await open('users', 'Users')
    await page
      .getByRole('row', { name: /Anna Keller/ })
      .getByText('the only administrator')
      .waitFor()
    await page.getByRole('button', { name: 'Make admin Marc Weber' }).click()
    await page.getByRole('button', { name: 'Take admin role Marc Weber' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take the role' }).click()
    await page.getByRole('button', { name: 'Make admin Marc Weber' }).waitFor()
    await page.getByRole('button', { name: 'Remove Lea Frei' }).click()
    await page.getByRole('dialog', { name: 'Remove Lea Frei?' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('row', { name: /Lea Frei/ }).waitFor({ state: 'detached' })
  })

  test('the audit log has it all, narrows by action, and goes along as CSV', async () => {
    await open('audit-log', 'Audit log')
    await page
      .getByRole('row', { name: /Skybridge/ })
      .first()
      .waitFor()
    const invited = 'user.invited'
    await page.getByLabel('Action').selectOption({ label: 'User invited' })
    await page.waitForURL(/action=/)
    await page
      .getByRole('row', { name: /Skybridge/ })
      .first()
      .waitFor({ state: 'detached' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    const [head = '', ...lines] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    assert.ok(head.startsWith('at,action,'), head)
    assert.ok(lines.length > 0 && lines.every((line) => line.includes(invited)), lines.join('\n'))
  })

  test('the data is there as tables, and filters are links that can be sent', async () => {
    await open('data/aircraft', 'Data')
    await page.getByRole('row', { name: /HB-JAB/ }).waitFor()
    await page.getByLabel('Registration').fill('HB-JAA')
    await page.keyboard.press('Enter')
    await page.waitForURL(/registration=HB-JAA/)
    await page.getByRole('row', { name: /HB-JAB/ }).waitFor({ state: 'detached' })
    await open('data/crew', 'Data')
    await page.getByRole('table', { name: 'Crew' }).waitFor()
    await open('data/flights', 'Data')
    await page.getByRole('table', { name: 'Flights' }).getByText(/Z$/).first().waitFor()
  })
})
