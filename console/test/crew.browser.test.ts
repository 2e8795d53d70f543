/** A pilot's first fifteen minutes: own roster and papers, nobody else's, an application connected and ended. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'

describe('a pilot', () => {
  let demo: DemoConsole
  let page: Page
  let origin: string
  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'production')
    origin = demo.origin(tenant)
    page = await demo.signIn(tenant, tenant.pilot)
  })
  after(() => demo.stop())

  test('a pilot starts on their own roster with the next duty, two weeks and papers', async () => {
    await page.getByRole('heading', { name: 'Your roster', level: 1 }).waitFor()
    await page.getByRole('region', { name: /^(Next|On) duty$/ }).waitFor()
    const days = page.getByRole('region', { name: 'Two weeks' }).getByRole('listitem')
    await becomes('the number of days', () => days.count(), 14)
    await page.getByRole('region', { name: 'My papers' }).getByText('Class 1').waitFor()
    await page.getByText('Crew', { exact: true }).waitFor()
  })

  test('a pilot sees flights, but neither colleagues nor their papers', async () => {
    await page.goto(`${origin}/console/data`)
    await page.getByRole('table', { name: 'Flights' }).waitFor()
    assert.equal(await page.getByRole('navigation', { name: 'Kind of data' }).getByText('Crew').count(), 0)
    const answer = await page.evaluate<{ status: number; text: string }>(`(async () => {
      const query = '{ crewMemberList { nodeList { qualificationList { validTo } } } }'
      const headers = { 'content-type': 'application/json' }
      const response = await fetch('/console/graphql/', { method: 'POST', headers, body: JSON.stringify({ query }) })
      return { status: response.status, text: await response.text() }
    })()`)
    assert.equal(answer.status, 403)
    assert.match(answer.text, /crew:read/)
  })

  test('a pilot lets an application see their own details, finds it on the roster, and ends it at once', async () => {
    const { clientId, name } = demo.show.applications.find(({ scope }) => scope.includes('own:')) ?? assert.fail()
    const walk = await page.context().newPage()
    const start = new URLSearchParams({ application: clientId, operator: 'alpine', environment: 'production' })
    await walk.goto(`${origin.replace('alpine.', '')}/demo/start/?${start}`)
    await walk.getByRole('heading', { name: new RegExp(`^Allow ${name} to use your own details`) }).waitFor()
    await walk.getByRole('button', { name: 'Allow' }).click()
    await walk.getByRole('button', { name: 'Exchange the code' }).click()
    await walk.getByRole('button', { name: 'Query again' }).waitFor()
    await page.goto(`${origin}/console/roster`)
    const applications = page.getByRole('region', { name: 'Applications that see your own details' })
    await applications.getByRole('row', { name: new RegExp(name) }).waitFor()
    await applications.getByRole('button', { name: `End ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
    await applications.getByRole('row', { name: new RegExp(name) }).waitFor({ state: 'detached' })
    await walk.getByRole('button', { name: 'Query again' }).click()
    await walk.getByText('HTTP 401').first().waitFor()
    await walk.close()
  })

  test('a pilot asks for an application, an administrator finds it in the bell and connects it, the pilot is told', async () => {
    const tenant = demo.tenant('alpine', 'production')
    await page.goto(`${origin}/console/add-ons`)
    await page.getByRole('button', { name: 'Ask for Skybridge' }).click()
    await page.getByLabel('Tell them why').fill('For the ramp at LSGG')
    await page.getByRole('button', { name: 'Send request' }).click()
    const mine = page.getByRole('table', { name: 'Your requests' }).getByRole('row', { name: /Skybridge/ })
    await mine.getByText('Not answered yet').waitFor()
    const admin = await demo.signIn(tenant, tenant.admin)
    await admin.getByRole('button', { name: /^Notices, \d+ new$/ }).click()
    const box = admin.getByRole('dialog', { name: 'Notices' })
    await box.getByRole('listitem').filter({ hasText: 'Marc Weber asks for Skybridge' }).getByText('LSGG').waitFor()
    // What comes back every day can be quiet for today; it stays in the list.
    await box.getByRole('button', { name: 'Quiet for today (JetMatch is near its cap)' }).click()
    const quiet = box.getByRole('listitem').filter({ hasText: 'JetMatch is near its cap' })
    await quiet.locator('[role=status]:focus', { hasText: 'Quiet until' }).waitFor()
    await box.getByRole('button', { name: /^Look and decide \(Marc Weber asks for Skybridge\)$/ }).click()
    await admin.getByRole('link', { name: 'Look and decide on Skybridge' }).click()
    await admin.getByRole('button', { name: 'Allow' }).click()
    await admin.getByRole('button', { name: 'Exchange the code' }).waitFor()
    await admin.context().close()
    await page.reload()
    await mine.getByText('Connected').waitFor()
    await page.getByRole('button', { name: /^Notices, \d+ new$/ }).click()
    await page.getByRole('dialog', { name: 'Notices' }).getByText('Skybridge is connected', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Notices', exact: true }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('a pilot whose session ended is led to sign-in and back to the same page', async () => {
    await page.goto(`${origin}/console/roster`)
    await page.getByRole('heading', { name: 'Your roster', level: 1 }).waitFor()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Data' }).click()
    await page.waitForURL(/\/sign-in\/\?to=%2Fconsole%2Fdata/)
    const tenant = demo.tenant('alpine', 'production')
    await page.getByLabel('Email').fill(tenant.pilot)
    await page.getByLabel('Password').fill(tenant.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/data/flights**')
    await page.getByRole('table', { name: 'Flights' }).waitFor()
  })
})
