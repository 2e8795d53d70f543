/** The developer portal and the support console as people use them: browsers, mails and second steps. */
import assert from 'node:assert/strict'
import { demoReferenceOf } from '../../src/demo/data/reference.ts'
import { sandboxDataFrom } from '../../src/demo/seed/provider-sandbox.ts'
import { DEVELOPERS, DEVELOPERS_REALM_ID, SUPPORT, SUPPORT_REALM_ID } from '../../src/domain/identity/realm.ts'
import type { StaffRole } from '../../src/domain/identity/staff-role.ts'
import { fromBase32, totpCode } from '../../src/domain/identity/totp.ts'
import { SYSTEM } from '../../src/domain/versioned.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { createStaff } from '../../src/services/identity/users.ts'
import type { SandboxData } from '../../src/services/providers/sandbox.ts'
import { beginSandbox, finishSandbox } from '../../src/services/providers/wanted-sandboxes.ts'
import { platformRealm } from '../../src/services/tenancy/platform-realms.ts'
import { Browser, formTo } from './browser.ts'
import { PASSWORD } from './code-grant.ts'
import { ConsoleClient } from './console-client.ts'
import type { Answer } from './http-client.ts'
import { withOneSalt } from './same-salt.ts'
import { soon } from './soon.ts'
import { preparedPlace, type Store, startServer, type TestServer } from './test-server.ts'

export const DEVELOPERS_ORIGIN = 'http://developers.localhost'
export const SUPPORT_ORIGIN = 'http://support.localhost'

/** A server that can send: nobody listens there, so that messages stay in the outbox, where tests read them. */
export const startPortalServer = async (store: Store, more: Record<string, string> = {}): Promise<TestServer> => {
  const place = await preparedPlace(store)
  const environment = {
    ...place.environment,
    AIRSIDE_SMTP_URL: 'smtp://127.0.0.1:9',
    AIRSIDE_SMS_URL: 'http://127.0.0.1:9/sms',
    AIRSIDE_METRICS_PORT: '0',
    AIRSIDE_KEEP_REQUESTS_DAYS: '21',
    ...more,
  }
  const server = await startServer(store, { environment, dispose: place.dispose })
  Object.assign(server.place, { dispose: place.dispose })
  return server
}

const INVITE = `mutation ($email: String!, $name: String!, $password: String) {
  memberInvite(email: $email, name: $name, currentPassword: $password) { userErrorList { code message path } } }`

export interface Mail {
  readonly subject: string
  readonly body: string
  readonly created_at: number
}

/** How many companies signed up at each server without a name of their own. */
const unnamedCompanies = new WeakMap<TestServer, number>()

export class PortalScene {
  readonly server: TestServer

  constructor(server: TestServer) {
    this.server = server
  }

  /** What a realm sent to a mail address or phone number, oldest first. */
  async sent(recipient: string, realmId = DEVELOPERS_REALM_ID): Promise<Mail[]> {
    const { db } = this.server.world.storage.tenant(realmId)
    const rows = db.selectFrom('outbox_message').select(['subject', 'body', 'created_at'])
    return rows.where('recipient', '=', recipient).where('tenant_id', '=', realmId).orderBy('created_at').execute()
  }

  /** Subjects and texts of what was sent at the latest moment: messages of one moment have no order. */
  async lastSent(recipient: string, realmId = DEVELOPERS_REALM_ID): Promise<string> {
    const all = await this.sent(recipient, realmId)
    const latest = all.filter(({ created_at }) => created_at === all.at(-1)?.created_at)
    return latest.map(({ subject, body }) => `${subject}\n${body}`).join('\n\n')
  }

  async lastCode(recipient: string): Promise<string> {
    const codes = (await this.sent(recipient)).flatMap(({ body }) => /\b\d{6}\b/.exec(body) ?? [])
    return codes.at(-1) ?? ''
  }

  visitor(origin = DEVELOPERS_ORIGIN, localAddress = '127.0.0.1'): Browser {
    return new Browser(this.server.client, origin, { localAddress })
  }

  /** Two companies do not have one name (threats row 141): only the first is called as the tests know it. */
  #newCompany(): string {
    const number = (unnamedCompanies.get(this.server) ?? 0) + 1
    unnamedCompanies.set(this.server, number)
    return number === 1 ? 'Vektor Ops GmbH' : `Vektor Ops ${number} GmbH`
  }

  /** The answer to the form, which leads to the page that asks for the code. */
  async askToSignUp(email: string, more: Record<string, string> = {}, browser = this.visitor()): Promise<Answer> {
    const page = await browser.get('/sign-up/')
    const fields = { company: this.#newCompany(), name: 'Lena Vogt', email, password: PASSWORD, ...more }
    return browser.submit(formTo(page.body, '/sign-up/'), fields)
  }

  /** A provider with its owner, by way of the pages. */
  async signUp(email: string, company = this.#newCompany(), localAddress = '127.0.0.1'): Promise<ConsoleClient> {
    const browser = this.visitor(DEVELOPERS_ORIGIN, localAddress)
    const asked = await this.askToSignUp(email, { company }, browser)
    assert.equal(asked.status, 303, asked.body)
    const page = await browser.get(asked.headers.location ?? '')
    const form = formTo(page.body, '/sign-up/confirm/')
    const done = await browser.submit(form, { code: await this.lastCode(email) })
    assert.deepEqual([done.status, done.headers.location], [303, '/console/'], done.body)
    return new ConsoleClient(this.server.client, browser)
  }

  /** Another member, whom an owner invites and who signs in. */
  async join(owner: ConsoleClient, email: string, name = 'Mia Moll'): Promise<{ member: ConsoleClient; id: string }> {
    await owner.done('memberInvite', INVITE, { email, name, password: PASSWORD })
    const mail = (await this.sent(email)).at(-1)?.body ?? ''
    const [, invitation = ''] = /\?invitation=(\w+)/.exec(mail) ?? []
    const [, code = ''] = /code:\n(\w+)/.exec(mail) ?? []
    const browser = this.visitor()
    await browser.post('/invitation/', { invitation, code, new_password: PASSWORD })
    await browser.postFresh('/sign-in/', { email, password: PASSWORD })
    const { memberList } = await owner.data('{ memberList { userId email } }')
    const { userId: id } = memberList.find((member: { email: string }) => member.email === email)
    return { member: new ConsoleClient(this.server.client, browser), id }
  }

  /** What the job fills a sandbox with: an operator's flights, crews and all. They take half a second to make and write. */
  get demoData(): SandboxData {
    const { reference } = this.server.app
    return sandboxDataFrom(() => demoReferenceOf(reference.current), this.server.clock)
  }

  /** What the background job does within seconds of a first registration or a reset; with data where a test reads them. */
  async makeSandboxes(data: SandboxData = async () => []): Promise<void> {
    const { storage, randomBytes } = this.server.world
    const { publicUrl } = this.server.config
    const asSystem = storage.writtenBy(SYSTEM)
    const step = async () => {
      const begun = await beginSandbox(asSystem, data)
      return asSystem.writePlatform((tx) => finishSandbox(tx, { randomBytes, publicUrl }, begun))
    }
    while (await step());
  }

  /** The same, where the server's own job may have begun one and waits by a clock that stands still: begun again. */
  async waitForSandboxOf(member: ConsoleClient, data?: SandboxData): Promise<void> {
    const { storage } = this.server.world
    const { me } = await member.data('{ me { provider { providerId } } }')
    // Those of other tests' companies are asked for no longer: each takes a while to make.
    await storage.writePlatform((tx) =>
      tx.db.deleteFrom('wanted_sandbox').where('provider_id', '<>', me.provider.providerId).execute(),
    )
    await soon('the sandbox that was asked for is made', async () => {
      await this.makeSandboxes(data)
      const wanted = await storage.platform.db.selectFrom('wanted_sandbox').select('provider_id').execute()
      if (wanted.length > 0)
        await storage.writePlatform((tx) => tx.db.updateTable('wanted_sandbox').set({ due_at: 0 }).execute())
      return wanted.length === 0
    })
  }

  async addStaff(email: string, role: StaffRole = 'ADMINISTRATOR'): Promise<string> {
    const realm = await platformRealm(this.server.world, SUPPORT)
    return createStaff(
      withOneSalt(this.server.world).at(realm),
      { email, name: 'Sam Staff', password: PASSWORD, role },
      HOST,
    )
  }

  codeOf(secret: string): string {
    return totpCode(fromBase32(secret), Math.floor(this.server.clock.now() / 30_000))
  }

  /** Somebody whose realm requires a second step sets one up, on the page that is all they see. */
  async setUpSecondStep(browser: Browser): Promise<void> {
    const page = await browser.post('/sign-in/set-up/', { intent: 'start-second-step' })
    const secret = /<dd class="mono">([A-Z2-7 ]+)<\/dd>/.exec(page.body)?.[1]?.replaceAll(' ', '') ?? ''
    const shown = await browser.post('/sign-in/set-up/', { intent: 'confirm-second-step', code: this.codeOf(secret) })
    assert.match(shown.body, /Store your recovery codes/)
  }

  /** A member of staff who is signed in with a second step. */
  async staff(email = 'sam@airside.example', role: StaffRole = 'ADMINISTRATOR'): Promise<ConsoleClient> {
    await this.addStaff(email, role)
    const browser = this.visitor(SUPPORT_ORIGIN)
    await browser.postFresh('/sign-in/', { email, password: PASSWORD })
    await this.setUpSecondStep(browser)
    return new ConsoleClient(this.server.client, browser)
  }

  get developersRealm() {
    return platformRealm(this.server.world, DEVELOPERS)
  }

  get supportRealmId(): string {
    return SUPPORT_REALM_ID
  }
}
