/** Safety in the console: a pilot reports on a phone, the safety office works on the report, and both talk about it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'
import { textOf } from './support/downloads.ts'

const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
const PDF = '%PDF-1.7\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n'
const fileOf = (name: string, text: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) })
const TITLE = 'Stop bar out of service at the holding point'

describe('safety in the console', () => {
  let demo: DemoConsole
  let office: Page
  let pilot: Page
  let origin: string
  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'production')
    origin = demo.origin(tenant)
    office = await demo.signIn(tenant, tenant.admin, { viewport: WIDE })
    pilot = await demo.signIn(tenant, tenant.pilot, { viewport: PHONE })
  })
  after(() => demo.stop())

  const list = () => office.getByRole('table', { name: 'Reports' })
  const drawer = () => office.getByRole('dialog').first()
  const rows = () => list().getByRole('rowheader').count()
  const openList = async (search = ''): Promise<void> => {
    await office.goto(`${origin}/console/safety${search}`)
    await list().waitFor()
  }
  const openReport = async (title: string): Promise<void> => {
    await list().getByRole('link', { name: title }).click()
    const report = office.getByRole('dialog', { name: title })
    await report.getByText('What happened', { exact: true }).waitFor()
    // The conversation comes last and pushes the state down.
    await report.getByLabel('Message').waitFor()
  }
  const stands = (word: string) =>
    drawer().getByRole('listitem').and(office.locator('[aria-current="step"]')).filter({ hasText: word }).waitFor()

  test('reports stand with clocks, risk and state, are narrowed and ordered, and go into a file', async () => {
    await openList()
    const bird = list().getByRole('row', { name: /Bird strike on approach/ })
    await bird.getByText('sent').first().waitFor()
    await bird.getByText('2C', { exact: true }).waitFor()
    await bird.getByText('action overdue').waitFor()
    const vehicle = list().getByRole('row', { name: /Runway incursion/ })
    await vehicle
      .getByText(/\d+ (h|days) (left|over)/)
      .first()
      .waitFor()
    await office.getByRole('region', { name: 'Where it stands' }).getByText('2 actions open').waitFor()
    assert.deepEqual(await pageFaults(office), [])
    await office.setViewportSize(WIDE)
    await office.getByRole('button', { name: 'Risk' }).click()
    await becomes(
      'the order',
      () => office.getByRole('columnheader', { name: 'Risk' }).getAttribute('aria-sort'),
      'ascending',
    )
    await office.getByRole('link', { name: 'Action overdue' }).click()
    await becomes('the reports with an overdue action', rows, 1)
    const [download] = await Promise.all([
      office.waitForEvent('download'),
      office.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const [head, line] = (await textOf(download)).trim().split('\r\n')
    assert.match(head ?? '', /^reference,title,subject/)
    assert.match(line ?? '', /Bird strike on approach/)
    await office.getByRole('link', { name: 'Closed', exact: true }).click()
    await list().getByRole('link', { name: 'Loose carpet in the galley' }).waitFor()
  })

  test('a pilot reports on a phone in two steps, and what is missing is said at its field', async () => {
    await pilot.goto(`${origin}/console/my-reports`)
    await pilot.getByRole('button', { name: 'Report something' }).click()
    const form = pilot.getByRole('dialog', { name: 'Report something' })
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByText('Say it in one line.').waitFor()
    await form.getByText('Hazard', { exact: true }).click()
    await form.getByLabel('In one line').fill(TITLE)
    await form.getByLabel('What happened').fill('The stop bar was dark.\nWe asked the tower.')
    await form.getByLabel('When (UTC)').fill('1 Jan 2031 09:00Z')
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('radio', { name: /^Confidential/ }).waitFor()
    assert.deepEqual(await pageFaults(pilot), [])
    await pilot.setViewportSize(PHONE)
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByRole('alert').getByText('It is reported after it happened').waitFor()
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await form.getByLabel('When (UTC)').fill(`${yesterday} 09:00Z`)
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('button', { name: 'Send' }).click()
    const sent = pilot.getByRole('listitem', { name: TITLE })
    await sent.getByText('The stop bar was dark.').waitFor()
    await sent.getByRole('listitem').and(pilot.locator('[aria-current="step"]')).filter({ hasText: 'Sent' }).waitFor()
    assert.deepEqual(await pageFaults(pilot), [])
    await pilot.setViewportSize(PHONE)
  })

  test('who reports without a name reads that it was taken and when it comes, and finds no report yet', async () => {
    await pilot.goto(`${origin}/console/my-reports?new=report`)
    const form = pilot.getByRole('dialog', { name: 'Report something' })
    await form.getByText('Hazard', { exact: true }).click()
    await form.getByLabel('In one line').fill('Seen and not signed')
    await form.getByLabel('What happened').fill('Somebody should look.')
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('radio', { name: /^Anonymous/ }).check()
    await form.getByRole('button', { name: 'Send' }).click()
    await pilot.getByRole('status').getByText('Your report was taken.').waitFor()
    assert.equal(await pilot.getByText('Seen and not signed').count(), 0)
    assert.deepEqual(await pageFaults(pilot), [])
    await pilot.setViewportSize(PHONE)
  })

  test('a pilot attaches a file on a phone and keeps a draft, which only they see until they send it; then the office opens the file and adds its own', async () => {
    const title = 'Nose wheel shimmy'
    await pilot.goto(`${origin}/console/my-reports?new=report`)
    const form = pilot.getByRole('dialog', { name: 'Report something' })
    await form.getByLabel('In one line').fill(title)
    await form.getByLabel('What happened').fill('It began at 60 knots.')
    await form.getByText('The file itself can tell who you are').waitFor()
    await form.getByLabel('File', { exact: true }).setInputFiles(fileOf('IMG_0001 of Marc.pdf', PDF))
    await form.getByRole('list', { name: 'Files that go with it' }).getByText('IMG_0001 of Marc.pdf').waitFor()
    assert.deepEqual(await pageFaults(pilot), [])
    await pilot.setViewportSize(PHONE)
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('button', { name: 'Keep as a draft' }).click()
    const own = pilot.getByRole('listitem', { name: title })
    await own.getByText('Only you see it until you send it.').waitFor()
    assert.deepEqual(await pageFaults(pilot), [])
    await pilot.setViewportSize(PHONE)
    await openList('?show=new')
    assert.equal(await list().getByRole('link', { name: title }).count(), 0)

    await own.getByRole('button', { name: 'Go on writing' }).click()
    const draft = pilot.getByRole('dialog', { name: 'Go on writing' })
    await draft.getByLabel('What happened').fill('It began at 60 knots and ended at 80.')
    await draft.getByRole('button', { name: 'Next' }).click()
    await draft.getByText('A draft that was kept is open').waitFor()
    await draft.getByRole('button', { name: 'Send' }).click()
    await own.getByText('ended at 80').waitFor()
    await own.getByRole('listitem').and(pilot.locator('[aria-current="step"]')).filter({ hasText: 'Sent' }).waitFor()
    const [fetched] = await Promise.all([
      pilot.waitForEvent('download'),
      own.getByRole('link', { name: 'File 1' }).click(),
    ])
    assert.deepEqual([fetched.suggestedFilename(), await textOf(fetched)], ['File 1.pdf', PDF])

    await openList('?show=new')
    await openReport(title)
    const [opened] = await Promise.all([
      office.waitForEvent('download'),
      drawer().getByRole('button', { name: 'File 1' }).click(),
    ])
    assert.equal(await textOf(opened), PDF)
    await drawer().getByRole('button', { name: 'Add a file' }).click()
    await drawer().getByLabel('File', { exact: true }).setInputFiles(fileOf('Answer of the shop.pdf', PDF))
    await drawer().getByRole('list', { name: 'Files' }).getByText('Answer of the shop').waitFor()
    assert.deepEqual(await pageFaults(office), [])
    await office.setViewportSize(WIDE)
  })

  test('what is written stays in the tab until it is sent, and a draft is dropped whole', async () => {
    await pilot.goto(`${origin}/console/my-reports?new=report`)
    const form = pilot.getByRole('dialog', { name: 'Report something' })
    await form.getByLabel('In one line').fill('Not ready yet')
    await form.getByLabel('What happened').fill('Half of it.')
    await pilot.reload()
    await becomes('the line', () => form.getByLabel('In one line').inputValue(), 'Not ready yet')
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('radio', { name: /^Confidential/ }).check()
    await form.getByText('stays in this tab and is kept nowhere else').waitFor()
    assert.equal(await form.getByRole('button', { name: 'Keep as a draft' }).count(), 0)
    await form.getByRole('radio', { name: /^Open/ }).check()
    await form.getByRole('button', { name: 'Keep as a draft' }).click()
    const own = pilot.getByRole('listitem', { name: 'Not ready yet' })
    await own.getByRole('button', { name: 'Drop the draft…' }).click()
    await pilot.getByRole('button', { name: 'Drop it' }).click()
    await becomes('the drafts', () => own.count(), 0)
    await pilot.goto(`${origin}/console/my-reports?new=report`)
    await becomes('an empty line', () => form.getByLabel('In one line').inputValue(), '')
  })

  test('the safety office takes a report up, assesses, codes and links it, and the reporter is asked and answers', async () => {
    await openList('?show=new')
    await openReport(TITLE)
    await drawer().getByText('Marc Weber').first().waitFor()
    await drawer().getByRole('button', { name: 'Take it up…' }).click()
    await office.getByRole('button', { name: 'Take it up', exact: true }).click()
    await stands('In review')
    await drawer().getByRole('button', { name: 'Assess the risk' }).click()
    await drawer().getByRole('button', { name: '4B, tolerable, with actions' }).click()
    await drawer().getByRole('cell', { name: /^4B/ }).getByText('now').waitFor()
    await drawer().getByRole('button', { name: 'Change the codes' }).click()
    await drawer().getByLabel('Add a code').selectOption('ADRM')
    await drawer().getByRole('list', { name: 'Codes of this report' }).getByText('Aerodrome category').waitFor()
    await drawer().getByRole('button', { name: 'Done', exact: true }).click()
    await drawer().getByRole('button', { name: 'Link a report' }).click()
    await drawer().getByLabel('Link to').waitFor()
    await drawer().getByRole('textbox', { name: 'Message' }).fill('Was the bar lit when you came back?')
    await drawer().getByRole('button', { name: 'Send' }).click()
    // The field keeps the text for a moment.
    await drawer().getByRole('paragraph').filter({ hasText: 'Was the bar lit when you came back?' }).waitFor()
    assert.deepEqual(await pageFaults(office), [])
    await office.setViewportSize(WIDE)
    await pilot.goto(`${origin}/console/my-reports`)
    await pilot.getByRole('link', { name: TITLE }).click()
    const own = pilot.getByRole('listitem', { name: TITLE })
    await own.getByText('Was the bar lit when you came back?').waitFor()
    await own.getByRole('textbox', { name: 'Message' }).fill('No, still dark.')
    await own.getByRole('button', { name: 'Send' }).click()
    await own.getByRole('paragraph').filter({ hasText: 'No, still dark.' }).waitFor()
    await openList('?show=review')
    await openReport(TITLE)
    await drawer().getByText('No, still dark.').waitFor()
  })

  test('an action is added with its owner and day, holds the closing up until it is done, and the text for the reporter arrives', async () => {
    await openList('?show=review')
    await openReport(TITLE)
    await drawer().getByRole('button', { name: 'Add an action' }).click()
    const form = drawer().getByRole('form', { name: 'New action' })
    await form.getByRole('button', { name: 'Add the action' }).click()
    await form.getByText('This is missing.').first().waitFor()
    await form.getByLabel('What is done').fill('Ask the airport for a notice')
    await form.getByLabel('Who').selectOption({ index: 1 })
    await form.getByLabel('Until').fill(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10))
    await form.getByRole('button', { name: 'Add the action' }).click()
    await drawer().getByText('0 of 1 done').waitFor()
    await drawer().getByRole('button', { name: 'Close…' }).click()
    await office.getByRole('button', { name: 'Close the report' }).click()
    await office.getByText('complete every action first').waitFor()
    await office
      .getByRole('dialog', { name: /^Close / })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await drawer()
      .getByRole('button', { name: /^Done… / })
      .click()
    await office.getByRole('button', { name: 'It is done' }).click()
    await drawer().getByText('1 of 1 done').waitFor()
    await drawer().getByRole('button', { name: 'Change the text' }).click()
    await drawer().getByLabel('What the reporter is told at the end').fill('The airport mended it, thank you.')
    await drawer().getByRole('button', { name: 'Save the text' }).click()
    // The field has the text, too, and what follows needs the version that saving it makes.
    await drawer().getByRole('paragraph').filter({ hasText: 'The airport mended it, thank you.' }).waitFor()
    await drawer().getByRole('button', { name: 'Close…' }).click()
    await office.getByRole('button', { name: 'Close the report' }).click()
    await stands('Closed')
    await pilot.goto(`${origin}/console/my-reports`)
    await pilot.getByRole('listitem', { name: TITLE }).getByText('The airport mended it, thank you.').waitFor()
  })

  test('a mandatory report goes to the authority with its reference, and its first clock ends', async () => {
    await openList('?show=mandatory')
    await openReport('Runway incursion by a vehicle')
    await drawer().getByLabel('Reference of the authority').fill('FOCA-2026-77')
    await drawer().getByRole('button', { name: 'Reported now' }).click()
    await drawer().getByText('FOCA-2026-77').waitFor()
    await office.keyboard.press('Escape')
    await list()
      .getByRole('row', { name: /Runway incursion/ })
      .getByText('sent')
      .waitFor()
  })

  test('a report from outside is entered by the safety office, and a reporter withdraws one of their own', async () => {
    await openList('?new=report')
    const form = office.getByRole('dialog', { name: 'Enter a report' })
    await form.getByLabel('In one line').fill('Laser pointed at us')
    await form.getByLabel('What happened').fill('Told by the tower.')
    await form.getByRole('button', { name: 'Enter the report' }).click()
    await office.getByRole('dialog', { name: 'Laser pointed at us' }).getByText('from outside').waitFor()
    await pilot.goto(`${origin}/console/my-reports?new=report`)
    const own = pilot.getByRole('dialog', { name: 'Report something' })
    await own.getByLabel('In one line').fill('Reported twice')
    await own.getByLabel('What happened').fill('It was another one.')
    await own.getByRole('button', { name: 'Next' }).click()
    await own.getByRole('button', { name: 'Send' }).click()
    await pilot.getByRole('button', { name: /^Withdraw SR/ }).click()
    await pilot.getByRole('button', { name: 'Withdraw the report' }).click()
    await pilot.getByRole('listitem', { name: 'Reported twice' }).getByText('Withdrawn').waitFor()
  })
})
