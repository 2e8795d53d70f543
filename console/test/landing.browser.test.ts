/** The landing page of the demo in a real Chromium: its doors, its copy buttons, and the grant that its button starts. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'
import { watch } from './support/watch.ts'

describe('the landing page', () => {
  let demo: DemoConsole
  before(async () => {
    demo = await DemoConsole.start()
  })
  after(() => demo.stop())

  const hostOrigin = () => demo.origin(demo.tenant('alpine', 'production')).replace('alpine.', '')

  const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await demo.newPage(options)
    await page.goto(`${hostOrigin()}/`)
    return page
  }

  test('the landing page has four doors, loads nothing from elsewhere, and has no faults', async () => {
    const page = await open()
    const seen = watch(page, hostOrigin())
    await page.reload()
    const doors = page.locator('.door')
    assert.deepEqual(await doors.getByRole('heading').allTextContents(), [
      'Operator',
      'Developer',
      'Support',
      'Explorer',
    ])
    assert.deepEqual(await pageFaults(page), [])
    assert.deepEqual(seen, { complaints: [], strangers: [] })
    const links = await doors
      .getByRole('heading')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    assert.equal(links.length, 4)
    for (const link of links) assert.equal((await page.goto(link))?.status(), 200, link)
    await page.context().close()
  })

  test('the credentials of the doors Developer, Support and Explorer open them', async () => {
    const page = await open()
    const fact = (title: string, label: string) =>
      page
        .locator('.door', { has: page.getByRole('heading', { name: title }) })
        .locator('dl > div', { has: page.getByText(label, { exact: true }) })
        .locator('dd')
    const enter = async (title: string): Promise<Page> => {
      const inside = await page.context().newPage()
      await inside.goto((await page.getByRole('link', { name: title, exact: true }).getAttribute('href')) ?? '')
      // The explorer also serves those who only have a token.
      if (title === 'Explorer') await inside.getByRole('link', { name: 'Sign in' }).click()
      await inside.getByLabel('Email').fill((await fact(title, 'Sign in').locator('code').textContent()) ?? '')
      await inside.getByLabel('Password').fill((await fact(title, 'Password').locator('code').textContent()) ?? '')
      await inside.keyboard.press('Enter')
      return inside
    }
    const developer = await enter('Developer')
    await developer.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
    await developer.getByText('Stand Planner').first().waitFor()
    const staff = await enter('Support')
    // The code is on its way once it is asked for.
    await staff.locator('input[name="code"]').waitFor()
    const outbox = await page.context().newPage()
    await outbox.goto((await fact('Support', 'Code').getByRole('link').getAttribute('href')) ?? '')
    const code = (await outbox.getByRole('region', { name: 'Second step' }).locator('code').textContent()) ?? ''
    assert.deepEqual(await pageFaults(outbox), [])
    await staff.locator('input[name="code"]').fill(code)
    await staff.keyboard.press('Enter')
    await staff.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
    await staff.getByRole('row', { name: /Rosterwise.*Decide/ }).waitFor()
    const explorer = await enter('Explorer')
    await explorer.waitForURL('**/console/explorer/')
    await explorer.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.context().close()
  })

  test('a button of the landing page copies the password and says so', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('button', { name: 'Copy password of the door Operator' }).click()
    await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' })
    const { password } = demo.tenant('alpine', 'production')
    await becomes('the clipboard', () => page.evaluate<string>('navigator.clipboard.readText()'), password)
    await page.context().close()
  })

  test('the button of the landing page leads through a whole grant, by keyboard and without a script', async () => {
    const page = await open({ javaScriptEnabled: false })
    assert.equal(await page.getByRole('button').count(), 0, 'what needs the script is hidden')
    const { admin, password } = demo.tenant('alpine', 'production')
    await page.getByRole('link', { name: 'Let Skybridge in at Alpine Jet' }).press('Enter')
    await page.getByLabel('Email').fill(admin)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Allow' }).press('Enter')
    await page.getByRole('heading', { name: 'Skybridge was let in' }).waitFor()
    await page.getByRole('button', { name: 'Exchange the code' }).press('Enter')
    const answer = page.getByLabel('Query, answer')
    assert.match((await answer.textContent()) ?? '', /HTTP 200[\s\S]*"applicationName": "Skybridge"/)
    await page.context().close()
  })
})
