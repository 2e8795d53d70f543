/**
 * Finds faults of a page, narrow and wide, in both themes: axe's rules and sideways scrolling. Colours depend on the
 * theme, sizes on the width; so the rules about colour run wide in both themes, and the others in one theme at both
 * widths. Of a page with an open dialog, axe looks at the dialog: the page behind it was looked at without one. Headers
 * and footers that many pages share are looked at once under the same styles.
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

const DIALOG = `document.querySelector('[role=dialog]')`
/** Without those of a page with an open dialog, at which nobody looks then. */
const FRAME = `[...document.querySelectorAll('header, footer')].filter((part) => !${DIALOG} && !part.closest('main'))`

/** The markup of each part of a page's frame, with the styles that it is drawn under. */
const FRAME_MARKUP = `(() => {
  const rulesOf = (sheet) => [...sheet.cssRules].map(({ cssText }) => cssText).join()
  const styles = [...document.styleSheets].map((sheet) => sheet.href ?? rulesOf(sheet)).join()
  return ${FRAME}.map((part) => styles + part.outerHTML)
})()`

/** The parts of frames that were looked at, by width, theme, styles and markup. */
const judged = new Set<string>()

/** Which parts of the frame are known, by their place in it. From now on all are. */
const knownParts = async (page: Page, look: string): Promise<number[]> => {
  const parts = (await page.evaluate<string[]>(FRAME_MARKUP)).map((part) => look + part)
  const known = [...parts.keys()].filter((index) => judged.has(parts[index] ?? ''))
  for (const part of parts) judged.add(part)
  return known
}

const faultsUnder = async (page: Page, look: string, options: object): Promise<string[]> => {
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'] })
  const known = JSON.stringify(await knownParts(page, look))
  const context = `{ include: [${DIALOG} ?? document], exclude: ${FRAME}.filter((_, index) => ${known}.includes(index)) }`
  const found = await page.evaluate<string[]>(
    `axe.run(${context}, ${asked}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`,
  )
  const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
  return isTooWide ? [...found, 'it scrolls sideways'] : found
}

/** For a page that is loaded again and again to be looked at: it brings axe along, which saves sending it each time. */
export const bringAxe = (page: Page): Promise<unknown> => page.addInitScript(AXE)

/** Each with the width and theme in which it shows. */
export const pageFaults = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE)
  const faults: string[] = []
  for (const { width, theme, options } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const look = `${width} px, ${theme}`
    for (const fault of await faultsUnder(page, look, options)) faults.push(`${look}: ${fault}`)
  }
  return faults
}
