/** A user adds a passkey in the console, signs out, signs in without a password, then renames and removes it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes } from '../../server/test/support/soon.ts'
import { VirtualAuthenticator } from '../../server/test/support/virtual-authenticator.ts'
import { DemoConsole } from './support/demo-console.ts'
import { type Watch, watch } from './support/watch.ts'

describe('a passkey in the console', () => {
  let demo: DemoConsole
  let page: Page
  let origin: string
  let seen: Watch
  let authenticator: VirtualAuthenticator
  before(async () => {
    demo = await DemoConsole.start()
    const tenant = demo.tenant('alpine', 'production')
    origin = demo.origin(tenant)
    page = await demo.signIn(tenant, tenant.admin)
    seen = watch(page, origin)
    authenticator = await VirtualAuthenticator.beside(page)
    // The sign-in page's e-mail field would offer it, and this authenticator needs no finger to accept.
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  })
  after(() => demo.stop())

  const openAccount = async (): Promise<void> => {
    await page.goto(`${origin}/console/account`)
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  }
  const row = (name: string) => page.getByRole('table', { name: 'Passkeys' }).getByRole('row', { name })

  test('a passkey is added by name', async () => {
    await openAccount()
    await page.getByLabel('Name of the new passkey').fill('Ops laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Passkey added.').waitFor()
    await row('Ops laptop').waitFor()
    assert.equal((await authenticator.passkeys()).length, 1)
    assert.deepEqual(await pageFaults(page), [])
  })

  test('the same authenticator adds no second passkey', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('has a passkey for your account already').waitFor()
    assert.deepEqual(await pageFaults(page), [])
  })

  test('a passkey signs in, and the list shows when', async () => {
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: /Sign in to/ }).waitFor()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/console/**')
    await openAccount()
    await becomes('its last use', () => row('Ops laptop').textContent(), /^(?!.*never)/s)
  })

  test('a passkey is renamed', async () => {
    await page.getByRole('button', { name: 'Rename Ops laptop' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Spare')
    assert.deepEqual(await pageFaults(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await row('Spare').waitFor()
  })

  test('a removed passkey does not sign in', async () => {
    await page.getByRole('button', { name: 'Remove Spare' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await row('Spare').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This passkey opens no account here').waitFor()
  })

  test('the browser reported no errors but the refusal and the requests after sign-out', () => {
    assert.deepEqual(
      seen.complaints.filter((complaint) => !/status of 40[13]/.test(complaint)),
      [],
    )
    assert.deepEqual(seen.strangers, [])
  })
})
