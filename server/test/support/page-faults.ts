/**
 * Finds faults of a page, narrow and wide, in both themes: axe's rules and sideways scrolling. Only the rules about
 * colour run in both themes; the others do not depend on it and run once per width.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Of the rules that axe leaves to be asked for, the one that WCAG 2.2 made new. */
const EVERY_RULE = { rules: { 'target-size': { enabled: true } } }
const COLOUR_RULES = { runOnly: ['color-contrast', 'link-in-text-block'] }

const LOOKS = [
  { width: 320, theme: 'light', rules: EVERY_RULE },
  { width: 320, theme: 'dark', rules: COLOUR_RULES },
  { width: 1280, theme: 'dark', rules: COLOUR_RULES },
  { width: 1280, theme: 'light', rules: EVERY_RULE },
] as const

const faultsUnder = async (page: Page, rules: object): Promise<string[]> => {
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'] })
  const found = await page.evaluate<string[]>(
    `axe.run(document, ${options}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`,
  )
  const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
  return isTooWide ? [...found, 'it scrolls sideways'] : found
}

/** Each with the width and theme in which it shows. */
export const pageFaults = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE)
  const faults: string[] = []
  for (const { width, theme, rules } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const fault of await faultsUnder(page, rules)) faults.push(`${width} px, ${theme}: ${fault}`)
  }
  return faults
}
