/** A provider from sign-up to production, with a member of staff in a second browser; every page without a fault. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe } from 'node:test'
import { promisify } from 'node:util'
import * as openid from 'openid-client'
import type { Locator, Page } from 'playwright-core'
import { fromBase32, totpCode } from '../../server/src/domain/identity/totp.ts'
import { resolveLocalhostNames } from '../../server/test/support/localhost-names.ts'
import { oneAfterAnother } from '../../server/test/support/one-after-another.ts'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { runCommand } from '../../server/test/support/server-process.ts'
import { becomes, soon } from '../../server/test/support/soon.ts'
import { WebhookReceiver } from '../../server/test/support/webhook-receiver.ts'
import { copiedBy } from './support/clipboard.ts'
import { DemoConsole } from './support/demo-console.ts'
import { getsFocus, pressOn, tabTo } from './support/keyboard.ts'
import { signInStaff } from './support/staff.ts'

const PASSWORD = 'correct horse battery'
const PHONE = '+41446681800'
const REDIRECT_URI = 'https://app.rampready.example/callback'
const OTHER_PHONE = '+41446681801'

const test = oneAfterAnother()

/** Wholly, without scrolling. */
const isInSight = async (shown: Locator): Promise<boolean> => {
  const box = await shown.boundingBox()
  const height = shown.page().viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

describe('the developer portal and the support console in a browser', () => {
  let demo: DemoConsole
  let receiver: WebhookReceiver
  let lena: Page
  let sam: Page
  let secret = ''
  let token = ''
  let sandboxApi = ''
  const complaints: string[] = []
  before(async () => {
    receiver = await WebhookReceiver.start()
    demo = await DemoConsole.start({ AIRSIDE_WEBHOOK_LOOPBACK: '1' })
    lena = await demo.newPage()
    lena.on('pageerror', (error) => complaints.push(error.message))
  })
  after(async () => {
    await demo.stop()
    await receiver.close()
  })

  const developers = () => demo.platformOrigin('developers')
  const support = () => demo.platformOrigin('support')
  /** The demo shows what it would have sent. */
  const lastCode = async (): Promise<string> => {
    const outbox = await lena.context().newPage()
    // Who signs up is nobody yet, and sees the mail of that sign-up by its id.
    const signUp = new URL(lena.url()).searchParams.get('sign_up')
    await outbox.goto(`${developers()}/outbox/${signUp === null ? '' : `?sign_up=${signUp}`}`)
    const text = (await outbox.locator('main').textContent()) ?? ''
    await outbox.close()
    return /\b\d{6}\b/.exec(text)?.[0] ?? ''
  }
  const isFaultless = async (page: Page) => {
    assert.deepEqual(await pageFaults(page), [], page.url())
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { name, level: 1 }).waitFor()

  test('a provider signs up by keyboard with the code of a mail, and finds no application yet', async () => {
    await lena.goto(`${developers()}/`)
    await lena.getByRole('link', { name: /Sign up/ }).click()
    await getsFocus(lena, 'Company')
    await lena.getByLabel('Company').fill('Vektor Ops GmbH')
    await lena.getByLabel('Your name').fill('Lena Vogt')
    await lena.getByLabel('Work email').fill('lena@vektor.example')
    await lena.getByLabel('Password').fill(PASSWORD)
    await isFaultless(lena)
    await lena.keyboard.press('Enter')
    await lena.getByLabel('Six digits').waitFor()
    await getsFocus(lena, 'Six digits')
    await lena.getByLabel('Six digits').fill(await lastCode())
    await isFaultless(lena)
    await lena.keyboard.press('Enter')
    await heading(lena, 'Applications')
    await lena.getByText('No application yet').waitFor()
    await isFaultless(lena)
    const colours = await lena
      .getByRole('main')
      .getByRole('link', { name: 'Register an application' })
      .evaluate((link) => {
        const plus = link.querySelector('svg') ?? link
        return [getComputedStyle(plus).stroke, getComputedStyle(link).color]
      })
    assert.equal(colours[0], colours[1], 'the plus has the colour of the words beside it')
  })

  test('an application is registered with a live preview and every rule at its field', async () => {
    await lena.getByRole('link', { name: 'Register', exact: true }).click()
    await heading(lena, 'Register an application')
    await lena.getByLabel('Name', { exact: true }).fill('Apronwise')
    await lena.getByText('Allow Apronwise to connect to Alpine Jet?').waitFor()
    await lena.getByText(/^By Vektor Ops GmbH, /).waitFor()
    await lena.getByRole('button', { name: 'Register' }).click()
    await lena.getByText('Phone number is a real number').waitFor()
    await isFaultless(lena)
    await lena.getByLabel('Company website').fill('https://rampready.example')
    await lena.getByLabel('Contact', { exact: true }).fill('Apronwise GmbH, Zürich')
    await lena.getByLabel('Phone number').fill(PHONE)
    await lena.getByLabel('Redirect URI 1', { exact: true }).fill(REDIRECT_URI.replace('https:', 'http:'))
    await lena.getByText('http would send the code over an open line').waitFor()
    await lena.getByRole('button', { name: 'Make it https' }).click()
    await becomes('the address', () => lena.getByLabel('Redirect URI 1', { exact: true }).inputValue(), REDIRECT_URI)
    await lena.getByRole('button', { name: 'Add an address' }).click()
    await lena.getByLabel('Redirect URI 2', { exact: true }).fill('nowhere')
    await lena.getByText('An address begins with https://').waitFor()
    await isFaultless(lena)
    await lena.getByRole('button', { name: 'Remove redirect URI 2' }).click()
    await lena.getByLabel('Description').fill('Handles the ramp.')
    const large = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(1024 * 1024 + 1) }
    await lena.getByText('17 of 2,000').waitFor()
    await lena.getByLabel('Logo').setInputFiles(large)
    await lena.getByText('A logo has at most 1 MB: choose a smaller one.').waitFor()
    await lena.getByText('7 of 8 items in order').waitFor()
    // Dropped onto the field, and shown before it is sent; only the server sees that it is no picture.
    const dataTransfer = await lena.evaluateHandle(`(() => {
      const moved = new DataTransfer()
      moved.items.add(new File(['no picture'], 'dropped.png', { type: 'image/png' }))
      return moved
    })()`)
    await lena.locator('.logo-drop').dispatchEvent('drop', { dataTransfer })
    await lena.getByText('dropped.png').waitFor()
    await lena.getByText('8 of 8 items in order').waitFor()
    await lena.locator('.logo-drop img').waitFor({ state: 'attached' })
    await lena.getByRole('button', { name: 'Register Apronwise' }).click()
    await heading(lena, 'Apronwise')
    await lena.getByRole('alert').getByText('It is registered, but its logo was not taken.').waitFor()
    await lena.getByRole('listitem').filter({ hasText: 'Test environment only' }).first().waitFor()
    await isFaultless(lena)
  })

  test('the first page shows that the sandbox is being made, and its address once it is there, without a reload', async () => {
    await pressOn(lena, 'Applications')
    const panel = lena.getByRole('region', { name: 'Your sandbox operator' })
    await panel.getByRole('link', { name: /vektor-ops-gmbh-dev\.sandbox/ }).waitFor()
    await pressOn(lena, 'Reset its data')
    await lena.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
    await panel.getByText('Your sandbox gets fresh data').waitFor()
    await isFaultless(lena)
    await panel.getByText('Your sandbox gets fresh data').waitFor({ state: 'detached' })
  })

  test('a member opens the console of the own sandbox without another password, and nothing carried stands in an address (threats row 240)', async () => {
    const page = await lena.context().newPage()
    const seen: { readonly url: string; readonly referer: string | undefined }[] = []
    let carried = ''
    page.on('request', (request) => {
      if (request.method() === 'POST') carried ||= new URLSearchParams(request.postData() ?? '').get('carried') ?? ''
      seen.push({ url: request.url(), referer: request.headers().referer })
    })
    await page.goto(`${developers()}/console/`)
    await pressOn(page, 'Open its console')
    // The portal names her too: what is waited for is the sandbox's address.
    await page.waitForURL(/vektor-ops-gmbh-dev\.sandbox\.localhost.*\/console\//)
    await page.getByRole('link', { name: /Lena Vogt/ }).waitFor()
    assert.match(carried, /^[0-9A-Za-z]{43}$/)
    for (const { url, referer } of seen) {
      // A browser names the fragment of an address to its own pages, and sends it nowhere.
      assert.ok(!url.replace(/#.*$/, '').includes(carried), url)
      assert.ok(!(referer ?? '').includes(carried), url)
    }
    await page.goBack()
    assert.ok(!page.url().includes(carried), 'nor does the way back have it')
    await page.close()
    await pressOn(lena, 'Applications')
    await pressOn(lena, 'Apronwise')
    await heading(lena, /Apronwise/)
  })

  test('a code from the phone makes a secret, which is shown once', async () => {
    await lena.getByRole('link', { name: 'Make a secret' }).click()
    await heading(lena, 'Apronwise: credentials')
    await lena.getByText('None yet: no token can be exchanged.').waitFor()
    await lena.getByRole('button', { name: 'Make a secret' }).click()
    const drawer = lena.getByRole('dialog', { name: 'Make a secret' })
    await drawer.getByText('Six digits go to +41 ••• ••00').waitFor()
    await isFaultless(lena)
    await drawer.getByRole('button', { name: 'Send the code' }).click()
    await lena.getByLabel('Six digits').waitFor()
    await lena.getByLabel('Six digits').fill(await lastCode())
    const made = Promise.withResolvers<void>()
    await lena.route('**/console/graphql/', async (route) => {
      if (route.request().postData()?.includes('mutation SecretCreate')) await made.promise
      await route.continue()
    })
    await isFaultless(lena)
    await drawer.getByRole('button', { name: 'Make the secret' }).click()
    const leaving = lena.getByRole('dialog', { name: 'Leave without the secret?' })
    const stay = async () => {
      await lena.evaluate('history.back()')
      await leaving.getByRole('button', { name: 'Cancel' }).click()
      await leaving.waitFor({ state: 'detached' })
    }
    await stay()
    made.resolve()
    secret = await lena.getByLabel('Client secret', { exact: true }).inputValue()
    assert.match(secret, /^air_test_cs_/, 'a secret of an application in test mode says so')
    await lena.unrouteAll({ behavior: 'wait' })
    await lena.getByText(`…${secret.slice(-4)}`, { exact: true }).waitFor()
    await stay()
    await isFaultless(lena)
    const next = lena.getByRole('link', { name: 'connect your sandbox operator' })
    assert.equal(await next.count(), 0, 'nothing leads away from a secret that is shown once')
    await becomes('Done waits', () => lena.getByRole('button', { name: 'Done' }).isDisabled(), true)
    await lena.getByLabel('I stored it where only our server can read it').check()
    await lena.getByRole('button', { name: 'Done' }).click()
    await next.waitFor()
    await lena.reload()
    await lena.getByText(`…${secret.slice(-4)}`, { exact: true }).waitFor()
    assert.equal(await lena.getByText(secret).count(), 0)
  })

  /** Runs a line of the page as somebody would who copied it. */
  const inShell = async (line: string, variables: Record<string, string>): Promise<Record<string, unknown>> => {
    const options = { env: { ...process.env, ...variables } }
    return JSON.parse((await promisify(execFile)('bash', ['-c', `${line} --silent`], options)).stdout)
  }
  const codeLines = async (page: Page, start: string): Promise<string> =>
    (await page.locator('pre.code-lines', { hasText: start }).first().textContent()) ?? ''

  test('the link to the own sandbox is built by keyboard, and what comes back is checked and exchanged by the lines shown', async () => {
    await pressOn(lena, 'Connect')
    await heading(lena, 'Apronwise: connect')
    await pressOn(lena, 'Add this portal’s callback')
    await lena.getByRole('button', { name: 'Add this portal’s callback' }).waitFor({ state: 'detached' })
    const matrix = lena.getByRole('table', { name: 'What to ask for' })
    await matrix
      .getByRole('row', { name: /Free aircraft/ })
      .getByText('not offered')
      .waitFor()
    const preview = lena.locator('.consent-card')
    await preview.getByText(/^See or change .*trips and flights/).waitFor()
    await pressOn(lena, 'trips and flights', ' ')
    await lena.getByText('2 to see, 0 to change').waitFor()
    await preview.getByText('Reach another operator, your password or your API keys').waitFor()
    await preview.getByText(/^Change .*trips and flights/).waitFor()
    const previewed = await preview.locator('ul').nth(1).getByRole('listitem').allTextContents()
    await isFaultless(lena)
    await pressOn(lena, 'Open it')
    await lena.getByRole('heading', { name: 'Allow Apronwise to connect to Vektor Ops GmbH Sandbox?' }).waitFor()
    assert.deepEqual(
      await lena.locator('.denied li').allTextContents(),
      previewed,
      'the preview says what the page says',
    )
    await pressOn(lena, 'Allow')
    await heading(lena, 'Apronwise: connect')
    const left = lena.getByRole('img', { name: /^\d minutes? \d+ seconds? of 10 minutes left$/ })
    await becomes('the code is in sight', () => isInSight(left), true)
    await lena.getByText('came back as sent').waitFor()
    await lena.getByText('is the operator that was asked').waitFor()
    assert.doesNotMatch(lena.url(), /code=/)
    await isFaultless(lena)
    const tokens = await inShell(await codeLines(lena, 'grant_type=authorization_code'), { SECRET: secret })
    assert.equal(tokens.scope, 'aircraft:read flight:read', JSON.stringify(tokens))
    await lena.getByLabel('Or here: paste the client secret').fill(secret)
    await lena.keyboard.press('Enter')
    await lena.getByText('No tokens were made.').waitFor()
    await becomes('the secret', () => lena.getByLabel('Or here: paste the client secret').inputValue(), '')
  })

  test('the button exchanges a code with the pasted secret, and the query and refresh that follow work as shown', async () => {
    await pressOn(lena, 'Open it')
    await lena.waitForURL('**/oauth2/code/authorize/**')
    await pressOn(lena, 'Allow')
    await lena.waitForURL('**/connect')
    await heading(lena, 'Apronwise: connect')
    await lena.getByText('came back as sent').waitFor()
    await tabTo(lena, 'Or here: paste the client secret')
    await lena.keyboard.type(secret)
    await lena.keyboard.press('Enter')
    await lena.getByRole('heading', { name: 'Active tokens' }).waitFor()
    await lena.getByRole('img', { name: /^1 of 500 tokens active/ }).waitFor()
    await lena.getByRole('row', { name: /Vektor Ops GmbH Sandbox Sandbox.*1 of 50 1 of 500/ }).waitFor()
    await isFaultless(lena)
    await lena.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = (name: string) => copiedBy(lena.getByRole('button', { name }))
    const TOKEN = await copied('Copy the access token')
    const line = await codeLines(lena, 'Authorization: Bearer')
    sandboxApi = /https?:\/\/\S+\/api\/graphql\//.exec(line)?.[0] ?? ''
    const fleet = await inShell(line, { TOKEN })
    assert.match(JSON.stringify(fleet), /"registration":"/)
    token = TOKEN
    const variables = { SECRET: secret, REFRESH_TOKEN: await copied('Copy the refresh token') }
    const refreshed = await inShell(await codeLines(lena, 'grant_type=refresh_token'), variables)
    assert.equal(refreshed.refresh_token, variables.REFRESH_TOKEN)
    assert.deepEqual(
      await lena
        .evaluate<string[]>('Object.values(sessionStorage).concat(Object.values(localStorage))')
        .then((kept) => kept.filter((text) => text.includes(secret) || text.includes(TOKEN))),
      [],
      'neither secret nor token is kept in the browser',
    )
  })

  test('an endpoint of the application is refused at its field, previewed on a flight of the sandbox, added and tested (events §2)', async () => {
    const drawer = lena.getByRole('dialog').first()
    await lena.getByRole('navigation', { name: 'Apronwise' }).getByRole('link', { name: 'Events' }).click()
    await heading(lena, 'Apronwise: events')
    await lena.getByText('Hear about changes as they happen').waitFor()
    await isFaultless(lena)
    await lena.getByRole('link', { name: 'Add an endpoint' }).click()
    await drawer.getByLabel('URL').fill('https://10.2.0.14/hook')
    await drawer.getByLabel('What it is for').fill('Staging')
    await drawer.getByLabel('Flights', { exact: true }).check()
    await drawer.getByText('Only in some states').click()
    await drawer.getByLabel('CONFIRMED', { exact: true }).check()
    await drawer.getByText('A query for the payload').click()
    await drawer
      .getByLabel('Query for the payload')
      .fill('query ($entityId: ID!) { flight(flightId: $entityId) { status } }')
    await drawer.getByRole('button', { name: 'Show a message' }).click()
    await drawer.getByText(/"status": "CONFIRMED"/).waitFor()
    await drawer.getByText(/^Its query costs \d+ with each message/).waitFor()
    await isFaultless(lena)
    await drawer.getByRole('button', { name: 'Add, and show the secret' }).click()
    await drawer.getByRole('alert').getByText('No endpoint was added.').waitFor()
    await becomes('URL is wrong', () => drawer.getByLabel('URL').getAttribute('aria-invalid'), 'true')
    await drawer.getByLabel('URL').fill(receiver.url)
    await drawer.getByRole('button', { name: 'Add, and show the secret' }).click()
    assert.match(await drawer.getByLabel('Signing secret').inputValue(), /^whsec_/)
    await drawer.getByRole('button', { name: 'Send a test' }).click()
    await soon('the test arrives', () => receiver.received[0]?.type === 'webhook.test')
    await isFaultless(lena)
    await drawer.getByLabel('I stored it').check()
    await drawer.getByRole('button', { name: 'Done' }).click()
    const attempt = drawer.getByRole('row', { name: /webhook\.test/ })
    await attempt.getByText('200').waitFor()
    await isFaultless(lena)
    await drawer.getByLabel('Outcome').selectOption('Refused')
    await drawer.getByText('No try ended so.').waitFor()
    await drawer.getByLabel('Outcome').selectOption('Any outcome')
    await attempt.getByRole('link').click()
    await drawer.getByText('The receiver took it.').waitFor()
    await isFaultless(lena)
    await drawer.getByRole('link', { name: 'Back to the endpoint' }).click()
  })

  test('a refused message stands in the endpoint’s log with its answer; what waits is counted before it is switched on, and arrives (events §2)', async () => {
    const drawer = lena.getByRole('dialog').first()
    const question = lena.getByRole('dialog').last()
    const isAnswered = () => lena.getByRole('dialog').nth(1).waitFor({ state: 'hidden' })
    receiver.answers(503)
    const asked = JSON.stringify({ query: '{ changeList { nodeList { cursor } } }' })
    const feed = await inShell(`curl ${sandboxApi} -H "Authorization: Bearer $TOKEN" --json '${asked}'`, {
      TOKEN: token,
    })
    const cursor = [...JSON.stringify(feed).matchAll(/"cursor":"([^"]+)"/g)].at(-1)?.[1] ?? ''
    await drawer.getByRole('button', { name: 'Send again from a cursor' }).click()
    await question.getByLabel('After the cursor').fill(cursor)
    await question.getByRole('button', { name: /^Send \d+ again$/ }).click()
    await isAnswered()
    await drawer.getByText(/messages? waits? and go(es)? out in order once it answers/).waitFor()
    await isFaultless(lena)
    await drawer
      .getByRole('row', { name: /flight\.\w+.*503/ })
      .first()
      .getByRole('link')
      .click()
    await drawer.getByText('Only 200 to 299 within 10 s').waitFor()
    await isFaultless(lena)
    await drawer.getByRole('link', { name: 'Back to the endpoint' }).click()
    await drawer.getByRole('button', { name: 'Switch off' }).click()
    await question.getByRole('button', { name: 'Switch off', exact: true }).click()
    await isAnswered()
    await drawer.getByText(/Switched on, it goes on where it stopped: \d+ messages?, in order/).waitFor()
    await isFaultless(lena)
    await drawer.getByRole('button', { name: 'Switch on' }).click()
    const promise = question.getByText(/It goes on where it stopped and sends \d+ messages?, in order/)
    await promise.waitFor()
    await isFaultless(lena)
    const [, promised = ''] = /sends (\d+) message/.exec((await promise.textContent()) ?? '') ?? []
    receiver.received.length = 0
    receiver.takesAll()
    await question.getByRole('button', { name: 'Switch on', exact: true }).click()
    await isAnswered()
    await soon(
      'everything that was counted arrives',
      () => new Set(receiver.received.map(({ id }) => id)).size === Number(promised),
    )
    await drawer.getByRole('button', { name: 'Close' }).click()
    await lena.getByText('Taken at the first try').waitFor()
    await lena.getByText('95 % within').waitFor()
    await isFaultless(lena)
    await lena.getByRole('table', { name: 'Endpoints' }).getByRole('link', { name: 'Staging' }).click()
    await drawer.getByRole('button', { name: 'Replace the secret' }).waitFor()
  })

  test('an endpoint of the application gets another secret, is switched off and on, and deleted (events §2)', async () => {
    const drawer = lena.getByRole('dialog').first()
    const confirm = async (verb: string) => {
      await lena.getByRole('dialog').last().getByRole('button', { name: verb, exact: true }).click()
      await lena.getByRole('dialog').nth(1).waitFor({ state: 'hidden' })
    }
    await drawer.getByRole('button', { name: 'Replace the secret' }).click()
    await lena.getByRole('dialog').last().getByRole('button', { name: 'Make a new secret' }).click()
    await drawer.getByText('The old one signs too').waitFor()
    await drawer.getByLabel('I stored it').check()
    await drawer.getByRole('button', { name: 'Done' }).click()
    await drawer.getByRole('button', { name: 'Switch off' }).click()
    await confirm('Switch off')
    await drawer.getByText('a member of the provider switched it off').waitFor()
    await drawer.getByRole('button', { name: 'Switch on' }).click()
    await confirm('Switch on')
    await drawer.getByRole('button', { name: 'Send again from a cursor' }).click()
    await lena.getByLabel('After the cursor').fill('none')
    await lena.getByRole('dialog').last().getByRole('button', { name: 'Send again', exact: true }).click()
    await lena.getByRole('dialog').last().getByRole('alert').waitFor()
    await lena.getByRole('dialog').last().getByRole('button', { name: 'Cancel' }).click()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await lena
      .getByRole('row', { name: /Staging.*Sandbox.*Flights/ })
      .getByText('On', { exact: true })
      .waitFor()
    await isFaultless(lena)
    await lena.getByRole('table', { name: 'Endpoints' }).getByRole('link', { name: 'Staging' }).click()
    await drawer.getByRole('button', { name: 'Delete' }).click()
    await lena.getByRole('dialog').last().getByRole('button', { name: 'Delete' }).click()
    await lena.getByText('Hear about changes as they happen').waitFor()
    await lena.getByRole('navigation', { name: 'Apronwise' }).getByRole('link', { name: 'Connect' }).click()
    await heading(lena, 'Apronwise: connect')
  })

  test('the explorer in the portal runs a query at the own sandbox with a token of the application, and says what it lacks', async () => {
    const page = await lena.context().newPage()
    const strangers: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(developers()) && !request.url().startsWith('blob:')) strangers.push(request.url())
    })
    await page.goto(`${developers()}/console/`)
    await page.getByText('2 requests in 14 d').waitFor()
    await page.getByRole('link', { name: 'Explorer' }).click()
    await page.getByText('Needs 1 scope').waitFor()
    await page.locator('.view-lines').nth(2).waitFor()
    await pressOn(page, 'Access token', 'Home')
    await page.keyboard.type(token)
    await page.keyboard.press('Enter')
    await page.getByText('Will run').waitFor()
    await page.getByText('Apronwise (air_test_at_').waitFor()
    const answered = page.waitForResponse(
      (response) =>
        response.url().endsWith('/console/explorer/graphql/') &&
        (response.request().postData()?.includes('query Fleet') ?? false),
    )
    await pressOn(page, 'Run')
    assert.ok((await (await answered).json()).data.aircraftList.nodeList.length > 0)
    await page.getByText('"registration"').first().waitFor()
    await isFaultless(page)
    assert.deepEqual(strangers, [], 'everything comes from the portal’s own address')
    await page.close()
    // In the tab where Connect made it, the token is there without being pasted, and is kept nowhere.
    await lena.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explorer' }).click()
    await lena.getByText('Apronwise (air_test_at_').waitFor()
    assert.doesNotMatch(await lena.evaluate<string>('JSON.stringify({ ...sessionStorage })'), /air_test_at_/)
    await lena.goBack()
    await heading(lena, 'Apronwise: connect')
  })

  test('the inspector says what is wrong with an answer: an error, another state, no answer at all', async () => {
    const paste = (text: string) => lena.getByLabel('Callback address').fill(text)
    await paste('https://app.rampready.example/callback?error=access_denied&error_description=Not%20allowed&state=x')
    await lena.getByText('The person pressed Cancel').waitFor()
    await paste(
      'https://app.rampready.example/callback?code=air_test_ac_abc&state=forged&iss=https%3A%2F%2Fevil.example',
    )
    await lena.getByText('This is not the answer to your link.').waitFor()
    await lena.getByText(/^iss is https:\/\/evil\.example, not http/).waitFor()
    assert.equal(await lena.getByRole('button', { name: 'Exchange' }).count(), 0)
    await isFaultless(lena)
    await paste("https://x.example/?code='; rm -rf ~ #&state=x")
    await lena.getByText('Its code is none of ours').waitFor()
    await lena.goto(`${developers()}/callback/?code=air_test_ac_abc&state=unknown`)
    await lena.getByText('No link that was opened in this tab carries this state.').waitFor()
    await isFaultless(lena)
    await lena.goto(`${developers()}/console/`)
    await lena.getByRole('link', { name: 'Apronwise', exact: true }).waitFor()
    await lena.getByText('Next: Build').waitFor()
    await lena.getByRole('region', { name: 'What is new' }).getByText('Vektor Ops GmbH Sandbox connected').waitFor()
    await lena.getByRole('region', { name: 'Read on' }).getByRole('link', { name: 'Reference' }).waitFor()
    await isFaultless(lena)
    await lena.keyboard.press('Control+k')
    await lena.getByRole('combobox', { name: 'Go to or find' }).fill('apron prod')
    await lena.getByRole('option', { name: /^Apronwise: production/ }).waitFor()
    await lena.keyboard.press('Escape')
  })

  test('the sandbox gets fresh data, and what is connected to it stays connected', async () => {
    const fleet = (): Promise<string> =>
      lena.evaluate<string>(
        `fetch('/console/explorer/graphql/', {
          method: 'POST',
          headers: { authorization: ${JSON.stringify(`Bearer ${token}`)}, 'content-type': 'application/json' },
          body: JSON.stringify({ query: '{ aircraftList { nodeList { aircraftId } } }' }),
        }).then((answer) => answer.text())`,
      )
    await pressOn(lena, 'Reset its data')
    await lena.getByRole('dialog', { name: 'Reset the sandbox’s data?' }).waitFor()
    await isFaultless(lena)
    const reset = lena.waitForResponse((answer) => answer.request().postData()?.includes('sandboxReset') ?? false)
    await lena.getByRole('dialog').getByRole('button', { name: 'Reset' }).press('Enter')
    assert.deepEqual((await (await reset).json()).data.sandboxReset.userErrorList, [])
    await lena.getByRole('dialog').waitFor({ state: 'detached' })
    await becomes('the fleet', fleet, /"aircraftId":"/)
    assert.equal(await lena.getByRole('alert').count(), 0)
  })

  test('the examples of the documentation name the own sandbox and application, and keep no secret', async () => {
    const docs = await lena.context().newPage()
    await docs.goto(`${developers()}/docs/guides/code-grant/`)
    await docs.locator('.docs-own.is-own').waitFor()
    const words = () => docs.locator('main').textContent()
    await becomes('the page', words, /vektor-ops-gmbh-dev\.sandbox\.localhost/)
    await becomes('the page', words, /client_id=app_/)
    await becomes('the page', words, /^(?!.*(alpine\.sandbox|your-company-dev|YOUR_CLIENT_ID))/s)
    assert.doesNotMatch(await docs.evaluate<string>('JSON.stringify({ ...localStorage })'), /app_|air_/)
    await docs.close()
  })

  test('the first page says that the sandbox is suspended and whom to write to, until it is resumed', async () => {
    const panel = lena.getByRole('region', { name: 'Your sandbox operator' })
    const [, operatorId = ''] =
      /\/\/([\w-]+)\.sandbox\./.exec((await panel.getByRole('link').first().getAttribute('href')) ?? '') ?? []
    const host = (step: string) =>
      runCommand(['operator', step, operatorId, '--reason', 'We look into it', '--yes'], demo.environment)
    // While the sandbox gets its fresh data, the embedded store is written to, and a command of the host waits for it.
    await panel.getByRole('button', { name: 'Reset its data' }).waitFor()
    await host('suspend')
    await lena.reload()
    await panel.getByText(`${operatorId} is suspended: its address is closed`).waitFor()
    await panel.getByText('Write to support').waitFor()
    await isFaultless(lena)
    await host('resume')
    await lena.reload()
    await panel.getByRole('button', { name: 'Reset its data' }).waitFor()
  })

  test("a member moves the sandbox's clock by half an hour", async () => {
    await lena.getByText('Its clock shows the world’s time').click()
    await becomes('the smallest step is chosen', () => lena.getByLabel('+30 min').isChecked(), true)
    await lena.getByRole('button', { name: 'Advance 30 min' }).click()
    await lena.getByText('The clock stands 30 min ahead.').waitFor()
    await isFaultless(lena)
    await lena.getByRole('link', { name: 'Apronwise', exact: true }).click()
    await heading(lena, /Apronwise/)
  })

  /** The latest code to a number: the outbox shows the newest message first. */
  const codeTo = async (number: string): Promise<string> => {
    const outbox = await lena.context().newPage()
    await outbox.goto(`${developers()}/outbox/`)
    const text = (await outbox.locator('main').textContent()) ?? ''
    await outbox.close()
    return new RegExp(`${number.replace('+', '\\+')}[^]*?\\b(\\d{6})\\b`).exec(text)?.[1] ?? ''
  }

  test('a registration is changed by keyboard with every rule at its field', async () => {
    await pressOn(lena, 'Registration')
    await heading(lena, 'Apronwise: registration')
    await tabTo(lena, 'Company website')
    await lena.keyboard.press('Control+a')
    await lena.keyboard.type('nowhere')
    await pressOn(lena, 'Save changes')
    await lena.getByText('Website is an http or https URL').waitFor()
    await lena.getByText('Nothing was changed.').waitFor()
    await isFaultless(lena)
    await lena.getByLabel('Company website').fill('https://ramp.example')
    await lena.getByLabel('Description').fill('Handles the ramp, at night too.')
    await pressOn(lena, 'Save changes')
    await lena.getByText('Saved.').waitFor()
    await lena.reload()
    await lena.getByText('Handles the ramp, at night too.').first().waitFor()
    await becomes('the website', () => lena.getByLabel('Company website').inputValue(), 'https://ramp.example')
  })

  test('a logo is replaced, and one that is no picture is refused', async () => {
    const logo = lena.getByRole('region', { name: 'Logo' })
    await logo
      .getByLabel('Logo')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await logo.getByRole('button', { name: 'Send the logo' }).click()
    await logo.getByText('The logo was not changed.').waitFor()
    const send = async (buffer: Buffer) => {
      await logo.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
      const sent = lena.waitForResponse('**/console/logo/**')
      await pressOn(lena, 'Send the logo')
      assert.equal((await sent).status(), 200)
      await logo.getByText('The logo was changed.').waitFor()
      return lena.evaluate<string>(
        `fetch('/application-logo/${clientId}').then((answer) => answer.arrayBuffer()).then((bytes) => new Uint8Array(bytes).join())`,
      )
    }
    const clientId = /app_\w+/.exec(lena.url())?.[0] ?? ''
    const pictures = [
      await lena.getByRole('heading', { level: 1 }).screenshot(),
      await lena.getByRole('navigation', { name: 'Main' }).screenshot(),
    ]
    const [first, second] = [await send(pictures[0] ?? Buffer.of()), await send(pictures[1] ?? Buffer.of())]
    assert.notEqual(first, second, 'the second picture took the place of the first')
    await lena.getByRole('region', { name: 'How operators see it' }).locator('img').waitFor()
    await isFaultless(lena)
  })

  test('the phone number changes with a code from the old and one from the new number', async () => {
    await pressOn(lena, 'Credentials')
    await heading(lena, 'Apronwise: credentials')
    await tabTo(lena, 'New number')
    await lena.keyboard.type(OTHER_PHONE)
    await lena.keyboard.press('Enter')
    await lena.getByLabel('Code from the old number').waitFor()
    const [old, fresh] = [await codeTo(PHONE), await codeTo(OTHER_PHONE)]
    await lena.getByLabel('Code from the new number').fill(fresh)
    await lena.getByLabel('Code from the old number').fill('000000')
    await lena.keyboard.press('Enter')
    await lena.getByText('Not this code').waitFor()
    await isFaultless(lena)
    await lena.getByLabel('Code from the old number').fill(old)
    await lena.keyboard.press('Enter')
    await lena.getByText('The number was changed. All members are told by mail.').waitFor()
    await lena.getByText('+41 ••• ••01', { exact: true }).first().waitFor()
    await lena.getByRole('row', { name: /Phone number changed Lena Vogt/ }).waitFor()
    await pressOn(lena, 'The old number cannot be reached any more')
    await lena.getByLabel('The new number').fill(PHONE)
    await lena.getByLabel('How support can be sure').fill('Call our office.')
    await pressOn(lena, 'Ask support')
    await lena.getByText(/^Support was asked .* to allow/).waitFor()
    await isFaultless(lena)
  })

  test('a secret is ended at a time, so that programs can move to another', async () => {
    await pressOn(lena, `End …${secret.slice(-4)}`)
    await lena.getByLabel('When').selectOption('In seven days')
    await isFaultless(lena)
    await lena.getByRole('button', { name: 'End it then' }).click()
    const ends = new RegExp(`^…${secret.slice(-4)} \\d\\d:.*Z \\d\\d:.*Z \\d+ \\w+ 20\\d\\d`)
    await lena.getByRole('row', { name: ends }).waitFor()
    await lena
      .getByRole('row', { name: new RegExp(`Secret …${secret.slice(-4)} set to end on .* Lena Vogt`) })
      .waitFor()
  })

  test('the provider asks for a demo, withdraws, asks again and writes to support', async () => {
    await pressOn(lena, 'Usage')
    await heading(lena, 'Apronwise: usage')
    await lena.getByRole('row', { name: /Vektor Ops GmbH Sandbox Sandbox/ }).waitFor()
    await lena.getByText(/each operator; requests are kept for \d+ days\.$/).waitFor()
    await isFaultless(lena)
    await pressOn(lena, 'Production')
    await heading(lena, 'Apronwise: production')
    const ask = async () => {
      for (const [index, label] of ['First choice', 'Second choice', 'Third choice'].entries()) {
        await lena.getByLabel(label, { exact: true }).selectOption({ index: index + 3 })
      }
      await lena.getByLabel('Who comes').fill('Lena, Priya')
      await lena.getByRole('button', { name: 'Ask for the demo' }).click()
      await lena.getByRole('heading', { name: 'Next: support picks a time' }).waitFor()
    }
    await ask()
    const offered = /^(Mon|Tue|Wed|Thu|Fri) \d+ \w{3} 20\d\d \d\d:\d\dZ$/
    await becomes('the number of offered times in words', () => lena.locator('time', { hasText: offered }).count(), 3)
    await pressOn(lena, 'Other actions')
    await lena.getByRole('menuitem', { name: 'Withdraw the request' }).click()
    await lena.getByLabel('Why you withdraw').fill('One more check')
    await isFaultless(lena)
    await lena.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await lena.getByText('“One more check”').waitFor()
    await ask()
    await lena.getByLabel('Message').fill('We show a real day.')
    await lena.getByRole('button', { name: 'Send', exact: true }).click()
    await lena.getByRole('paragraph').filter({ hasText: 'We show a real day.' }).first().waitFor()
    await isFaultless(lena)
  })

  test('a member of staff signs in with the second step of the demo and finds the case in the queue', async () => {
    sam = await signInStaff(demo)
    sam.on('pageerror', (error) => complaints.push(error.message))
    await sam.getByRole('row', { name: /Apronwise.*Schedule the demo.*Support/ }).waitFor()
    await isFaultless(sam)
  })

  test('the rail names what support waits for an answer about, until it is answered', async () => {
    const question = lena
      .getByRole('navigation', { name: 'Waits for you' })
      .getByRole('link', { name: 'Answer support about Apronwise' })
    await sam.getByRole('link', { name: 'Apronwise' }).first().click()
    await heading(sam, /Apronwise/)
    assert.equal(await question.count(), 0)
    await sam.getByLabel('Message').fill('Which day is it?')
    await sam.getByRole('button', { name: 'Send', exact: true }).click()
    await sam.getByRole('paragraph').filter({ hasText: 'Which day is it?' }).first().waitFor()
    await lena.reload()
    await question.click()
    await heading(lena, 'Apronwise: production')
    await isFaultless(lena)
    await lena.getByLabel('Message').fill('A Monday.')
    await lena.getByRole('button', { name: 'Send', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    await sam.goto(`${support()}/console/`)
    await sam.getByRole('row', { name: /Apronwise.*Schedule the demo.*Support/ }).waitFor()
  })

  test('support schedules, decides and the provider reads that it is in production', async () => {
    await sam.getByRole('link', { name: 'Apronwise' }).first().click()
    await heading(sam, /Apronwise/)
    await sam.getByText('We show a real day.').first().waitFor()
    await isFaultless(sam)
    const schedule = sam.getByRole('region', { name: 'Next: schedule the demo' })
    await becomes('three offered times and another', () => schedule.getByRole('radio').count(), 4)
    await becomes('the first is chosen', () => schedule.getByRole('radio').first().isChecked(), true)
    await schedule.getByLabel('Link').fill('https://meet.example/demo')
    await schedule.getByLabel(/^Reason/).fill('Bring a declined case')
    await schedule.getByRole('button', { name: 'Schedule and send' }).click()
    const decision = sam.getByRole('region', { name: 'Next: decide' })
    await decision.waitFor()
    const take = async (button: string, verb: string) => {
      const isSuspension = button === 'Suspend'
      if (isSuspension) await sam.getByRole('button', { name: 'Other actions' }).click()
      await sam.getByRole(isSuspension ? 'menuitem' : 'button', { name: button, exact: true }).click()
      const step = sam.getByRole('dialog')
      await step.getByLabel(/^Reason/).fill('A look into its log')
      if (isSuspension) await step.getByLabel('Type Apronwise to go on').fill('Apronwise')
      await step.getByRole('button', { name: verb }).click()
      await step.waitFor({ state: 'detached' })
    }
    await take('Suspend', 'Suspend now')
    await lena.reload()
    await lena.getByRole('heading', { level: 1, name: /Suspended/ }).waitFor()
    // Where it stood is shown while it is suspended, too.
    await lena.locator('[aria-current="step"]', { hasText: 'Demo scheduled' }).waitFor()
    await take('Resume', 'Resume it')
    demo.letDemosPass()
    await sam.reload()
    await decision.getByLabel('Refuses a wrong state').check()
    await decision.getByLabel('The demo was held').check()
    await decision.getByLabel(/^Reason/).fill('All of it was shown')
    await isFaultless(sam)
    await decision.getByRole('button', { name: 'Move to production' }).click()
    await sam.getByText('Moved to production').waitFor()
    await lena.reload()
    await lena.getByText('Moved to production').waitFor()
    await lena.getByText('“All of it was shown”').waitFor()
  })

  test('the bells of both sides say what the other did, and are quiet once it was seen (ADR 155)', async () => {
    const news = (page: Page) => page.getByRole('dialog', { name: 'Notices' })
    await lena.getByRole('button', { name: /^Notices, \d+ new$/ }).click()
    await news(lena).getByText('Apronwise: moved to production', { exact: true }).waitFor()
    await news(lena).getByText('Vektor Ops GmbH Sandbox connected Apronwise').first().waitFor()
    assert.equal(await news(lena).getByText('Apronwise: demo requested').count(), 0, 'what Lena did is no news to her')
    await isFaultless(lena)
    const explorer = await lena.context().newPage()
    await explorer.goto(`${developers()}/console/explorer/`)
    await explorer.getByRole('button', { name: /^Notices, \d+ new$/ }).click()
    await news(explorer)
      .getByRole('button', { name: /See it \(Apronwise: moved to production\)/ })
      .click()
    await explorer.waitForURL('**/production')
    await explorer.getByRole('button', { name: 'Notices', exact: true }).waitFor()
    await explorer.close()
    await news(lena)
      .getByRole('button', { name: /See it \(Apronwise: moved to production\)/ })
      .click()
    await lena.waitForURL('**/production')
    await lena.getByRole('button', { name: 'Notices', exact: true }).waitFor()
    await sam.getByRole('button', { name: /^Notices, \d+ new$/ }).click()
    await news(sam).getByText('Apronwise: demo requested').first().waitFor()
    await isFaultless(sam)
    await news(sam).getByRole('button', { name: 'Mark all as read' }).click()
    await news(sam).getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' })
    await news(sam)
      .getByRole('button', { name: /See it \(Lena Vogt wrote about Apronwise\)/ })
      .first()
      .click()
    await heading(sam, /Apronwise/)
    await sam.getByRole('button', { name: 'Notices', exact: true }).waitFor()
  })

  test('an operator’s administrator connects it, and a stock client completes the grant and makes a query', async () => {
    resolveLocalhostNames()
    const alpine = demo.tenant('alpine', 'production')
    const clientId = /app_\w+/.exec(lena.url())?.[0] ?? ''
    const options = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] }
    const issuer = new URL(demo.origin(alpine))
    const config = await openid.discovery(issuer, clientId, undefined, openid.ClientSecretPost(secret), options)
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: 'aircraft:read flight:read',
      state: 'a state & more',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const anna = await demo.newPage()
    await anna.goto(address.href)
    await anna.getByLabel('Email').fill(alpine.admin)
    await anna.getByLabel('Password').fill(alpine.password)
    await anna.keyboard.press('Enter')
    await anna.getByRole('heading', { name: 'Allow Apronwise to connect to Alpine Jet?' }).waitFor()
    // Nobody answers at the provider's address: what the browser asks for there is all that its page would see.
    const [callback] = await Promise.all([
      anna.waitForRequest((request) => request.url().startsWith(REDIRECT_URI)),
      anna.getByRole('button', { name: 'Allow' }).press('Enter'),
    ])
    const checks = { pkceCodeVerifier, expectedState: 'a state & more' }
    const tokens = await openid.authorizationCodeGrant(config, new URL(callback.url()), checks)
    const asked = await fetch(`${issuer.origin}/api/graphql/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ tokenInfo { applicationName } aircraftList { nodeList { registration } } }' }),
    })
    const { data } = (await asked.json()) as { data: { tokenInfo: object; aircraftList: { nodeList: object[] } } }
    assert.deepEqual(data.tokenInfo, { applicationName: 'Apronwise' })
    assert.ok(data.aircraftList.nodeList.length > 0)
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    assert.notEqual(renewed.access_token, tokens.access_token)
    const addOns = await anna.context().newPage()
    await addOns.goto(`${issuer.origin}/console/add-ons`)
    await addOns.getByRole('link', { name: 'Apronwise' }).waitFor()
    await anna.context().close()
    await lena.reload()
    await pressOn(lena, 'Overview')
    await lena.getByRole('row', { name: /Alpine Jet Production/ }).waitFor()
  })

  test('staff whom the host adds set up a second step before they see anything', async () => {
    const args = ['staff', 'create', '--email', 'sam@airside.example', '--name', 'Sam Staff', '--password-stdin']
    await runCommand(args, demo.environment, `${PASSWORD}\n`)
    const fresh = await demo.newPage()
    await fresh.goto(`${support()}/console/`)
    await fresh.getByLabel('Email').fill('sam@airside.example')
    await fresh.getByLabel('Password').fill(PASSWORD)
    await fresh.keyboard.press('Enter')
    await heading(fresh, 'Set up a second step')
    await fresh
      .getByRole('button', { name: /authenticator|Start|Set up/ })
      .first()
      .click()
    const shown = ((await fresh.locator('dd.mono').first().textContent()) ?? '').replaceAll(' ', '')
    await fresh.locator('input[name="code"]').fill(totpCode(fromBase32(shown), Math.floor(Date.now() / 30_000)))
    await fresh.keyboard.press('Enter')
    await fresh.getByText('Store your recovery codes').waitFor()
    await fresh.goto(`${support()}/console/`)
    await heading(fresh, 'Queue')
    await fresh.context().close()
  })

  test('the other pages of both sides are without a fault', async () => {
    for (const [path, name] of [
      ['applications', 'Applications'],
      ['operators', 'Operators'],
      ['requests', 'What happened to a request?'],
      ['log', 'Staff log'],
      ['nowhere', 'There is no such page'],
    ] as const) {
      await sam.goto(`${support()}/console/${path}`)
      await heading(sam, name)
      await sam.waitForLoadState('networkidle')
      await isFaultless(sam)
    }
  })

  test('an owner invites colleagues, takes an invitation back, and hands the ownership over', async () => {
    await lena.goto(`${developers()}/console/team`)
    await heading(lena, 'Team')
    for (const name of ['Nora', 'Nina']) {
      await lena.getByLabel('Name').fill(name)
      await lena.getByLabel('Email').fill(`${name.toLowerCase()}@vektor.example`)
      await lena.keyboard.press('Enter')
      await lena.getByText(`${name.toLowerCase()}@vektor.example`).waitFor()
    }
    await pressOn(lena, 'Take back Nora’s invitation')
    await lena.getByText('nora@vektor.example').waitFor({ state: 'detached' })
    await isFaultless(lena)
    const outbox = await lena.context().newPage()
    await outbox.goto(`${developers()}/outbox/`)
    const mail = outbox.locator('li.entry', { hasText: 'nina@vektor.example' }).first()
    const lines = await mail.locator('p').allTextContents()
    await outbox.close()
    const nina = await demo.newPage()
    await nina.goto(lines.find((line) => line.includes('/invitation/')) ?? '')
    await nina.locator('input[name="code"]').fill(lines[lines.findIndex((line) => line.endsWith('code:')) + 1] ?? '')
    await nina.locator('input[name="new_password"]').fill(PASSWORD)
    await nina.keyboard.press('Enter')
    await nina.getByLabel('Email').waitFor()
    await nina.context().close()
    await lena.reload()
    await pressOn(lena, 'Make Nina owner')
    await lena.getByLabel('Hand over: I become a member').check()
    await isFaultless(lena)
    await lena.getByRole('button', { name: 'Hand over' }).click()
    await lena.getByRole('row', { name: /Nina.* Owner/ }).waitFor()
    await lena.getByRole('row', { name: /Lena Vogt.* Member/ }).waitFor()
    await lena.getByRole('heading', { name: 'Invite a colleague' }).waitFor({ state: 'detached' })
    await isFaultless(lena)
  })

  test('a member leaves the team by keyboard, is signed out at once and cannot sign in again', async () => {
    await pressOn(lena, 'Leave')
    await lena.getByRole('dialog', { name: 'Leave the team?' }).waitFor()
    await isFaultless(lena)
    await lena.getByRole('dialog').getByRole('button', { name: 'Leave' }).press('Enter')
    await lena.getByLabel('Email').fill('lena@vektor.example')
    await lena.getByLabel('Password').fill(PASSWORD)
    await lena.keyboard.press('Enter')
    await lena.getByText('The email or the password is wrong.').waitFor()
    assert.deepEqual(complaints, [])
  })
})
