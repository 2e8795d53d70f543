/** The commander signs a journey log in a real Chromium: by password, by a passkey, and without a script (data §10). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { BrowserContextOptions, Browser as Chromium, Page } from 'playwright-core'
import { RECENT_SIGN_IN_SECONDS } from '../../src/domain/limits.ts'
import { launchChromium } from '../support/chromium.ts'
import { PASSWORD } from '../support/code-grant.ts'
import { LogScene } from '../support/log-scene.ts'
import { pageFaults } from '../support/page-faults.ts'
import { witnessPage } from '../support/page-witness.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { startReachableServer, type TestServer } from '../support/test-server.ts'
import { VirtualAuthenticator } from '../support/virtual-authenticator.ts'

describe('signing a journey log in a browser', () => {
  let server: TestServer
  let scene: LogScene
  let chromium: Chromium
  let page: Page
  before(async () => {
    server = await startReachableServer()
    scene = await LogScene.open(server)
    chromium = await launchChromium()
  })
  after(async () => {
    await chromium?.close()
    await server?.close()
  })

  const newProfile = async (options: BrowserContextOptions = {}): Promise<void> => {
    await page?.context().close()
    const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    context.setDefaultTimeout(PATIENCE_MS)
    page = await context.newPage()
    witnessPage(page)
  }
  beforeEach(() => newProfile())

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  const open = (path: string) => page.goto(`${scene.flights.grants.at.origin}${path}`)
  const signIn = async () => {
    await page.getByLabel('Email').fill(scene.flights.grants.pilot.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await press('Sign in')
  }

  const walk = async (daysAgo: number): Promise<void> => {
    const log = await scene.draft(daysAgo)
    const confirmation = await scene.asked(log)
    await open(confirmation.path)
    await signIn()
    await heading(/^Sign the journey log of/)
    assert.equal(await page.getByText('LSZH to LFPB').count(), 1)
    await press('Sign')
    await heading('Signed')
    const { journeyLog } = await scene.bag.did(scene.sign(log, confirmation))
    assert.equal(journeyLog.status, 'SIGNED')
  }

  test('the commander signs in, reads, presses Sign, and the application signs', () => walk(20))

  test('signing works with JavaScript off', async () => {
    await newProfile({ javaScriptEnabled: false })
    await walk(21)
  })

  test('the page that asks for the password again has no faults, and takes a passkey instead', async () => {
    const authenticator = await VirtualAuthenticator.beside(page)
    await authenticator.touches(false)
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
    await open('/account/')
    await signIn()
    await page.waitForURL('**/console/')
    await open('/account/')
    await page.getByLabel('Name, if you like').fill('Tablet')
    await authenticator.touches(true)
    await press('Add a passkey')
    await page.getByText('The passkey is added').waitFor()
    const log = await scene.draft(22)
    const confirmation = await scene.asked(log)
    server.clock.advanceSeconds(RECENT_SIGN_IN_SECONDS + 1)
    await open(confirmation.path)
    await page.getByRole('button', { name: 'Use a passkey instead' }).waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await press('Use a passkey instead')
    await page.getByLabel('Password').waitFor({ state: 'detached' })
    await press('Sign')
    await heading('Signed')
    const { journeyLog } = await scene.bag.did(scene.sign(log, confirmation))
    assert.equal(journeyLog.signature.method, 'PASSKEY')
  })
})
