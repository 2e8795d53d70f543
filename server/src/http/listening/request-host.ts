/** The host name a request is for: exactly one Host header, and a request line that does not contradict it (RFC 9112 §3.2). */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../../domain/failure.ts'
import { hostName } from '../../domain/tenancy/address.ts'

const hostHeaders = (rawHeaders: readonly string[]): number => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

const refuse = (description: string): never => {
  throw new Failure('bad_host', description)
}

const asName = (header: string): string => hostName(header) ?? refuse('The Host header is not a host name')

export interface RequestTarget {
  readonly host: string
  readonly path: string
  readonly query: string
}

/** Paths of this server are plain ASCII without escapes, so a path that does not decode is refused and not stored. */
const checkPath = (path: string): string => {
  try {
    if (path.includes('%') && decodeURIComponent(path).includes('\0')) throw new Error('NUL')
    return path
  } catch {
    throw new Failure('invalid_request', 'The path is not percent-encoded UTF-8 without NUL')
  }
}

const targetAt = (host: string, target: string): RequestTarget => {
  const mark = target.indexOf('?')
  if (mark < 0) return { host, path: checkPath(target), query: '' }
  return { host, path: checkPath(target.slice(0, mark)), query: target.slice(mark + 1) }
}

export const requestTarget = (req: IncomingMessage): RequestTarget => {
  const hosts = hostHeaders(req.rawHeaders)
  // HTTP/1.0 has no Host header, and some probes still use it: they reach the routes that answer under any name.
  const isUnnamed = hosts === 0 && req.httpVersion === '1.0'
  if (hosts !== 1 && !isUnnamed) return refuse('Send exactly one Host header')
  const host = isUnnamed ? '' : asName(req.headers.host ?? '')
  const target = req.url ?? ''
  if (target.startsWith('/')) return targetAt(host, target)
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target)
  if (!absolute) return refuse('The request line holds no path')
  if (asName(absolute[1] ?? '') !== host) return refuse('The request line and the Host header name different hosts')
  const rest = absolute[2] ?? ''
  return targetAt(host, rest.startsWith('/') ? rest : `/${rest}`)
}
