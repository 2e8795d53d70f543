/** Logs in the console: what is signed, open, deferred and due; the steps of a defect; who is asked signs alone. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'

const WIDE = { width: 1280, height: 900 }
const DEFECT = 'Nose wheel steering stiff to the left'

describe('logs in the console', () => {
  let demo: DemoConsole
  let office: Page
  let pilot: Page
  let origin: string
  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'production')
    origin = demo.origin(tenant)
    office = await demo.signIn(tenant, tenant.admin, { viewport: WIDE })
    pilot = await demo.signIn(tenant, tenant.pilot, { viewport: { width: 390, height: 844 } })
  })
  after(() => demo.stop())

  const open = async (search = ''): Promise<void> => {
    await office.goto(`${origin}/console/logs${search}`)
    await office.getByRole('navigation', { name: 'Logs by state' }).waitFor()
  }
  const card = (name: string) => office.getByRole('article', { name })
  const stands = (name: string, word: string) =>
    card(name).locator('[aria-current="step"]').filter({ hasText: word }).waitFor()
  const dialog = () => office.getByRole('dialog')
  const journeys = () => office.getByRole('table', { name: 'Journey logs' })

  test('journey logs, defects with their limits and maintenance stand together and are narrowed by state', async () => {
    await open()
    const grounding = card('Hydraulic fluid at the left main gear, quantity falls')
    await grounding.getByText('No go', { exact: true }).waitFor()
    await grounding.getByText(/^Grounds HB-/).waitFor()
    await card('Right windshield wiper does not park').getByText('No take-off or landing in precipitation').waitFor()
    await card('Cabin briefing system silent')
      .getByText(/^\d+ days left$/)
      .waitFor()
    await card('Standby display dims by itself').getByText('Extension is used up').waitFor()
    const due = office.getByRole('table', { name: 'Maintenance due' })
    await due
      .getByRole('row', { name: /Weighing/ })
      .getByText('2 days over')
      .waitFor()
    await journeys().getByText('Signed, differs').waitFor()
    assert.deepEqual(await pageFaults(office), [])
    await office.setViewportSize(WIDE)
    await office.getByRole('link', { name: /^Wait for release/ }).click()
    await becomes('the defects that wait', () => office.getByRole('article').count(), 1)
    await card('Left logo light dark').getByText('Not released to service').waitFor()
    await office.getByRole('link', { name: /^Released/ }).click()
    await card('Brake wear pin of the right outer wheel at its limit').getByText('CH.66.1234').waitFor()
    await office.getByRole('link', { name: /^Differ/ }).click()
    await becomes('the logs that differ', () => journeys().getByRole('rowheader').count(), 1)
  })

  test('a defect is rectified and released with name, licence and approval, and opened again with a reason', async () => {
    const light = 'Reading light of seat 4R flickers'
    await open('?show=open')
    await card(light).getByRole('button', { name: 'Rectify…' }).click()
    await dialog().getByRole('button', { name: 'Rectified' }).click()
    await dialog().getByText('Say what was done').waitFor()
    await dialog().getByLabel('What was done').fill('Lamp and socket replaced')
    await dialog().getByLabel('Part on').fill('S/N 12')
    await dialog().getByRole('button', { name: 'Rectified' }).click()
    await card(light).waitFor({ state: 'detached' })
    await open('?show=rectified')
    await card(light).getByText('Lamp and socket replaced').waitFor()
    await card(light).getByRole('button', { name: 'Release…' }).click()
    await dialog().getByRole('button', { name: 'Release to service' }).click()
    await dialog().getByText('A release names it.').first().waitFor()
    await dialog().getByLabel('Licence').fill('CH.66.1184')
    await dialog().getByLabel('Approval').fill('CH.145.0087')
    await dialog().getByLabel('Station').fill('lszh')
    await dialog().getByRole('button', { name: 'Release to service' }).click()
    await card(light).waitFor({ state: 'detached' })
    await open('?show=released')
    await card(light).getByText('CH.66.1184').waitFor()
    await card(light).getByRole('button', { name: 'Reopen…' }).click()
    await dialog().getByLabel('Why').fill('It flickers again')
    await dialog().getByRole('button', { name: 'Open it again' }).click()
    await card(light).waitFor({ state: 'detached' })
    await open('?show=open')
    await stands(light, 'Open')
  })

  test('a deferral is extended once, and both days are shown before', async () => {
    const cabin = 'Cabin briefing system silent'
    await open('?show=deferred')
    await card(cabin).getByRole('button', { name: 'Extend once…' }).click()
    await dialog().getByText('Category C, until').waitFor()
    await dialog().getByRole('button', { name: 'Extend once' }).click()
    await dialog().getByText('Say why').waitFor()
    await dialog().getByLabel('Reason').fill('Part ordered')
    await dialog().getByRole('button', { name: 'Extend once' }).click()
    await card(cabin).getByText('extended once, Part ordered').waitFor()
    await card(cabin).getByText('Extension is used up').waitFor()
  })

  test('a no-go defect is entered, and deferred once the pilot who was asked accepts it on a page of their own', async () => {
    await open('?show=open&new=defect')
    const form = office.getByRole('dialog', { name: 'Enter a defect' })
    await form.getByRole('button', { name: 'Enter the defect' }).click()
    await form.getByText('Choose the aircraft.').first().waitFor()
    await form.getByLabel('Aircraft', { exact: true }).selectOption({ index: 1 })
    await form.getByLabel('Defect', { exact: true }).fill(DEFECT)
    await form.getByLabel('ATA chapter').fill('32-51')
    await form.getByRole('button', { name: 'Enter the defect' }).click()
    await card(DEFECT).getByText('No go', { exact: true }).waitFor()
    await card(DEFECT).getByRole('button', { name: 'Defer under the MEL…' }).click()
    await dialog().getByRole('button', { name: 'Ask', exact: true }).click()
    await dialog().getByText('Choose who accepts it.').waitFor()
    await dialog().getByLabel('MEL reference').fill('32-51-01')
    await dialog().getByLabel('Restriction, shown on flights').fill('Taxi 10 kt at most')
    await dialog().getByLabel('Accepted by').selectOption('Marc Weber')
    await dialog().getByRole('button', { name: 'Ask Marc Weber' }).click()
    await card(DEFECT).getByText('Waits for Marc Weber').waitFor()
    const path = await card(DEFECT).getByRole('link', { name: 'Open the page here' }).getAttribute('href')
    await office.reload()
    await card(DEFECT).getByText('Waits for Marc Weber').waitFor()
    await pilot.goto(`${origin}${path}`)
    await pilot.getByText('Taxi 10 kt at most').waitFor()
    await pilot.getByRole('button', { name: 'Sign', exact: true }).click()
    await pilot.getByRole('heading', { level: 1, name: 'Signed' }).waitFor()
    await card(DEFECT).waitFor({ state: 'detached' })
    await open('?show=deferred')
    await card(DEFECT).getByText('Deferral accepted by').waitFor()
    await card(DEFECT)
      .getByText(/^(9|10) days left$/)
      .waitFor()
  })

  test('an opened journey log stands beside its flight, and an amendment waits for the commander', async () => {
    await open()
    await journeys()
      .getByRole('row', { name: /Signed, differs/ })
      .getByRole('link')
      .click()
    const twin = office.getByRole('table', { name: 'What the log says' })
    await twin.getByRole('row', { name: /^On block/ }).waitFor()
    await office.getByText('LOG_DIFFERS').waitFor()
    await office.getByRole('heading', { name: /^Technical log, HB-/ }).waitFor()
    assert.deepEqual(await pageFaults(office), [])
    await office.setViewportSize(WIDE)
    await office.getByRole('button', { name: 'Open an amendment…' }).click()
    await dialog().getByLabel('Why').fill('One passenger stayed behind')
    await dialog().getByRole('button', { name: 'Open the amendment' }).click()
    await office.getByText('Revision 2, draft').waitFor()
    await office.getByText('“One passenger stayed behind”').waitFor()
  })

  test('who may not read logs is told who may, and offered no place for them', async () => {
    await pilot.goto(`${origin}/console/logs`)
    await pilot.getByText('For administrators').waitFor()
    assert.equal(await pilot.getByRole('link', { name: 'Logs', exact: true }).count(), 0)
  })
})
