/**
 * Pages that follow from descriptions: contacts, and blocks of aircraft, which no source of the console names. Each is
 * listed, opened, made, changed, deleted and exported.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'
import { textOf } from './support/downloads.ts'
import { getsFocus } from './support/keyboard.ts'
import { operationsOf } from './support/operations.ts'

describe('the pages of described records', () => {
  let demo: DemoConsole
  let page: Page
  let origin: string
  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'production')
    origin = demo.origin(tenant)
    page = await demo.signIn(tenant, tenant.admin)
  })
  after(() => demo.stop())

  const open = (path: string) => page.goto(`${origin}/console/data/${path}`)
  const drawer = (name: string) => page.getByRole('dialog', { name, exact: true })

  test('a contact is made, changed and found again, and shows who changed it when', async () => {
    await open('contacts')
    await page.getByRole('button', { name: 'Add contact' }).click()
    const form = drawer('Add contact')
    await form.getByLabel('Kind').selectOption('HANDLER')
    await form.getByLabel('Name', { exact: true }).fill('Jet Aviation')
    await form.getByLabel('Airport').fill('LSZH')
    await form.getByRole('button', { name: 'Add contact' }).click()
    const made = drawer('Jet Aviation')
    await made.getByText('Anna Keller made it').waitFor()
    await made.getByRole('button', { name: 'Change' }).click()
    await drawer('Jet Aviation').getByLabel('Company').fill('Jet Aviation AG')
    await page.getByRole('button', { name: 'Save' }).click()
    await made.getByText('Anna Keller changed company').waitFor()
    await open('contacts?kindList=HANDLER&q=jet')
    await page.getByText('1 contact, all shown').waitFor()
    await page.getByRole('row', { name: /Jet Aviation AG/ }).waitFor()
  })

  test('what is wrong is said in sentences at its field, which is red and has the focus', async () => {
    await open('contacts?new=true')
    const form = drawer('Add contact')
    await form.getByRole('button', { name: 'Add contact' }).click()
    await form.getByText('This is missing.').first().waitFor()
    await getsFocus(page, 'Kind')
    await form.getByLabel('Kind').selectOption('SUPPLIER')
    await form.getByLabel('Name', { exact: true }).fill('Sky Fuel')
    await form.getByLabel('Email').fill('nobody')
    await form.getByRole('button', { name: 'Add contact' }).click()
    const summary = form.getByRole('alert')
    await summary.getByText('The contact was not made.').waitFor()
    await getsFocus(page, 'Email')
    await becomes('Email is wrong', () => form.getByLabel('Email').getAttribute('aria-invalid'), 'true')
    await form.getByLabel('Company').focus()
    await summary.getByRole('link', { name: 'Email' }).click()
    await getsFocus(page, 'Email')
  })

  test('a change that took too long does not claim that nothing was changed', async () => {
    await open('contacts')
    await page.getByRole('table', { name: 'Contacts' }).getByRole('link').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Company').fill('Slow')
    await page.route('**/console/graphql/', (route) =>
      route.request().postData()?.includes('mutation ')
        ? route.fulfill({ status: 504, json: { error_description: 'Ask for less' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Look whether it was changed').waitFor()
    assert.equal(await page.getByText('Ask for less').count(), 0)
    await page.unroute('**/console/graphql/')
  })

  test('somebody who was slower sees both values and chooses', async () => {
    await open('contacts?kindList=CLIENT')
    const first = page.getByRole('table', { name: 'Contacts' }).getByRole('link').first()
    await first.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Company').fill('Mine')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
    await other.getByLabel('Company').fill('Theirs')
    await other.getByRole('button', { name: 'Save' }).click()
    await other.getByText('Anna Keller changed company').waitFor()
    await other.close()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Company: now “Theirs”, yours “Mine”').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByText('Anna Keller changed company').first().waitFor()
    await page
      .getByRole('dialog')
      .getByRole('definition')
      .filter({ hasText: /^Mine$/ })
      .waitFor()
  })

  test('a block of an aircraft is listed, made, changed, exported and deleted', async () => {
    await open('unavailability')
    await page.getByRole('table', { name: 'Unavailability' }).waitFor()
    await page.getByRole('button', { name: 'Add unavailability' }).click()
    const form = drawer('Add unavailability')
    await form.getByRole('textbox', { name: 'Aircraft' }).fill('HB-JAC')
    await page.getByRole('option', { name: 'HB-JAC' }).click()
    await form.getByLabel('From', { exact: true }).fill('1 Mar 2028 08:00')
    await form.getByLabel('To', { exact: true }).fill('2 Mar 2028 08:00')
    await form.getByLabel('Reason').selectOption('PARKING')
    await form.getByRole('button', { name: 'Add unavailability' }).click()
    const made = drawer('Parking')
    await made.getByText('Anna Keller made it').waitFor()
    await made.getByRole('link', { name: 'HB-JAC' }).waitFor()
    const asked = operationsOf(page)
    await made.getByRole('button', { name: 'Change' }).click()
    await drawer('Parking').getByLabel('Note').fill('Stand 22')
    await page.getByRole('button', { name: 'Save' }).click()
    await made.getByText('Anna Keller changed note').waitFor()
    assert.ok(!asked.includes('AircraftListToChoose'), `nobody chose an aircraft, and none is read: ${asked}`)
    await page.keyboard.press('Escape')
    await page.getByLabel('Find').fill('stand 22')
    await page.getByText('1 unavailability, all shown').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const lines = (await textOf(download)).trimEnd().split('\r\n')
    assert.match(lines[0] ?? '', /^unavailabilityId,aircraftId,from,to,reason,/)
    assert.match(lines[1] ?? '', /"2028-03-01T08:00:00Z".*"PARKING".*"Stand 22"/)
    assert.equal(lines.length, 2)
    await page.getByRole('link', { name: 'Parking' }).click()
    await made.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete Parking?' }).getByRole('button', { name: 'Delete' }).click()
    await made.waitFor({ state: 'hidden' })
    await page.getByText('No unavailability matches').waitFor()
  })

  test('a duty that follows from its flights says where it is changed, and offers no change here', async () => {
    await open('duties')
    await page.getByRole('table', { name: 'Duties' }).getByRole('link', { name: 'Flight', exact: true }).first().click()
    const duty = drawer('Flight')
    await duty.getByText('It follows from its flights: change who flies, and it changes with them.').waitFor()
    assert.equal(await duty.getByRole('button', { name: /^(Change|Delete)$/ }).count(), 0)
    await page.keyboard.press('Escape')
  })

  test('what is written about a charter request stands in its conversation, as text, with who wrote it', async () => {
    await open('charter-requests')
    await page.getByRole('table', { name: 'Charter requests' }).getByRole('link').first().click()
    const conversation = page.getByRole('dialog').locator('section').filter({ hasText: 'Conversation' })
    await conversation.getByText('Nobody has written yet.').waitFor()
    const text = 'Two lines,\n<b>and no markup</b>'
    await conversation.getByLabel('Message').fill(text)
    await conversation.getByRole('button', { name: 'Send' }).click()
    const said = conversation.getByRole('listitem')
    await said.getByText('Anna Keller').waitFor()
    assert.equal(await said.locator('.message-text').textContent(), text)
    await becomes('the next message', () => conversation.getByLabel('Message').inputValue(), '')
    assert.deepEqual(await pageFaults(page), [])
    await page.keyboard.press('Escape')
  })

  test('every other kind is in the menu of kinds', async () => {
    await open('contacts')
    await page.getByRole('button', { name: /^More kinds/ }).click()
    await page.getByRole('menuitem', { name: 'Travel documents' }).click()
    await page.getByRole('table', { name: 'Travel documents' }).waitFor()
    await page.waitForURL(/data\/travel-documents/)
  })

  test('whoever signed in a while ago types the password before a crew member signs in as somebody', async () => {
    const tenant = demo.tenant('alpine', 'production')
    const asked = await page.evaluate<{
      data: {
        me: { userId: string }
        crewMemberList: { nodeList: { crewMemberId: string; userId: string | null; code: string }[] }
      }
    }>(`(async () => {
      const query = '{ me { userId } crewMemberList { nodeList { crewMemberId userId code } } }'
      const headers = { 'content-type': 'application/json' }
      const response = await fetch('/console/graphql/', { method: 'POST', headers, body: JSON.stringify({ query }) })
      return response.json()
    })()`)
    const { me, crewMemberList } = asked.data
    const member = crewMemberList.nodeList.find(({ userId }) => userId === null) ?? assert.fail()
    await open(`crew?open=${member.crewMemberId}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
    await page.getByRole('dialog').getByLabel('Signs in as').fill(me.userId)
    demo.ageSessions()
    await page.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'Is it you?' })
    await question.getByLabel('Password', { exact: true }).fill(tenant.password)
    await question.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('Anna Keller changed signs in as').waitFor()
  })

  test('a pilot is offered neither kinds nor changes that the role does not allow', async () => {
    const tenant = demo.tenant('alpine', 'production')
    const pilot = await demo.signIn(tenant, tenant.pilot)
    await pilot.goto(`${origin}/console/data/aircraft`)
    await pilot.getByRole('table', { name: 'Aircraft' }).waitFor()
    assert.equal(await pilot.getByRole('button', { name: /^Add / }).count(), 0)
    await pilot.goto(`${origin}/console/data/contacts`)
    await pilot.getByText('There is no such page').waitFor()
    await pilot.context().close()
  })
})
