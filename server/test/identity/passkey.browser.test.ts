/**
 * Passkeys in a real Chromium, without the console: added on the account page, then used on the sign-in page before
 * consent.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { RECENT_SIGN_IN_SECONDS } from '../../src/domain/limits.ts'
import { ChromiumScene } from '../support/chromium-scene.ts'
import { PASSWORD } from '../support/code-grant.ts'
import { pageFaults } from '../support/page-faults.ts'
import { VirtualAuthenticator } from '../support/virtual-authenticator.ts'

describe('passkeys in a browser', () => {
  let scene: ChromiumScene
  let authenticator: VirtualAuthenticator
  before(async () => {
    scene = await ChromiumScene.open()
  })
  after(() => scene.close())
  const newBrowser = async (): Promise<void> => {
    await scene.newProfile()
    authenticator = await VirtualAuthenticator.beside(scene.page)
    await authenticator.touches(false)
  }
  /** An authenticator that needs no finger answers whatever the e-mail field offers: but for one test it offers nothing. */
  beforeEach(async () => {
    await newBrowser()
    await scene.page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  })

  const enter = async (): Promise<void> => {
    await scene.goToAccount()
    await scene.fillIn(scene.scene.admin)
    await scene.press('Sign in')
    await scene.page.waitForURL('**/console/')
    await scene.goToAccount()
  }
  const addPasskey = async (name: string): Promise<void> => {
    await scene.page.getByLabel('Name, if you like').fill(name)
    await authenticator.touches(true)
    await scene.press('Add a passkey')
    await scene.page.getByText('The passkey is added').waitFor()
    await authenticator.touches(false)
  }
  const leave = async (): Promise<void> => {
    await scene.press('Sign out')
    await scene.heading(/Sign in to/)
  }
  const signIn = async (): Promise<void> => {
    await authenticator.touches(true)
    await scene.press('Sign in with a passkey')
  }
  const faultless = async (): Promise<void> => {
    assert.deepEqual(await pageFaults(scene.page), [])
  }

  test('a passkey added on the account page signs in without a password on the way to consent', async () => {
    await enter()
    await addPasskey('Laptop')
    const [passkey] = await authenticator.passkeys()
    assert.equal(passkey?.rpId, 'alpine.localhost')
    await faultless()
    await leave()
    await scene.page.goto(scene.question())
    await scene.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await faultless()
    await signIn()
    await scene.heading(/Allow/)
    assert.ok((await scene.exchange(await scene.allow())).access_token)
    await scene.goToAccount()
    assert.match((await scene.page.getByRole('region', { name: 'Passkeys' }).textContent()) ?? '', /Laptop.*last used/s)
    assert.deepEqual(scene.complaints, [])
  })

  test('the e-mail field offers the passkey by autofill', async () => {
    await newBrowser()
    await enter()
    await addPasskey('Offered')
    await leave()
    assert.equal(await scene.page.getByLabel('Email').getAttribute('autocomplete'), 'username webauthn')
    await authenticator.touches(true)
    await scene.page.reload()
    await scene.page.waitForURL('**/console/')
  })

  test('a failed user verification shows an error on the sign-in page, and the password still works', async () => {
    await enter()
    await addPasskey('Shared')
    await leave()
    await authenticator.recognises(false)
    await signIn()
    await scene.page.getByText('No passkey was used').waitFor()
    await scene.fillIn(scene.scene.admin)
    await scene.press('Sign in')
    await scene.page.waitForURL('**/console/')
  })

  test('a removed passkey is refused with a message that screen readers announce', async () => {
    await enter()
    await addPasskey('Lost')
    await scene.page.getByRole('button', { name: 'Remove the passkey Lost' }).click()
    await scene.page.getByText('The passkey is removed').waitFor()
    await leave()
    await signIn()
    await scene.page.getByRole('alert').filter({ hasText: 'This passkey opens no account here' }).waitFor()
    await faultless()
  })

  test('some time after sign-in, adding a passkey asks for the password and shows a wrong one beside the button', async () => {
    await enter()
    scene.server.clock.advanceSeconds(RECENT_SIGN_IN_SECONDS + 1)
    await scene.page.reload()
    await faultless()
    await authenticator.touches(true)
    const password = scene.page.getByRole('region', { name: 'Passkeys' }).getByLabel('Your password')
    await password.fill('wrong password')
    await scene.press('Add a passkey')
    await scene.page.getByText('The current password is wrong').waitFor()
    await password.fill(PASSWORD)
    await scene.press('Add a passkey')
    await scene.page.getByText('The passkey is added').waitFor()
  })

  test('without JavaScript no passkey button shows, and everything else works', async () => {
    await scene.newProfile({ javaScriptEnabled: false })
    await scene.page.goto(`${scene.scene.at.origin}/sign-in/`)
    assert.equal(await scene.page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0)
    await enter()
    assert.equal(await scene.page.getByRole('button', { name: 'Add a passkey' }).count(), 0)
    assert.ok(await scene.page.getByText('Adding one needs a browser that knows passkeys').isVisible())
  })
})
