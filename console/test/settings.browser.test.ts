/** The operator's own rules: read, changed, refused at their fields, and changed by two at once. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'

describe('the operator’s settings', () => {
  let demo: DemoConsole
  let page: Page
  before(async () => {
    demo = await DemoConsole.start()
    page = await opened()
  })
  after(() => demo.stop())

  const opened = async (): Promise<Page> => {
    const tenant = demo.tenant('alpine', 'production')
    const fresh = await demo.signIn(tenant, tenant.admin)
    await show(fresh)
    return fresh
  }
  const show = async (one: Page): Promise<void> => {
    await one.goto(`${demo.origin(demo.tenant('alpine', 'production'))}/console/settings`)
    await one.getByLabel('Taxi out').waitFor()
  }
  const save = async (one: Page): Promise<void> => {
    await one.getByRole('button', { name: 'Save' }).click()
    await one.getByRole('status').getByText('Saved.').waitFor()
  }
  const review = (kind: string): Locator =>
    page.locator('details').filter({ has: page.getByText(kind, { exact: true }) })

  test('an administrator changes rules of every shape, and they are there when the page is loaded again', async () => {
    await page.getByLabel('Payload of flight plans').fill('350')
    await page.getByLabel('Names of colleagues').selectOption('Yes')
    await page.getByLabel('Longest duty').fill('800')
    await page.getByText('Charter', { exact: true }).click()
    await page.getByRole('group', { name: 'Documents of charter flights' }).getByLabel('Weather').check()
    await review('Fuel').locator('summary').click()
    await review('Fuel').getByLabel('Minutes').fill('45')
    await review('Fuel').getByLabel('Pax count').check()
    await save(page)
    await show(page)
    await becomes('the payload', () => page.getByLabel('Payload of flight plans').inputValue(), '350')
    assert.equal(await page.getByLabel('Names of colleagues').inputValue(), 'true')
    assert.equal(await page.getByLabel('Longest duty').inputValue(), '800')
    await page.getByText('Charter', { exact: true }).click()
    assert.ok(await page.getByRole('group', { name: 'Documents of charter flights' }).getByLabel('Weather').isChecked())
    await review('Fuel').getByText('45 min · Pax count').waitFor()
  })

  test('what is wrong is told at its field, that of a kind of service too, and nothing is changed', async () => {
    await page.getByLabel('Taxi out').fill('soon')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('A whole number, e.g. 8.').waitFor()
    await page.getByLabel('Taxi out').fill('500')
    await review('Slot').locator('summary').click()
    await review('Slot').getByLabel('Minutes').fill('99999')
    await page.getByRole('button', { name: 'Save' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('Nothing was changed.').waitFor()
    await becomes('the mark', () => page.getByLabel('Taxi out').getAttribute('aria-invalid'), 'true')
    await becomes('the other mark', () => review('Slot').getByLabel('Minutes').getAttribute('aria-invalid'), 'true')
    await page.getByRole('button', { name: 'Undo' }).click()
    await becomes('the value of before', () => page.getByLabel('Taxi out').inputValue(), '10')
  })

  test('who was slower sees both values, and what they did not touch stays the other’s', async () => {
    const other = await opened()
    await page.getByLabel('Taxi out').fill('12')
    await other.getByLabel('Taxi out').fill('14')
    await other.getByLabel('Taxi in').fill('7')
    await save(other)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody changed this while you wrote.').waitFor()
    await page.getByText('Taxi out: now “14”, yours “12”').waitFor()
    await save(page)
    await show(other)
    await becomes('mine', () => other.getByLabel('Taxi out').inputValue(), '12')
    assert.equal(await other.getByLabel('Taxi in').inputValue(), '7')
    await other.context().close()
  })
})
