/** Everything that a reader would stumble over, narrow and wide, in both themes. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** axe leaves the rules that are new in WCAG 2.2 to be asked for. */
const WCAG_22 = { 'target-size': { enabled: true } }

export const faultsAt = async (page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<string[]> => {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ rules: WCAG_22 })
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
  return isTooWide ? [...found, 'it scrolls sideways'] : found
}

export const pageFaults = async (page: Page): Promise<string[]> => {
  const faults: string[] = []
  for (const width of [320, 1280]) {
    for (const theme of ['light', 'dark'] as const) {
      for (const fault of await faultsAt(page, width, theme)) faults.push(`${width} px, ${theme}: ${fault}`)
    }
  }
  return faults
}
