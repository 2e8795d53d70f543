/**
 * A simulated service instead of a network: issues tokens valid for 30 minutes, answers queries, and fails on request
 * as networks and services do. Tests move its clock and the client's by hand.
 */
import type { Surroundings } from '../../src/surroundings.ts'

export interface Seen {
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

type Reply = (seen: Seen, signal: AbortSignal) => Response | Promise<Response>

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers },
  })

/** What Node's fetch throws when the network fails. */
export const networkFailure =
  (code: string): Reply =>
  () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
  }

export const never: Reply = (_seen, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

const errorBody = (message: string, code: string) => ({ errors: [{ message, extensions: { code } }] })

export class ScriptedService {
  nowMs = Date.UTC(2026, 10, 15)
  readonly tokenRequests: Seen[] = []
  readonly queries: Seen[] = []
  /** How long each sleep was, in milliseconds. */
  readonly sleeps: number[] = []
  /** Responses sent before the rules apply, in order. */
  readonly nextTokenReplies: Reply[] = []
  readonly nextQueryReplies: Reply[] = []
  readonly #valid = new Map<string, number>()
  expiresIn: unknown = 1800
  data: unknown = { echo: 'hi' }

  readonly surroundings: Surroundings = {
    fetch: async (url, init) => {
      const request = new Request(url, init)
      const seen = { path: new URL(url).pathname, headers: request.headers, body: await request.clone().text() }
      const signal = init.signal ?? new AbortController().signal
      signal.throwIfAborted()
      return seen.path === '/api/graphql/' ? this.#query(seen, signal) : this.#token(seen, signal)
    },
    now: () => this.nowMs,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted()
      this.sleeps.push(milliseconds)
      this.nowMs += milliseconds
    },
  }

  /** From now on every token issued so far gets 401. */
  revokeAll(): void {
    this.#valid.clear()
  }

  async untilTokenIsAsked(): Promise<void> {
    while (this.tokenRequests.length === 0) await new Promise(setImmediate)
  }

  async untilQueryIsSent(): Promise<void> {
    while (this.queries.length === 0) await new Promise(setImmediate)
  }

  async #token(seen: Seen, signal: AbortSignal): Promise<Response> {
    this.tokenRequests.push(seen)
    const scripted = this.nextTokenReplies.shift()
    return scripted ? scripted(seen, signal) : this.issue()
  }

  issue(): Response {
    const accessToken = `air_test_at_${this.#valid.size + this.tokenRequests.length}`
    this.#valid.set(accessToken, this.nowMs + 1_800_000)
    return json(200, {
      token_type: 'Bearer',
      expires_in: this.expiresIn,
      access_token: accessToken,
      refresh_token: 'air_test_rt_1',
      scope: 'contact:read',
    })
  }

  async #query(seen: Seen, signal: AbortSignal): Promise<Response> {
    this.queries.push(seen)
    const scripted = this.nextQueryReplies.shift()
    if (scripted) return scripted(seen, signal)
    const expiresAt = this.#valid.get(seen.headers.get('authorization')?.slice('Bearer '.length) ?? '')
    if (expiresAt === undefined || expiresAt <= this.nowMs) {
      return json(401, errorBody('The access token is expired, revoked or unknown here', 'INVALID_TOKEN'))
    }
    return json(200, { data: this.data, extensions: { cost: { requested: 1, remaining: 19_999 } } })
  }
}
