/** A pilot's own logbook on a phone: totals, recency, own entries added, changed and deleted, notes, the table. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { DemoConsole } from './support/demo-console.ts'
import { textOf } from './support/downloads.ts'
import { pressOn, tabTo } from './support/keyboard.ts'

const PHONE = { width: 390, height: 844 }

describe('a pilot’s logbook', () => {
  let demo: DemoConsole
  let page: Page
  let origin: string
  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'production')
    origin = demo.origin(tenant)
    page = await demo.signIn(tenant, tenant.pilot, { viewport: PHONE })
  })
  after(() => demo.stop())

  const openLogbook = async (search = ''): Promise<void> => {
    await page.goto(`${origin}/console/logbook${search}`)
    await page.getByRole('region', { name: 'Entries' }).getByRole('listitem').first().waitFor()
  }
  const seesSimulatorTotal = (hours: string): Promise<void> =>
    page
      .getByRole('region', { name: 'Totals' })
      .getByText(new RegExp(`simulator ${hours} ·`))
      .waitFor()
  const drawer = () => page.getByRole('dialog')

  test('totals with what was brought forward, recency with its end, and entries by month stand on a phone', async () => {
    await openLogbook()
    const totals = page.getByRole('region', { name: 'Totals' })
    await totals.getByText('Total, with brought forward').waitFor()
    await page.getByRole('region', { name: 'Brought forward' }).getByText('Paper logbooks 1 to 3').waitFor()
    const recency = page.getByRole('region', { name: 'Recency' })
    await recency.getByRole('region', { name: 'P28A', exact: true }).getByText('Current until').waitFor()
    await recency.getByRole('region', { name: 'P28A by night' }).getByText('Ends soon').waitFor()
    await recency.getByRole('region', { name: 'DR40' }).getByText('2 take-offs and 2 landings missing').waitFor()
    await page.getByRole('link', { name: 'By type' }).click()
    const byType = drawer().getByRole('table')
    await byType.getByRole('row', { name: /^Brought forward 1,204:30/ }).waitFor()
    await byType.getByRole('row', { name: /^All/ }).waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await page.setViewportSize(PHONE)
    await page.keyboard.press('Escape')
  })

  test('on a desk no card of the recency is cut, and an empty day reads as no filter', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await openLogbook()
    const cards = page.locator('.recency-card')
    const cut = await cards.evaluateAll((all) =>
      all
        .filter((card) => card.scrollWidth > card.clientWidth || card.getBoundingClientRect().right > innerWidth)
        .map(({ textContent }) => textContent),
    )
    assert.deepEqual(cut, [])
    assert.ok((await cards.count()) > 2)
    for (const label of ['From', 'To']) {
      assert.equal(await page.getByLabel(label, { exact: true }).getAttribute('placeholder'), 'any')
    }
    await page.setViewportSize(PHONE)
  })

  test('a simulator session is added by keyboard, counts apart, is changed and deleted', async () => {
    await openLogbook()
    await seesSimulatorTotal('8:00')
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await drawer().getByText('Add to the logbook').waitFor()
    await page.keyboard.press('ArrowDown')
    await drawer().getByLabel('Device').waitFor()
    await pressOn(page, 'Add 0:00 simulator')
    await drawer().getByText('This is missing.').first().waitFor()
    await drawer().getByLabel('Time', { exact: true }).fill('2:30')
    await drawer().getByLabel('Device').fill('C68A FFS')
    await pressOn(page, 'Add 2:30 simulator')
    await page.getByRole('dialog', { name: /^Simulator C68A FFS/ }).waitFor()
    await drawer().getByText('Your own entry.').waitFor()
    await pressOn(page, 'Change')
    await drawer().getByLabel('Time', { exact: true }).fill('3:00')
    await drawer().getByRole('button', { name: 'Save', exact: true }).click()
    await drawer().getByText('3:00').waitFor()
    await seesSimulatorTotal('11:00')
    await tabTo(page, 'Delete…')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Delete the entry' }).click()
    await drawer().first().waitFor({ state: 'detached' })
    await seesSimulatorTotal('8:00')
  })

  test('a flight that contradicts itself is refused at its field, and mended it is in the list', async () => {
    await openLogbook('?add=FLIGHT')
    const form = drawer()
    await form.getByLabel('Registration').fill('hb-kfw')
    await form.getByLabel('Type').fill('P28A')
    for (const place of ['From', 'To']) {
      await form.getByLabel(place, { exact: true }).fill('LSZR')
      await form.getByLabel(place, { exact: true }).and(page.locator('[value^="LSZR "]')).waitFor()
    }
    await form.getByLabel('Off block, UTC').fill('1100')
    await form.getByLabel('On block, UTC').fill('12:10')
    await form.getByLabel('IFR').fill('5:00')
    await form.getByRole('button', { name: 'Add 1:10 flight' }).click()
    await form.getByRole('alert').getByText('It was not added.').waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await page.setViewportSize(PHONE)
    await form.getByLabel('IFR').fill('')
    await form.getByLabel('Landings by day').fill('2')
    await form.getByRole('button', { name: 'Add 1:10 flight' }).click()
    await page
      .getByRole('dialog', { name: /^LSZR to LSZR/ })
      .getByText('2 landings by day')
      .waitFor()
    await drawer().getByText('HB-KFW').waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('link', { name: /^LSZR to LSZR/ })
      .first()
      .waitFor()
  })

  test('an entry of the operator follows its flight: it takes a note, and nothing else', async () => {
    await openLogbook('?source=OPERATOR')
    await page.getByRole('region', { name: 'Entries' }).getByRole('link', { name: / to / }).first().click()
    await drawer().getByText('It follows the flight').waitFor()
    assert.equal(await drawer().getByRole('button', { name: 'Change' }).count(), 0)
    await drawer().getByLabel('Your note').fill('Line check with KHU')
    await drawer().getByRole('button', { name: 'Save the note' }).click()
    await drawer().getByText('Saved').waitFor()
    await page.reload()
    await page.getByRole('listitem').getByText('Line check with KHU').waitFor()
  })

  test('the table holds what the filters leave, in a file', async () => {
    await openLogbook('?type=P28A')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    const lines = (await textOf(download)).trim().split('\r\n')
    assert.ok(lines.length > 1)
    assert.ok(
      lines.slice(1).every((line) => line.includes('P28A')),
      'no other type',
    )
  })

  test('an empty logbook says where entries come from, and what to do first', async () => {
    const empty = demo.tenant('empty', 'production')
    const newcomer = await demo.signIn(empty, empty.pilot, { viewport: PHONE })
    await newcomer.goto(`${demo.origin(empty)}/console/logbook`)
    await newcomer.getByText('No flights yet').waitFor()
    await newcomer.getByRole('button', { name: 'Bring totals forward' }).click()
    await newcomer.getByRole('dialog').getByLabel('As commander').waitFor()
    await newcomer.context().close()
  })
})
