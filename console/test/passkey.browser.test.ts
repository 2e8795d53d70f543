/** A person adds a passkey in the console, signs out, and is back without a password; then names it anew and removes it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pageFaults } from '../../server/test/support/page-faults.ts'
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

  test('is added by name', async () => {
    await openAccount()
    await page.getByLabel('Name of the new passkey').fill('Ops laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Passkey added.').waitFor()
    await row('Ops laptop').waitFor()
    assert.equal((await authenticator.passkeys()).length, 1)
    assert.deepEqual(await pageFaults(page), [])
  })

  test('is not made twice by the same authenticator', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('has a passkey for your account already').waitFor()
    assert.deepEqual(await pageFaults(page), [])
  })

  test('signs in, and shows when it did', async () => {
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: /Sign in to/ }).waitFor()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/console/**')
    await openAccount()
    assert.doesNotMatch((await row('Ops laptop').textContent()) ?? '', /never/)
  })

  test('gets another name', async () => {
    await page.getByRole('button', { name: 'Rename Ops laptop' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Spare')
    assert.deepEqual(await pageFaults(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await row('Spare').waitFor()
  })

  test('is removed, and opens nothing any more', async () => {
    await page.getByRole('button', { name: 'Remove Spare' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await row('Spare').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This passkey opens no account here').waitFor()
  })

  test('and the browser had nothing to complain about but the refusal, and reads after signing out', () => {
    assert.deepEqual(
      seen.complaints.filter((complaint) => !/status of 40[13]/.test(complaint)),
      [],
    )
    assert.deepEqual(seen.strangers, [])
  })
})
