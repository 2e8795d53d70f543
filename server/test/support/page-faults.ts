/**
 * Finds faults of a page, narrow and wide, in both themes: axe's rules and sideways scrolling. Colours depend on the
 * theme, sizes on the width; so the rules about colour run wide in both themes, and the others in one theme at both
 * widths. Of a page with an open dialog, axe looks at the dialog: the page behind it was looked at without one.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Of the rules that axe leaves to be asked for, the one that WCAG 2.2 made new. */
const EVERY_RULE = { 'target-size': { enabled: true } }
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const ALL_BUT_COLOUR = { ...EVERY_RULE, ...Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) }

const LOOKS = [
  { width: 320, theme: 'light', options: { rules: ALL_BUT_COLOUR } },
  { width: 1280, theme: 'dark', options: { runOnly: COLOUR_RULES } },
  { width: 1280, theme: 'light', options: { rules: EVERY_RULE } },
] as const

const faultsUnder = async (page: Page, options: object): Promise<string[]> => {
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'] })
  const found = await page.evaluate<string[]>(
    `axe.run(document.querySelector('[role=dialog]') ?? document, ${asked}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`,
  )
  const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
  return isTooWide ? [...found, 'it scrolls sideways'] : found
}

/** Each with the width and theme in which it shows. */
export const pageFaults = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE)
  const faults: string[] = []
  for (const { width, theme, options } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const fault of await faultsUnder(page, options)) faults.push(`${width} px, ${theme}: ${fault}`)
  }
  return faults
}
