/**
 * Posts one message to a receiver that nobody here trusts (events rows 74 and 77). Every address of its name is checked
 * and the connection goes to one of those that were; redirects are not followed; the certificate is verified; the
 * answer is read up to 64 kB, in so many pieces and within ten seconds, and only its first kilobyte is kept, as text
 * without secrets.
 */
import { type LookupAddress, Resolver } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { urlToHttpOptions } from 'node:url'
import { mayHavePieces } from '../../domain/body-pieces.ts'
import { literalAddress, mayConnectTo, webhookUrlProblem } from '../../domain/events/webhook-address.ts'
import { redactWebhookSecrets } from '../../domain/events/webhook-signature.ts'
import { redactSecrets } from '../../domain/secret.ts'
import { BoundedCache } from '../../services/bounded-cache.ts'

const MAX_SECONDS = 10
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_KEPT_BYTES = 1024
/** RFC 9110 §15.2: 100 and 103 are usual, each once. */
const MAX_INTERIM_ANSWERS = 10
/** Longer than any secret: one that begins within what is kept is seen whole, and redacted before the text is cut. */
const MAX_SECRET_BYTES = 256
const MAX_SEEN_BYTES = MAX_KEPT_BYTES + MAX_SECRET_BYTES
const CUT_WORD = new RegExp(`\\S{1,${MAX_SECRET_BYTES}}$`)
const IDLE_CONNECTION_MS = 5_000
/** A name server of the receiver's own could name thousands, and have each of them checked for each message. */
const MAX_ADDRESSES = 64
const MAX_KNOWN_TARGETS = 500

export interface SentMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answered {
  /** Null if there was no answer. */
  readonly status: number | null
  /** Why there was none, in words for the log. */
  readonly problem: string | null
  readonly tookMs: number
  /** Of these, until it was connected to, and from the message until its answer began; null where it did not come so far. */
  readonly connectMs: number | null
  /** False for one that an earlier message used. */
  readonly isNewConnection: boolean
  readonly waitMs: number | null
  readonly retryAfterSeconds: number | null
  /** The beginning of the answer. */
  readonly answer: string
}

class ForbiddenAddress extends Error {}

/** The same words for a name that is unknown and one that leads inside: the log does not tell names of our network. */
const NOWHERE = 'its name leads to no address of the open internet'

/** All addresses of a name. */
export type Resolve = (
  hostname: string,
  told: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void

/** RFC 6761 §6.3: these names are this machine, whatever a name server says. */
const OF_THIS_MACHINE = /^(.+\.)?localhost\.?$/
/** Twice, so that one datagram may be lost. */
const NAME_SERVER = { timeout: 2_000, tries: 2 }

/**
 * Asks name servers itself. What the system looks up for a program takes one of a few threads until it is answered: a
 * name server that never answers would keep other webhooks, and mails, from finding theirs (threats row 320).
 */
export const resolveBy =
  (resolver: Resolver): Resolve =>
  (hostname, told) => {
    if (OF_THIS_MACHINE.test(hostname)) return told(null, [{ address: '127.0.0.1', family: 4 }])
    const found: LookupAddress[] = []
    let waitsFor = 2
    const add = (family: 4 | 6) => (error: NodeJS.ErrnoException | null, addresses: readonly string[] | undefined) => {
      for (const address of addresses ?? []) found.push({ address, family })
      if (--waitsFor > 0) return
      if (found.length === 0) return told(error ?? new Error('The name has no address'), [])
      told(
        null,
        found.toSorted((one, other) => one.family - other.family),
      )
    }
    resolver.resolve4(hostname, add(4))
    resolver.resolve6(hostname, add(6))
  }

const checkedLookup =
  (resolve: Resolve, allowsLoopback: boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses
      const isNowhere = error !== null || first === undefined || addresses.length > MAX_ADDRESSES
      if (isNowhere || !addresses.every(({ address }) => mayConnectTo(address, allowsLoopback))) {
        return callback(new ForbiddenAddress(NOWHERE), '', 0)
      }
      // Whoever asks for all gets the one that was checked.
      if (options.all) return callback(null, [first])
      callback(null, first.address, first.family)
    })
  }

const PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ETIMEDOUT: 'no connection in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
}

const problemOf = (error: NodeJS.ErrnoException): string => {
  if (error instanceof ForbiddenAddress) return error.message
  const { code = '' } = error
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|TLS|SSL/.test(code))
    return `its certificate or TLS was not accepted (${code})`
  return PROBLEMS[code] ?? (code === '' ? 'the connection failed' : `the connection failed (${code})`)
}

/** RFC 9110 §10.2.3: seconds, or a date. */
const retryAfterOf = (value: string | undefined, now: number): number | null => {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000)
}

/** Characters that would change how the log is shown, or that a store cannot keep. */
const UNSHOWABLE = /[^\P{C}\n\t]/gu

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Of an answer that is longer, the last word goes: it may be a secret without its end. */
const keptText = (chunks: readonly Buffer[]): string => {
  const bytes = Buffer.concat(chunks)
  const seen = textOf(bytes.subarray(0, MAX_SEEN_BYTES))
  const whole = bytes.length > MAX_SEEN_BYTES ? seen.replace(CUT_WORD, '') : seen
  const redacted = redactWebhookSecrets(redactSecrets(whole)).replace(UNSHOWABLE, '\uFFFD')
  return textOf(Buffer.from(redacted).subarray(0, MAX_KEPT_BYTES))
}

/** Where a message goes: what is wrong with that, or the address as a request takes it. */
type Target = { readonly problem: string } | { readonly options: RequestOptions; readonly isPlain: boolean }

/** The settings of a host may have changed since the address was taken. */
const targetOf = (text: string, allowsLoopback: boolean): Target => {
  const problem = webhookUrlProblem(text, allowsLoopback)
  if (problem !== null) return { problem }
  const url = new URL(text)
  const address = literalAddress(url)
  if (address !== null && !mayConnectTo(address, allowsLoopback)) return { problem: 'forbidden' }
  return { options: urlToHttpOptions(url), isPlain: url.protocol === 'http:' }
}

const between = (from: number | null | undefined, to: number | null | undefined): number | null =>
  from == null || to == null ? null : Math.round(to - from)

export class WebhookSender {
  readonly #allowsLoopback: boolean
  readonly #lookup: LookupFunction
  readonly #targets = new BoundedCache<Target>(MAX_KNOWN_TARGETS)
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: IDLE_CONNECTION_MS })

  constructor(allowsLoopback: boolean, resolve: Resolve = resolveBy(new Resolver(NAME_SERVER))) {
    this.#allowsLoopback = allowsLoopback
    this.#lookup = checkedLookup(resolve, allowsLoopback)
  }

  /** Looked at once: the text and the host's settings are all it depends on. Names are looked up at each connection. */
  #targetOf(text: string): Target {
    const known = this.#targets.get(text)
    if (known) return known
    const target = targetOf(text, this.#allowsLoopback)
    this.#targets.set(text, target)
    return target
  }

  /**
   * Whatever a receiver does is an answer, or the want of one. What is sent is asked for once it is connected to: null,
   * for nothing, closes the connection before its first byte and is answered so.
   */
  send(text: string, message: () => Promise<SentMessage | null>): Promise<Answered | null> {
    const startedAt = performance.now()
    let [connectedAt, writtenAt, answeredAt]: (number | null)[] = [null, null, null]
    let isNewConnection = false
    const none = (problem: string): Answered => ({
      status: null,
      problem,
      tookMs: Math.round(performance.now() - startedAt),
      connectMs: between(startedAt, connectedAt),
      isNewConnection,
      waitMs: between(writtenAt, answeredAt),
      retryAfterSeconds: null,
      answer: '',
    })
    const target = this.#targetOf(text)
    if ('problem' in target) return Promise.resolve(none(target.problem))
    const { options, isPlain } = target
    return new Promise((resolve, reject) => {
      const sent = (isPlain ? requestPlain : request)({
        ...options,
        method: 'POST',
        lookup: this.#lookup,
        ...(isPlain ? {} : { agent: this.#agent }),
      })
      let isFinished = false
      const finish = (answered: Answered | null) => {
        isFinished = true
        clearTimeout(timer)
        resolve(answered)
      }
      const timer = setTimeout(() => {
        finish(none(`no whole answer within ${MAX_SECONDS} seconds`))
        sent.destroy()
      }, MAX_SECONDS * 1000)
      const write = async () => {
        const said = await message()
        if (isFinished) return
        if (said === null) {
          finish(null)
          sent.destroy()
          return
        }
        const { headers, body } = said
        writtenAt = performance.now()
        const all = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
        for (const [name, value] of Object.entries(all)) sent.setHeader(name, value)
        sent.end(body)
      }
      sent.on('error', (error) => finish(none(problemOf(error))))
      sent.on('socket', (socket) => {
        const isReady = () => {
          connectedAt = performance.now()
          write().catch((error) => {
            reject(error)
            finish(null)
            sent.destroy()
          })
        }
        // One that was used before is connected already.
        isNewConnection = socket.connecting
        if (socket.connecting) socket.once(isPlain ? 'connect' : 'secureConnect', isReady)
        else if (!socket.destroyed) isReady()
      })
      let interim = 0
      // Those before the answer are in none of its bounds (threats row 321).
      sent.on('information', () => {
        if (++interim <= MAX_INTERIM_ANSWERS) return
        finish(none('too many interim answers'))
        sent.destroy()
      })
      // Without this, whoever answers so is waited for in vain.
      sent.on('upgrade', (_answer, socket) => {
        finish(none('it wanted another protocol'))
        socket.destroy()
      })
      sent.on('response', (answer) => {
        answeredAt = performance.now()
        if (writtenAt === null) {
          finish(none('it answered before it was told anything'))
          sent.destroy()
          return
        }
        const chunks: Buffer[] = []
        let [pieces, bytes] = [0, 0]
        const done = () => {
          const { statusCode: status = 0, headers: told } = answer
          const retryAfterSeconds = retryAfterOf(told['retry-after'], Date.now())
          finish({ ...none(''), status, problem: null, retryAfterSeconds, answer: keptText(chunks) })
        }
        answer.on('data', (chunk: Buffer) => {
          if (bytes <= MAX_SEEN_BYTES) chunks.push(chunk.subarray(0, MAX_SEEN_BYTES + 1))
          bytes += chunk.length
          if (bytes <= MAX_ANSWER_BYTES && mayHavePieces(++pieces, bytes)) return
          done()
          answer.removeAllListeners('data')
          sent.destroy()
        })
        answer.on('end', done)
        answer.on('error', (error) => finish(none(problemOf(error))))
      })
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
