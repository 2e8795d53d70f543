/** What a page asks the server for. */
import type { Page } from 'playwright-core'

/** From now on, by name. */
export const operationsOf = (page: Page): string[] => {
  const asked: string[] = []
  page.on('request', (request) => {
    const name = /(?:query|mutation) (\w+)/.exec(request.postData() ?? '')?.[1]
    if (name !== undefined) asked.push(name)
  })
  return asked
}
