/** The users who look at the console, each signed in once in a window of one size. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { DemoConsole } from './demo-console.ts'

/** An administrator with a past, in production or in the sandbox; one of an operator that has nothing yet; a pilot. */
export type Visitor = 'administrator' | 'sandbox administrator' | 'newcomer' | 'pilot'

const PLACES = {
  administrator: { operatorId: 'alpine', environment: 'production', role: 'admin' },
  'sandbox administrator': { operatorId: 'alpine', environment: 'sandbox', role: 'admin' },
  newcomer: { operatorId: 'empty', environment: 'production', role: 'admin' },
  pilot: { operatorId: 'alpine', environment: 'production', role: 'pilot' },
} as const

export class Visitors {
  readonly #demo: DemoConsole
  readonly #options: BrowserContextOptions
  readonly #pages = new Map<Visitor, Promise<Page>>()

  constructor(demo: DemoConsole, options: BrowserContextOptions = {}) {
    this.#demo = demo
    this.#options = options
  }

  origin(visitor: Visitor): string {
    const { operatorId, environment } = PLACES[visitor]
    return this.#demo.origin(this.#demo.tenant(operatorId, environment))
  }

  page(visitor: Visitor): Promise<Page> {
    const known = this.#pages.get(visitor)
    if (known) return known
    const { operatorId, environment, role } = PLACES[visitor]
    const tenant = this.#demo.tenant(operatorId, environment)
    const page = this.#demo.signIn(tenant, tenant[role], this.#options)
    this.#pages.set(visitor, page)
    return page
  }

  async leave(): Promise<void> {
    for (const page of this.#pages.values()) await (await page).context().close()
  }
}
