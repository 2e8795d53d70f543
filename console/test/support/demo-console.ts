/**
 * The console of the demo: a real server process on its own demo store, the built files, and a real Chromium that
 * reports its errors.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { DemoShow, DemoTenant } from '../../../server/src/demo/show/demo-show.ts'
import { RECENT_SIGN_IN_SECONDS } from '../../../server/src/domain/limits.ts'
import { SQLITE_FILE } from '../../../server/src/storage/engines/sqlite-engine.ts'
import { launchChromium } from '../../../server/test/support/chromium.ts'
import { demoPlace } from '../../../server/test/support/demo-place.ts'
import { freePort } from '../../../server/test/support/free-port.ts'
import { witnessPage } from '../../../server/test/support/page-witness.ts'
import { PATIENCE_MS } from '../../../server/test/support/patience.ts'
import type { Place } from '../../../server/test/support/places.ts'
import { demoOf, type ServerProcess, startServerProcess } from '../../../server/test/support/server-process.ts'

const BUILT_PAGE = new URL('../../dist/index.html', import.meta.url)

type Environment = DemoTenant['environment']

export class DemoConsole {
  readonly server: ServerProcess
  readonly browser: Browser
  readonly show: DemoShow
  readonly #port: number
  readonly #place: Place

  private constructor(server: ServerProcess, browser: Browser, port: number, place: Place) {
    this.server = server
    this.browser = browser
    this.#port = port
    this.#place = place
    this.show = demoOf(server)
  }

  static async start(settings: Record<string, string> = {}): Promise<DemoConsole> {
    if (!existsSync(BUILT_PAGE)) throw new Error('Build the console first: npm run build -w @airside/console')
    const port = await freePort()
    const address = { PORT: String(port), AIRSIDE_PUBLIC_URL: `http://localhost:${port}` }
    const place = await demoPlace()
    const server = await startServerProcess({ ...place.environment, ...address, ...settings }, ['--demo', '--json'])
    const demo = new DemoConsole(server, await launchChromium(), port, place)
    demo.#keepSessionsRecent()
    return demo
  }

  async stop(): Promise<void> {
    await this.browser.close()
    await this.server.stop()
    await this.#place.dispose()
  }

  tenant(operatorId: string, environment: Environment): DemoTenant {
    const found = this.show.tenants.find((one) => one.operatorId === operatorId && one.environment === environment)
    if (!found) throw new Error(`The demo has no ${operatorId} in ${environment}`)
    return found
  }

  origin({ operatorId, environment }: DemoTenant): string {
    return `http://${operatorId}${environment === 'sandbox' ? '.sandbox' : ''}.localhost:${this.#port}`
  }

  /** The developer portal's or the support console's address. */
  platformOrigin(name: 'developers' | 'support'): string {
    return `http://${name}.localhost:${this.#port}`
  }

  /** What the host's commands need to reach this server's store. */
  get environment(): Record<string, string> {
    return this.#place.environment
  }

  /** An hour after every demo that is scheduled: a server in a process of its own has a clock that no test moves. */
  letDemosPass(): void {
    this.#inStore('update demo set demo_at = ? where demo_at > ?', Date.now() - 3_600_000, Date.now())
  }

  /** Everybody signed in a while ago. */
  ageSessions(): void {
    this.#inStore('update user_session set created_at = ?', Date.now() - (RECENT_SIGN_IN_SECONDS + 1) * 1000)
  }

  /** On a slow machine a walk takes longer than a sign-in is recent, and the consoles would ask for the password. */
  #keepSessionsRecent(): void {
    this.#inStore(`create trigger recent_sign_in after insert on user_session begin
      update user_session set created_at = new.created_at + 3600000 where hash = new.hash; end`)
  }

  /** A marketplace's buyer writes about a record of this kind, whose application no test holds a token of. */
  buyerWrites(kind: 'charter_request' | 'quote', id: string, text: string): void {
    this.#inStore(
      `insert into conversation_message
        (tenant_id, entity, entity_id, position, message_id, side, writer, author, text, at)
        select tenant_id, ?, ${kind}_id, 1, 'cvm_' || ${kind}_id, 'BUYER', 'buyer', null, ?, ?
        from ${kind} where ${kind}_id = ?`,
      kind,
      text,
      Date.now(),
      id,
    )
  }

  #inStore(statement: string, ...values: (number | string)[]): void {
    const store = new DatabaseSync(join(this.environment.AIRSIDE_DATA ?? '', SQLITE_FILE), { timeout: 10_000 })
    store.prepare(statement).run(...values)
    store.close()
  }

  /** A new person's browser, signed in nowhere. Nothing moves in it, because every frame of a movement is drawn. */
  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const look = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const
    const context = await this.browser.newContext({ ...look, ...options })
    context.setDefaultTimeout(PATIENCE_MS)
    const page = await context.newPage()
    witnessPage(page)
    return page
  }

  /** A new person's browser, signed in at this operator by keyboard, and on the console's first page. */
  async signIn(tenant: DemoTenant, email: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.newPage(options)
    await page.goto(`${this.origin(tenant)}/console/`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(tenant.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/**')
    return page
  }
}
