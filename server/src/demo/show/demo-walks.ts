/**
 * The demo application's state: one walk per connection, from the link to the tokens. It is an application like any
 * other: it uses the operator's address over HTTP and has only its client secret.
 */

import { request } from 'node:http'
import { LRUCache } from 'lru-cache'
import { randomText } from '../../domain/secret.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import { ENVIRONMENTS } from '../../domain/tenancy/tenant.ts'
import type { DemoAction, DemoCall, NamedValue } from './demo-callback-page.ts'
import { type DemoApplication, type DemoShow, type DemoTenant, demoRedirectUri } from './demo-show.ts'

const MAX_WALKS = 500

export interface DemoWalk {
  readonly state: string
  readonly application: DemoApplication
  readonly tenant: DemoTenant
  returned: readonly NamedValue[]
  tokens: { access_token: string; refresh_token: string } | null
  exchange: DemoCall | null
  query: DemoCall | null
  later: DemoCall | null
  isRevoked: boolean
}

/** Source of random bytes, for the ids of walks. */
type RandomBytes = (count: number) => Uint8Array

interface CallContent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** What the page shows as sent. */
  readonly sent: readonly NamedValue[]
}

export class DemoWalks {
  readonly #show: DemoShow
  readonly #publicUrl: URL
  readonly #randomBytes: RandomBytes
  readonly #walks = new LRUCache<string, DemoWalk>({ max: MAX_WALKS })

  constructor(show: DemoShow, publicUrl: URL, randomBytes: RandomBytes) {
    this.#show = show
    this.#publicUrl = publicUrl
    this.#randomBytes = randomBytes
  }

  /** The link that starts a walk, or null if the demo has no such application or operator. */
  start(clientId: string | null, operatorId: string | null, environment: string | null): string | null {
    const application = this.#show.applications.find(
      // Also by name, because a connect URL is registered before there is a client id.
      (candidate) => candidate.clientId === clientId || candidate.name === clientId,
    )
    const tenant = this.#show.tenants.find(
      (candidate) => candidate.operatorId === operatorId && candidate.environment === environment,
    )
    if (!application || !tenant || !ENVIRONMENTS.includes(tenant.environment)) return null
    const state = randomText(24, this.#randomBytes)
    this.#walks.set(state, {
      state,
      application,
      tenant,
      returned: [],
      tokens: null,
      exchange: null,
      query: null,
      later: null,
      isRevoked: false,
    })
    const parameters = new URLSearchParams({
      response_type: 'code',
      client_id: application.clientId,
      redirect_uri: demoRedirectUri(this.#publicUrl),
      scope: application.scope,
      state,
    })
    return `${this.#origin(tenant)}/oauth2/code/authorize/?${parameters}`
  }

  find(state: string | null): DemoWalk | undefined {
    return state === null ? undefined : this.#walks.get(state)
  }

  #origin({ operatorId, environment }: DemoTenant): string {
    return originOf(this.#publicUrl, operatorId, environment)
  }

  async act(walk: DemoWalk, action: DemoAction): Promise<void> {
    if (action === 'exchange') await this.#exchange(walk)
    if (action === 'query' || (action === 'exchange' && walk.tokens)) walk.query = await this.#query(walk)
    if (action === 'refresh') await this.#refresh(walk)
    if (action === 'revoke') await this.#revoke(walk)
  }

  #credentials({ application }: DemoWalk): Record<string, string> {
    return { client_id: application.clientId, client_secret: application.clientSecret }
  }

  async #exchange(walk: DemoWalk): Promise<void> {
    const code = walk.returned.find(({ name }) => name === 'code')?.value ?? ''
    walk.exchange = await this.#post(walk, '/oauth2/code/token/', {
      grant_type: 'authorization_code',
      ...this.#credentials(walk),
      redirect_uri: demoRedirectUri(this.#publicUrl),
      code,
    })
    if (walk.exchange.status === 200) walk.tokens = JSON.parse(walk.exchange.answer)
  }

  async #refresh(walk: DemoWalk): Promise<void> {
    const fields = {
      grant_type: 'refresh_token',
      ...this.#credentials(walk),
      refresh_token: walk.tokens?.refresh_token ?? '',
    }
    walk.later = await this.#post(walk, '/oauth2/code/token/', fields)
    if (walk.later.status === 200) walk.tokens = JSON.parse(walk.later.answer)
  }

  async #revoke(walk: DemoWalk): Promise<void> {
    const fields = { ...this.#credentials(walk), token: walk.tokens?.refresh_token ?? '' }
    walk.later = await this.#post(walk, '/oauth2/revoke/', fields)
    walk.isRevoked = walk.later.status === 200
  }

  #query(walk: DemoWalk): Promise<DemoCall> {
    const body = JSON.stringify({ query: walk.application.query })
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${walk.tokens?.access_token ?? ''}`,
    }
    return this.#call(walk, '/api/graphql/', {
      headers,
      body,
      sent: [{ name: 'query', value: walk.application.query }],
    })
  }

  #post(walk: DemoWalk, path: string, fields: Readonly<Record<string, string>>): Promise<DemoCall> {
    const sent = Object.entries(fields).map(([name, value]) => ({ name, value }))
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return this.#call(walk, path, { headers, body: new URLSearchParams(fields).toString(), sent })
  }

  /** `*.localhost` does not resolve on every system: connect to loopback and keep the Host header (access-model §1). */
  #call(walk: DemoWalk, path: string, { headers, body, sent }: CallContent): Promise<DemoCall> {
    const origin = this.#origin(walk.tenant)
    const port = Number(this.#publicUrl.port || 80)
    return new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        headers: { ...headers, host: new URL(origin).host },
      }
      const req = request(options, (res) => {
        let answer = ''
        res.setEncoding('utf8')
        res.on('data', (chunk: string) => {
          answer += chunk
        })
        res.on('end', () =>
          resolve({ request: `POST ${origin}${path}`, sent, status: res.statusCode ?? 0, answer: laidOut(answer) }),
        )
      })
      req.on('error', reject)
      req.end(body)
    })
  }
}

const laidOut = (answer: string): string => {
  try {
    return JSON.stringify(JSON.parse(answer), null, 2)
  } catch {
    return answer
  }
}
