/** An HTTP client that connects to loopback and sends the Host header of the operator's address. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'

/** An answer can carry a state of 8 KB, percent-encoded, in its Location. */
const HEAD_BYTES = 64 * 1024

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
  /** The address to come from: all of 127.0.0.0/8 is this machine. */
  readonly localAddress?: string
}

export class HttpClient {
  readonly port: number
  constructor(port: number) {
    this.port = port
  }

  /** `url` as a person would write it, e.g. http://alpine.localhost:8080/healthz; its port is replaced by the server's. */
  ask(url: string, ask: Ask = {}): Promise<Answer> {
    const target = new URL(url)
    return this.raw(target.host, `${target.pathname}${target.search}`, ask)
  }

  /** Exactly this Host header and request target. */
  raw(host: string, path: string, { method = 'GET', headers = {}, body, localAddress }: Ask = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const to = { host: '127.0.0.1', port: this.port, ...(localAddress === undefined ? {} : { localAddress }) }
      const req = request(
        { ...to, method, path, headers: { host, ...headers }, setHost: false, maxHeaderSize: HEAD_BYTES },
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
