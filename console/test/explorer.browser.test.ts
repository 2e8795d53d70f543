/**
 * The explorer in a real Chromium: queries run for an administrator's session and for a pasted token, and the panel says
 * what is missing before anything is sent (portals §4).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'
import { focused, pressOn, tabTo } from './support/keyboard.ts'
import { type Watch, watch } from './support/watch.ts'

const TOKEN_OF_NEW_KEY = `(async (scopeList) => {
  const query = 'mutation ($input: ApiKeyInput!) { apiKeyCreate(input: $input) { refreshToken userErrorList { message } } }'
  const body = JSON.stringify({ query, variables: { input: { label: 'Pasted', scopeList } } })
  const made = await fetch('/console/graphql/', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { data } = await made.json()
  const form = new URLSearchParams({ refresh_token: data.apiKeyCreate.refreshToken })
  return (await fetch('/access_token/refresh/', { method: 'POST', body: form })).text()
})`

const CREW =
  '{ contactList(page: {first: 2}) { nodeList { name } } crewMemberList(page: {first: 2}) { nodeList { name } } }'

describe('the explorer', () => {
  let demo: DemoConsole
  let admin: Page
  let token: string
  const watched: Watch[] = []

  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'production')
    admin = await demo.signIn(tenant, tenant.admin)
    watched.push(watch(admin, demo.origin(tenant)))
    token = await admin.evaluate<string>(`${TOKEN_OF_NEW_KEY}(['contact:read'])`)
    await admin.goto(`${demo.origin(tenant)}/console/explorer/`)
    await admin.getByText('Will run').waitFor()
    // The panel reads the document before the editors, which are loaded later, can be reached by Tab.
    await admin.locator('.view-lines').nth(2).waitFor()
  })
  after(() => demo.stop())

  const stranger = async (environment: 'production' | 'sandbox' = 'production'): Promise<Page> => {
    const page = await demo.newPage()
    const origin = demo.origin(demo.tenant('alpine', environment))
    watched.push(watch(page, origin))
    await page.goto(`${origin}/console/explorer/`)
    await page.getByText('Needs 1 scope').waitFor()
    return page
  }

  const write = async (page: Page, text: string): Promise<void> => {
    await page.locator('.view-lines').first().click()
    await page.keyboard.press('Control+a')
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })()`)
  }

  const withToken = async (): Promise<Page> => {
    const page = await stranger()
    await page.getByLabel('Access token').fill(token)
    await page.getByRole('button', { name: 'Use token' }).click()
    await page.getByText('Will be refused').waitFor()
    return page
  }

  test('an administrator runs a query by keyboard, and it costs what the page said', async () => {
    const cost = await admin.getByText(/^Cost \d+$/).textContent()
    await tabTo(admin, 'Query')
    const answered = admin.waitForResponse(
      (response) =>
        response.url().endsWith('/console/graphql/') &&
        (response.request().postData()?.includes('query Fleet') ?? false),
    )
    await admin.keyboard.press('Control+Enter')
    const { data, extensions } = await (await answered).json()
    assert.equal(data.aircraftList.nodeList.length, 5)
    assert.equal(cost, `Cost ${extensions.cost.requested}`)
    await admin.getByText('"registration"').first().waitFor()
    await admin.getByText(/^Request id req_/).waitFor()
  })

  test('a query that ran is taken back from the history, and no letter of one is framed as a fault', async () => {
    await write(admin, '# the fleet’s names\n{ contactList { nodeList { name } } }')
    await admin.getByRole('button', { name: 'Run', exact: true }).click()
    await admin.getByRole('button', { name: 'History 2' }).click()
    assert.equal(await admin.locator('.unicode-highlight').count(), 0)
    assert.deepEqual(await pageFaults(admin), [])
    await admin.getByRole('menuitem', { name: /^Fleet/ }).click()
    await admin.locator('.view-lines').first().getByText('aircraftList').waitFor()
    await admin.getByText(/^Cost \d+/).waitFor()
  })

  test('at 320 px the query comes first, then what it needs, then the answer, and every hint is read whole', async () => {
    await admin.setViewportSize({ width: 320, height: 900 })
    const top = async (name: string) => (await admin.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? 0
    const isInOrder = async () => {
      const [query, scopes, answer] = [await top('Query'), await top('Scopes of this query'), await top('Answer')]
      return query < scopes && scopes < answer
    }
    await becomes('the order of query, scopes and answer', isInOrder, true)
    await admin.locator('.line-scope').first().waitFor()
    // The editor follows the width of the page some time later.
    const cutHints = () =>
      admin.locator('.line-scope').evaluateAll((hints) => {
        const right = document.querySelector('.explorer-editor')?.getBoundingClientRect().right ?? 0
        return hints.filter((hint) => hint.getBoundingClientRect().right > right).map(({ textContent }) => textContent)
      })
    await becomes('the hints that are cut', cutHints, [])
    await admin.setViewportSize({ width: 1280, height: 900 })
  })

  test('the keyboard enters the editor and leaves it by Tab', async () => {
    await tabTo(admin, 'Query')
    await admin.keyboard.press('Tab')
    assert.notEqual(await focused(admin), 'Query')
    await tabTo(admin, 'Variables')
    await tabTo(admin, 'Answer')
  })

  test('the panel says which scope a pasted token lacks, and where, before anything is sent', async () => {
    const page = await withToken()
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await write(page, CREW)
    const panel = page.getByRole('region', { name: 'Scopes of this query' })
    await panel.getByText('1 of 2 scopes is missing. Nothing would run.').waitFor()
    await panel.getByText('line 1, crewMemberList').waitFor()
    const lacking = panel.getByRole('list').first()
    await becomes('what lacks', () => lacking.textContent(), /^crew:read/)
    await panel.getByText('See crew, duties and qualifications').waitFor()
    assert.deepEqual(sent, [], 'nothing was sent')
    const answered = page.waitForResponse('**/api/graphql/')
    await pressOn(page, 'Run')
    const answer = await answered
    assert.equal(answer.status(), 403)
    assert.deepEqual(
      (await answer.json()).errors[0].extensions.missingScopes,
      ['crew:read'],
      'the server says the same',
    )
    await panel.getByRole('button', { name: 'Remove crewMemberList from the query' }).click()
    await panel.getByText('Will run').waitFor()
    const again = page.waitForResponse('**/api/graphql/')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    assert.equal((await (await again).json()).data.contactList.nodeList.length, 2)
    await page.context().close()
  })

  test('a pasted token is kept in memory only and is gone with the page', async () => {
    const page = await withToken()
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    )
    assert.ok(!kept.includes(token.slice(-12)), kept)
    await page.reload()
    await page.getByText('Needs 1 scope').waitFor()
    await page.getByLabel('Access token').fill('air_live_at_made_up')
    await page.getByRole('button', { name: 'Use token' }).click()
    await page.getByText(/token/i, { exact: false }).and(page.locator('.bad')).waitFor()
    await page.context().close()
  })

  test('Ctrl K pressed in the editor finds a record, and choosing it leads to its page', async () => {
    const page = await admin.context().newPage()
    await page.goto(admin.url())
    await page.getByRole('button', { name: 'Go to or find' }).waitFor()
    await page.locator('.view-lines').first().click()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Go to or find' })
    await field.fill('hb-jaa')
    await page
      .getByRole('listbox', { name: 'Found' })
      .getByRole('option', { name: /^HB-JAA/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/data/aircraft?open=*')
    const drawer = page.getByRole('dialog', { name: 'HB-JAA' })
    await drawer.waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await field.fill('explorer')
    await page.getByRole('option', { name: 'Explorer page' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/explorer/')
    await page.close()
  })

  test('the bell of the explorer tells what is new, and a notice that is followed is read', async () => {
    const page = await admin.context().newPage()
    await page.goto(admin.url())
    const bell = page.getByRole('button', { name: /^Notices, \d+ new$/ })
    const before = Number((await bell.getAttribute('aria-label'))?.match(/\d+/)?.[0])
    await bell.click()
    const fresh = page.getByRole('dialog', { name: 'Notices' }).getByRole('listitem').filter({ hasText: 'New' }).first()
    await fresh.getByRole('button').first().click()
    await page.waitForURL((url) => !url.pathname.startsWith('/console/explorer/'))
    const after = before === 1 ? 'Notices' : `Notices, ${before - 1} new`
    await page.getByRole('button', { name: after, exact: true }).waitFor()
    await page.close()
  })

  test('at 320 px the places stand in one row, and the explorer among them is in sight', async () => {
    const page = await admin.context().newPage()
    await page.setViewportSize({ width: 320, height: 900 })
    await page.goto(admin.url())
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const rows = () =>
      places.evaluateAll((links) => new Set(links.map((link) => link.getBoundingClientRect().top)).size)
    const inSight = () =>
      places.evaluateAll((links) => {
        const [current] = links.filter((link) => link.ariaCurrent === 'page')
        const { left = -1, right = 0 } = current?.getBoundingClientRect() ?? {}
        return left >= 0 && right <= innerWidth ? current?.textContent : null
      })
    await becomes('the current place that is in sight', inSight, 'Explorer')
    await becomes('the rows of places', rows, 1)
    await page.close()
  })

  test('somebody who is no administrator keeps their own rail, and is offered a token and not their session', async () => {
    const tenant = demo.tenant('alpine', 'production')
    const page = await demo.signIn(tenant, tenant.pilot)
    await page.goto(`${demo.origin(tenant)}/console/explorer/`)
    await page.getByLabel('Access token').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Roster' }).waitFor()
    await page.getByRole('button', { name: /^Notices/ }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Sign in' }).count(), 0)
    assert.equal(await page.getByLabel('Run as').count(), 0)
    await page.context().close()
  })

  test('the explorer has no faults at 320 and 1280 px, light and dark', async () => {
    await admin.getByRole('button', { name: 'Schema' }).click()
    await admin.getByRole('link', { name: 'AircraftFilter' }).waitFor()
    assert.deepEqual(await pageFaults(admin), [])
    const nobody = await stranger('sandbox')
    assert.deepEqual(await pageFaults(nobody), [])
    const lacking = await withToken()
    assert.deepEqual(await pageFaults(lacking), [])
  })

  test('the explorer loaded nothing from another host and broke no rule of its content policy', () => {
    assert.deepEqual(
      watched.flatMap(({ strangers }) => strangers),
      [],
    )
    // A refused query and a token that is not known are what two of the tests are about.
    const complaints = watched.flatMap((seen) => seen.complaints).filter((text) => !/status of 40[13]/.test(text))
    assert.deepEqual(complaints, [])
  })
})
