/** The request log: its filters stand in one row, a whole row opens, and what was refused says why. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'

let demo: DemoConsole
let page: Page
before(async () => {
  demo = await DemoConsole.start()
  const tenant = demo.tenant('alpine', 'production')
  page = await demo.signIn(tenant, tenant.admin)
})
after(() => demo.stop())

const origin = () => demo.origin(demo.tenant('alpine', 'production'))
const table = () => page.getByRole('table', { name: 'Requests' })
const drawer = () => page.getByRole('dialog')

const ask = async (query: string): Promise<string> => {
  const { refreshToken } = demo.tenant('alpine', 'production')
  const { client } = demo.server
  const refresh = new URLSearchParams({ refresh_token: refreshToken })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const token = await client.ask(`${origin()}/access_token/refresh/`, {
    method: 'POST',
    headers,
    body: refresh.toString(),
  })
  const answer = await client.ask(`${origin()}/api/graphql/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.body}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return String(answer.headers['x-request-id'])
}

test('the filters stand in one row, and a press anywhere on a refused request opens why it was refused', async () => {
  await page.goto(`${origin()}/console/requests?outcome=REFUSED`)
  const row = table().getByRole('row').nth(1)
  await row.waitFor()
  const tops = () =>
    Promise.all(
      ['Request id', 'By', 'Outcome', 'Operation', 'Code', 'From (UTC)', 'To (UTC)'].map(async (label) =>
        Math.round((await page.getByLabel(label, { exact: true }).first().boundingBox())?.y ?? 0),
      ),
    )
  // What arrives above them moves all of them.
  await becomes('the number of rows of filters', async () => new Set(await tops()).size, 1)
  await row.getByRole('cell').last().click()
  await drawer()
    .getByText(/^The token lacks [a-z:]+\.$/)
    .waitFor()
  await drawer()
    .getByText(/^(query|mutation) \w+/)
    .waitFor()
  assert.deepEqual(await pageFaults(page), [])
})

test('a text that cannot be run is shown with its fault, line and column, and without its values', async () => {
  const requestId = await ask('query Board {\n  contactList(wildcard: "Meier") { nodeList { shoeSize } }\n}')
  await page.goto(`${origin()}/console/requests?id=${requestId}&open=${requestId}`)
  await drawer().getByText('Cannot query field "shoeSize" on type "Contact"').waitFor()
  const said = () => drawer().textContent()
  await becomes('what is said', said, /\(line 2, column \d+\)/)
  await becomes('what is said', said, /contactList\(wildcard: …\)/)
  assert.doesNotMatch((await said()) ?? '', /Meier/)
})
