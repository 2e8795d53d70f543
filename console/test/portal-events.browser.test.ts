/** The page of an application's events with deliveries behind it: the demo's Turnpoint has an endpoint that takes and one that fails. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { oneAfterAnother } from '../../server/test/support/one-after-another.ts'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'

const test = oneAfterAnother()

/** With the padding of a card. */
const THREE_LINES_PX = 96

describe('events of an application with deliveries', () => {
  let demo: DemoConsole
  let page: Page
  before(async () => {
    demo = await DemoConsole.start()
    const developer = demo.show.platform?.developer
    assert.ok(developer)
    page = await demo.newPage()
    await page.goto(`${demo.platformOrigin('developers')}/console/`)
    await page.getByLabel('Email').fill(developer.email)
    await page.getByLabel('Password').fill(developer.password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Turnpoint', exact: true }).first().click()
    await page.getByRole('navigation', { name: 'Turnpoint' }).getByRole('link', { name: 'Events' }).click()
  })
  after(() => demo.stop())

  const endpoints = () => page.getByRole('table', { name: 'Endpoints' })
  const drawer = () => page.getByRole('dialog').first()

  test('tells which endpoint fails, what waits there, and how quickly messages are taken', async () => {
    await page.getByText('Night desk answers 503.').waitFor()
    await page.getByText('2 messages wait and go out in order once it answers.').waitFor()
    await endpoints()
      .getByRole('row', { name: /Night desk/ })
      .getByText('Failing')
      .waitFor()
    await endpoints()
      .getByRole('row', { name: /Arrivals, all operators/ })
      .getByText('On', { exact: true })
      .waitFor()
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
    const attempts = page.getByRole('table', { name: 'Last attempts' })
    await attempts.getByRole('row').nth(10).waitFor()
    const operators = new Set(await attempts.locator('td[data-label="Operator"]').allInnerTexts())
    assert.deepEqual(operators, new Set(['northsea', 'liberty']))
    assert.deepEqual(await pageFaults(page), [])
  })

  test('on a narrow phone each try takes three lines', async () => {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 800 })
    const rows = page.getByRole('table', { name: 'Last attempts' }).locator('tbody tr')
    const tallest = () => rows.evaluateAll((all) => Math.max(...all.map((row) => row.getBoundingClientRect().height)))
    await becomes('the tallest is of three lines', async () => (await tallest()) <= THREE_LINES_PX, true)
    assert.ok((await rows.count()) > 5)
    if (size) await page.setViewportSize(size)
  })

  test('an endpoint says in words what it hears, and a try how long it took, to the millisecond below a second', async () => {
    await endpoints().getByRole('link', { name: 'Arrivals, all operators' }).click()
    await drawer().getByText('created, changed', { exact: true }).waitFor()
    const took = drawer()
      .getByRole('row', { name: /flight\.created/ })
      .first()
      .getByText(/^\d+ ms$/)
    await took.waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await drawer().getByRole('button', { name: 'Close' }).click()
  })

  test('a message that is not taken shows its tries, its answer and when it is tried next', async () => {
    await page.getByRole('link', { name: 'See the last try' }).click()
    await drawer().getByText('Next try at').waitFor()
    await drawer().getByText('upstream not ready').waitFor()
    await drawer().getByText('Where the 2.1 s went').waitFor()
    assert.deepEqual(await pageFaults(page), [])
  })
})
