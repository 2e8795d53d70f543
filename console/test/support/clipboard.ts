/** What a button of a page copies. */
import type { Locator } from 'playwright-core'
import { soon } from '../../../server/test/support/soon.ts'

/** Whoever presses gets it some time later: until then the clipboard holds what was copied before. */
export const copiedBy = async (button: Locator): Promise<string> => {
  const page = button.page()
  await page.evaluate('navigator.clipboard.writeText("")')
  await button.click()
  let copied = ''
  await soon('something is copied', async () => {
    copied = await page.evaluate<string>('navigator.clipboard.readText()')
    return copied !== ''
  })
  return copied
}
