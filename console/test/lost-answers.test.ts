/**
 * The connection breaks after the server has done its work: nothing is done twice, and a lost secret is not repeated.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import type { DemoTenant } from '../../server/src/demo/show/demo-show.ts'
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

  /** The next such mutation reaches the server and is carried out; its answer is thrown away. */
  const loseAnswerOf = async (mutation: string): Promise<void> => {
    const lose = async (route: Route): Promise<void> => {
      const request = route.request()
      const body = request.postData() ?? ''
      if (!body.includes(`mutation ${mutation}`)) return route.continue()
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
    await loseAnswerOf('CreateApiKey')
    await page.getByRole('button', { name: 'Create key' }).click()
    await lost().waitFor()
  }

  const rows = (name: string) => page.getByRole('table').getByRole('row', { name })

  const refresh = async (secret: string): Promise<number> => {
    const form = { refresh_token: secret }
    return (await demo.server.client.form(`${demo.origin(tenant)}/access_token/refresh/`, form)).status
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
    assert.equal(await rows('Fuel prices').count(), 1)
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
    assert.deepEqual([await rows('Crewbord').count(), await rows('Crewboard').count()], [1, 1])
  })

  test('a rotation is done once, and its lost secret replaced', async () => {
    await open('api-keys')
    await page.getByRole('link', { name: 'Fuel prices' }).click()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await loseAnswerOf('RotateApiKey')
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
    await loseAnswerOf('InviteUser')
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
    await loseAnswerOf('DisconnectAddOn')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await lost().waitFor()
    await showNoListBefore(page.getByRole('heading', { name: 'Not connected' }))
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'Add-ons', level: 1 }).waitFor()
    assert.equal(await page.getByRole('table', { name: 'Connected applications' }).getByText('Skylog').count(), 0)
  })
})
