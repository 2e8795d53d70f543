/** Sales at work: a request is written down, quoted, sent, revised, accepted and booked; others are declined. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'
import { textOf } from './support/downloads.ts'

const WIDE = { width: 1280, height: 900 }

describe('sales in the console', () => {
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

  const openSales = async (search = ''): Promise<void> => {
    await page.goto(`${origin}/console/sales${search}`)
    await page
      .getByRole('region', { name: 'Requests' })
      .or(page.getByRole('table', { name: 'Empty legs' }))
      .waitFor()
  }
  const pile = () => page.getByRole('region', { name: 'Requests' })
  const quotes = () => page.getByRole('article')
  const drawer = () => page.getByRole('dialog')
  const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

  test('requests lie by who is waited for, those of a marketplace with its name, and go into a file', async () => {
    await openSales()
    for (const name of ['Waits for us', 'Waits for the buyer', 'Ended']) {
      await pile().getByRole('region', { name }).getByRole('link').first().waitFor()
    }
    await pile().getByText('JetMatch').first().waitFor()
    await page.getByRole('heading', { level: 2 }).and(page.locator('.request-name')).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const lines = (await textOf(download)).trim().split('\r\n')
    await becomes('the pile', () => pile().getByRole('link').count(), lines.length - 1)
  })

  for (const state of ['Open', 'Quoted', 'Booked', 'Declined', 'Withdrawn', 'Expired']) {
    test(`the demo has a request that is ${state.toLowerCase()}`, async () => {
      await openSales(`?status=${state.toUpperCase()}`)
      await pile().getByRole('link').first().click()
      await page.getByRole('region', { name: /./ }).getByText(state, { exact: true }).first().waitFor()
    })
  }

  /** The first request of a marketplace, from the address that its line in the pile leads to. */
  const marketplaceRequest = async (status: string): Promise<string> => {
    await openSales(`?status=${status}`)
    const line = pile().getByRole('link').filter({ hasText: 'JetMatch' }).first()
    return new URL((await line.getAttribute('href')) ?? '', origin).searchParams.get('open') ?? ''
  }

  test('a message is unread while the page shows its request by itself, and read once somebody opens it', async () => {
    const requestId = await marketplaceRequest('QUOTED')
    demo.buyerWrites('charter_request', requestId, 'Could they bring a dog?')
    const marked = { count: 0 }
    page.on('request', (sent) => {
      if (sent.postData()?.includes('ConversationRead')) marked.count += 1
    })
    await openSales('?status=QUOTED')
    const lines = pile().getByRole('link')
    const line = lines.filter({ hasText: 'JetMatch' }).first()
    await becomes('the first request is shown', () => lines.first().getAttribute('aria-current'), 'true')
    await becomes('the first request is of the marketplace', () => line.getAttribute('aria-current'), 'true')
    const mark = page.getByRole('button', { name: 'Mark 1 message as read' })
    await mark.waitFor()
    await page.getByText('Could they bring a dog?').waitFor()
    assert.equal(marked.count, 0)
    await line.click()
    await mark.waitFor({ state: 'detached' })
    assert.equal(marked.count, 1)
  })

  test('what a buyer writes about a quote is folded beside it, counted until somebody unfolds it', async () => {
    await openSales(`?open=${await marketplaceRequest('QUOTED')}`)
    const link = quotes().getByRole('link', { name: /^Q/ }).first()
    const quoteId = new URL((await link.getAttribute('href')) ?? '', origin).searchParams.get('open') ?? ''
    demo.buyerWrites('quote', quoteId, 'Is catering in the price?')
    await page.reload()
    const quote = quotes().filter({ hasText: '1 unread' })
    await quote.getByText('Conversation').click()
    await quotes().getByText('Is catering in the price?').waitFor()
    await page.getByText('1 unread').waitFor({ state: 'detached' })
    const open = quotes().filter({ hasText: 'Is catering in the price?' })
    await open.getByLabel('Message').fill('It is.')
    await open.getByRole('button', { name: 'Send', exact: true }).click()
    await open.getByRole('listitem').getByText('It is.').waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await page.setViewportSize(WIDE)
  })

  test('a request is written down, quoted to the cent, sent, revised and accepted for the buyer, and a trip is made', async () => {
    await openSales()
    await page.getByRole('button', { name: 'New request' }).click()
    const form = drawer()
    await form.getByRole('button', { name: 'Write the request down' }).click()
    await form.getByText('This is missing.').first().waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await page.setViewportSize(WIDE)
    await form.getByLabel('Company').fill('Ostsee Holding')
    await form.getByLabel('First name').fill('Clara')
    for (const [label, code] of [
      ['From', 'LSZH'],
      ['To', 'LFMN'],
    ] as const) {
      await form.getByLabel(label, { exact: true }).fill(code)
      await form
        .getByLabel(label, { exact: true })
        .and(page.locator(`[value^="${code} "]`))
        .waitFor()
    }
    await form.getByLabel('Day').fill(dayIn(75))
    await form.getByLabel('Earliest, UTC').fill('08:00')
    await form.getByLabel('Latest, UTC').fill('10:00')
    await form.getByLabel('Passengers').fill('4')
    await form.getByRole('button', { name: 'Write the request down' }).click()
    await page.getByRole('heading', { name: 'Ostsee Holding', level: 2 }).waitFor()

    await page.getByRole('button', { name: 'Quote an aircraft' }).click()
    await form.getByRole('radio').first().check()
    await form.getByRole('button', { name: 'Save the draft' }).click()
    await form.getByText('A price is missing.').first().waitFor()
    for (const price of await form.getByLabel('Price').all()) await price.fill('1,000.50')
    await form.getByRole('button', { name: 'Save the draft' }).click()
    await drawer().waitFor({ state: 'detached' })

    await quotes().getByRole('button', { name: 'Send…' }).click()
    await drawer().getByRole('button', { name: 'Send the quote' }).click()
    await quotes().getByText('Sent', { exact: true }).waitFor()
    await quotes().getByText('left').waitFor()

    await quotes().getByRole('button', { name: 'Revise' }).click()
    await form.getByRole('button', { name: 'Add a line' }).click()
    const added = form.getByRole('group', { name: /^Line/ }).last()
    await added.getByLabel('Kind').selectOption('DISCOUNT')
    await added.getByLabel('What').fill('For the pair of legs')
    await added.getByLabel('Price').fill('-100')
    await form.getByRole('button', { name: 'Save the draft' }).click()
    await drawer().waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'What revision 2 changed' }).getByText('−100.00').first().waitFor()
    await page
      .getByRole('article', { name: /revision 2/ })
      .getByRole('button', { name: 'Send…' })
      .click()
    await drawer().getByText('Takes the place of revision 1').waitFor()
    await drawer().getByRole('button', { name: 'Send the quote' }).click()
    await page.getByRole('region', { name: 'Quotes that are over' }).getByText('Superseded').waitFor()

    await quotes().getByRole('button', { name: 'Accept for the buyer…' }).click()
    await drawer().getByText('There is no undo.').waitFor()
    await drawer().getByLabel('How did the buyer say yes?').fill('By phone, 09:40Z')
    await drawer().getByRole('button', { name: 'Accept and book' }).click()
    await quotes().getByText('Booked', { exact: true }).waitFor()
    await quotes().getByText('By phone, 09:40Z').waitFor()
    await quotes().getByRole('link', { name: /^T/ }).click()
    await drawer().getByText('The query that reads this').waitFor()
  })

  test('a declined request says why, by keyboard, and only with a reason', async () => {
    await openSales('?status=OPEN')
    await pile().getByRole('link').first().press('Enter')
    await page.getByRole('button', { name: 'Decline the request…' }).press('Enter')
    await drawer()
      .getByLabel(/^Why, as/)
      .fill('')
    await drawer().getByRole('button', { name: 'Decline the request' }).press('Enter')
    await drawer().getByText('Say why: the buyer reads it.').waitFor()
    await drawer()
      .getByLabel(/^Why, as/)
      .fill('Our crew is at its limit')
    await drawer().getByRole('button', { name: 'Decline the request' }).press('Enter')
    await page.getByText('Declined: “Our crew is at its limit”').waitFor()
  })

  test('an accepted quote waits for us with its time, and is booked', async () => {
    await openSales()
    await pile()
      .getByRole('link', { name: /to book/ })
      .click()
    await quotes().getByText('left').waitFor()
    await quotes().getByRole('button', { name: 'Book…' }).click()
    await drawer().getByRole('button', { name: 'Book', exact: true }).click()
    await quotes().getByText('Booked', { exact: true }).waitFor()
  })

  test('an empty leg counts its hold down, and the hold is ended; a ferry that is offered twice is refused', async () => {
    await openSales('?show=empty-legs')
    const held = page.getByRole('row').filter({ hasText: 'Held' }).first()
    await held.getByText('JetMatch').waitFor()
    await held.getByText('left').waitFor()
    await held.getByRole('button', { name: 'End the hold…' }).click()
    await drawer().getByRole('button', { name: 'End the hold' }).click()
    await drawer().waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: 'Held' }).first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Publish a ferry' }).click()
    await drawer().getByLabel('Ferry').waitFor()
    await drawer().getByRole('button', { name: 'Publish', exact: true }).click()
    await drawer().getByRole('alert').getByText('It was not published.').waitFor()
  })

  test('on a phone a request is a page of its own, with a way back', async () => {
    await page.setViewportSize({ width: 320, height: 800 })
    await openSales()
    await pile().getByRole('link').first().click()
    await page.getByRole('link', { name: 'All requests' }).click()
    await pile().getByRole('link').first().waitFor()
    await page.setViewportSize(WIDE)
  })

  test('a dialog about a request stays with what was typed when the window becomes too narrow for the pile, and wide again', async () => {
    await openSales('?status=OPEN')
    await page.getByRole('button', { name: 'Decline the request…' }).click()
    await drawer()
      .getByLabel(/^Why, as /)
      .fill('Not on these days')
    for (const width of [900, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await becomes('whether the pile is beside the request', () => pile().isVisible(), width === 1280)
      await becomes(
        'what was typed',
        () =>
          drawer()
            .getByLabel(/^Why, as /)
            .inputValue(),
        'Not on these days',
      )
    }
    await page.setViewportSize({ width: 900, height: 900 })
    await drawer().getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'All requests' }).click()
    await pile().getByRole('link').first().waitFor()
    await page.setViewportSize(WIDE)
  })

  test('an operator without requests is told where they come from', async () => {
    const empty = demo.tenant('empty', 'production')
    const newcomer = await demo.signIn(empty, empty.admin)
    await newcomer.goto(`${demo.origin(empty)}/console/sales`)
    await newcomer.getByText('No charter requests yet').waitFor()
    await newcomer.getByRole('link', { name: 'Connect a marketplace' }).waitFor()
    await newcomer.getByRole('button', { name: 'Write one down' }).click()
    await newcomer.getByRole('dialog', { name: 'New request' }).waitFor()
    await newcomer.context().close()
  })

  test('a pilot finds no sales, and is told who may', async () => {
    const tenant = demo.tenant('alpine', 'production')
    const pilot = await demo.signIn(tenant, tenant.pilot)
    await pilot.goto(`${origin}/console/sales`)
    await pilot.getByText('sales:read').waitFor()
    assert.equal(await pilot.getByRole('link', { name: 'Sales', exact: true }).count(), 0)
    await pilot.context().close()
  })
})
