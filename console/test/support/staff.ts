/** The demo's member of staff: signs in with the code that the outbox of support shows. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { DemoConsole } from './demo-console.ts'

/** A new browser, on the queue. */
export const signInStaff = async (demo: DemoConsole, options: BrowserContextOptions = {}): Promise<Page> => {
  const staff = demo.show.platform?.staff
  if (!staff) throw new Error('The demo has no staff')
  const page = await demo.newPage(options)
  const origin = demo.platformOrigin('support')
  await page.goto(`${origin}/console/`)
  await page.getByLabel('Email').fill(staff.email)
  await page.getByLabel('Password').fill(staff.password)
  await page.keyboard.press('Enter')
  await page.locator('input[name="code"]').waitFor()
  const outbox = await page.context().newPage()
  await outbox.goto(`${origin}/outbox/`)
  const code = await outbox.getByRole('region', { name: 'Second step' }).locator('code').textContent()
  await outbox.close()
  await page.locator('input[name="code"]').fill(code ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
  return page
}

interface SupportPage {
  readonly name: string
  readonly path: string
  /** The link that leads on to the page. */
  readonly link?: string
}

export const SUPPORT_PAGES: readonly SupportPage[] = [
  { name: 'queue', path: '' },
  { name: 'queue-for-us', path: '?for=support' },
  { name: 'dossier-decide', path: '', link: 'Rosterwise' },
  { name: 'dossier-schedule', path: '', link: 'Stand Planner' },
  { name: 'dossier-scheduled', path: '', link: 'Ramp Radio' },
  { name: 'dossier-phone', path: '', link: 'Tankerly' },
  { name: 'dossier-sent-back', path: 'applications', link: 'Crew Transfer' },
  { name: 'dossier-suspended', path: 'applications', link: 'Visit Export' },
  { name: 'applications', path: 'applications' },
  { name: 'operators', path: 'operators' },
  { name: 'operator', path: 'operators/alpine' },
  { name: 'operator-unknown', path: 'operators/nobody' },
  { name: 'providers', path: 'providers' },
  { name: 'provider', path: 'providers', link: 'Turnpoint Ltd' },
  { name: 'requests', path: 'requests' },
  { name: 'log', path: 'log' },
]

export const openSupportPage = async (page: Page, demo: DemoConsole, { path, link }: SupportPage): Promise<void> => {
  await page.goto(`${demo.platformOrigin('support')}/console/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  if (link !== undefined) {
    await page.getByRole('link', { name: link, exact: true }).first().click()
    await page.getByRole('heading', { name: link, level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  await page.evaluate('document.fonts.ready')
}
