/** Everything that a reader with this window and theme would stumble over. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

export const WIDTHS = [320, 1280] as const
export const THEMES = ['light', 'dark'] as const

export const pageFaults = async (page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<string[]> => {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
  return isTooWide ? [...found, 'it scrolls sideways'] : found
}
