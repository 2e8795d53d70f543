/** Sends one request and reads its whole response within a time limit; errors say whether the request may have run. */
import { ConnectionFailed } from './failures.ts'
import type { Surroundings } from './surroundings.ts'

export const TIMEOUT_SECONDS_DEFAULT = 30
/** Far larger than any page of the service. Limits the memory that another server's response can use. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly requestId: string | undefined
}

/** Errors from before the first byte of the request was sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  return cause instanceof Error ? codeOf(cause) : ''
}

const isCertificateFailure = (code: string): boolean => /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_(TLS|SSL)/.test(code)

const connectionFailed = (error: unknown, origin: string): ConnectionFailed => {
  const code = codeOf(error)
  if (code === 'ENOTFOUND') {
    const message = `${origin} does not resolve: check the operator id and the address of the service`
    return new ConnectionFailed(message, 'not sent', true, error)
  }
  if (isCertificateFailure(code)) {
    return new ConnectionFailed(`The certificate of ${origin} is not trusted (${code})`, 'not sent', true, error)
  }
  if (NOT_SENT.has(code)) {
    return new ConnectionFailed(
      `${origin} cannot be reached (${code}): is the service running?`,
      'not sent',
      false,
      error,
    )
  }
  const reason = code || (error instanceof Error ? error.message : String(error))
  return new ConnectionFailed(
    `The connection to ${origin} broke (${reason}): the request may or may not have run`,
    'unknown',
    false,
    error,
  )
}

/** Errors that a retry would repeat. */
class AnswerTooLong extends ConnectionFailed {
  constructor() {
    super(`The answer is longer than ${MAX_ANSWER_BYTES} bytes: ask for less, or check the address`, 'unknown', true)
  }
}

/** Reads at most `MAX_ANSWER_BYTES`, counted after decompression. */
const boundedText = async ({ body }: Response): Promise<string> => {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > MAX_ANSWER_BYTES) throw new AnswerTooLong()
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Where requests go, and how long an answer may take. */
export interface Route {
  readonly surroundings: Surroundings
  readonly origin: string
  readonly timeoutSeconds: number
}

export const exchange = async (
  { surroundings: { fetch }, origin, timeoutSeconds }: Route,
  path: string,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<Answer> => {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const giveUp = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => controller.abort(new Error(`no answer in ${timeoutSeconds} s`)), timeoutSeconds * 1000)
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    // A redirect would carry the credentials to another host; the service never sends one here (access-model §2).
    const response = await fetch(`${origin}${path}`, { ...init, redirect: 'error', signal: controller.signal })
    const { status, headers } = response
    return { status, headers, text: await boundedText(response), requestId: headers.get('x-request-id') ?? undefined }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (error instanceof AnswerTooLong) throw error
    throw connectionFailed(error, origin)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

/** RFC 9110 §10.2.3: seconds, or a date. */
export const retryAfterSeconds = (headers: Headers, now: number): number | undefined => {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
