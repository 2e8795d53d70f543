/**
 * A browser without rendering: cookies, forms and the headers that a real one sends. Tests of rendering use Chromium.
 */
import assert from 'node:assert/strict'
import type { Answer, Ask, HttpClient } from './http-client.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
}
const unescaped = (text: string): string => text.replace(/&[a-z0-9#]+;/gi, (entity) => ENTITIES[entity] ?? entity)

const attribute = (tag: string, name: string): string | null => {
  const match = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)
  return match ? unescaped(match[1] ?? '') : null
}

export interface Form {
  readonly action: string
  readonly fields: Record<string, string>
}

/** The forms of a page, with the fields that a person does not see. */
export const formsIn = (html: string): Form[] =>
  [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => ({
    action: attribute(form.slice(0, form.indexOf('>') + 1), 'action') ?? '',
    fields: Object.fromEntries(
      [...form.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
        attribute(tag, 'name') ?? '',
        attribute(tag, 'value') ?? '',
      ]),
    ),
  }))

/** The form that posts to this path. */
export const formTo = (html: string, path: string): Form => {
  const form = formsIn(html).find(({ action }) => action.split('?')[0] === path)
  assert.ok(form, `The page has no form to ${path}: ${html.slice(0, 400)}`)
  return form
}

/** A page as it is whenever it is opened: each time its form has another ticket. */
export const withoutTicket = (html: string): string => html.replace(/(name="form" value=")[^"]+/, '$1')

/** Undefined: this browser does not send the header. */
export type Headers = Readonly<Record<string, string | undefined>>

const given = (headers: Headers): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined))

export class Browser {
  readonly #client: HttpClient
  readonly origin: string
  /** Where its requests come from. */
  readonly from: Pick<Ask, 'localAddress'>
  readonly cookies = new Map<string, string>()

  constructor(client: HttpClient, origin: string, from: Pick<Ask, 'localAddress'> = {}) {
    this.#client = client
    this.origin = origin
    this.from = from
  }

  get #cookieHeader(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return cookie === '' ? {} : { cookie }
  }

  #keep(answer: Answer): Answer {
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';')
      const mark = pair.indexOf('=')
      if (/max-age=0/i.test(line)) this.cookies.delete(pair.slice(0, mark))
      else this.cookies.set(pair.slice(0, mark), pair.slice(mark + 1))
    }
    return answer
  }

  /** `path` with its query as it goes over the wire: nothing is encoded on the way. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const host = this.origin.slice('http://'.length)
    const all = { ...this.#cookieHeader, ...headers }
    return this.#keep(await this.#client.raw(host, path, { ...this.from, headers: all }))
  }

  async post(path: string, fields: Readonly<Record<string, string>>, headers: Headers = {}): Promise<Answer> {
    const host = this.origin.slice('http://'.length)
    return this.#keep(
      await this.#client.raw(host, path, {
        ...this.from,
        method: 'POST',
        headers: given({
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          origin: this.origin,
          ...this.#cookieHeader,
          ...headers,
        }),
        body: new URLSearchParams(fields).toString(),
      }),
    )
  }

  /** Sends a sign-in form as a page that was opened just now would, whatever this browser has open. */
  async postFresh(path: string, fields: Readonly<Record<string, string>>, headers: Headers = {}): Promise<Answer> {
    const page = await this.#client.raw(this.origin.slice('http://'.length), '/sign-in/', this.from)
    return this.post(path, { ...formTo(page.body, '/sign-in/').fields, ...fields }, headers)
  }

  /** Like every browser it does not send the fragment of the address. */
  submit(form: Form, fields: Readonly<Record<string, string>> = {}, headers: Headers = {}): Promise<Answer> {
    return this.post(form.action.replace(/#.*$/, ''), { ...form.fields, ...fields }, headers)
  }

  /** Signs in on the page of `answer` and follows the redirects. */
  async signIn(page: Answer, email: string, password: string): Promise<Answer> {
    const answer = await this.submit(formTo(page.body, '/sign-in/'), { email, password })
    return answer.status === 303 ? this.get((answer.headers.location ?? '').replace(/#.*$/, '')) : answer
  }
}
