import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { type GalleryServer, startGalleryServer } from '../support/gallery-server.ts'
import { bringAxe, pageFaults } from '../support/page-faults.ts'
import { PAGE_GALLERY } from '../support/page-gallery.ts'
import { PATIENCE_MS } from '../support/patience.ts'

let browser: Browser
let server: GalleryServer

before(async () => {
  server = await startGalleryServer()
  browser = await launchChromium()
})
after(async () => {
  await browser?.close()
  await server?.close()
})

const open = async (name: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options })
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(`${server.origin}/${name}`)
  return page
}

const box = async (page: Page, name: string) => {
  const found = await page.getByRole('button', { name, exact: true }).boundingBox()
  assert.ok(found, `the button ${name} is drawn`)
  return found
}

test('a printed consent page says what is asked and by whom, and has nothing to press', async () => {
  const page = await open('consent-first', { colorScheme: 'dark' })
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.getByRole('button', { name: 'Allow' }).isVisible(), false)
  assert.ok(await page.getByRole('heading', { level: 1 }).isVisible())
  assert.ok((await page.locator('.scopes li').count()) > 0)
  assert.ok(await page.locator('.scopes li').first().isVisible())
  await page.close()
})

describe('pages without faults in axe, scrolling and the content security policy', () => {
  let page: Page
  let complaints: string[]
  before(async () => {
    page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await bringAxe(page)
    page.on('console', (message) => complaints.push(message.text()))
  })
  after(() => page.close())

  for (const { name } of PAGE_GALLERY) {
    test(`${name} has no faults at 320 and 1280 px, light and dark`, async () => {
      complaints = []
      await page.goto(`${server.origin}/${name}`)
      assert.deepEqual(await pageFaults(page), [])
      assert.deepEqual(complaints, [])
    })
  }
})

describe('consent in a real browser', () => {
  test('Cancel and Allow have the same size and are visible at 1280 x 900 with any number of scopes', async () => {
    for (const { name } of PAGE_GALLERY.filter((entry) => /^consent-(?!hostile)/.test(entry.name))) {
      const page = await open(name)
      const [cancel, allow] = [await box(page, 'Cancel'), await box(page, 'Allow')]
      assert.deepEqual([cancel.width, cancel.height], [allow.width, allow.height], name)
      assert.ok(allow.y + allow.height <= 900, `${name}: Allow ends at ${allow.y + allow.height}`)
      await page.close()
    }
  })

  test('Tab reaches the skip link first, then both answers', async () => {
    const page = await open('consent-first')
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    await page.keyboard.press('Tab')
    assert.equal(await focused(), 'Skip to content')
    const met: string[] = []
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab')
      met.push(await focused())
    }
    assert.ok(met.indexOf('Cancel') > 0 && met.indexOf('Allow') === met.indexOf('Cancel') + 1, met.join(', '))
    await page.close()
  })

  test('text from outside does not run, even without a content security policy (threats row 27)', async () => {
    const page = await open('consent-hostile', { bypassCSP: true })
    let dialogs = 0
    page.on('dialog', (dialog) => {
      dialogs++
      return dialog.dismiss()
    })
    await page.reload()
    assert.equal(await page.evaluate('globalThis.attacked'), undefined)
    assert.equal(dialogs, 0)
    assert.equal(await page.locator('script, img[src="x"], a[href^="javascript"]').count(), 0)
    await page.close()
  })

  test("the consent form is posted with the page's Origin, which the server checks (access-model §10)", async () => {
    const page = await open('consent-first')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL('**/error-not-found')
    assert.deepEqual(server.posted.at(-1), {
      path: '/oauth2/code/authorize/',
      origin: server.origin,
      fetchSite: 'same-origin',
    })
    await page.close()
  })

  test('the page loads and uses our own fonts', async () => {
    const page = await open('consent-first')
    await page.evaluate('document.fonts.ready')
    const loaded = await page.evaluate<string[]>(
      '[...document.fonts].filter((font) => font.status === "loaded").map((font) => font.family.replaceAll(\'"\', ""))',
    )
    assert.deepEqual(loaded.toSorted(), ['Inter', 'JetBrains Mono'])
    await page.close()
  })
})
