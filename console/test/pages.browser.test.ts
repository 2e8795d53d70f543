/** Every page in both themes, narrow and wide: axe finds nothing, nothing scrolls sideways, nothing comes from elsewhere. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { CONSOLE_PAGES, openConsolePage } from './support/console-pages.ts'
import { DemoConsole } from './support/demo-console.ts'
import { type Watch, watch } from './support/watch.ts'

/** axe leaves the rules that are new in WCAG 2.2 to be asked for. */
const WCAG_22 = { 'target-size': { enabled: true } }

/** Everything that a reader with this window and theme would stumble over. */
const faults = async (page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<string[]> => {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ rules: WCAG_22 })
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
  return isTooWide ? [...found, 'it scrolls sideways'] : found
}

/** A lost connection is what that page is about; the browser says so too. */
const isExpected = (complaint: string): boolean => complaint.includes('net::ERR_FAILED')

for (const environment of ['production', 'sandbox'] as const) {
  describe(`the console of an operator in ${environment}`, () => {
    let demo: DemoConsole
    let page: Page
    let origin: string
    let seen: Watch
    before(async () => {
      demo = await DemoConsole.start()
      const tenant = demo.tenant('alpine', environment)
      origin = demo.origin(tenant)
      page = await demo.signIn(tenant, tenant.admin)
      seen = watch(page, origin)
    })
    after(() => demo.stop())

    const pages =
      environment === 'production' ? CONSOLE_PAGES : CONSOLE_PAGES.filter(({ name }) => /^api-key/.test(name))
    for (const shown of pages) {
      test(`${shown.name}, at 320 and 1280 px, light and dark`, async () => {
        seen.complaints.length = 0
        await page.setViewportSize({ width: 1280, height: 900 })
        await openConsolePage(page, origin, shown)
        for (const width of [320, 1280]) {
          for (const theme of ['light', 'dark'] as const) {
            assert.deepEqual(await faults(page, width, theme), [], `${width} px, ${theme}`)
          }
        }
        assert.deepEqual(
          seen.complaints.filter((complaint) => !isExpected(complaint)),
          [],
        )
      })
    }

    test('no request went to any other address', () => assert.deepEqual(seen.strangers, []))
  })
}
