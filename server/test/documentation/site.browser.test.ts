/**
 * The documentation in a real browser. The pages that are written by hand are judged by axe's rules each; those of the
 * reference, generated from the schema by few templates, by every shape that their markup takes. What depends on the
 * words of a page is looked at on all of them: here the width, in `site.test.ts` the ids. 398 of
 * 410 pages were judged once, which took nine minutes and found nothing that these do not find.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { Documentation } from '../../src/documentation/site.ts'
import { graphs } from '../../src/graphql/graphs.ts'
import { launchChromium } from '../support/chromium.ts'
import { bringAxe, pageFaults } from '../support/page-faults.ts'
import { pagesOfEveryShape } from '../support/page-shapes.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { startReachableServer, type TestServer } from '../support/test-server.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

const parts = { schema: graphs().operator, host: 'localhost:8080', version: '0.0.0', root: ROOT }
const site = await new Documentation(parts).opened()
const pages = site.paths.filter((path) => path.endsWith('/'))
const isGenerated = (path: string): boolean => /^\/docs\/reference\/\w+\/\w+\/$/.test(path)
const shaped = pagesOfEveryShape(pages.map((path) => ({ path, html: site.file(path)?.text ?? '' })))
const judged = [...pages.filter((path) => !isGenerated(path)), ...shaped.filter(isGenerated), '/docs/search/?q=flight']

describe('the documentation in a browser', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let complaints: string[]
  before(async () => {
    server = await startReachableServer()
    browser = await launchChromium()
    page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await bringAxe(page)
    page.on('console', (message) => complaints.push(message.text()))
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  const open = (path: string) => page.goto(`http://developers.localhost:${server.config.port}${path}`)

  for (const path of judged) {
    test(`${path} has no faults at 320 and 1280 px, light and dark`, async () => {
      complaints = []
      const answer = await open(path)
      assert.equal(answer?.status(), 200)
      assert.deepEqual(await pageFaults(page), [])
      assert.deepEqual(complaints, [])
    })
  }

  test('no page of the reference is wider than a window of 320 px', async () => {
    const generated = pages.filter(isGenerated)
    assert.ok(generated.length > 300, String(generated.length))
    await page.setViewportSize({ width: 320, height: 900 })
    const wide: string[] = []
    for (const path of generated) {
      await open(path)
      if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')) wide.push(path)
    }
    assert.deepEqual(wide, [])
  })

  test('where no page is, the way on has no faults at 320 and 1280 px, light and dark', async () => {
    assert.equal((await open('/docs/guides/no-such-page/'))?.status(), 404)
    assert.deepEqual(await pageFaults(page), [])
  })

  test('the first view of a page is under 100 kB with styles, script and fonts', async () => {
    for (const path of ['/docs/', '/docs/guides/webhooks/', '/docs/tools/hosting/', '/docs/reference/']) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      context.setDefaultTimeout(PATIENCE_MS)
      const visited = await context.newPage()
      const sizes: Promise<number>[] = []
      visited.on('requestfinished', (request) => {
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
      })
      await visited.goto(`http://developers.localhost:${server.config.port}${path}`, { waitUntil: 'networkidle' })
      const bytes = (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0)
      assert.ok(bytes > 20_000 && bytes < 100_000, `${path}: ${bytes}`)
      await context.close()
    }
  })

  test('Ctrl K and words lead to what was looked for, by keyboard alone', async () => {
    await open('/docs/')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('idempotent')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '“idempotent”' }).waitFor()
    const first = page.getByRole('main').getByRole('link').first()
    await first.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Writing safely', level: 1 }).waitFor()
  })

  test('printed, a guide is its text without the lists of pages around it', async () => {
    await open('/docs/guides/tokens/')
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('heading', { level: 1 }).isVisible(), true)
    assert.equal(await page.getByRole('navigation').filter({ visible: true }).count(), 0)
    await page.emulateMedia({ media: null })
  })
})
