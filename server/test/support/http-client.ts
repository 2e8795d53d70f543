/** HTTP as a client on the network sees it: a connection to loopback and a Host header of the operator's address. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  json<T = Record<string, unknown>>(): T
}

export interface Ask {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Uint8Array
}

export class HttpClient {
  readonly port: number
  constructor(port: number) {
    this.port = port
  }

  /** `url` as a person would write it, e.g. http://alpine.localhost:8080/healthz; its port is replaced by the server's. */
  ask(url: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
    const target = new URL(url)
    return this.raw(target.host, `${target.pathname}${target.search}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
  }

  /** Exactly this Host header and request target. */
  raw(host: string, path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const req = request(
        { host: '127.0.0.1', port: this.port, method, path, headers: { host, ...headers }, setHost: false },
        (res) => {
          const chunks: Buffer[] = []
          res.on('data', (chunk: Buffer) => chunks.push(chunk))
          res.on('error', reject)
          res.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            resolve({ status: res.statusCode ?? 0, headers: res.headers, body: text, json: () => JSON.parse(text) })
          })
        },
      )
      req.on('error', reject)
      req.end(body)
    })
  }

  form(url: string, fields: Readonly<Record<string, string>>, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return this.ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  }
}
