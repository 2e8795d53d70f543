/** A document in the console: sent with its checksum, downloaded as it was, revised, read, kept for its time. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'
import { textOf } from './support/downloads.ts'

const PDF = '%PDF-1.7\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n'
const fileOf = (name: string, text: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) })

describe('documents in the console', () => {
  let demo: DemoConsole
  let page: Page
  let pilot: Page
  let origin: string
  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'production')
    origin = demo.origin(tenant)
    page = await demo.signIn(tenant, tenant.admin)
    pilot = await demo.signIn(tenant, tenant.pilot)
  })
  after(() => demo.stop())

  const drawer = (on: Page = page) => on.getByRole('dialog')
  const downloaded = async (on: Page, name: string | RegExp) => {
    const [download] = await Promise.all([
      on.waitForEvent('download'),
      drawer(on).getByRole('button', { name, exact: true }).first().click(),
    ])
    return { name: download.suggestedFilename(), text: await textOf(download) }
  }

  test('a file in disguise is refused with its reason, and the right one is sent, described and downloaded', async () => {
    await page.goto(`${origin}/console/data/documents`)
    await page.getByRole('button', { name: 'Add document' }).click()
    const file = drawer().getByLabel('File')
    await file.setInputFiles(fileOf('scan.svg', '<svg/>'))
    await drawer().getByText('scan.svg is no PDF, PNG, JPEG, TIFF, text, CSV or JSON file.').waitFor()
    await file.setInputFiles(fileOf('page.pdf', '<html><script>alert(1)</script></html>'))
    await drawer()
      .getByText(/The content is not PDF: nothing was kept/)
      .waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await file.setInputFiles(fileOf('Winter_letter.pdf', PDF))
    await drawer().getByText('arrived, its checksum is equal').waitFor()
    await drawer().getByLabel('Kind').selectOption('MANUAL')
    await becomes('the title', () => drawer().getByLabel('Title').inputValue(), 'Winter letter')
    await drawer().getByLabel('Crew', { exact: true }).check()
    await drawer().getByRole('button', { name: 'Add document' }).click()
    await page.getByRole('dialog', { name: 'Winter letter' }).getByRole('heading', { name: 'Revisions' }).waitFor()
    assert.deepEqual(await downloaded(page, 'Download'), { name: 'Winter letter.pdf', text: PDF })
  })

  test('a pilot finds it, says that it is read, and is asked again by a new revision', async () => {
    await pilot.goto(`${origin}/console/data/documents`)
    await pilot.getByRole('link', { name: 'Winter letter' }).click()
    await drawer(pilot).getByRole('button', { name: 'I have read it' }).click()
    await drawer(pilot).getByText('You').waitFor()
    await drawer(pilot).getByRole('button', { name: 'I have read it' }).waitFor({ state: 'hidden' })
    assert.equal(await drawer(pilot).getByRole('button', { name: 'New revision' }).count(), 0)
    assert.equal(await pilot.getByRole('link', { name: 'Fuel contract' }).count(), 0, 'a contract is not for crew')
    await drawer().getByRole('button', { name: 'New revision' }).click()
    await drawer().getByLabel('What is new').fill('De-icing')
    await drawer()
      .getByLabel('File')
      .setInputFiles(fileOf('second.pdf', `${PDF}second\n`))
    await drawer().getByText('“De-icing”').waitFor()
    assert.equal((await downloaded(page, 'Download revision 1')).text, PDF)
    assert.equal((await downloaded(page, 'Download')).text, `${PDF}second\n`)
    await pilot.reload()
    await drawer(pilot).getByText('saw revision 1').waitFor()
    await drawer(pilot).getByRole('button', { name: 'I have read it' }).waitFor()
    assert.deepEqual(await pageFaults(pilot), [])
  })

  test('what is kept is not deleted before its day, and the page says which day', async () => {
    await page.goto(`${origin}/console/data/documents`)
    await page.getByRole('link', { name: /^OFP/ }).first().click()
    await drawer().getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog').last())
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText(/It is kept until \d{4}-\d\d-\d\d: delete it after that day/).waitFor()
  })
})
