/** Tests pageFaults itself, so that a page on which it finds nothing is known to be good. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { pageFaults } from '../support/page-faults.ts'
import { PATIENCE_MS } from '../support/patience.ts'

let browser: Browser
before(async () => {
  browser = await launchChromium()
})
after(() => browser.close())

const faultsOf = async (style: string, content: string): Promise<string[]> => {
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.setContent(
    `<!doctype html><html lang="en"><title>A page</title><style>body { background: #fff; color: #000 } ${style}</style><main><h1>A page</h1>${content}</main></html>`,
  )
  const faults = await pageFaults(page)
  await page.close()
  return faults.map((fault) => fault.replace(/: <.*/, ''))
}

test('pageFaults finds a control without a name once, at both widths', async () => {
  assert.deepEqual(await faultsOf('', '<button></button>'), [
    '320 px, light: button-name',
    '1280 px, light: button-name',
  ])
})

for (const theme of ['dark', 'light']) {
  test(`pageFaults finds faint text in the ${theme} theme only`, async () => {
    const style = `@media (prefers-color-scheme: dark) { body { background: #000; color: #fff } }
      @media (prefers-color-scheme: ${theme}) { p { color: #888; background: #999 } }`
    assert.deepEqual(await faultsOf(style, '<p>Faint</p>'), [`1280 px, ${theme}: color-contrast`])
  })
}

test('pageFaults finds a control without a name in an open dialog', async () => {
  assert.deepEqual(await faultsOf('', '<div role="dialog" aria-label="A question"><button></button></div>'), [
    '320 px, light: button-name',
    '1280 px, light: button-name',
  ])
})

test('pageFaults finds small targets on a narrow screen only', async () => {
  const style =
    'button { width: 40px; height: 40px } @media (width < 600px) { button { width: 9px; height: 9px; padding: 0 } }'
  const buttons = '<button aria-label="One"></button><button aria-label="Two"></button>'
  assert.deepEqual(await faultsOf(style, `<div style="font-size: 0">${buttons}</div>`), ['320 px, light: target-size'])
})

test('pageFaults finds sideways scrolling on a narrow screen', async () => {
  assert.deepEqual(await faultsOf('p { width: 400px }', '<p>Wide</p>'), ['320 px, light: it scrolls sideways'])
})

test('pageFaults looks at a header that pages share once under the same styles, and at everything else on each', async () => {
  const header = '</main><header><button></button></header><p>Outside</p>'
  const outside = ['320 px, light: region', '1280 px, light: region']
  const withHeader = ['320 px, light: button-name', outside[0], '1280 px, light: button-name', outside[1]]
  assert.deepEqual(await faultsOf('', header), withHeader)
  assert.deepEqual(await faultsOf('', header), outside)
  assert.deepEqual(await faultsOf('p { margin: 0 }', header), withHeader)
})

test('pageFaults looks at parts that differ by their words alone once, and at each that differs by markup or place', async () => {
  const row = (more: string) => `<tr><td>Words</td><td><button ${more}></button></td></tr>`
  const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`
  const large = 'button { width: 40px; height: 40px }'
  const found = ['320 px, light: button-name', '1280 px, light: button-name']
  assert.deepEqual(await faultsOf(large, table(row('class="one"'), row('class="one"'))), found)
  assert.deepEqual(await faultsOf(large, table(row('class="one"').replace('Words', 'Others'))), [])
  assert.deepEqual(await faultsOf(large, table(row('class="two"'))), found)
  assert.deepEqual(await faultsOf(large, `<div class="aside">${table(row('class="one"'))}</div>`), found)
  assert.deepEqual(await faultsOf(large, table(row('class="one"').replace('Words', '<a href="/"></a>'))), [
    '320 px, light: button-name',
    '320 px, light: link-name',
    '1280 px, light: button-name',
    '1280 px, light: link-name',
  ])
})

test('pageFaults looks at a header that it saw only behind an open dialog', async () => {
  const header = '</main><header><button id="behind"></button></header>'
  const dialog = '<div role="dialog" aria-label="A question"><p>Why?</p></div>'
  assert.deepEqual(await faultsOf('', `${dialog}${header}`), [])
  assert.deepEqual(await faultsOf('', header), ['320 px, light: button-name', '1280 px, light: button-name'])
})
