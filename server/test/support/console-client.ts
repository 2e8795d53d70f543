/** Talks to the console's endpoint like a signed-in user's browser: same-origin POSTs with the session's cookie. */
import assert from 'node:assert/strict'
import type { Browser } from './browser.ts'
import { type Person, signedInBrowser } from './code-grant.ts'
import type { Answer, HttpClient } from './http-client.ts'
import type { TestServer, TestTenant } from './test-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape that the test asked for
export type Data = any

export class ConsoleClient {
  readonly browser: Browser
  readonly #client: HttpClient

  constructor(client: HttpClient, browser: Browser) {
    this.#client = client
    this.browser = browser
  }

  static async signIn(server: TestServer, at: TestTenant, person: Person): Promise<ConsoleClient> {
    return new ConsoleClient(server.client, await signedInBrowser(server, at, person))
  }

  /** The answer of POST /console/graphql/, at another address where one is given. */
  ask(
    query: string,
    variables: object = {},
    headers: Record<string, string> = {},
    origin = this.browser.origin,
  ): Promise<Answer> {
    return this.#client.ask(`${origin}/console/graphql/`, {
      ...this.browser.from,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: [...this.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      body: JSON.stringify({ query, variables }),
    })
  }

  /** Returns the data of a response without errors, and fails otherwise. */
  async data(query: string, variables: object = {}): Promise<Data> {
    const answer = await this.ask(query, variables)
    assert.equal(answer.status, 200, answer.body)
    const { data, errors } = answer.json<Data>()
    assert.equal(errors, undefined, answer.body)
    return data
  }

  /** Returns the payload of a mutation that must succeed. */
  async done(field: string, query: string, variables: object = {}): Promise<Data> {
    const payload = (await this.data(query, variables))[field]
    assert.deepEqual(payload.userErrorList, [], JSON.stringify(payload.userErrorList))
    return payload
  }

  /** Returns the codes and paths of a mutation that must be refused. */
  async refused(
    field: string,
    query: string,
    variables: object = {},
  ): Promise<{ code: string; message: string; path: string[] }[]> {
    const payload = (await this.data(query, variables))[field]
    assert.notEqual(payload.userErrorList.length, 0, 'The mutation was not refused')
    return payload.userErrorList
  }
}
