/** Support's day in a real Chromium: the queue, a dossier, a decision, a suspension, a provider, an operator, a request id. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'
import { pressOn } from './support/keyboard.ts'
import { signInStaff } from './support/staff.ts'

describe('the support console in a browser', () => {
  let demo: DemoConsole
  let lea: Page
  const complaints: string[] = []
  before(async () => {
    demo = await DemoConsole.start()
    lea = await signInStaff(demo)
    lea.on('pageerror', (error) => complaints.push(error.message))
  })
  after(() => demo.stop())

  const isFaultless = async (): Promise<void> => {
    await lea.waitForLoadState('networkidle')
    assert.deepEqual(await pageFaults(lea), [], lea.url())
    await lea.setViewportSize({ width: 1280, height: 900 })
  }
  const heading = (name: RegExp | string) => lea.getByRole('heading', { name, level: 1 }).waitFor()
  const region = (name: string) => lea.getByRole('region', { name, exact: true })
  const follow = async (name: string): Promise<void> => {
    await lea.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await heading(name)
  }

  test('the queue shows what waits by age, says what it is about, and is filtered by whom it waits for', async () => {
    const rows = lea.getByRole('table', { name: 'Queue' }).getByRole('row')
    await lea.getByRole('row', { name: /Rosterwise.*Decide demo held .*Support.*Jonas Frey.*6 d/ }).waitFor()
    await becomes('the number of rows', () => rows.count(), 7)
    await isFaultless()
    await lea.getByRole('link', { name: 'Providers 1' }).click()
    await lea.getByRole('row', { name: /Loglite.*Provider/ }).waitFor()
    await lea.getByRole('row', { name: /Rosterwise/ }).waitFor({ state: 'detached' })
    await becomes('the number of rows', () => rows.count(), 2)
  })

  test('staff decide by keyboard in the dossier, with what was measured, a checklist and a reason', async () => {
    await lea.getByRole('link', { name: 'All 6' }).click()
    await lea.getByRole('link', { name: 'Rosterwise', exact: true }).click()
    await heading(/Rosterwise/)
    await region('Scopes asked, allowed for its kind, used')
      .getByRole('row', { name: /crew:read/ })
      .waitFor()
    await region('Evidence').getByText('8 of 8').first().waitFor()
    await region('Case').getByText('longer than the 2 d promised').waitFor()
    await pressOn(lea, 'Take it over from Jonas Frey')
    await region('Case').getByText('The reason has 1 to 1000 characters').waitFor()
    await region('Case').getByLabel('Why you take it over').fill('Jonas is away this week')
    await pressOn(lea, 'Take it over from Jonas Frey')
    await region('Case').getByText('you, since').waitFor()
    const rate = region('Error rate').getByRole('slider')
    await rate.press('End')
    const value = () => rate.getAttribute('aria-valuetext')
    await becomes('what the bar says', value, /requests: failed or refused (\d|none)/)
    await isFaultless()
    const decision = region('Next: decide')
    await decision.getByLabel('Refuses a wrong state').focus()
    await lea.keyboard.press('Space')
    await decision.getByLabel(/^Reason/).fill('Not yet')
    await pressOn(lea, 'Move to production')
    await decision.getByText('Nothing goes to production without a demo').waitFor()
    await decision.getByLabel('The demo was held').focus()
    await lea.keyboard.press('Space')
    await decision.getByLabel(/^Reason/).fill('A month of rosters, and a refused swap.')
    await pressOn(lea, 'Move to production')
    await region('Timeline').getByText('“A month of rosters, and a refused swap.”').waitFor()
    await region('Last decision').getByText('Refuses a wrong state').waitFor()
    await region('Last decision').getByText('The demo was held').waitFor()
  })

  test('a suspension says first what stops, and is taken back to the mode before', async () => {
    await pressOn(lea, 'Other actions')
    await lea.getByRole('menuitem', { name: 'Suspend' }).press('Enter')
    const suspension = lea.getByRole('dialog', { name: 'Suspend Rosterwise at every operator?' })
    await suspension.getByText('Refresh tokens that sleep until it resumes').waitFor()
    await suspension.getByLabel(/^Reason/).fill('A secret leaked')
    const now = suspension.getByRole('button', { name: 'Suspend now' })
    assert.equal(await now.isDisabled(), true, 'its name is not typed yet')
    await suspension.getByLabel('Type Rosterwise to go on').fill('Rosterwise')
    await isFaultless()
    await now.press('Enter')
    await suspension.waitFor({ state: 'detached' })
    await pressOn(lea, 'Resume')
    const resumption = lea.getByRole('dialog', { name: 'Resume Rosterwise?' })
    await resumption.getByLabel(/^Reason/).fill('A new one is there')
    await resumption.getByRole('button', { name: 'Resume it' }).click()
    await resumption.waitFor({ state: 'detached' })
    await lea.getByRole('heading', { level: 1, name: /Production/ }).waitFor()
  })

  test('scopes beyond the kind are allowed in the dossier until a day, with a reason, and taken back', async () => {
    const beyond = region('Scopes beyond its kind')
    await beyond.getByText('Nothing: operators can allow it what its kind may have.').waitFor()
    await pressOn(lea, 'Allow more than its kind')
    const allowing = lea.getByRole('dialog', { name: 'Allow Rosterwise more than its kind' })
    await allowing.getByLabel('See passenger names and travel documents').press('Space')
    await allowing.getByLabel(/^Reason/).fill('Rosters name who travels')
    await pressOn(lea, 'Allow until that day')
    await allowing.getByText('Say until which day').waitFor()
    const lastDay = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    await allowing.getByLabel(/^Last day/).fill(lastDay)
    await isFaultless()
    await pressOn(lea, 'Allow until that day')
    await allowing.waitFor({ state: 'detached' })
    await beyond.getByText('See passenger names and travel documents').waitFor()
    await beyond.getByText('“Rosters name who travels”').waitFor()
    await isFaultless()
    await pressOn(lea, 'Take back')
    const taking = lea.getByRole('dialog', { name: /^Take back what goes beyond its kind/ })
    await taking.getByLabel(/^Reason/).fill('They do not need it')
    await taking.getByRole('button', { name: 'Take back at every operator' }).press('Enter')
    await taking.waitFor({ state: 'detached' })
    await beyond.getByText('Taken back').waitFor()
    await beyond.getByText('Nothing: operators can allow it what its kind may have.').waitFor()
  })

  test('one search finds operators, providers, applications, cases and a request by its id', async () => {
    const found = lea.getByRole('combobox', { name: 'Go to or find' })
    const looked = async (typed: string, name: RegExp) => {
      await lea.keyboard.press('Control+k')
      await found.fill(typed)
      await lea.getByRole('option', { name }).waitFor()
    }
    await looked('liberty', /Liberty Aviation .*operator/)
    await isFaultless()
    await found.fill('tankerly')
    await lea.getByRole('option', { name: /^Tankerly: .* case$/ }).waitFor()
    await lea.getByRole('option', { name: /^Tankerly, / }).waitFor()
    await found.fill('turnpoint')
    await lea.getByRole('option', { name: /Turnpoint Ltd .*provider/ }).waitFor()
    await found.fill('req_Abc123')
    await lea.getByRole('option', { name: /Look up req_Abc123/ }).waitFor()
    await lea.keyboard.press('Enter')
    await heading('What happened to a request?')
    await becomes('the id', () => lea.getByRole('textbox', { name: 'Request id' }).inputValue(), 'req_Abc123')
    assert.equal(await lea.getByText('Nothing was found.').count(), 0, 'nothing is looked up before somebody presses')
    await lea
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Queue \d+$/ })
      .waitFor()
  })

  test('the pages of providers lead from a company to its members, applications and sandbox operator', async () => {
    await follow('Providers')
    await lea.getByRole('row', { name: /Turnpoint Ltd.*Production 1, Suspended 1/ }).waitFor()
    await isFaultless()
    await lea.getByRole('link', { name: 'Turnpoint Ltd' }).click()
    await heading('Turnpoint Ltd')
    await region('Members')
      .getByRole('row', { name: /Priya Nair.*Member/ })
      .waitFor()
    await region('Applications')
      .getByRole('row', { name: /Visit Export.*Suspended/ })
      .waitFor()
    await isFaultless()
    await lea.getByRole('link', { name: 'turnpoint-ltd-dev' }).click()
    await heading('Turnpoint Ltd Sandbox')
    await region('Sandbox').getByText('turnpoint-ltd-dev.sandbox.localhost').waitFor()
  })

  test('an operator with people at work is asked to be suspended, that is taken back, and it is renamed', async () => {
    await follow('Operators')
    await lea.getByRole('button', { name: 'Create an operator' }).click()
    await lea.getByRole('dialog').getByLabel('Identifier').waitFor()
    await isFaultless()
    await lea.keyboard.press('Escape')
    await lea.getByRole('link', { name: 'Liberty Aviation' }).first().click()
    await heading('Liberty Aviation')
    await lea.getByRole('button', { name: 'Suspend' }).click()
    const suspension = lea.getByRole('dialog', { name: 'Suspend Liberty Aviation in both environments?' })
    await suspension.getByText('API keys that stop').waitFor()
    await suspension.getByLabel(/^Reason/).fill('Unpaid')
    await suspension.getByLabel('Type Liberty Aviation to go on').fill('Liberty Aviation')
    await suspension.getByRole('button', { name: 'Suspend now' }).click()
    await region('Waits for a second word').getByText('You ask to suspend it').waitFor()
    const liberty = demo.tenant('liberty', 'production')
    const outside = await demo.newPage()
    assert.equal((await outside.goto(`${demo.origin(liberty)}/sign-in/`))?.status(), 200, 'it is open meanwhile')
    await isFaultless()
    await region('Waits for a second word').getByRole('button', { name: 'Withdraw' }).click()
    await region('Waits for a second word').waitFor({ state: 'detached' })
    await lea.getByRole('button', { name: 'Rename' }).click()
    const renaming = lea.getByRole('dialog', { name: 'Rename Liberty Aviation?' })
    await renaming.getByLabel('Name').fill('Liberty Air')
    await renaming.getByLabel(/^Reason/).fill('The company changed its name')
    await renaming.getByRole('button', { name: 'Rename it' }).click()
    await heading('Liberty Air')
    await outside.goto(`${demo.origin(liberty)}/sign-in/`)
    await outside.getByText('Sign in to Liberty Air').first().waitFor()
    await outside.context().close()
  })

  test('a pasted request id says who asked, how it ended and which scope lacked', async () => {
    const tenant = demo.tenant('alpine', 'sandbox')
    const { client } = demo.server
    const fields = { refresh_token: tenant.refreshToken }
    const token = (await client.form(`${demo.origin(tenant)}/access_token/refresh/`, fields)).body
    const answer = await client.ask(`${demo.origin(tenant)}/api/graphql/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'query Log { auditEntryList { nodeList { at } } }' }),
    })
    const [{ extensions }] = answer.json<{ errors: [{ extensions: { requestId: string } }] }>().errors
    await lea.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requests' }).click()
    await heading('What happened to a request?')
    await lea.getByRole('textbox', { name: 'Request id' }).fill(extensions.requestId)
    await lea.keyboard.press('Enter')
    await lea.getByText('INSUFFICIENT_SCOPE').waitFor()
    await lea.getByText('Demo key, API key').waitFor()
    await region('Why').getByRole('listitem').filter({ hasText: 'audit:read' }).getByText('lacks it').waitFor()
    await isFaultless()
  })

  test('the staff log has every step with its reason and leads to what it was about', async () => {
    await follow('Staff log')
    const rows = lea.getByRole('table', { name: 'Staff log' }).getByRole('row')
    await lea.getByRole('row', { name: /Lea Marti Renamed it “The company changed its name” Liberty Air/ }).waitFor()
    const latest = await rows.allTextContents()
    for (const [index, words] of [
      /Looked up a request/,
      /Renamed it/,
      /Took back that it be suspended.*Unpaid/,
      /Asked to suspend it.*Unpaid/,
      /Took back what went beyond its kind.*do not need it/,
      /Allowed more than its kind.*who travels/,
      /Resumed it.*A new one/,
      /Suspended it.*leaked/,
      /Moved it to production.*swap/,
      /Took the case/,
    ].entries()) {
      assert.match(latest[index + 1] ?? '', words)
    }
    await isFaultless()
    await lea.getByRole('link', { name: 'Rosterwise' }).first().click()
    await heading(/Rosterwise/)
    assert.deepEqual(complaints, [])
  })
})
