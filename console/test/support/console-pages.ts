/** Every page of the console in every state that looks different, by name, for axe and screenshots. */
import type { Page } from 'playwright-core'
import { follow } from './follow.ts'
import type { Visitor, Visitors } from './visitors.ts'

export interface ConsolePage {
  readonly name: string
  /** Below /console/. */
  readonly path: string
  /** An administrator with a past, unless somebody else. */
  readonly visitor?: Visitor
  /** What to do once it is open. */
  readonly prepare?: (page: Page) => Promise<void>
  /** What `prepare` did does not end by going to another page, so that the next one is loaded anew. */
  readonly lasts?: true
}

const openAddOn = (name: string) => async (page: Page) => {
  await page.getByRole('table', { name: 'Connected applications' }).getByRole('link', { name }).click()
  await page.getByText('Active tokens').waitFor()
}

const firstAddOn = openAddOn('Fuelline')

const disconnecting = async (page: Page): Promise<void> => {
  await firstAddOn(page)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').waitFor()
}

const openKey = (label: string) => async (page: Page) => {
  await page.getByRole('table', { name: 'Keys' }).getByRole('link', { name: label }).click()
  await page.getByRole('dialog').getByText('What it may do').waitFor()
}

const rotating = async (page: Page): Promise<void> => {
  await openKey('Hangar tablet')(page)
  await page.getByRole('button', { name: 'Rotate' }).click()
  await page.getByLabel('The old token keeps working for').waitFor()
}

const revoking = async (page: Page): Promise<void> => {
  await openKey('Old wallboard')(page)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog', { name: 'Revoke Old wallboard?' }).waitFor()
}

const LOST = { apiKey: { apiKeyId: 'key_lost', label: 'Fuel prices' }, refreshToken: null, userErrorList: [] }

/** As after an answer that did not arrive: the key is there and its secret is lost. */
const lostSecret = async (page: Page): Promise<void> => {
  await page.getByLabel('Label').fill('Fuel prices')
  await page.getByLabel('See trips and flights (flight:read)').check()
  await page.route('**/console/graphql/', async (route) => {
    const isCreation = route.request().postData()?.includes('mutation ApiKeyCreate') === true
    if (!isCreation) return route.continue()
    await route.fulfill({ json: { data: { apiKeyCreate: LOST } } })
  })
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'Make a new secret' }).waitFor()
}

/** The data never arrives, until the next page is opened: the outline stands. */
const waiting = async (page: Page): Promise<void> => {
  await page.route('**/console/graphql/', () => {})
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('status').getByText('Loading').waitFor({ state: 'attached' })
}

const sendingRefused = async (page: Page): Promise<void> => {
  await inviting(page)
  await page.getByLabel('Email').fill('marc@alpine.example')
  await page.getByLabel('First name').fill('Marc')
  await page.getByLabel('Surname').fill('Weber')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Nobody was invited.').waitFor()
}

const unfinishedKey = async (page: Page): Promise<void> => {
  await page.getByLabel('Change your fleet, seats, equipment and maintenance blocks (aircraft:write)').check()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Give it a label').waitFor()
}

const freshKey = async (page: Page): Promise<void> => {
  await page.getByLabel('Label').fill('Ops wallboard')
  await page.getByLabel('See trips and flights (flight:read)').check()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Refresh token').waitFor()
}

const inviting = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Email').waitFor()
}

const settingUp = async (page: Page): Promise<void> => {
  const start = page.getByRole('button', { name: 'Set up' })
  await page.getByRole('heading', { name: 'Second step' }).waitFor()
  if (await start.isVisible()) await start.click()
  await page.getByLabel('Code it shows').waitFor()
}

const withoutServer = async (page: Page): Promise<void> => {
  await page.route('**/console/graphql/', (route) => route.abort())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('alert').waitFor()
  await page.unroute('**/console/graphql/')
}

const openRecord = (table: string, name: RegExp | string) => async (page: Page) => {
  await page.getByRole('table', { name: table }).getByRole('link', { name }).first().click()
  await page.getByRole('dialog').getByText('The query that reads this').waitFor()
}

const changingRecord = (table: string) => async (page: Page) => {
  await openRecord(table, /./)(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor()
}

const writingPlan = async (page: Page): Promise<void> => {
  const drawer = page.getByRole('dialog')
  await openRecord('Flights', /^ALP/)(page)
  await drawer.getByRole('button', { name: /^Write (a plan|the next revision)$/ }).click()
  await drawer.getByRole('form', { name: 'Flight plan' }).waitFor()
}

const refusedContact = async (page: Page): Promise<void> => {
  const form = page.getByRole('dialog', { name: 'Add contact' })
  await form.getByLabel('Kind').selectOption('HANDLER')
  await form.getByLabel('Name', { exact: true }).fill('Jet Aviation')
  await form.getByLabel('Email').fill('nobody')
  await form.getByRole('button', { name: 'Add contact' }).click()
  await form.getByRole('alert').getByText('The contact was not made.').waitFor()
}

const openSettings = async (page: Page): Promise<void> => {
  await page.getByRole('group', { name: 'Papers that a pilot needs as well' }).waitFor()
  await page.getByText('Charter', { exact: true }).click()
  await page.getByRole('group', { name: 'Documents of charter flights' }).waitFor()
}

const refusedSetting = async (page: Page): Promise<void> => {
  await page.getByLabel('Taxi out').fill('500')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('Nothing was changed.').waitFor()
}

const foundAirports = async (page: Page): Promise<void> => {
  await page.getByLabel('From airport').fill('zur')
  await page.getByRole('listbox', { name: 'From airport' }).waitFor()
}

const openLogs = async (page: Page): Promise<void> => {
  await page.getByRole('article').first().waitFor()
  await page.getByRole('table', { name: 'Maintenance due' }).waitFor()
}

const openJourneyLog = async (page: Page): Promise<void> => {
  const logs = page.getByRole('table', { name: 'Journey logs' })
  await logs
    .getByRole('row', { name: /Signed, differs/ })
    .getByRole('link')
    .click()
  await page.getByRole('table', { name: 'What the log says' }).waitFor()
}

const deferring = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Defer under the MEL…' }).first().click()
  await page.getByRole('dialog').getByLabel('MEL reference').waitFor()
}

const openRequest = async (page: Page): Promise<void> => {
  await page.getByRole('table', { name: 'Requests' }).getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('dialog').getByText('Scopes it needed').waitFor()
}

const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to or find' }).fill('hb-j')
  await page.getByRole('option').first().waitFor()
}

const openEntry = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Show the details' }).first().click()
  await page.getByRole('button', { name: 'Hide the details' }).waitFor()
}

/** The menu of the first person that it offers this for. */
const actOnSomebody = async (page: Page, action: string): Promise<void> => {
  const menus = page.getByRole('button', { name: /^Actions for / })
  await menus.first().waitFor()
  for (const menu of await menus.all()) {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Edit roles' }).waitFor()
    const item = page.getByRole('menuitem', { name: action, exact: true })
    if ((await item.count()) > 0) return item.click()
    await page.keyboard.press('Escape')
  }
}

const promoting = async (page: Page): Promise<void> => {
  await actOnSomebody(page, 'Make Administrator')
  await page.getByRole('dialog').waitFor()
}

const userMenu = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit roles' }).waitFor()
}

const narrowing = async (page: Page): Promise<void> => {
  await firstAddOn(page)
  await page.getByRole('button', { name: 'Narrow to what is used' }).click()
  await page.getByRole('dialog').waitFor()
}

const editingRoles = async (page: Page): Promise<void> => {
  await actOnSomebody(page, 'Edit roles')
  await page.getByRole('dialog').getByLabel('Administrator').waitFor()
}

const AIRCRAFT_FILE = `registration,iCAO,base,seatCount
HB-VAA,PC24,LSZH,8
HB-VAB,PC24,NOWHERE,eight
HB-VAC,PC24,LSGG,8
`

const checkedFile = (text: string) => async (page: Page) => {
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('heading', { name: 'Dry run' }).waitFor()
}

const undoing = async (page: Page): Promise<void> => {
  await checkedFile('Firma;Vorname;Name;Art;Kundennummer\nAcme;Ida;Frei;CLIENT;12\n')(page)
  await page.getByRole('button', { name: 'Import 1 contact' }).click()
  await page.getByRole('button', { name: 'Undo fleet.csv' }).first().click()
  await page.getByRole('dialog').waitFor()
}

const madeExport = async (page: Page): Promise<void> => {
  const files = page.getByRole('table', { name: 'Files' })
  const start = page.getByRole('button', { name: 'Start an export' })
  await start.or(files).waitFor()
  if (await start.isVisible()) await start.click()
  await files.waitFor()
}

/** The one that the pilot asks for and the administrator then sees. */
const ASKED_FOR = 'Skybridge'

const askingFor = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByLabel('Tell them why').fill('For the ramp at LSGG')
}

const asked = async (page: Page): Promise<void> => {
  const isAsked = await page.getByRole('table', { name: 'Your requests' }).isVisible()
  if (isAsked) return
  await askingFor(new RegExp(`^Ask for ${ASKED_FOR}`))(page)
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('table', { name: 'Your requests' }).waitFor()
}

const declining = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: `Decline ${ASKED_FOR} for` }).click()
  await page.getByLabel(/gets this by mail/).waitFor()
}

const openBell = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Notices/ }).click()
  await page.getByRole('dialog', { name: 'Notices' }).getByText(`asks for ${ASKED_FOR}`).first().waitFor()
}

const openLogbookEntry = async (page: Page): Promise<void> => {
  await page.getByRole('region', { name: 'Entries' }).getByRole('link', { name: / to / }).first().click()
  await page.getByRole('dialog').getByLabel('Your note').waitFor()
}

/** Whether an aircraft is free for it depends on the day of the demo. */
const quoting = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Quote / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').or(dialog.getByText('No aircraft can fly all of it')).first().waitFor()
  if ((await dialog.getByRole('radio').count()) === 0) return
  await dialog.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Save the draft' }).waitFor()
}

const openService = async (page: Page): Promise<void> => {
  await page.getByRole('table', { name: 'Visits' }).getByRole('link', { name: 'Review' }).first().click()
  await page.getByRole('dialog').getByText('Confirmed for').waitFor()
}

const confirmingService = async (page: Page): Promise<void> => {
  await openService(page)
  await page.getByRole('button', { name: 'Confirm…' }).click()
  await page.getByLabel('Their reference').waitFor()
}

const openReport = (title: string) => async (page: Page) => {
  await page.getByRole('table', { name: 'Reports' }).getByRole('link', { name: title }).click()
  await page.getByRole('dialog').getByText('What changed').waitFor()
}

const openOwnReport = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Ladder left at the tail' }).click()
  await page.getByRole('list', { name: 'Messages' }).waitFor()
}

export const CONSOLE_PAGES: readonly ConsolePage[] = [
  { name: 'add-ons', path: 'add-ons' },
  { name: 'add-ons-available', path: 'add-ons?show=available' },
  { name: 'add-ons-none-found', path: 'add-ons?q=nothing' },
  { name: 'add-on', path: 'add-ons', prepare: firstAddOn },
  { name: 'add-on-narrow', path: 'add-ons', prepare: narrowing },
  { name: 'add-on-disconnect', path: 'add-ons', prepare: disconnecting },
  { name: 'api-keys', path: 'api-keys?revoked=true' },
  { name: 'add-on-quiet', path: 'add-ons', prepare: openAddOn('SlotDesk') },
  { name: 'add-on-near-cap', path: 'add-ons', prepare: openAddOn('JetMatch') },
  { name: 'api-key', path: 'api-keys', prepare: openKey('Demo key') },
  { name: 'api-key-unused', path: 'api-keys', prepare: openKey('Old wallboard') },
  { name: 'api-key-rotate', path: 'api-keys', prepare: rotating },
  { name: 'api-key-revoke', path: 'api-keys', prepare: revoking },
  { name: 'api-key-lost', path: 'api-keys?new=true', prepare: lostSecret, lasts: true },
  { name: 'api-key-new', path: 'api-keys?new=true', prepare: unfinishedKey },
  { name: 'api-key-shown-once', path: 'api-keys?new=true', prepare: freshKey },
  { name: 'users', path: 'users' },
  { name: 'users-promote', path: 'users', prepare: promoting },
  { name: 'users-invite', path: 'users', prepare: inviting },
  { name: 'users-invite-refused', path: 'users', prepare: sendingRefused },
  { name: 'users-roles', path: 'users', prepare: editingRoles },
  { name: 'import', path: 'import' },
  { name: 'import-problems', path: 'import', prepare: checkedFile(AIRCRAFT_FILE) },
  { name: 'import-header', path: 'import?kind=CREW', prepare: checkedFile('code,rank,id\nWEB,CPT,7\n') },
  { name: 'import-ready', path: 'import', prepare: checkedFile(AIRCRAFT_FILE.replace(/.*NOWHERE.*\n/, '')) },
  { name: 'import-undo', path: 'import?kind=CONTACTS', prepare: undoing },
  { name: 'export-none', path: 'export', visitor: 'newcomer' },
  { name: 'export', path: 'export', prepare: madeExport },
  { name: 'settings', path: 'settings', prepare: openSettings },
  { name: 'settings-refused', path: 'settings', prepare: refusedSetting, lasts: true },
  { name: 'users-menu', path: 'users', prepare: userMenu },
  { name: 'audit-log', path: 'audit-log' },
  { name: 'audit-log-entry', path: 'audit-log', prepare: openEntry },
  { name: 'sales', path: 'sales' },
  { name: 'sales-quoted', path: 'sales?status=QUOTED' },
  { name: 'sales-quote', path: 'sales?status=OPEN', prepare: quoting },
  { name: 'sales-new-request', path: 'sales?new=request' },
  { name: 'sales-empty-legs', path: 'sales?show=empty-legs' },
  { name: 'empty-sales', path: 'sales', visitor: 'newcomer' },
  { name: 'services', path: 'services' },
  { name: 'services-request', path: 'services', prepare: openService },
  { name: 'services-confirm', path: 'services', prepare: confirmingService },
  { name: 'services-new', path: 'services?new=request' },
  { name: 'services-flights', path: 'services?show=flights' },
  { name: 'services-none', path: 'services?show=rejected&from=2001-01-01&to=2001-01-01' },
  { name: 'empty-services', path: 'services', visitor: 'newcomer' },
  { name: 'logs', path: 'logs', prepare: openLogs },
  { name: 'logs-journey', path: 'logs', prepare: openJourneyLog },
  { name: 'logs-deferring', path: 'logs?show=open', prepare: deferring },
  { name: 'logs-due', path: 'logs?show=due' },
  { name: 'logs-new-defect', path: 'logs?new=defect' },
  { name: 'empty-logs', path: 'logs', visitor: 'newcomer' },
  { name: 'safety', path: 'safety' },
  { name: 'safety-report', path: 'safety', prepare: openReport('Bird strike on approach') },
  { name: 'safety-mandatory', path: 'safety', prepare: openReport('Runway incursion by a vehicle') },
  { name: 'safety-enter', path: 'safety?new=report' },
  { name: 'safety-closed', path: 'safety?show=closed' },
  { name: 'empty-safety', path: 'safety', visitor: 'newcomer' },
  { name: 'requests', path: 'requests' },
  { name: 'request', path: 'requests', prepare: openRequest },
  { name: 'requests-none', path: 'requests?id=req_nothing' },
  { name: 'palette', path: 'users', prepare: openPalette, lasts: true },
  { name: 'flights', path: 'data/flights' },
  { name: 'flights-none', path: 'data/flights?from=2001-01-01&to=2001-01-01' },
  { name: 'flight', path: 'data/flights', prepare: openRecord('Flights', /ALP/) },
  { name: 'flight-plan-form', path: 'data/flights?status=CONFIRMED', prepare: writingPlan },
  { name: 'flights-airport', path: 'data/flights', prepare: foundAirports },
  { name: 'flights-no-such-airport', path: 'data/flights?adep=XQZQ' },
  { name: 'aircraft', path: 'data/aircraft' },
  { name: 'one-aircraft', path: 'data/aircraft', prepare: openRecord('Aircraft', 'HB-JAA') },
  { name: 'crew', path: 'data/crew?sort=nextToEnd' },
  { name: 'crew-member', path: 'data/crew', prepare: openRecord('Crew', /./) },
  { name: 'contacts', path: 'data/contacts' },
  { name: 'contact', path: 'data/contacts', prepare: openRecord('Contacts', /./) },
  { name: 'contact-change', path: 'data/contacts', prepare: changingRecord('Contacts') },
  { name: 'contact-new-refused', path: 'data/contacts?new=true', prepare: refusedContact },
  { name: 'documents', path: 'data/documents' },
  { name: 'document', path: 'data/documents', prepare: openRecord('Documents', /^OFP/) },
  { name: 'new-document', path: 'data/documents?new=true' },
  { name: 'duties', path: 'data/duties' },
  { name: 'new-aircraft', path: 'data/aircraft?new=true' },
  { name: 'account', path: 'account' },
  { name: 'account-second-step', path: 'account', prepare: settingUp },
  { name: 'lost-connection', path: 'users', prepare: withoutServer, lasts: true },
  { name: 'loading', path: 'users', prepare: waiting, lasts: true },
  { name: 'not-found', path: 'nowhere' },
  { name: 'sandbox-add-ons', path: 'add-ons', visitor: 'sandbox administrator' },
  { name: 'sandbox-test-clock', path: 'test-clock', visitor: 'sandbox administrator' },
  { name: 'sandbox-api-key', path: 'api-keys?new=true', visitor: 'sandbox administrator', prepare: freshKey },
  { name: 'empty-add-ons', path: 'add-ons', visitor: 'newcomer' },
  { name: 'empty-add-ons-available', path: 'add-ons?show=available', visitor: 'newcomer' },
  { name: 'empty-api-keys', path: 'api-keys', visitor: 'newcomer' },
  { name: 'empty-audit-log', path: 'audit-log?from=2001-01-01&to=2001-01-01', visitor: 'newcomer' },
  { name: 'empty-flights', path: 'data/flights', visitor: 'newcomer' },
  { name: 'empty-aircraft', path: 'data/aircraft', visitor: 'newcomer' },
  { name: 'empty-crew', path: 'data/crew', visitor: 'newcomer' },
  { name: 'pilot-add-ons', path: 'add-ons', visitor: 'pilot' },
  { name: 'pilot-roster', path: 'roster', visitor: 'pilot' },
  { name: 'pilot-logbook', path: 'logbook', visitor: 'pilot' },
  { name: 'pilot-logbook-entry', path: 'logbook', visitor: 'pilot', prepare: openLogbookEntry },
  { name: 'pilot-logbook-add', path: 'logbook?add=FLIGHT', visitor: 'pilot' },
  { name: 'pilot-reports', path: 'my-reports', visitor: 'pilot', prepare: openOwnReport },
  { name: 'pilot-reports-new', path: 'my-reports?new=report', visitor: 'pilot' },
  { name: 'empty-reports', path: 'my-reports', visitor: 'newcomer' },
  { name: 'empty-logbook', path: 'logbook', visitor: 'newcomer' },
  { name: 'pilot-data', path: 'data/flights', visitor: 'pilot' },
  { name: 'pilot-ask', path: 'add-ons', visitor: 'pilot', prepare: askingFor(/^Ask for /) },
  { name: 'pilot-asked', path: 'add-ons', visitor: 'pilot', prepare: asked },
  { name: 'asked-for', path: 'add-ons' },
  { name: 'asked-for-decline', path: 'add-ons', prepare: declining },
  { name: 'asked-for-bell', path: 'users', prepare: openBell, lasts: true },
]

const NOWHERE = 'Nothing here'

/** The page that each visitor's window shows, while links lead on from it. */
const shownIn = new WeakMap<Page, ConsolePage>()
const lastWindow = new WeakMap<Visitors, Page>()

/** What another visitor changed shows after a load alone: a page keeps what it read for some seconds. */
const mustLoad = (visitors: Visitors, page: Page): boolean =>
  lastWindow.get(visitors) !== page || (shownIn.get(page)?.lasts ?? shownIn.get(page) === undefined)

/**
 * Goes there as links do, which takes a fraction of a load: by way of a page without data, so that nothing of the page
 * before stays, and until everything that it shows has arrived.
 */
const leadTo = async (page: Page, path: string): Promise<void> => {
  const heading = page.getByRole('heading', { level: 1, name: NOWHERE })
  await follow(page, 'nowhere')
  await heading.waitFor()
  await follow(page, path)
  if (path !== 'nowhere') await heading.waitFor({ state: 'detached' })
  await page.locator('html:not(:has(.loading))').waitFor()
}

const load = async (page: Page, address: string): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** The visitor's window with the page in it, as `prepare` leaves it. */
export const openConsolePage = async (visitors: Visitors, shown: ConsolePage): Promise<Page> => {
  const { path, visitor = 'administrator', prepare } = shown
  const page = await visitors.page(visitor)
  if (mustLoad(visitors, page)) await load(page, `${visitors.origin(visitor)}/console/${path}`)
  else await leadTo(page, path)
  lastWindow.set(visitors, page)
  shownIn.set(page, shown)
  await prepare?.(page)
  await page.evaluate('document.fonts.ready')
  return page
}
