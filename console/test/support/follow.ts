/** Goes to a place below /console/ as a link does: loading the console anew is most of what opening a page takes. */
import type { Page } from 'playwright-core'

export const follow = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console/${path}`)})`)
