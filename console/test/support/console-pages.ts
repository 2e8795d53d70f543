/** Every page of the console and every state of it that looks different, by name; for axe and for pictures. */
import type { Page } from 'playwright-core'

export interface ConsolePage {
  readonly name: string
  /** Below /console/. */
  readonly path: string
  /** What to do once it is open. */
  readonly prepare?: (page: Page) => Promise<void>
}

const firstAddOn = async (page: Page): Promise<void> => {
  await page.getByRole('table', { name: 'Connected applications' }).getByRole('link').first().click()
  await page.getByText('Active tokens').waitFor()
}

const disconnecting = async (page: Page): Promise<void> => {
  await firstAddOn(page)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').waitFor()
}

const oneKey = async (page: Page): Promise<void> => {
  await page.getByRole('table', { name: 'Keys' }).getByRole('link').first().click()
  await page.getByRole('dialog').getByText('What it may do').waitFor()
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

export const CONSOLE_PAGES: readonly ConsolePage[] = [
  { name: 'add-ons', path: 'add-ons' },
  { name: 'add-ons-available', path: 'add-ons?show=available' },
  { name: 'add-ons-none-found', path: 'add-ons?q=nothing' },
  { name: 'add-on', path: 'add-ons', prepare: firstAddOn },
  { name: 'add-on-disconnect', path: 'add-ons', prepare: disconnecting },
  { name: 'api-keys', path: 'api-keys?revoked=true' },
  { name: 'api-key', path: 'api-keys', prepare: oneKey },
  { name: 'api-key-new', path: 'api-keys?new=true', prepare: unfinishedKey },
  { name: 'api-key-shown-once', path: 'api-keys?new=true', prepare: freshKey },
  { name: 'users', path: 'users' },
  { name: 'users-invite', path: 'users', prepare: inviting },
  { name: 'audit-log', path: 'audit-log' },
  { name: 'flights', path: 'data/flights' },
  { name: 'flights-none', path: 'data/flights?from=2001-01-01&to=2001-01-01' },
  { name: 'aircraft', path: 'data/aircraft' },
  { name: 'crew', path: 'data/crew' },
  { name: 'account', path: 'account' },
  { name: 'account-second-step', path: 'account', prepare: settingUp },
  { name: 'lost-connection', path: 'users', prepare: withoutServer },
  { name: 'not-found', path: 'nowhere' },
]

export const openConsolePage = async (page: Page, origin: string, { path, prepare }: ConsolePage): Promise<void> => {
  await page.goto(`${origin}/console/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await prepare?.(page)
  await page.evaluate('document.fonts.ready')
}
