/**
 * Contents as objects of an S3-compatible bucket: PUT, GET with a range, DELETE. An object is there whole or not at all,
 * and the service compares its SHA-256 with the one that was announced.
 */
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { PIECE_BYTES } from '../operations/documents/document-files.ts'
import {
  type Announced,
  type ByteSpan,
  ContentGone,
  type ContentName,
  type ContentWriter,
  isPlaceName,
  type PlaceBeside,
  PlaceUnavailable,
} from './content-place.ts'
import { EMPTY_SHA256, type S3Credentials, signedHeaders } from './s3-signature.ts'

export interface BucketSetting {
  readonly endpoint: URL
  readonly region: string
  readonly bucket: string
  /** Before every name; empty or with a slash at its end. */
  readonly prefix: string
  readonly credentials: S3Credentials
}

/** Longer than a client may be silent while it sends or takes a file. */
const SILENCE_MS = 30_000
/** How long the service may take to answer what it has got. */
const ANSWER_MS = 10_000
const MAX_ANSWER_BYTES = 4_096
const FULL_STATUS = 507

interface Asked {
  readonly method: string
  readonly name: string
  readonly headers?: Readonly<Record<string, string>>
  readonly sha256?: string
}

/** What the service says of a refusal, for the log: `<Code>` of its answer. */
const reasonOf = async (response: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of response) {
    text += String(chunk)
    if (text.length > MAX_ANSWER_BYTES) break
  }
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? 'without a reason'
}

export class BucketPlace implements PlaceBeside {
  readonly kind = 'bucket'
  /** Its last bytes may be on their way when a removal overtakes them on a connection of its own. */
  readonly mayComeLate = true
  readonly shown: string
  readonly #setting: BucketSetting
  readonly #now: () => number
  readonly #answerMs: number

  constructor(setting: BucketSetting, now: () => number, answerMs = ANSWER_MS) {
    this.#setting = setting
    this.#now = now
    this.#answerMs = answerMs
    this.shown = `bucket ${setting.bucket} at ${setting.endpoint.host}`
  }

  #nameOf({ tenantId, contentId }: ContentName): string {
    if (isPlaceName(tenantId) && isPlaceName(contentId)) return `${tenantId}/${contentId}`
    throw new ContentGone(`${JSON.stringify(contentId)} is no name of ours`)
  }

  #ask({ method, name, headers = {}, sha256 = EMPTY_SHA256 }: Asked): ClientRequest {
    const { endpoint, bucket, prefix, region, credentials } = this.#setting
    const path = `/${bucket}/${prefix}${name}`
    const signed = signedHeaders(
      { method, path, headers: { host: endpoint.host, ...headers }, sha256 },
      { credentials, region, at: this.#now() },
    )
    const { hostname, port } = endpoint
    const ask = endpoint.protocol === 'https:' ? overHttps : overHttp
    // An address of IPv6 stands in brackets in a URL alone.
    const host = hostname.replace(/^\[|\]$/g, '')
    // A connection of its own: one that was kept may be gone when the bytes of a client are on their way already.
    const options = { host, port: port || undefined, method, path, headers: signed, agent: false }
    const asked = ask({ ...options, setHost: false, timeout: SILENCE_MS })
    // Who waits for the answer learns of it; without a listener it would end the process.
    asked.on('error', () => {})
    asked.on('timeout', () => asked.destroy(new Error(`Nothing was heard for ${SILENCE_MS / 1000} seconds`)))
    return asked
  }

  #unavailable(cause: unknown): PlaceUnavailable {
    if (cause instanceof PlaceUnavailable) return cause
    return new PlaceUnavailable(`The ${this.shown} cannot be used: ${(cause as Error).message}`, { cause })
  }

  async #refusal(method: string, response: IncomingMessage): Promise<PlaceUnavailable> {
    const { statusCode } = response
    const reason = await reasonOf(response).catch(() => 'and was lost')
    const message = `The ${this.shown} answered ${statusCode} to ${method} (${reason})`
    return new PlaceUnavailable(message, { isFull: statusCode === FULL_STATUS })
  }

  /** Nothing more is sent: from now on the answer is due. */
  #end(asked: ClientRequest): void {
    const message = `It was not answered within ${this.#answerMs / 1000} seconds`
    const late = setTimeout(() => asked.destroy(new Error(message)), this.#answerMs)
    asked.once('response', () => clearTimeout(late)).once('close', () => clearTimeout(late))
    asked.end()
  }

  async #answer(asked: ClientRequest): Promise<IncomingMessage> {
    try {
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      return response
    } catch (error) {
      throw this.#unavailable(error)
    }
  }

  async begin(name: ContentName, { byteSize, sha256 }: Announced): Promise<ContentWriter> {
    const headers = { 'content-length': String(byteSize), 'content-type': 'application/octet-stream' }
    const asked = this.#ask({ method: 'PUT', name: this.#nameOf(name), headers, sha256 })
    const answered = this.#answer(asked).then(async (response) => {
      if (response.statusCode !== 200) throw await this.#refusal('PUT', response)
      response.resume()
    })
    // Whoever writes or finishes learns of it; one who gave up does not.
    answered.catch(() => {})
    const refused = answered.then(() => {
      throw new PlaceUnavailable(`The ${this.shown} answered before everything was sent`)
    })
    refused.catch(() => {})
    return {
      write: (block) =>
        Promise.race([written(asked, block), refused]).catch((error) => Promise.reject(this.#unavailable(error))),
      finish: () => {
        this.#end(asked)
        return answered
      },
      giveUp: async () => void asked.destroy(),
    }
  }

  async *read(name: ContentName, { from, to }: ByteSpan): AsyncGenerator<Buffer> {
    const asked = this.#ask({ method: 'GET', name: this.#nameOf(name), headers: { range: `bytes=${from}-${to}` } })
    this.#end(asked)
    const response = await this.#answer(asked)
    try {
      if (response.statusCode === 404 || response.statusCode === 416)
        throw new ContentGone(`${name.contentId} is not there`)
      if (response.statusCode !== 206) throw await this.#refusal('GET', response)
      let left = to - from + 1
      for await (const chunk of response as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES)
        left -= chunk.length
      }
      if (left !== 0) throw new ContentGone(`${name.contentId} ends too early`)
    } catch (error) {
      throw error instanceof ContentGone ? error : this.#unavailable(error)
    } finally {
      response.destroy()
    }
  }

  async #removeNamed(name: string): Promise<void> {
    const asked = this.#ask({ method: 'DELETE', name })
    this.#end(asked)
    const response = await this.#answer(asked)
    if (![200, 204, 404].includes(response.statusCode ?? 0)) throw await this.#refusal('DELETE', response)
    response.resume()
  }

  /** Under a name that is not ours there is nothing. */
  async remove({ tenantId, contentId }: ContentName): Promise<void> {
    if (isPlaceName(tenantId) && isPlaceName(contentId)) await this.#removeNamed(`${tenantId}/${contentId}`)
  }

  async tryWriting(): Promise<void> {
    const probe = { tenantId: 'probe', contentId: `probe-${process.pid}` }
    const writer = await this.begin(probe, { byteSize: 0, sha256: EMPTY_SHA256 })
    await writer.finish()
    await this.remove(probe)
  }
}

/** Resolves once the block has left: it may be overwritten then. */
const written = (asked: ClientRequest, block: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    asked.write(block, (error) => (error ? reject(error) : resolve()))
  })
