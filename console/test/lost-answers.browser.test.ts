/**
 * The connection breaks after the server has done its work: nothing is done twice, and a lost secret is not repeated.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page, Request, Route } from 'playwright-core'
import type { DemoTenant } from '../../server/src/demo/show/demo-show.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { DemoConsole } from './support/demo-console.ts'

const GRAPHQL = '**/console/graphql/'

describe('lost responses', () => {
  let demo: DemoConsole
  let tenant: DemoTenant
  let page: Page
  before(async () => {
    demo = await DemoConsole.start()
    tenant = demo.tenant('northsea', 'sandbox')
    page = await demo.signIn(tenant, tenant.admin)
  })
  after(() => demo.stop())

  /** The next such mutation, with these words in it, reaches the server and is carried out; its answer is thrown away. */
  const loseAnswerOf = async (mutation: string, words = ''): Promise<void> => {
    const lose = async (route: Route): Promise<void> => {
      const request = route.request()
      const body = request.postData() ?? ''
      if (!body.includes(`mutation ${mutation}`) || !body.includes(words)) return route.continue()
      const { 'content-length': _, ...headers } = await request.allHeaders()
      const answer = await demo.server.client.ask(request.url(), { method: 'POST', headers, body })
      assert.equal(answer.status, 200, answer.body)
      await route.abort()
      await page.unroute(GRAPHQL, lose)
    }
    await page.route(GRAPHQL, lose)
  }

  /** Answers for lists of add-ons wait until the page shows something else. */
  const showNoListBefore = (shown: Locator) =>
    page.route(GRAPHQL, async (route) => {
      if (route.request().postData()?.includes('query AddOns')) await shown.waitFor()
      await route.continue()
    })

  const open = (path: string) => page.goto(`${demo.origin(tenant)}/console/${path}`)

  const lost = () => page.getByRole('alert').getByText('It is not known whether that was done.')

  const writeKey = async (label: string): Promise<void> => {
    await open('api-keys?new=true')
    await page.getByLabel('Label').fill(label)
    await page.getByLabel('See trips and flights (flight:read)').check()
    await loseAnswerOf('ApiKeyCreate')
    await page.getByRole('button', { name: 'Create key' }).click()
    await lost().waitFor()
  }

  const rows = (name: string) => page.getByRole('table').getByRole('row', { name })

  const refresh = async (secret: string): Promise<number> => {
    const form = { refresh_token: secret }
    return (await demo.server.client.form(`${demo.origin(tenant)}/access_token/refresh/`, form)).status
  }

  const chooseFile = (name: string, lines: readonly string[]) =>
    page
      .getByLabel('CSV file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(['kind,name', ...lines].join('\n')) })

  /** The names of the operator's contacts that hold this word. */
  const contactNames = (word: string): Promise<string[]> => {
    const body = JSON.stringify({
      query: 'query Contacts($word: String!) { contactList(wildcard: $word) { nodeList { name } } }',
      variables: { word },
    })
    return page.evaluate<string[]>(`(async () => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/console/graphql/', { method: 'POST', headers, body: ${JSON.stringify(body)} })
      return (await answer.json()).data.contactList.nodeList.map(({ name }) => name)
    })()`)
  }

  test('a key is created once, and the second try says so and makes a new secret', async () => {
    await writeKey('Fuel prices')
    assert.equal(await page.getByLabel('Label').inputValue(), 'Fuel prices')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('is there, but its new secret got lost on the way').waitFor()
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    const secret = await page.getByLabel('Refresh token').inputValue()
    assert.equal(await refresh(secret), 200)
    await page.getByLabel('I stored it').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await rows('Fuel prices').first().waitFor()
    await becomes('the number of keys', () => rows('Fuel prices').count(), 1)
  })

  test('a form changed between the tries is not treated as the first, and the user decides', async () => {
    await writeKey('Crewbord')
    await page.getByLabel('Label').fill('Crewboard')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('alert').getByText('Your earlier try did arrive').waitFor()
    assert.equal(await page.getByLabel('Label').inputValue(), 'Crewboard')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Refresh token').waitFor()
    await page.getByLabel('I stored it').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await rows('Crewboard').first().waitFor()
    const counts = async () => [await rows('Crewbord').count(), await rows('Crewboard').count()]
    await becomes('the numbers of keys', counts, [1, 1])
  })

  test('a rotation is done once, and its lost secret replaced', async () => {
    await open('api-keys')
    await page.getByRole('link', { name: 'Fuel prices' }).click()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await loseAnswerOf('ApiKeyRotate')
    await page.getByRole('button', { name: 'Rotate' }).click()
    await lost().waitFor()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByText('what your system uses now goes on working until the overlap ends').waitFor()
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    assert.equal(await refresh(await page.getByLabel('Refresh token').inputValue()), 200)
  })

  test('a user is invited once', async () => {
    await open('users')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByLabel('Email').fill('beat@northsea.example')
    await page.getByLabel('First name').fill('Beat')
    await page.getByLabel('Surname').fill('Huber')
    await loseAnswerOf('UserInvite')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await lost().waitFor()
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByText('Invitation sent to beat@northsea.example.').waitFor()
    await open('audit-log?action=user.invited')
    await rows('Beat Huber').first().waitFor()
    assert.equal(await rows('Beat Huber').count(), 1)
  })

  test('disconnecting an add-on again after a lost response does not fail with "not connected"', async () => {
    await open('add-ons')
    await page.getByRole('link', { name: 'Skylog' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await loseAnswerOf('AddOnDisconnect')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await lost().waitFor()
    await showNoListBefore(page.getByRole('heading', { name: 'Not connected' }))
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'Add-ons', level: 1 }).waitFor()
    const connected = page.getByRole('table', { name: 'Connected applications' })
    await connected.getByText('Skylog').first().waitFor({ state: 'detached' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('whoever goes elsewhere while an add-on is disconnected stays there', async () => {
    await open('add-ons')
    const table = page.getByRole('table', { name: 'Connected applications' })
    const name = (await table.getByRole('rowheader').getByRole('link').first().textContent()) ?? ''
    await table.getByRole('link', { name }).click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    const [asked, answer] = [[] as Request[], Promise.withResolvers<void>()]
    await page.route(GRAPHQL, async (route) => {
      asked.push(route.request())
      if (route.request().postData()?.includes('mutation AddOnDisconnect')) await answer.promise
      await route.continue()
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Audit log' }).click()
    await rows('disconnected Skylog').waitFor()
    answer.resolve()
    await rows(`disconnected ${name}`).waitFor()
    for (const request of asked) await (await request.response())?.finished()
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
    assert.equal(new URL(page.url()).pathname, '/console/audit-log')
  })

  test('an import is written once, goes on where its answer was lost, and is not left without a question', async () => {
    await open('import?kind=CONTACTS')
    // Blank lines fill the first part, so that each guest is a part.
    await chooseFile('lost.csv', ['CLIENT,Lostguest One', ...Array(999).fill(''), 'CLIENT,Lostguest Two'])
    const write = page.getByRole('button', { name: 'Import 2 contacts' })
    await write.waitFor()
    await loseAnswerOf('RecordsImport')
    await write.click()
    await lost().waitFor()
    await loseAnswerOf('RecordsImport', 'Lostguest Two')
    await write.click()
    await page.getByRole('alert').getByText('1 contact was written, the rest was not.').waitFor()
    await page.getByText('not all lines were written', { exact: true }).waitFor()
    await becomes('its end', () => page.getByText('all lines were written', { exact: true }).count(), 0)
    const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]')
    await becomes('the step', () => step.innerText(), /Import/)
    await page.getByRole('navigation', { name: 'Kind of records' }).getByRole('link', { name: 'Duties' }).click()
    const question = page.getByRole('dialog', { name: 'Leave before the whole file is written?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Go on with the rest' }).click()
    await page.getByRole('status').getByText('2 contacts imported.').waitFor()
    assert.deepEqual(await contactNames('Lostguest'), ['Lostguest One', 'Lostguest Two'])
    await rows('lost.csv').first().waitFor()
    await becomes('the number of imports', () => rows('lost.csv').count(), 1)
  })

  test('lines that were left out are not written, whichever check is answered last or not at all', async () => {
    await chooseFile(
      'few.csv',
      [2, 3, 4, 5].map((line) => `CLIENT,Fewguest ${line}`),
    )
    const leaveOut = (line: number) => page.getByRole('button', { name: `Leave out line ${line}` }).click()
    await page.getByRole('button', { name: 'Import 4 contacts' }).waitFor()
    await loseAnswerOf('RecordsImport')
    await leaveOut(5)
    await page.getByRole('alert').getByText('The file was not checked.').waitFor()
    const unchecked = page.getByRole('button', { name: 'Import', exact: true })
    await becomes('what was not checked waits', () => unchecked.isDisabled(), true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Import 3 contacts, leave out 1' }).waitFor()
    const isOlder = (body: string | null) => /"system":null.*"leftOutLineList":\[5,2/.test(body ?? '')
    const newerSeen = Promise.withResolvers<void>()
    await page.route(GRAPHQL, async (route) => {
      if (isOlder(route.request().postData())) await newerSeen.promise
      await route.continue()
    })
    await leaveOut(2)
    await leaveOut(3)
    await page.getByLabel('System that the ids come from').fill('legacy')
    await page.keyboard.press('Tab')
    const write = page.getByRole('button', { name: 'Import 1 contact, leave out 3' })
    await write.waitFor()
    const older = page.waitForResponse((response) => isOlder(response.request().postData()))
    newerSeen.resolve()
    await (await older).finished()
    await write.click()
    await page.getByRole('status').getByText('1 contact imported.').waitFor()
    assert.deepEqual(await contactNames('Fewguest'), ['Fewguest 4'])
    // What nobody knows to be written is left only by somebody who says so.
    await chooseFile('left.csv', ['CLIENT,Leftguest'])
    await loseAnswerOf('RecordsImport', '"isDryRun":false')
    await page.getByRole('button', { name: 'Import 1 contact' }).click()
    await lost().waitFor()
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
  })
})
