/** Collects errors and external requests of a browser while a page is open. */
import type { Page } from 'playwright-core'

export interface Watch {
  /** Errors of scripts, refusals of the content policy, failed requests: whatever the console printed. */
  readonly complaints: string[]
  /** Requests to any other origin than the page's own. */
  readonly strangers: string[]
}

export const watch = (page: Page, origin: string): Watch => {
  const seen: Watch = { complaints: [], strangers: [] }
  page.on('console', (message) => seen.complaints.push(message.text()))
  page.on('pageerror', (error) => seen.complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(data|blob):/.test(request.url())) {
      seen.strangers.push(request.url())
    }
  })
  return seen
}
