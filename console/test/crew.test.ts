/** A pilot's first fifteen minutes: own roster and papers, nobody else's, an application connected and ended. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
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
    assert.equal(await page.getByRole('region', { name: 'Two weeks' }).getByRole('listitem').count(), 14)
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

  test("a pilot ends an application's access to their data", async () => {
    await page.goto(`${origin}/console/roster`)
    const applications = page.getByRole('region', { name: 'Applications that see your own details' })
    await applications.waitFor()
    const end = applications.getByRole('button', { name: /^End / }).first()
    if ((await end.count()) === 0) return
    await end.click()
    await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
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
