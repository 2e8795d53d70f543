/** Every page while its data loads, when loading fails, and without data; refusals keep the input. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'
import { follow } from './support/follow.ts'
import { Visitors } from './support/visitors.ts'

const GRAPH = '**/console/graphql/'

/** A place, the query that brings its data, and the table that shows it. */
const PLACES = [
  { path: 'add-ons', query: 'AddOns', table: 'Connected applications' },
  { path: 'api-keys', query: 'ApiKeys', table: 'Keys' },
  { path: 'users', query: 'Users', table: 'Users' },
  { path: 'audit-log', query: 'AuditLog', table: 'Audit log' },
  { path: 'requests', query: 'Requests', table: 'Requests' },
  { path: 'data/flights', query: 'Flights', table: 'Flights' },
  { path: 'data/aircraft', query: 'AircraftList', table: 'Aircraft' },
  { path: 'data/crew', query: 'CrewMemberList', table: 'Crew' },
  { path: 'data/contacts', query: 'ContactList', table: 'Contacts' },
] as const

const EMPTY_PLACES = [
  { path: 'add-ons', says: 'No application is connected' },
  { path: 'add-ons?show=available&q=nothing', says: 'No available application matches' },
  { path: 'webhooks', says: 'Nothing is told to anybody' },
  { path: 'audit-log?from=2001-01-01&to=2001-01-01', says: 'No entry matches' },
  { path: 'data/flights', says: 'No flight is planned in the next 7 days' },
  { path: 'data/flights?status=CANCELLED', says: 'No flight in these days matches' },
  { path: 'data/aircraft', says: 'There is no aircraft yet' },
  { path: 'data/aircraft?status=AOG', says: 'No aircraft matches' },
  { path: 'data/crew', says: 'There is no crew member yet' },
] as const

/** Beyond what is tried again where the server was not reached. */
const MORE_THAN_ONCE = 8
const TOO_MUCH = { errors: [{ message: 'Too much was asked.', extensions: { code: 'COST_LIMIT_EXCEEDED' } }] }

describe('states of a page', () => {
  let demo: DemoConsole
  let visitors: Visitors
  before(async () => {
    demo = await DemoConsole.start()
    visitors = new Visitors(demo)
    for (const visitor of ['administrator', 'newcomer'] as const) {
      await (await visitors.page(visitor)).goto(`${visitors.origin(visitor)}/console/account`)
    }
  })
  after(() => demo.stop())

  /** Somebody pressed something since this was called. A page may ask again by itself: it is refused until then. */
  const pressed = async (page: Page): Promise<() => Promise<boolean>> => {
    await page.evaluate(`globalThis.isPressed = false
      addEventListener('click', () => { globalThis.isPressed = true }, { capture: true, once: true })`)
    return () => page.evaluate<boolean>('globalThis.isPressed')
  }
  /** Refuses every request of this query until somebody presses something. */
  const refuseUntilPressed = async (page: Page): Promise<(route: Route) => Promise<void>> => {
    const isPressed = await pressed(page)
    return async (route) => ((await isPressed()) ? route.continue() : route.abort())
  }

  /** Holds every request of this query; what is given back decides about them, and about those to come. */
  const hold = async (page: Page, query: string): Promise<(decide: (route: Route) => Promise<void>) => void> => {
    const decision = Promise.withResolvers<(route: Route) => Promise<void>>()
    await page.route(GRAPH, async (route) => {
      const isHeld = new RegExp(`(query|mutation) ${query}\\b`).test(route.request().postData() ?? '')
      return isHeld ? (await decision.promise)(route) : route.continue()
    })
    return decision.resolve
  }

  for (const { path, query, table } of PLACES) {
    test(`${path} shows an outline while it loads, and an error with a retry when loading fails`, async () => {
      const page = await visitors.page('administrator')
      const decide = await hold(page, query)
      await follow(page, path)
      await page.getByRole('status').getByText('Loading').waitFor({ state: 'attached' })
      decide(await refuseUntilPressed(page))
      await page.getByRole('alert').getByText('The server was not reached.').waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('table', { name: table }).waitFor()
      await page.getByRole('alert').first().waitFor({ state: 'detached' })
      await page.unroute(GRAPH)
    })
  }

  test('a list that was refused because too much was asked at once waits for its turn and comes by itself', async () => {
    const page = await visitors.page('administrator')
    const decide = await hold(page, 'Flights')
    let refused = 0
    decide(async (route) => {
      refused += 1
      if (refused > MORE_THAN_ONCE) return route.continue()
      await route.fulfill({ status: 429, headers: { 'retry-after': '0.01' }, json: TOO_MUCH })
    })
    await follow(page, 'data/flights?status=CONFIRMED')
    await page.getByRole('table', { name: 'Flights' }).waitFor()
    assert.ok(refused > MORE_THAN_ONCE, `asked ${refused} times`)
    assert.equal(await page.getByRole('alert').count(), 0)
    await page.unroute(GRAPH)
  })

  test('the import page says that earlier imports cannot be shown, and asks for them again', async () => {
    const page = await visitors.page('administrator')
    const decide = await hold(page, 'RecentImports')
    const isPressed = await pressed(page)
    decide(async (route) => ((await isPressed()) ? route.continue() : route.fulfill({ status: 500, json: {} })))
    await follow(page, 'import')
    await page.getByRole('alert').getByText('What was imported cannot be shown.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').first().waitFor({ state: 'detached' })
    await page.unroute(GRAPH)
  })

  test('loaded data stays when a later read fails, and is marked as old', async () => {
    const page = await visitors.page('administrator')
    await page.goto(`${visitors.origin('administrator')}/console/users`)
    await page.getByRole('table', { name: 'Users' }).waitFor()
    const decide = await hold(page, 'Users')
    decide((route) => route.abort())
    await page.getByRole('button', { name: 'Actions for Sofia Marti' }).click()
    await page.getByRole('menuitem', { name: 'Make Administrator' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make Administrator' }).click()
    await page.getByRole('alert').getByText('This is not up to date.').waitFor()
    await page.getByRole('table', { name: 'Users' }).waitFor()
    await page.unroute(GRAPH)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Actions for Sofia Marti' }).click()
    await page.getByRole('menuitem', { name: 'Remove Administrator role' }).waitFor()
  })

  for (const { path, says } of EMPTY_PLACES) {
    test(`${path} of an operator without data says so`, async () => {
      const page = await visitors.page('newcomer')
      await follow(page, path)
      await page.getByText(says, { exact: true }).waitFor()
    })
  }

  test('the empty list of keys leads to the first key', async () => {
    const page = await visitors.page('newcomer')
    await page.goto(`${visitors.origin('newcomer')}/console/api-keys`)
    await page.getByRole('link', { name: 'Demo key' }).click()
    await page.getByRole('button', { name: 'Revoke' }).click()
    const question = page.getByRole('dialog', { name: 'Revoke Demo key?' })
    await question.getByRole('button', { name: 'Revoke' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Make the first one' }).click()
    await page.getByRole('dialog', { name: 'New key' }).waitFor()
  })

  test('a refused invitation is shown beside its field and keeps the input', async () => {
    const page = await visitors.page('administrator')
    await page.goto(`${visitors.origin('administrator')}/console/users`)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByLabel('Email').fill('marc@alpine.example')
    await page.getByLabel('First name').fill('Marcus')
    await page.getByLabel('Surname').fill('Weber')
    await page.getByLabel('Sales').check()
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('alert').getByText('Nobody was invited.').waitFor()
    await becomes('Email is wrong', () => page.getByLabel('Email').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('First name').inputValue(), 'Marcus')
    assert.equal(await page.getByLabel('Sales').isChecked(), true)
  })

  test('a change of something that ended meanwhile is refused in words and keeps the input', async () => {
    const page = await visitors.page('administrator')
    const other = await visitors.page('administrator').then((one) => one.context().newPage())
    for (const window of [page, other]) {
      await window.goto(`${visitors.origin('administrator')}/console/api-keys`)
      await window.getByRole('link', { name: 'Hangar tablet' }).click()
    }
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('New label').fill('Hangar 2')
    await other.getByRole('button', { name: 'Revoke' }).click()
    const question = other.getByRole('dialog', { name: 'Revoke Hangar tablet?' })
    await question.getByRole('button', { name: 'Revoke' }).click()
    await question.waitFor({ state: 'hidden' })
    await other.close()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('alert').getByText('It keeps its label.').waitFor()
    assert.equal(await page.getByLabel('New label').inputValue(), 'Hangar 2')
  })
})
