/**
 * Finds faults of a page, narrow and wide, in both themes: axe's rules and sideways scrolling. Colours depend on the
 * theme, sizes on the width; so the rules about colour run wide in both themes, and the others in one theme at both
 * widths. Of a page with an open dialog, axe looks at the dialog: the page behind it was looked at without one. What
 * many pages share is looked at once in each state: headers, footers, and parts with the same markup and styles in the
 * same place, whatever their words are.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
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
const COMPONENTS = 'section, article, form, fieldset, table, tbody > tr, li, dl > div, nav'

/** What is looked at once: of an open dialog its parts, else those of the page and its frame. In the page's order. */
const PARTS = `(() => {
  const dialog = ${DIALOG}
  const frame = dialog ? [] : [...document.querySelectorAll('header, footer')].filter((part) => !part.closest('main'))
  return [...frame, ...(dialog ?? document).querySelectorAll('${COMPONENTS}')]
})()`

/**
 * What decides how a part is judged: styles, place, markup and state. Words do not, unless there are none; neither do
 * addresses and ids. As one number for each part.
 */
const LIKENESSES = `(() => {
  const rulesOf = (sheet) => [...sheet.cssRules].map(({ cssText }) => cssText).join()
  const styles = [...document.styleSheets].map((sheet) => sheet.href ?? rulesOf(sheet)).join()
  const tagOf = ({ tagName, className }) => tagName + '.' + (className.baseVal ?? className)
  const placeOf = (part) => (part.parentElement ? placeOf(part.parentElement) + ' ' + tagOf(part.parentElement) : '')
  const wordless = (html) =>
    html
      .replace(/ (id|for|href|src|datetime|aria-(?:labelledby|describedby|controls|owns))="[^"]+"/g, ' $1="x"')
      .replace(/ (aria-label|title|alt|value|placeholder|name|d|points|style)="[^"]+"/g, ' $1="x"')
      .replace(/>[^<]*[^<\\s][^<]*</g, '>x<')
  const numberOf = (text) => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at++) {
      one = Math.imul(one ^ text.charCodeAt(at), 2654435761)
      other = Math.imul(other ^ text.charCodeAt(at), 1597334677)
    }
    return (other >>> 0) * 2 ** 21 + (one >>> 11)
  }
  return ${PARTS}.map((part) => numberOf(styles + placeOf(part) + wordless(part.outerHTML)))
})()`

/** The likenesses that were looked at, by width and theme. */
const judged = new Set<string>()

/** Which parts are known, by their place among all. From now on all are. */
const knownParts = async (page: Page, look: string): Promise<number[]> => {
  const known: number[] = []
  for (const [index, likeness] of (await page.evaluate<number[]>(LIKENESSES)).entries()) {
    const part = `${look} ${likeness}`
    if (judged.has(part)) known.push(index)
    judged.add(part)
  }
  return known
}

const LOOKS_AT_WIDTH = 60
const BETWEEN_LOOKS_MS = 250

/** A page that was made narrow is laid out anew by its script, which a busy machine lets wait. */
const fits = async (page: Page): Promise<boolean> => {
  for (let look = 1; look <= LOOKS_AT_WIDTH; look++) {
    if (await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')) return true
    await delay(BETWEEN_LOOKS_MS)
  }
  return false
}

const faultsUnder = async (page: Page, look: string, options: object): Promise<string[]> => {
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'] })
  const known = JSON.stringify(await knownParts(page, look))
  const context = `{ include: [${DIALOG} ?? document], exclude: ${PARTS}.filter((_, index) => ${known}.includes(index)) }`
  const found = await page.evaluate<string[]>(
    `axe.run(${context}, ${asked}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`,
  )
  return (await fits(page)) ? found : [...found, 'it scrolls sideways']
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
