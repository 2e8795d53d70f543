/** A user at a real browser, an operator's address, and an application whose callback redirects onward. */
import assert from 'node:assert/strict'
import type { BrowserContextOptions, Browser as Chromium, Page } from 'playwright-core'
import { type CallbackServer, startCallbackServer } from './callback-server.ts'
import { launchChromium } from './chromium.ts'
import {
  addApplication,
  authorizePath,
  GrantScene,
  PASSWORD,
  type Person,
  type TestApplication,
  type Tokens,
} from './code-grant.ts'
import { witnessPage } from './page-witness.ts'
import { PATIENCE_MS } from './patience.ts'
import { startReachableServer, type TestServer } from './test-server.ts'

export const SCOPE = 'contact:read contact:write'
export const STATE = 'Zürich & #1 +%'
/** Where the application's callback finally sends the browser. */
export const WELCOME = '**/welcome'

type SceneParts = Pick<ChromiumScene, 'server' | 'scene' | 'callback' | 'application'>

export class ChromiumScene {
  readonly server: TestServer
  readonly scene: GrantScene
  readonly callback: CallbackServer
  readonly application: TestApplication
  readonly #chromium: Chromium
  page!: Page
  /** Console messages, uncaught errors and dialogs of this page. */
  complaints: string[] = []

  constructor({ server, scene, callback, application }: SceneParts, chromium: Chromium) {
    this.server = server
    this.scene = scene
    this.callback = callback
    this.application = application
    this.#chromium = chromium
  }

  static async open(): Promise<ChromiumScene> {
    const [server, callback] = await Promise.all([startReachableServer(), startCallbackServer()])
    const scene = await GrantScene.open(server, 'alpine')
    const application = await addApplication(server, { redirectUris: [callback.redirectUri] })
    return new ChromiumScene({ server, scene, callback, application }, await launchChromium())
  }

  async close(): Promise<void> {
    await this.#chromium.close()
    await Promise.all([this.server.close(), this.callback.close()])
  }

  /** A new browser profile without cookies. */
  async newProfile(options: BrowserContextOptions = {}): Promise<void> {
    await this.page?.context().close()
    const look = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const
    const context = await this.#chromium.newContext({ ...look, ...options })
    context.setDefaultTimeout(PATIENCE_MS)
    this.page = await context.newPage()
    witnessPage(this.page)
    this.complaints = []
    this.page.on('console', (message) => this.complaints.push(message.text()))
    this.page.on('pageerror', (error) => this.complaints.push(error.message))
    this.page.on('dialog', (dialog) => {
      this.complaints.push(`dialog: ${dialog.message()}`)
      return dialog.dismiss()
    })
  }

  /** The address of the consent page. */
  question(application = this.application, scope = SCOPE): string {
    return `${this.scene.at.origin}${authorizePath(application, scope, { state: STATE })}`
  }

  goToAccount() {
    return this.page.goto(`${this.scene.at.origin}/account/`)
  }

  async fillIn(person: Person, password = PASSWORD): Promise<void> {
    await this.page.getByLabel('Email').fill(person.email)
    await this.page.getByLabel('Password').fill(password)
  }

  press(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click()
  }

  heading(name: string | RegExp): Promise<void> {
    return this.page.getByRole('heading', { level: 1, name }).waitFor()
  }

  /** Opens the consent page and signs in as this user. */
  async askAs(person: Person, address = this.question()): Promise<void> {
    await this.page.goto(address)
    await this.fillIn(person)
    await this.press('Sign in')
  }

  /** Presses Allow, follows the redirects, and returns what the application received. */
  async allow(): Promise<URLSearchParams> {
    await this.press('Allow')
    return this.back()
  }

  async back(): Promise<URLSearchParams> {
    await this.page.waitForURL(WELCOME)
    const returned = this.callback.returned.at(-1)
    assert.ok(returned)
    return returned
  }

  async exchange(returned: URLSearchParams, { clientId, clientSecret } = this.application): Promise<Tokens> {
    const client = { client_id: clientId, client_secret: clientSecret, redirect_uri: this.callback.redirectUri }
    const answer = await this.scene.exchange(returned.get('code') ?? '', client)
    assert.equal(answer.status, 200, answer.body)
    return answer.json<Tokens>()
  }
}
