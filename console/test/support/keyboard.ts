/** A user without a mouse: presses Tab until the control with the wanted accessible name has the focus. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { PATIENCE_MS } from '../../../server/test/support/patience.ts'
import { soon } from '../../../server/test/support/soon.ts'

/** More than a page has controls. */
const MAX_TOLD = 80

/** The name of what has the focus, roughly as a screen reader composes it. */
const FOCUSED = `(() => {
  const it = document.activeElement
  if (!it || it === document.body) return ''
  const label = it.getAttribute('aria-label') ?? it.labels?.[0]?.textContent
  return (label ?? it.textContent ?? '').trim()
})()`

export const focused = (page: Page): Promise<string> => page.evaluate<string>(FOCUSED)

/** A browser gives the focus some time after the page is there. */
export const getsFocus = (page: Page, name: string): Promise<void> =>
  soon(`"${name}" gets the focus`, async () => (await focused(page)) === name)

/** The frame of the HTML has links too, and goes away under the focus once the script draws. */
const isDrawn = (page: Page): Promise<void> =>
  page.locator('html:not(:has(main > h1.unseen))').waitFor({ state: 'attached' })

/** Round and round while the page may still be drawing what is looked for. */
export const tabTo = async (page: Page, name: string): Promise<void> => {
  await isDrawn(page)
  const deadline = performance.now() + PATIENCE_MS
  const met: string[] = []
  for (;;) {
    const now = await focused(page)
    if (now.includes(name)) return
    met.push(now)
    if (performance.now() > deadline) {
      assert.fail(`The keyboard does not reach "${name}"; it met: ${met.slice(-MAX_TOLD).join(' | ')}`)
    }
    await page.keyboard.press('Tab')
  }
}

/** Goes there by Tab, and presses a key on it. */
export const pressOn = async (page: Page, name: string, key = 'Enter'): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.press(key)
}
