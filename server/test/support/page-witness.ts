/** Takes a picture of a page when a test fails that has it open. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { addWitness } from './failure-report.ts'

let pictures = 0

/** Until the page is closed. */
export const witnessPage = (page: Page): void => {
  const dismiss = addWitness({
    tell: async (folder) => {
      const path = join(folder, `page-${process.pid}-${++pictures}.png`)
      await page.screenshot({ path })
      return [`A page at ${page.url()}, pictured in ${path}`]
    },
  })
  page.once('close', dismiss)
}
