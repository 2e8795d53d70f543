/**
 * A user with a browser and a passkey at one operator's address: both ceremonies as the pages' script performs them.
 */
import assert from 'node:assert/strict'
import { type Ceremony, SoftPasskey } from './authenticator.ts'
import { Browser } from './browser.ts'
import { addPerson, type Person, signedInBrowser } from './code-grant.ts'
import type { Answer } from './http-client.ts'
import type { TestServer, TestTenant } from './test-server.ts'

export interface Options {
  readonly challenge: string
  readonly rpId: string
  readonly rp: { readonly id: string; readonly name: string }
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly excludeCredentials: readonly { readonly id: string }[]
  readonly userVerification: string
  readonly timeout: number
}

export type Twist = Partial<Ceremony>

export class PasskeyScene {
  readonly server: TestServer
  readonly at: TestTenant

  constructor(server: TestServer, at: TestTenant) {
    this.server = server
    this.at = at
  }

  browser(from: { localAddress?: string } = {}): Browser {
    return new Browser(this.server.client, this.at.origin, from)
  }

  get #rpId(): string {
    return new URL(this.at.origin).hostname
  }

  /** What the browser is told to make a passkey with. */
  async startAdding(browser: Browser, password = ''): Promise<Options> {
    const answer = await browser.post('/account/passkey/options/', { current_password: password })
    assert.equal(answer.status, 200, answer.body)
    return answer.json<Options>()
  }

  made(passkey: SoftPasskey, options: Options, twist: Twist = {}): string {
    passkey.userHandle = options.user.id
    return passkey.created({ origin: this.at.origin, rpId: this.#rpId, challenge: options.challenge, ...twist })
  }

  add(browser: Browser, credential: string, name = ''): Promise<Answer> {
    return browser.post('/account/', { intent: 'add-passkey', credential, name })
  }

  /** Somebody signed in, who has added a passkey. */
  async personWithPasskey(
    name: string,
    passkey = new SoftPasskey(),
  ): Promise<{ person: Person; passkey: SoftPasskey; browser: Browser }> {
    const person = await addPerson(this.server, this.at, name, ['ADMIN'])
    const browser = await signedInBrowser(this.server, this.at, person)
    const answer = await this.add(browser, this.made(passkey, await this.startAdding(browser)))
    assert.equal(answer.status, 200, answer.body)
    return { person, passkey, browser }
  }

  /** The challenge of a browser that wants to sign in. */
  async challenge(browser: Browser): Promise<string> {
    const answer = await browser.post('/sign-in/passkey/options/', {})
    assert.equal(answer.status, 200, answer.body)
    return answer.json<Options>().challenge
  }

  proof(passkey: SoftPasskey, challenge: string, twist: Twist = {}): string {
    return passkey.used({ origin: this.at.origin, rpId: this.#rpId, challenge, ...twist })
  }

  signIn(browser: Browser, credential: string, query = ''): Promise<Answer> {
    return browser.post(`/sign-in/passkey/${query}`, { credential })
  }

  /** Asks, signs and sends. */
  async attempt(browser: Browser, passkey: SoftPasskey, twist: Twist = {}): Promise<Answer> {
    return this.signIn(browser, this.proof(passkey, await this.challenge(browser), twist))
  }
}

export const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.get('/account/')).status === 200
