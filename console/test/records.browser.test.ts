/** Records open with all fields; tables sort, end and export; filters take effect without Enter. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from '../../server/test/support/soon.ts'
import { KINDS, labelOf } from '../src/data/kinds.ts'
import { DemoConsole } from './support/demo-console.ts'
import { textOf } from './support/downloads.ts'
import { follow } from './support/follow.ts'

describe('the data pages', () => {
  let demo: DemoConsole
  let page: Page
  let origin: string
  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'production')
    origin = demo.origin(tenant)
    page = await demo.signIn(tenant, tenant.admin)
  })
  after(() => demo.stop())

  const open = (path: string) => page.goto(`${origin}/console/data/${path}`)
  const drawer = () => page.getByRole('dialog')
  const names = async (table: string): Promise<string[]> =>
    page.getByRole('table', { name: table }).getByRole('rowheader').locator('a').allTextContents()

  test('a flight opens with times, crew, fuel and query, the arrows lead to its neighbours, and its address reopens it', async () => {
    await open('flights')
    const [first = '', second = ''] = await page
      .getByRole('table', { name: 'Flights' })
      .getByRole('link', { name: /^ALP/ })
      .first()
      .waitFor()
      .then(() => names('Flights'))
    await page.getByRole('link', { name: first, exact: true }).first().click()
    await page.getByRole('dialog', { name: first }).getByText('Out, off, on, in').waitFor()
    for (const section of [
      'Flight plan',
      'Briefing',
      'Crew',
      'Passengers',
      'Fuel',
      'Delays',
      'What changed',
      'External ids',
      'Record',
      'The query that reads this',
    ]) {
      await drawer().getByRole('heading', { name: section }).waitFor()
    }
    await drawer().getByRole('button', { name: 'The next one' }).click()
    await page.getByRole('dialog', { name: second }).waitFor()
    await page.reload()
    await page.getByRole('dialog', { name: second }).waitFor()
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden' })
  })

  test('a flight shows its operational flight plan, which leads to all of it', async () => {
    await open('flight-plans')
    const plan = page.getByRole('table', { name: 'Flight plans' }).getByRole('link', { name: /^ALP/ }).first()
    const flightNo = /^[A-Z0-9]+/.exec((await plan.textContent()) ?? '')?.[0] ?? ''
    await plan.click()
    await drawer().getByText('Block fuel').waitFor()
    const shown = await drawer().getByRole('link', { name: flightNo, exact: true }).first().getAttribute('href')
    await page.goto(`${origin}${shown}`)
    await drawer()
      .getByRole('heading', { name: /Flight plan.*revision \d/ })
      .waitFor()
    await drawer().getByRole('link', { name: 'All of it' }).click()
    await drawer().getByText('Final reserve').waitFor()
  })

  test('a flight plan is written in the flight’s drawer, and what is wrong is told at its field', async () => {
    await open('flights?status=CONFIRMED')
    await page.getByRole('table', { name: 'Flights' }).getByRole('link', { name: /^ALP/ }).first().click()
    const section = drawer().getByRole('heading', { name: /^Flight plan/ })
    await section.waitFor()
    await drawer()
      .getByRole('button', { name: /^Write (a plan|the next revision)$/ })
      .click()
    const form = drawer().getByRole('form', { name: 'Flight plan' })
    const fill = (label: string, text: string) => form.getByLabel(label, { exact: true }).fill(text)
    await fill('Route', 'VEBIT1W VEBIT T10 MOROK')
    await fill('Alternates', 'QQQQ')
    await fill('Block fuel', '2500')
    await fill('Trip fuel', 'much')
    await fill('Source', 'By hand')
    await form.getByRole('button', { name: 'Write it' }).click()
    await form.getByText('A whole number, e.g. 8.').waitFor()
    await fill('Trip fuel', '1500')
    for (const part of ['Taxi', 'Contingency', 'Alternate', 'Final reserve', 'Additional', 'Extra']) {
      await fill(`${part} fuel`, '')
    }
    for (const mass of ['Zero fuel', 'Landing', 'Payload', 'Take-off']) {
      await fill(`${mass}, kg`, '')
      await fill(`${mass} at most, kg`, '')
    }
    await fill('Take-off, kg', '8400')
    await fill('Take-off at most, kg', '8000')
    await form.getByRole('button', { name: 'Write it' }).click()
    await form.getByRole('alert').getByText('No plan was written.').waitFor()
    const isWrong = (label: string) => form.getByLabel(label, { exact: true }).getAttribute('aria-invalid')
    await becomes('the mark', () => isWrong('Take-off, kg'), 'true')
    await fill('Take-off at most, kg', '9000')
    await form.getByRole('button', { name: 'Write it' }).click()
    await becomes('the other mark', () => isWrong('Alternates'), 'true')
    await fill('Alternates', 'LFPO lsgg')
    await form.getByRole('button', { name: 'Write it' }).click()
    await form.waitFor({ state: 'hidden' })
    await drawer().getByText('8,400 of 9,000 kg').waitFor()
    await drawer().getByText('By hand').waitFor()
    await page.keyboard.press('Escape')
  })

  test("passengers' names are hidden until the user asks for them", async () => {
    await open('flights?sort=-passengers')
    await page.getByRole('table', { name: 'Flights' }).getByRole('link', { name: /^ALP/ }).first().click()
    const ask = drawer().getByRole('button', { name: /^Show \d+ names?$/ })
    await ask.waitFor()
    assert.equal(await drawer().getByText(', leads').count(), 0)
    await ask.click()
    await drawer().getByText(', leads').first().waitFor()
  })

  test('a table sorts by any column in both directions and shows where it ends', async () => {
    await open('aircraft')
    await page.getByText(/^\d+ aircraft, all shown$/).waitFor()
    const head = page.getByRole('columnheader', { name: 'Registration' })
    await head.getByRole('button').click()
    await page.waitForURL(/sort=registration/)
    await becomes('the order', () => head.getAttribute('aria-sort'), 'ascending')
    const up = await names('Aircraft')
    assert.ok(up.length > 1)
    await head.getByRole('button').click()
    await page.waitForURL(/sort=-registration/)
    await becomes('the list', () => names('Aircraft'), up.toReversed())
  })

  test('the filtered rows are exported as CSV', async () => {
    await open('aircraft?registration=HB-JAA')
    await page.getByText('1 aircraft, all shown').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const lines = (await textOf(download)).trimEnd().split('\r\n')
    assert.equal(lines.length, 2, lines.join('\n'))
    assert.match(lines[0] ?? '', /^aircraftId,registration,/)
    assert.match(lines[1] ?? '', /"HB-JAA"/)
  })

  test('no list of records becomes cards at 1280 px: all its columns fit', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    for (const kind of KINDS) {
      await follow(page, `data/${kind.path}`)
      const table = page.getByRole('table', { name: labelOf(kind), exact: true })
      await table.getByRole('rowheader').first().waitFor()
      await becomes(`the list of ${kind.path}`, () => table.getAttribute('class'), /^(?!.*table-cards)/)
    }
  })

  test('an airport is found by its city and applied by its full code, without Enter', async () => {
    await open('flights')
    await page.getByLabel('From airport').fill('farnb')
    await page.getByRole('option', { name: /EGLF/ }).click()
    await page.waitForURL(/adep=EGLF/)
    await page.getByLabel('To airport').fill('LSZH')
    await page.waitForURL(/ades=LSZH/)
    await page.getByLabel('To airport').fill('')
    await page.waitForURL((url) => !url.searchParams.has('ades'))
  })

  test("an unknown airport is reported in words, not by a field's name", async () => {
    await open('flights?adep=XQZQ')
    await page.getByText('No airport is called “XQZQ”').first().waitFor()
    assert.equal(await page.getByText(/adep:|filter\./).count(), 0)
  })

  test('what stands in an address and means nothing is left out, and the page comes', async () => {
    for (const [place, name] of [
      ['data/safety-reports?from=abc&status=zz', 'Safety reports'],
      ['data/flights?from=abc&to=99999-01-01', 'Flights'],
    ] as const) {
      await page.goto(`${origin}/console/${place}`)
      await page.getByRole('table', { name, exact: true }).getByRole('row').nth(1).waitFor()
    }
    await page.goto(`${origin}/console/services?show=zzz&from=abc`)
    await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor()
  })

  test('days are written out and can be typed as words', async () => {
    await open('flights?from=2026-11-12&to=2026-11-13')
    await becomes('the first day', () => page.getByLabel('From (UTC)').inputValue(), '12 Nov 2026')
    await page.getByLabel('From (UTC)').fill('3 nov 2026')
    await page.waitForURL(/from=2026-11-03/)
    await page.getByLabel('From (UTC)').fill('31 feb 2026')
    await page.getByText('A day such as 12 Nov 2026').waitFor()
  })

  test('the palette finds an aircraft and opens it', async () => {
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Go to or find' })
    await field.fill('hb-jab')
    await page.getByRole('option', { name: /^HB-JAB/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'HB-JAB' }).getByText('Next flights').waitFor()
  })

  test('the palette finds add-ons, keys and the other environment', async () => {
    for (const [typed, found] of [
      ['fuelline', /^Fuelline.*add-on/],
      ['demo key', /^Demo key.*API key/],
      ['sandbox', /^Alpine Jet sandbox.*operator/],
      ['travel', /^Travel documents.*Data/],
    ] as const) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Go to or find' }).fill(typed)
      await page.getByRole('option', { name: found }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: 'Go to or find' }).waitFor({ state: 'detached' })
    }
  })

  test('the rail leads to the other environment and signs out', async () => {
    await open('aircraft')
    const sandbox = () => page.getByRole('link', { name: 'Sandbox' }).getAttribute('href')
    await becomes('the way to the sandbox', sandbox, `${demo.origin(demo.tenant('alpine', 'sandbox'))}/console/`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in/')
  })
})
