/** The documentation in a real browser: every guide and tool, and of each kind of the reference the longest pages. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { Documentation } from '../../src/documentation/site.ts'
import { graphs } from '../../src/graphql/graphs.ts'
import { launchChromium } from '../support/chromium.ts'
import { bringAxe, pageFaults } from '../support/page-faults.ts'
import { startReachableServer, type TestServer } from '../support/test-server.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const LONGEST_OF_A_KIND = 3

const site = new Documentation({ schema: graphs().operator, host: 'localhost:8080', version: '0.0.0', root: ROOT })
const kindOf = (path: string): string | undefined => /^\/docs\/reference\/(\w+)\/\w+\/$/.exec(path)?.[1]
const lengthOf = (path: string): number => site.file(path)?.text.length ?? 0

const pages = site.paths.filter((path) => path.endsWith('/'))
const entries = Object.values(Object.groupBy(pages.filter(kindOf), (path) => kindOf(path) ?? '')).flatMap(
  (paths = []) => paths.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, LONGEST_OF_A_KIND),
)
const looked = [...pages.filter((path) => kindOf(path) === undefined), ...entries, '/docs/search/?q=flight']

describe('the documentation in a browser', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let complaints: string[]
  before(async () => {
    server = await startReachableServer()
    browser = await launchChromium()
    page = await browser.newPage()
    await bringAxe(page)
    page.on('console', (message) => complaints.push(message.text()))
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  const open = (path: string) => page.goto(`http://developers.localhost:${server.config.port}${path}`)

  for (const path of looked) {
    test(`${path} has no faults at 320 and 1280 px, light and dark`, async () => {
      complaints = []
      const answer = await open(path)
      assert.equal(answer?.status(), 200)
      assert.deepEqual(await pageFaults(page), [])
      assert.deepEqual(complaints, [])
    })
  }

  test('printed, a guide is its text without the lists of pages around it', async () => {
    await open('/docs/guides/tokens/')
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('heading', { level: 1 }).isVisible(), true)
    assert.equal(await page.getByRole('navigation').filter({ visible: true }).count(), 0)
    await page.emulateMedia({ media: null })
  })
})
