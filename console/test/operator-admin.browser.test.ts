/** An administrator's first fifteen minutes: connect, inspect, narrow, disconnect, invite, read the audit log. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { runCommand } from '../../server/test/support/server-process.ts'
import { becomes, soon } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'
import { textOf } from './support/downloads.ts'
import { pressOn, tabTo } from './support/keyboard.ts'

describe('an administrator on the first day', () => {
  let demo: DemoConsole
  let page: Page
  /** Where the demo application shows what it got. */
  let walk: Page
  let origin: string
  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'production')
    origin = demo.origin(tenant)
    page = await demo.signIn(tenant, tenant.admin)
  })
  after(() => demo.stop())

  /** Chooses what to do from the menu of a person's row. */
  const act = async (person: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${person}` }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  const open = async (path: string, heading: string) => {
    await page.goto(`${origin}/console/${path}`)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  }

  test('signing in leads to the add-ons with who allowed each, when, and its use of the cap', async () => {
    await page.getByRole('heading', { name: 'Add-ons', level: 1 }).waitFor()
    const skylog = page.getByRole('row', { name: /Skylog/ })
    await skylog.getByText(/^\d+ \/ 500$/).waitFor()
    await skylog.getByText('Anna Keller').waitFor()
    await page.getByText(/JetMatch holds \d\d\d of 500 tokens\./).waitFor()
    assert.equal(await page.getByRole('region', { name: 'Environment' }).count(), 0, 'no band in production')
  })

  test("the add-ons' filters are kept in the address", async () => {
    await page.getByLabel('Search applications').fill('jetm')
    await page.getByRole('row', { name: /Skylog/ }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('row', { name: /JetMatch/ }).waitFor()
    await becomes('the search', () => page.getByLabel('Search applications').inputValue(), 'jetm')
    const shown = page.getByRole('navigation', { name: 'Show' })
    await shown.getByRole('link', { name: /^Available/ }).click()
    await page.waitForURL(/show=available/)
    const current = async () => (await shown.locator('[aria-current]').allInnerTexts()).join()
    await becomes('the one of the two that is shown', current, /^Available \d+$/)
  })

  test('an application that was allowed and has not come yet is shown as such, and disconnected', async () => {
    const early = await page.context().newPage()
    await early.goto(`${origin}/console/add-ons?show=available`)
    await early.getByRole('link', { name: 'Connect Skybridge' }).click()
    await early.getByRole('button', { name: 'Allow' }).click()
    await early.getByRole('button', { name: 'Exchange the code' }).waitFor()
    await page.bringToFront()
    await open('add-ons', 'Add-ons')
    const row = page.getByRole('row', { name: /Skybridge/ })
    await row.getByText('Allowed, not yet connected').waitFor()
    await row.getByRole('button', { name: 'Disconnect Skybridge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect Skybridge?' })
    await dialog.getByText('has not come for its access yet').waitFor()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await row.getByRole('link', { name: 'Connect Skybridge' }).waitFor()
    await early.getByRole('button', { name: 'Exchange the code' }).click()
    await early.getByText('invalid_grant').first().waitFor()
    await early.close()
  })

  test('connecting starts at the application and returns through consent', async () => {
    walk = await page.context().newPage()
    await walk.goto(`${origin}/console/add-ons?show=available`)
    await walk.getByRole('link', { name: 'Connect Skybridge' }).click()
    await walk.getByRole('button', { name: 'Allow' }).click()
    await walk.getByRole('button', { name: 'Exchange the code' }).click()
    await walk.getByRole('button', { name: 'Query again' }).waitFor()
    await page.bringToFront()
    await open('add-ons', 'Add-ons')
    await page
      .getByRole('row', { name: /Skybridge/ })
      .getByText('Anna Keller')
      .waitFor()
  })

  test("an add-on's page shows the request with its id, the data it touched, and unused scopes", async () => {
    await page.getByRole('link', { name: 'Skybridge' }).click()
    await page.getByRole('heading', { name: /Skybridge/, level: 1 }).waitFor()
    // Use is counted off the request's path: it turns up with the page's next refresh.
    await page.getByRole('table', { name: 'Recent requests' }).getByText(/^req_/).first().waitFor()
    await page.getByRole('img', { name: /of 500 tokens active/ }).waitFor()
    await page.getByRole('row', { name: /Contacts/ }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'contact:write' }).getByText('Not yet used').waitFor()
    assert.equal(
      await page.getByRole('button', { name: 'Narrow to what is used' }).count(),
      0,
      'connected a minute ago',
    )
  })

  test('a request is found by its id, from the palette, and opens to what it asked', async () => {
    const id =
      (await page.getByRole('table', { name: 'Recent requests' }).getByText(/^req_/).first().textContent()) ?? ''
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to or find' }).fill(id)
    await page.keyboard.press('Enter')
    const request = page.getByRole('dialog')
    await request.getByText('Scopes it needed').waitFor()
    await request.getByRole('link', { name: 'Skybridge' }).waitFor()
    await request.getByText('literals hidden').waitFor()
  })

  test('another period has its own bars, and a bar shows its values to pointer and keyboard', async () => {
    await page.goto(`${origin}/console/add-ons`)
    await page.getByRole('link', { name: 'Fuelline' }).click()
    const chart = page.getByRole('slider', { name: /^Requests of/ })
    const shown = () => page.locator('.plot rect').count()
    for (const [short, words, bars] of [
      ['24 h', '24 hours', 24],
      ['90 d', '90 days', 90],
      ['14 d', '14 days', 14],
    ] as const) {
      await page.getByRole('link', { name: short }).click()
      await page.getByRole('slider', { name: new RegExp(`^Requests of ${words}`) }).waitFor()
      const sentence = (await chart.getAttribute('aria-label')) ?? ''
      const segments = await shown()
      assert.ok(segments <= bars * 4, `${segments} segments for ${bars} bars`)
      const hasFailed = !/ 0 failed/.test(sentence)
      assert.equal((await page.locator('.plot rect.fill-failed').count()) > 0, hasFailed, sentence)
    }
    await chart.hover()
    await page.locator('.plot-values').getByText('answered').waitFor()
    await page.mouse.move(0, 0)
    await chart.focus()
    await page.keyboard.press('End')
    const value = () => chart.getAttribute('aria-valuetext')
    await becomes('what the bar says', value, /^\d+ \w+ 20\d\d: [\d,]+ answered, /)
  })

  test('narrowing to the used scopes removes the others', async () => {
    await page.goto(`${origin}/console/add-ons`)
    await page.getByRole('link', { name: 'Fuelline' }).click()
    await page.getByRole('heading', { name: /Fuelline/, level: 1 }).waitFor()
    const unused = page.getByRole('listitem').filter({ hasText: 'Unused' })
    await unused.first().waitFor()
    await pressOn(page, 'Narrow to what is used')
    const question = page.getByRole('dialog', { name: 'Narrow Fuelline to what it uses?' })
    await question.getByText('It loses at once').waitFor()
    await question.getByRole('button', { name: /^Take away \d+ scopes?$/ }).click()
    await question.waitFor({ state: 'hidden' })
    await unused.first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Narrow to what is used' }).waitFor({ state: 'detached' })
  })

  test('an application without an active token is disconnected in words that count none', async () => {
    await page.goto(`${origin}/console/add-ons`)
    await page.getByRole('link', { name: 'SlotDesk' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect SlotDesk?' })
    await dialog.getByText('No token of it is active now. Every refresh token stops at once').waitFor()
    assert.doesNotMatch(await dialog.innerText(), /\b0 /)
    await page.keyboard.press('Escape')
  })

  test('the disconnect dialog says what stops, and the add-on stops at once', async () => {
    await page.goto(`${origin}/console/add-ons`)
    await page.getByRole('link', { name: 'Skybridge' }).click()
    await page.getByRole('heading', { name: /Skybridge/, level: 1 }).waitFor()
    const detail = page.url()
    const dialog = page.getByRole('dialog', { name: 'Disconnect Skybridge?' })
    await pressOn(page, 'Disconnect')
    await dialog.getByText('stop at once').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await page.waitForURL('**/console/add-ons')
    await page.getByRole('row', { name: /Skylog/ }).waitFor()
    const connected = page.getByRole('table', { name: 'Connected applications' })
    await connected.getByText('Skybridge').first().waitFor({ state: 'detached' })
    await walk.getByRole('button', { name: 'Query again' }).click()
    await walk.getByText('401').first().waitFor()
    await walk.close()
    await page.goto(detail)
    await page.getByText('This application is not connected here').waitFor()
  })

  test('an add-on that the host suspended says so in the list and on its page', async () => {
    const at = ['--operator', 'alpine', '--environment', 'production']
    const host = (...args: string[]) => runCommand(['grant', ...args, ...at], demo.environment)
    const grants: { grant_id: string; application: string; state: string }[] = JSON.parse(await host('list', '--json'))
    const grant = grants.find(({ application, state }) => application === 'SlotDesk' && state === 'in force')
    assert.ok(grant, JSON.stringify(grants))
    const because = ['--reason', 'We look into it', '--yes']
    await host('suspend', grant.grant_id, ...because)
    await page.goto(`${origin}/console/add-ons`)
    const row = page.getByRole('row', { name: /SlotDesk/ })
    await row.getByText('Suspended by the host').waitFor()
    await row.getByText('Nothing of it works').waitFor()
    await row.getByRole('link', { name: 'SlotDesk' }).click()
    await page.getByText('Its refresh tokens rest meanwhile').waitFor()
    await host('resume', grant.grant_id, ...because)
    await page.reload()
    await page.getByRole('heading', { name: /SlotDesk/, level: 1 }).waitFor()
    await page.getByText('Suspended by the host').first().waitFor({ state: 'detached' })
  })

  test('a user is invited by keyboard, and the message is in the outbox', async () => {
    await open('users', 'Users')
    await pressOn(page, 'Invite')
    await tabTo(page, 'Email')
    await page.keyboard.type('lea@alpine.example')
    await tabTo(page, 'First name')
    await page.keyboard.type('Lea')
    await tabTo(page, 'Surname')
    await page.keyboard.type('Frei')
    await pressOn(page, 'Operations', 'Space')
    await pressOn(page, 'Send invitation')
    await page.getByText('Invitation sent to lea@alpine.example.').waitFor()
    await page
      .getByRole('row', { name: /Lea Frei/ })
      .getByText('Invited')
      .waitFor()
    await page.getByRole('link', { name: 'Read it in the outbox' }).click()
    await page.getByText('lea@alpine.example').first().waitFor()
  })

  test('giving and removing the admin role ask first, the only administrator stays, and a user is removed', async () => {
    await open('users', 'Users')
    await page
      .getByRole('row', { name: /Anna Keller/ })
      .getByText('the only Administrator')
      .waitFor()
    await act('Marc Weber', 'Make Administrator')
    const question = page.getByRole('dialog', { name: 'Make Marc Weber an Administrator?' })
    await question.getByText('signs in with a password only').waitFor()
    await question.getByRole('button', { name: 'Make Administrator' }).click()
    await act('Marc Weber', 'Remove Administrator role')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the role' }).click()
    await page.getByRole('button', { name: 'Actions for Marc Weber' }).click()
    await page.getByRole('menuitem', { name: 'Make Administrator' }).waitFor()
    await page.keyboard.press('Escape')
    await act('Lea Frei', 'Remove')
    await page.getByRole('dialog', { name: 'Remove Lea Frei?' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('row', { name: /Lea Frei/ }).waitFor({ state: 'detached' })
  })

  test('the roles of a user are edited in a dialog that warns of the Administrator, and count at once', async () => {
    const row = page.getByRole('row', { name: /Sofia Marti/ })
    await act('Sofia Marti', 'Edit roles')
    const dialog = page.getByRole('dialog', { name: 'Roles of Sofia Marti' })
    await becomes('Sales is checked', () => dialog.getByLabel('Sales').isChecked(), true)
    await dialog.getByLabel('Administrator').check()
    await dialog.getByText('Sofia can then connect applications').waitFor()
    await dialog.getByLabel('Administrator').uncheck()
    await dialog.getByLabel('Sales').uncheck()
    await dialog.getByLabel('Operations').check()
    await dialog.getByRole('button', { name: 'Save roles' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await row.getByText('Operations').waitFor()
    await row.getByText('Sales').first().waitFor({ state: 'detached' })
    await act('Anna Keller', 'Edit roles')
    const administrator = page.getByRole('dialog').getByLabel('Administrator')
    await becomes('the only Administrator stays', () => administrator.isDisabled(), true)
    await page.keyboard.press('Escape')
  })

  test('a file of aircraft is checked, mended and imported, and the new aircraft is in the list', async () => {
    await open('import', 'Import')
    const choose = (text: string, name = 'fleet.csv') =>
      page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('x'.repeat(5_100_000), 'large.csv')
    await page.getByRole('alert').getByText('large.csv has 5.1 MB: at most 5 MB here.').waitFor()
    await choose('registration,iCAO,base,seatCount\nHB-VXA,PC24,NOWHERE,many\n')
    const lines = page.getByRole('table', { name: 'Lines' })
    const line = lines.getByRole('row', { name: /HB-VXA/ })
    // Columns have the words of the descriptions, and everything that is wrong with a line is told at once.
    await lines.getByRole('columnheader', { name: 'Seats' }).waitFor()
    await line.getByText('Home base: There is no airport NOWHERE.').waitFor()
    await line.getByText('Seats: "many" is not a whole number.').waitFor()
    const write = page.getByRole('button', { name: 'Import', exact: true })
    await becomes('nothing wrong is imported', () => write.isDisabled(), true)
    // Headings are found in German too; one that means nothing is left out until somebody says what it is.
    await choose('Kennzeichen;Typ;Basis;Sitze;Polster\nHB-VXA;PC24;LSZH;8;blue\nHB-VXB;PC24;NOWHERE;8;red\n')
    const columns = page.getByRole('region', { name: 'Columns', exact: true })
    await columns.getByText('4 of 5 used').waitFor()
    await becomes('what Sitze is', () => page.getByLabel('Sitze is').inputValue(), 'seatCount')
    const type = page.getByLabel('Typ is').locator('option')
    assert.equal(await type.and(page.locator(':checked')).innerText(), 'Type, ICAO designator (needed)')
    assert.ok((await type.allInnerTexts()).includes('Type, by its id (in place of Type, ICAO designator)'))
    await page.getByLabel('Polster is').selectOption('Note on the cabin')
    await columns.getByText('5 of 5 used').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'The wrong lines, with reasons' }).click()
    assert.match(await textOf(await download), /^registration,.*what is wrong\r\n"HB-VXB".*"3","base: [^"]+"\r\n$/s)
    await page.getByRole('button', { name: 'Leave out 1 wrong line' }).click()
    await line.getByText('New').waitFor()
    await page
      .getByRole('row', { name: /HB-VXB/ })
      .getByText('Left out')
      .waitFor()
    await page.getByRole('button', { name: 'Import 1 aircraft, leave out 1' }).click()
    await page.getByRole('status').getByText('1 aircraft imported.').waitFor()
    await page.getByRole('link', { name: 'See them' }).click()
    await page.getByRole('row', { name: /HB-VXA/ }).waitFor()
    await open('import', 'Import')
    await choose('Reg,Tail,Seats\nHB-VXA,x,9\n')
    await line.getByText('Changes what is here').waitFor()
    await becomes('what a second column of one field is', () => page.getByLabel('Tail is').inputValue(), '')
  })

  test('a file of more lines than one request takes is imported in parts and undone as one', async () => {
    await open('import?kind=CONTACTS', 'Import')
    const choose = (name: string, text: string) =>
      page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('wrong.csv', `kind,name\n${'NOBODY,Guest\n'.repeat(150)}`)
    await page.getByRole('link', { name: '100 of 150 wrong lines, with reasons' }).waitFor()
    const lines = Array.from({ length: 1_001 }, (_, index) => `${index === 1_000 ? 'NOBODY' : 'CLIENT'},Guest ${index}`)
    const text = ['kind,name', ...lines, 'CLIENT,Last Guest'].join('\n')
    // The second part waits each time until the progress of the first was seen.
    let arrived = Promise.withResolvers<() => void>()
    let isDroppedSent = false
    await page.route('**/console/graphql/', async (route) => {
      const body = route.request().postData() ?? ''
      isDroppedSent ||= body.includes('Dropped')
      const isSecond = body.includes('Last Guest')
      if (isSecond) await new Promise<void>((resolve) => arrived.resolve(resolve))
      await route.continue()
    })
    const seen = async (words: string, meanwhile = async () => {}) => {
      await page.getByText(words).waitFor()
      await meanwhile()
      const goOn = await arrived.promise
      arrived = Promise.withResolvers()
      goOn()
    }
    const dialog = page.getByRole('dialog')
    const holdOn = async () => {
      for (const name of ['Cancel', 'Take in line 1002', 'Leave out line 2']) {
        await becomes(`${name} waits`, () => page.getByRole('button', { name, exact: true }).isDisabled(), true)
      }
      const close = `dispatchEvent(new Event('beforeunload', { cancelable: true }))`
      assert.equal(await page.evaluate<boolean>(close), false, 'the browser asks before the tab is closed')
      const dropped = await page.evaluateHandle(`(() => {
        const transfer = new DataTransfer()
        transfer.items.add(new File(['kind,name\\nCLIENT,Dropped'], 'dropped.csv'))
        return transfer
      })()`)
      await page.getByText('Drop a CSV file here').dispatchEvent('drop', { dataTransfer: dropped })
      await page.getByRole('link', { name: 'Data', exact: true }).first().click()
      await dialog.getByText('The import ends here:').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    }
    await choose('guests.csv', text)
    await seen('Checked 1,000 of 1,002 lines')
    const wrong = page.getByRole('row', { name: /1002 NOBODY/ })
    await wrong.getByRole('button', { name: 'Leave out' }).click()
    await seen('Checked 1,000 of 1,002 lines')
    await page.getByRole('button', { name: 'Import 1001 contacts, leave out 1' }).click()
    await seen('Written 1,000 of 1,002 lines', holdOn)
    await page.getByRole('status').getByText('1001 contacts imported.').waitFor()
    await page.getByRole('button', { name: 'Undo guests.csv' }).click()
    await dialog.getByRole('button', { name: 'Undo the import' }).click()
    await dialog.getByText('1001 contacts removed.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page
      .getByRole('row', { name: /guests\.csv/ })
      .getByText('Undone')
      .waitFor()
    assert.equal(isDroppedSent, false, 'no file is taken while another is written')
    // A contact that a second file changed stays when the first is undone.
    await page.getByLabel('System that the ids come from').fill('legacy')
    for (const [name, guest] of [
      ['one.csv', 'Only Guest'],
      ['changed.csv', 'Renamed Guest'],
    ] as const) {
      await choose(name, `kind,name,externalId\nCLIENT,${guest},77`)
      await page.getByRole('button', { name: 'Import 1 contact' }).click()
      await page.getByRole('button', { name: `Undo ${name}` }).waitFor()
    }
    await page.getByRole('button', { name: 'Undo changed.csv' }).click()
    await dialog.getByText('1 record that it changed stays as it is:').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Undo one.csv' }).click()
    await dialog.getByRole('button', { name: 'Undo the import' }).click()
    await dialog.getByText('1 contact stays:').waitFor()
  })

  test('the audit log has every action, filters by action, and exports CSV', async () => {
    await open('audit-log', 'Audit log')
    await page
      .getByRole('row', { name: /Skybridge/ })
      .first()
      .waitFor()
    await page.getByText('Anna Keller disconnected Skybridge; its tokens stopped').first().waitFor()
    await page.getByText('Anna Keller removed the role Administrator from Marc Weber').waitFor()
    assert.equal(await page.getByRole('table', { name: 'Audit log' }).getByText('{').count(), 0, 'no JSON')
    // An opened entry says which scopes ended, and nothing stands beyond the panel's edge, where it would be cut off.
    await page
      .getByRole('row', { name: /disconnected Skybridge/ })
      .first()
      .getByRole('button', { name: 'Show the details' })
      .click()
    await page.getByText('add-on.disconnected').waitFor()
    const isCut = `[...document.querySelectorAll('.panel')].some((panel) => panel.scrollWidth > panel.clientWidth)`
    assert.equal(await page.evaluate<boolean>(isCut), false)
    const invited = 'user.invited'
    await page.getByLabel('Action').selectOption({ label: 'User invited' })
    await page.waitForURL(/action=/)
    await page
      .getByRole('row', { name: /Skybridge/ })
      .first()
      .waitFor({ state: 'detached' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const [head = '', ...lines] = (await textOf(download)).trimEnd().split('\r\n')
    assert.ok(head.startsWith('at,action,'), head)
    assert.ok(lines.length > 0 && lines.every((line) => line.includes(invited)), lines.join('\n'))
  })

  test('everything is exported from the data: the page says that it is made, and its files are saved (ADR 177)', async () => {
    await open('data/flights', 'Data')
    await page.getByRole('link', { name: 'Export everything' }).click()
    await page.getByRole('heading', { name: 'Export', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Start an export' }).click()
    const files = page.getByRole('table', { name: 'Files' })
    await files.waitFor()
    await page.getByText(/One export a day is made/).waitFor()
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        files.getByRole('button', { name: `Save ${name}` }).click(),
      ])
      return download
    }
    const aircraft = await save('Aircraft, as CSV')
    assert.match(aircraft.suggestedFilename(), /^alpine-production-\d{4}-\d\d-\d\d-aircraft\.csv$/)
    assert.match(await textOf(aircraft), /^aircraftId,.*registration.*\r\n[^\r]*HB-/, 'unpacked on the way')
    const whole = await save('Everything, in one file')
    assert.match(whole.suggestedFilename(), /^alpine-production-\d{4}-\d\d-\d\d\.airside$/)
    await open('audit-log', 'Audit log')
    await page.getByText('saved aircraft.csv of the export').waitFor()
  })

  test('data is shown as tables whose filters are links', async () => {
    await open('data/aircraft', 'Data')
    await page.getByRole('row', { name: /HB-JAB/ }).waitFor()
    await page.getByLabel('Find').fill('jaa')
    await page.waitForURL(/q=jaa/)
    await page.getByRole('row', { name: /HB-JAB/ }).waitFor({ state: 'detached' })
    await open('data/crew', 'Data')
    await page.getByRole('table', { name: 'Crew' }).waitFor()
    await open('data/flights', 'Data')
    await page.getByRole('table', { name: 'Flights' }).getByText(/Z$/).first().waitFor()
  })

  test('a flight at risk says so with its reasons, is counted in the line of its day, and can be asked for alone', async () => {
    const at = { offBlock: '2030-05-06T07:00:00Z', onBlock: '2030-05-06T08:00:00Z' }
    const local = { offBlockLocal: '2030-05-06T09:00:00', onBlockLocal: '2030-05-06T10:00:00' }
    const [adep, ades] = ['LSZH', 'LIRA'].map((iCAO) => ({ iCAO, name: iCAO }))
    const flight = { flightId: 'flt_1', flightNo: 'ALP1', status: 'CONFIRMED', statusReason: null, kind: 'CHARTER' }
    const risk = { opsNote: null, isAtRisk: true, riskReasonList: ['AIRCRAFT_LATE', 'CREW_LATE'] }
    const route = { aircraft: { registration: 'HB-JAE', acftType: { iCAO: 'CL35' } }, adep, ades, divertedTo: null }
    const times = { schedule: { ...at, ...local }, estimate: null, actual: { offBlock: null }, paxCount: { total: 2 } }
    const listed = {
      nodeList: [{ ...flight, ...risk, ...route, ...times }],
      pageInfo: { endCursor: null, hasMore: false },
    }
    const asked: unknown[] = []
    await page.route('**/console/graphql/', async (request) => {
      const { query, variables } = request.request().postDataJSON()
      if (!/^\s*query Flights\b/.test(query)) return request.continue()
      asked.push(variables.filter.isAtRisk)
      return request.fulfill({ json: { data: { flightList: listed } } })
    })
    await open('data/flights', 'Data')
    const table = page.getByRole('table', { name: 'Flights' })
    await table.getByText('At risk', { exact: true }).waitFor()
    await table.getByText('aircraft late, crew late').waitFor()
    await table.getByText('1 flight, 1 at risk').waitFor()
    await page.getByLabel('Status').selectOption({ label: 'At risk' })
    await page.waitForURL(/status=AT_RISK/)
    await soon('flights at risk are asked for', () => asked.includes(true))
    assert.equal(asked[0], null)
    await page.unroute('**/console/graphql/')
  })
})
