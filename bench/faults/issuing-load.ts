/** Clients that continuously request and use tokens, and record each response with its time. */
import type { HttpClient } from '../../server/test/support/http-client.ts'
import type { KeyHolder } from '../population.ts'
import { echo, pause, refresh } from './site.ts'

export interface Seen {
  readonly what: 'refresh' | 'echo'
  readonly startedAt: number
  readonly endedAt: number
  /** 0 if the connection broke. */
  readonly status: number
  readonly retryAfter: string | undefined
  readonly token: string | null
}

const GAP_MS = 20

export class IssuingLoad {
  readonly seen: Seen[] = []
  readonly #client: HttpClient
  readonly #running: Promise<void>[]
  #stopped = false

  /** One client per key; each uses the last token it received. */
  constructor(client: HttpClient, keys: readonly KeyHolder[]) {
    this.#client = client
    this.#running = keys.map((key) => this.#work(key))
  }

  async #work(key: KeyHolder): Promise<void> {
    let token: string | null = null
    while (!this.#stopped) {
      const issued = await this.#note('refresh', () => refresh(this.#client, key))
      token = issued ?? token
      const current = token
      if (current !== null) await this.#note('echo', () => echo(this.#client, key.tenant, current))
      await pause(GAP_MS)
    }
  }

  async #note(what: Seen['what'], ask: () => ReturnType<typeof refresh>): Promise<string | null> {
    const startedAt = performance.now()
    const answer = await ask().catch(() => null)
    const token = what === 'refresh' && answer?.status === 200 ? answer.body : null
    const status = answer?.status ?? 0
    const retryAfter = answer?.headers['retry-after']
    this.seen.push({ what, startedAt, endedAt: performance.now(), status, retryAfter, token })
    return token
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#running)
  }

  /** The responses received within an interval. */
  between(from: number, to: number): Seen[] {
    return this.seen.filter(({ startedAt, endedAt }) => startedAt >= from && endedAt <= to)
  }
}

export const countByStatus = (seen: readonly Seen[]): string =>
  [...Map.groupBy(seen, ({ status }) => status)].map(([status, all]) => `${all.length} × ${status}`).join(', ')
