/**
 * `*.localhost` is loopback (RFC 6761 §6.3), but Node does not resolve it on every system, and fetch cannot be told
 * the Host header. So these names, and only these, go through node:http, to 127.0.0.1 or ::1 under their own name.
 */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Fetch } from '../surroundings.ts'

const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

const lookup: LookupFunction = (_name, options, callback) => {
  if (options.all) return callback(null, LOOPBACK)
  callback(null, '127.0.0.1', 4)
}

const isLocalhostName = (name: string): boolean => /\.localhost\.?$/i.test(name)

const bodyOf = async (answer: IncomingMessage): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of answer) chunks.push(chunk)
  if (!answer.complete) throw Object.assign(new Error('The answer broke off'), { code: 'ECONNRESET' })
  return Buffer.concat(chunks)
}

const send = (url: URL, options: RequestOptions, body: Uint8Array): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, resolve)
    request.on('error', reject)
    request.end(body)
  })

const headersOf = (answer: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
    headers.append(answer.rawHeaders[index] as string, answer.rawHeaders[index + 1] as string)
  }
  return headers
}

/** Statuses that cannot carry a body; `Response` refuses one. */
const BODILESS = new Set([204, 205, 304])

const fetchLoopback = async (url: URL, init: RequestInit): Promise<Response> => {
  // The platform's own Request writes form bodies and their content type.
  const { signal, ...rest } = init
  const request = new Request(url, rest)
  const body = new Uint8Array(await request.arrayBuffer())
  const headers = { ...Object.fromEntries(request.headers), 'content-length': String(body.byteLength) }
  const options = { method: request.method, headers, lookup, autoSelectFamily: true, ...(signal ? { signal } : {}) }
  const answer = await send(url, options, body)
  const received = await bodyOf(answer)
  const status = answer.statusCode ?? 0
  return new Response(BODILESS.has(status) ? null : new Uint8Array(received), { status, headers: headersOf(answer) })
}

/** A fetch that reaches `*.localhost` too. */
export const loopbackFetch =
  (otherwise: Fetch = (url, init) => fetch(url, init)): Fetch =>
  (url, init) => {
    const target = new URL(url)
    return isLocalhostName(target.hostname) ? fetchLoopback(target, init) : otherwise(url, init)
  }
