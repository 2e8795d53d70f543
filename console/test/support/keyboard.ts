/** A user without a mouse: presses Tab until the control with the wanted accessible name has the focus. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { soon } from '../../../server/test/support/soon.ts'

const MAX_TABS = 80

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

export const tabTo = async (page: Page, name: string): Promise<void> => {
  const met: string[] = []
  for (let step = 0; step < MAX_TABS; step++) {
    const now = await focused(page)
    if (now.includes(name)) return
    met.push(now)
    await page.keyboard.press('Tab')
  }
  assert.fail(`The keyboard does not reach "${name}"; it met: ${met.join(' | ')}`)
}

/** Goes there by Tab, and presses a key on it. */
export const pressOn = async (page: Page, name: string, key = 'Enter'): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.press(key)
}
