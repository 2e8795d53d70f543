/** Requests to an operator's client endpoints in both encodings, and the format of their refusals. */
import assert from 'node:assert/strict'
import { encoded } from './form-bodies.ts'
import type { Answer } from './http-client.ts'
import type { TestServer, TestTenant } from './test-server.ts'

export type Fields = Readonly<Record<string, string>>
export type ClientHeaders = Readonly<Record<string, string | string[]>>

export class ClientDoor {
  readonly #server: TestServer
  readonly #at: TestTenant
  readonly #path: string

  constructor(server: TestServer, at: TestTenant, path = '/oauth2/code/token/') {
    this.#server = server
    this.#at = at
    this.#path = path
  }

  post(type: string, body: string | Uint8Array, headers: ClientHeaders = {}, query = ''): Promise<Answer> {
    const all = { ...(type === '' ? {} : { 'content-type': type }), ...headers } as Record<string, string>
    return this.#server.client.ask(`${this.#at.origin}${this.#path}${query}`, { method: 'POST', headers: all, body })
  }

  async form(form: FormData | URLSearchParams, headers: ClientHeaders = {}): Promise<Answer> {
    const { type, body } = await encoded(form)
    return this.post(type, body, headers)
  }

  urlencoded(fields: Fields, headers: ClientHeaders = {}): Promise<Answer> {
    return this.form(new URLSearchParams(fields), headers)
  }

  multipart(fields: Fields, headers: ClientHeaders = {}): Promise<Answer> {
    return this.form(formDataOf(fields), headers)
  }
}

export const formDataOf = (fields: Fields): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

export const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

export const without = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** RFC 6749 §5.2, and nothing more. */
export const refusedWith = (answer: Answer, status: number, error: string, words = /./): void => {
  assert.deepEqual([answer.status, answer.json().error], [status, error], answer.body)
  assert.deepEqual(Object.keys(answer.json()), ['error', 'error_description'])
  assert.match(String(answer.json().error_description), words)
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
  assert.deepEqual([answer.headers['cache-control'], answer.headers.pragma], ['no-store', 'no-cache'])
  assert.equal(answer.headers.location, undefined)
}
