/** The board of visits at work: what is in review is confirmed again, and services are asked for, sent and cancelled. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'
import { textOf } from './support/downloads.ts'
import { operationsOf } from './support/operations.ts'

const WIDE = { width: 1280, height: 900 }

describe('services in the console', () => {
  let demo: DemoConsole
  let page: Page
  let origin: string
  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'production')
    origin = demo.origin(tenant)
    page = await demo.signIn(tenant, tenant.admin, { viewport: WIDE })
  })
  after(() => demo.stop())

  const board = () => page.getByRole('table', { name: 'Visits' })
  const drawer = () => page.getByRole('dialog')
  const openBoard = async (search = ''): Promise<void> => {
    await page.goto(`${origin}/console/services${search}`)
    await board().waitFor()
  }
  const openFirst = async (state: string): Promise<void> => {
    await board().getByRole('link', { name: state }).first().click()
    await drawer().getByRole('listitem').and(page.locator('[aria-current="step"]')).filter({ hasText: state }).waitFor()
  }
  const stands = (state: string) =>
    drawer().getByRole('listitem').and(page.locator('[aria-current="step"]')).filter({ hasText: state }).waitFor()

  test('visits stand under their days with the state of each request, and go into a file', async () => {
    await openBoard()
    await board()
      .getByText(/\d+ visits?, /)
      .first()
      .waitFor()
    for (const state of ['Confirmed', 'Review', 'Requested']) {
      await board().getByRole('link', { name: state }).first().waitFor()
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const [head, ...lines] = (await textOf(download)).trim().split('\r\n')
    assert.match(head ?? '', /airport,registration,arrives/)
    assert.ok(lines.some((line) => line.includes('Goldair Handling')))
  })

  test('what is in review shows what it was confirmed for, and is confirmed again in the provider’s name', async () => {
    await openBoard('?show=review')
    await openFirst('Review')
    await drawer().getByRole('columnheader', { name: 'Confirmed for' }).waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await page.setViewportSize(WIDE)
    await drawer().getByRole('button', { name: 'Confirm…' }).click()
    const question = page.getByRole('dialog', { name: /confirm/ })
    await question.getByLabel('Their reference').fill('GH-77120')
    await question.getByLabel('How did they say it?').fill('By phone')
    const asked = operationsOf(page)
    await question.getByRole('button', { name: 'Confirm', exact: true }).click()
    await stands('Confirmed')
    await becomes('the board is read again', async () => asked.includes('Visits'), true)
    assert.ok(!asked.includes('Fleet'), `the fleet, which no request changes, is not: ${asked}`)
    await drawer().getByText('GH-77120').waitFor()
    await drawer().getByText('“By phone”').first().waitFor()
    await drawer()
      .getByText(/, for Goldair Handling|, for Fuelline/)
      .waitFor()
  })

  test('a service is asked for at a visit as a draft, sent, given to somebody else and cancelled', async () => {
    await openBoard()
    await board()
      .getByRole('link', { name: /^Ask for more at / })
      .first()
      .click()
    const form = drawer()
    await form.getByLabel('Kind').selectOption('PARKING')
    await form.getByLabel('Provider').selectOption({ label: 'Goldair Handling, Goldair Handling' })
    await form.getByLabel('Instructions').fill('Two nights')
    await form.getByLabel('Send it now').uncheck()
    await form.getByRole('button', { name: 'Ask for it' }).click()
    await page.getByRole('dialog', { name: /^Parking at / }).waitFor()
    await stands('Draft')
    await drawer().getByRole('button', { name: 'Send…' }).click()
    await page.getByRole('button', { name: 'Send the request' }).click()
    await stands('Requested')
    await drawer().getByRole('button', { name: 'Ask somebody else…' }).click()
    await page.getByRole('dialog', { name: 'Who does parking?' }).getByLabel('Provider').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Make it a draft for them' }).click()
    await stands('Draft')
    await drawer().getByRole('button', { name: 'Cancel…' }).click()
    await page.getByRole('button', { name: 'Cancel the request' }).click()
    await stands('Cancelled')
  })

  test('where a service is asked for stands under its day, once for each stay, and is found by airport and day', async () => {
    await page.goto(`${origin}/console/services?new=request`)
    const where = drawer().getByRole('textbox', { name: 'Where' })
    await where.click()
    const lines = drawer().getByRole('listbox').getByRole('option')
    await lines.first().waitFor()
    const days = drawer().getByRole('listbox').getByRole('group')
    await becomes('whether several days are there', async () => (await days.count()) > 1, true)
    await drawer()
      .getByText(/^\d+ more lines?: type to find one\.$/)
      .waitFor()
    const first = await lines.allTextContents()
    assert.equal(new Set(first).size, first.length, 'no stay stands there twice')
    assert.deepEqual(await pageFaults(page), [])
    await page.setViewportSize(WIDE)
    const icao = /^[A-Z]{4}/.exec(first.at(-1) ?? '')?.[0] ?? ''
    const found = async () => {
      const texts = await lines.allTextContents()
      return texts.length > 0 && texts.every((line) => line.includes(icao))
    }
    await where.fill(icao.toLowerCase())
    await becomes('whether every line has that airport', found, true)
    await where.fill(`${icao} nowhere`)
    await drawer().getByText('Nothing of these days matches.').waitFor()
    await where.fill(icao)
    await becomes('whether every line has that airport again', found, true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await becomes('what was chosen', async () => (await where.inputValue()).startsWith(`${icao} `), true)
    await page.keyboard.press('Escape')
  })

  test('a permit is asked for a flight with its country, and stands among what is asked for flights', async () => {
    await page.goto(`${origin}/console/services?show=flights&new=request`)
    const form = drawer()
    await form.getByLabel('Kind').selectOption('OVERFLIGHT_PERMIT')
    await form.getByRole('button', { name: 'Ask for it' }).click()
    await form.getByText('Two letters, e.g. RS.').waitFor()
    await form.getByText('Choose where.').waitFor()
    await form.getByRole('textbox', { name: 'Where' }).click()
    await form.getByRole('listbox').getByRole('option').first().click()
    await form.getByLabel('Country').fill('GE')
    await form.getByRole('button', { name: 'Ask for it' }).click()
    await page.getByRole('dialog', { name: /^Overflight permit for / }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'On flights, not on visits' }).getByText('Overflight permit, GE').waitFor()
  })

  test('days without visits say so, and whoever may not see services is told who can', async () => {
    await page.goto(`${origin}/console/services?from=2001-01-01&to=2001-01-01`)
    await page.getByText('Nothing is asked for in these days').waitFor()
    const tenant = demo.tenant('alpine', 'production')
    const pilot = await demo.signIn(tenant, tenant.pilot, { viewport: WIDE })
    await pilot.goto(`${origin}/console/services`)
    await pilot.getByText('For administrators').waitFor()
    await pilot.context().close()
  })
})
