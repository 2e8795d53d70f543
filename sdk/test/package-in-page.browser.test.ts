/** The same package in a real browser, which resolves *.localhost itself and has no Node. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../server/test/support/chromium.ts'
import { PATIENCE_MS } from '../../server/test/support/patience.ts'
import { build, REPOSITORY } from './support/build.ts'
import { ServedOperator } from './support/served-operator.ts'

describe('in a browser', () => {
  let operator: ServedOperator
  let browser: Browser
  let page: Page
  before(async () => {
    await build('sdk')
    operator = await ServedOperator.start()
    browser = await launchChromium()
    page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    // The operator's own address, with a page of ours and the package's files laid over it.
    await page.route(`${operator.origin}/page/`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hi' }))
    await page.route(`${operator.origin}/sdk/**`, (route) => {
      const file = join(REPOSITORY, 'sdk/dist', new URL(route.request().url()).pathname.slice('/sdk/'.length))
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(file) })
    })
    await page.goto(`${operator.origin}/page/`)
  })
  after(async () => {
    await browser.close()
    await operator.close()
  })

  test('in a browser a key answers a query, an application makes a link, and scopesOf reads a document', async () => {
    const options = { operator: 'alpine', service: operator.service }
    const program = `(async () => {
      const { connect } = await import('/sdk/index.js')
      const { scopesOf } = await import('/sdk/scopes.js')
      const options = ${JSON.stringify(options)}
      const airside = connect({ ...options, apiKey: ${JSON.stringify(await operator.newKey('contact:read'))} })
      const { echo } = await airside.query('query($text: String!) { echo(text: $text) }', { text: 'from a page' })
      const application = { clientId: 'app_1', clientSecret: 's', redirectUri: 'https://app.example/' }
      const { url } = await connect({ ...options, application }).authorizationLink(['contact:read'])
      const { scopes } = scopesOf('{ a }', '{"operations":{"query":"Query"},"types":{"Query":{"a":{"type":"Int","scopes":["a:read"]}}},"inputs":{}}')
      return { echo, scopes, challenge: new URL(url).searchParams.get('code_challenge').length }
    })()`
    assert.deepEqual(await page.evaluate(program), { echo: 'from a page', scopes: ['a:read'], challenge: 43 })
  })
})
