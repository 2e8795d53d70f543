/** A file that never changes while the server runs: compressed once, when somebody first asks for it so. */

import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Exchange, send } from '../listening/exchange.ts'

const ENCODERS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const
type Encoding = keyof typeof ENCODERS

const COMPRESSIBLE = /^(text\/|application\/(json|javascript)|image\/svg)/
const MIN_BYTES = 1024

/** Browsers send about thirty characters. */
const MAX_ACCEPTED_LENGTH = 1000

/** The best that the client takes (RFC 9110 §12.5.3); null for the bytes as they are. */
const encodingFor = (accepted: string): Encoding | null => {
  const taken = accepted
    .slice(0, MAX_ACCEPTED_LENGTH)
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : null
}

export class StaticFile {
  readonly contentType: string
  readonly #bytes: Buffer
  readonly #etag: string | null
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  constructor(contentType: string, bytes: Buffer, etag: string | null = null) {
    this.contentType = contentType
    this.#bytes = bytes
    this.#etag = etag
  }

  /** Each encoding is a representation with an ETag of its own (RFC 9110 §8.8.3). */
  async send(exchange: Exchange, headers: OutgoingHttpHeaders): Promise<void> {
    const isWorthIt = COMPRESSIBLE.test(this.contentType) && this.#bytes.length >= MIN_BYTES
    const encoding = isWorthIt ? encodingFor(exchange.req.headers['accept-encoding'] ?? '') : null
    const etag = this.#etag !== null && encoding !== null ? `${this.#etag.slice(0, -1)}-${encoding}"` : this.#etag
    const known = {
      ...(etag === null ? {} : { etag }),
      ...(isWorthIt ? { vary: 'accept-encoding' } : {}),
      ...headers,
    }
    if (etag !== null && exchange.req.headers['if-none-match'] === etag) return send(exchange, 304, known, '')
    const coding = encoding === null ? {} : { 'content-encoding': encoding }
    const bytes = encoding === null ? this.#bytes : await this.#in(encoding)
    send(exchange, 200, { 'content-type': this.contentType, ...coding, ...known }, bytes)
  }

  #in(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding)
    if (known) return known
    const made = ENCODERS[encoding](this.#bytes)
    this.#compressed.set(encoding, made)
    return made
  }
}
