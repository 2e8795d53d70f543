/**
 * A visitor goes through each of the four doors in one window, from page to page by the links of the rail: every page
 * shows its heading and its data, complains of nothing and asks no other host. `npm test` opens a browser for this file
 * alone; every state of every page has its own file.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { someOf } from '../../server/test/support/sampled.ts'
import { soon } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'
import { signInStaff } from './support/staff.ts'
import { watch } from './support/watch.ts'

const DOORS = ['console', 'portal', 'support', 'explorer'] as const
/** Looking a page over takes longer than a walk: `npm test` does it behind one of the doors. */
const lookedOver = someOf(DOORS, DOORS.length)

/** What the rail links to beside pages of the console itself. */
const DOCUMENTS = ['Explorer', 'Docs', 'Outbox']

/** The parts of the rail's address that stand on two lines. */
const brokenParts = (page: Page): Promise<string[]> =>
  page.locator('.tenant-host').evaluateAll((hosts) =>
    hosts
      .flatMap((host) => [...host.childNodes])
      .flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [node.textContent ?? ''] : []
      }),
  )

describe('the four doors', () => {
  let demo: DemoConsole
  before(async () => {
    demo = await DemoConsole.start()
  })
  after(() => demo.stop())

  const arrivesAt = async (page: Page, heading: string | RegExp): Promise<void> => {
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.locator('html:not(:has(.loading))').waitFor()
    assert.equal(await page.getByRole('alert').count(), 0, `${page.url()} shows an alert`)
  }

  const hasNoFaults = async (page: Page, door: (typeof DOORS)[number]): Promise<void> => {
    if (lookedOver.includes(door)) assert.deepEqual(await pageFaults(page), [])
  }

  /** Follows every link of the rail, each to the page with the given heading. */
  const walk = async (page: Page, headings: Readonly<Record<string, string>>): Promise<void> => {
    const rail = page.getByRole('navigation', { name: 'Main' })
    const labels = async () =>
      (await rail.getByRole('link').allTextContents())
        .map((text) => text.replace(/\d+$/, ''))
        .filter((label) => !DOCUMENTS.includes(label))
    const wanted = Object.keys(headings).join()
    // The frame before the script is replaced while one looks.
    await soon(`the rail has ${wanted}`, async () => (await labels()).join() === wanted)
    for (const [label, heading] of Object.entries(headings)) {
      // Some end with a count.
      await rail.getByRole('link', { name: new RegExp(`^${label}\\s*\\d*$`) }).click()
      await arrivesAt(page, heading)
    }
  }

  test('an administrator walks through the operator console, and opens a flight', async () => {
    const tenant = demo.tenant('alpine', 'production')
    const page = await demo.signIn(tenant, tenant.admin)
    const seen = watch(page, demo.origin(tenant))
    await walk(page, {
      Sales: 'Sales',
      Services: 'Services',
      Logs: 'Logs',
      Safety: 'Safety',
      'Add-ons': 'Add-ons',
      'API keys': 'API keys',
      Webhooks: 'Webhooks',
      Requests: 'Requests',
      Users: 'Users',
      Settings: 'Settings',
      'Audit log': 'Audit log',
      Data: 'Data',
      Account: 'Account',
    })
    await page.getByRole('link', { name: 'Data' }).click()
    await page.getByRole('table', { name: 'Flights' }).getByRole('link', { name: /^ALP/ }).first().click()
    await page.getByRole('dialog').getByText('Out, off, on, in').waitFor()
    await hasNoFaults(page, 'console')
    assert.deepEqual(seen, { complaints: [], strangers: [] })
    await page.context().close()
  })

  test('a provider walks through the developer portal, and opens an application', async () => {
    const origin = demo.platformOrigin('developers')
    const { email, password } = demo.show.platform?.developer ?? assert.fail()
    const page = await demo.newPage()
    const seen = watch(page, origin)
    await page.goto(`${origin}/console/`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await arrivesAt(page, 'Applications')
    assert.deepEqual(await brokenParts(page), [], 'the address in the rail breaks between its parts alone')
    await walk(page, { Applications: 'Applications', Register: 'Register an application', Team: 'Team' })
    await page.getByRole('link', { name: 'Applications' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Stand Planner' }).first().click()
    await arrivesAt(page, /Stand Planner/)
    await hasNoFaults(page, 'portal')
    assert.deepEqual(seen, { complaints: [], strangers: [] })
    await page.context().close()
  })

  test('a member of staff walks through support, and opens a dossier', async () => {
    const page = await signInStaff(demo)
    const seen = watch(page, demo.platformOrigin('support'))
    await walk(page, {
      Queue: 'Queue',
      Applications: 'Applications',
      Operators: 'Operators',
      Providers: 'Providers',
      Requests: 'What happened to a request?',
      Staff: 'Staff',
      'Staff log': 'Staff log',
    })
    await page.getByRole('link', { name: 'Queue' }).click()
    await page.getByRole('link', { name: 'Rosterwise', exact: true }).first().click()
    await arrivesAt(page, /Rosterwise/)
    await hasNoFaults(page, 'support')
    assert.deepEqual(seen, { complaints: [], strangers: [] })
    await page.context().close()
  })

  test('an administrator runs a query in the explorer', async () => {
    const tenant = demo.tenant('alpine', 'production')
    const page = await demo.signIn(tenant, tenant.admin)
    const seen = watch(page, demo.origin(tenant))
    await page.getByRole('link', { name: 'Explorer' }).click()
    await page.getByText('Will run').waitFor()
    // The editors are loaded later than the panel that reads their text.
    await page.locator('.view-lines').nth(2).waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('"registration"').first().waitFor()
    await page.getByText(/^Request id req_/).waitFor()
    await hasNoFaults(page, 'explorer')
    assert.deepEqual(seen, { complaints: [], strangers: [] })
    await page.context().close()
  })
})
