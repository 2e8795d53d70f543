/** Checks messages of webhooks by Standard Webhooks, with the crypto that Node and browsers share. */
import { AirsideError } from './failures.ts'

/** A message of a webhook: what changed, or a test. */
export interface WebhookMessage {
  /** E.g. `flight.updated`, or `webhook.test`. */
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly operatorId: string
    readonly environment: 'production' | 'sandbox'
    /** `changes({ after })` continues from it. */
    readonly cursor?: string
    readonly entity?: string
    readonly entityId?: string
    readonly kind?: 'CREATED' | 'UPDATED' | 'DELETED' | 'REMINDER'
    readonly version?: number
    readonly fieldList?: readonly string[]
    /** The answer to the webhook's own query, where it has one. */
    readonly result?: unknown
  }
}

/** The message was not sent by the webhook that the secret belongs to, was changed on the way, or is too old. */
export class WebhookRefused extends AirsideError {
  override readonly name = 'WebhookRefused'
}

/** As Node and frameworks give them, or those of a `Request`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const PREFIX = 'whsec_'
const TOLERANCE_SECONDS = 5 * 60

const headerIn = (headers: WebhookHeaders, name: string): string => {
  const isHeaders = typeof (headers as Headers).get === 'function'
  const found = isHeaders
    ? (headers as Headers).get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const value = Array.isArray(found) ? found[0] : found
  if (typeof value !== 'string' || value === '') throw new WebhookRefused(`The header ${name} is missing`)
  return value
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

const keyOf = (secret: string): Promise<CryptoKey> => {
  const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : null
  if (bytes === null || bytes.length === 0) throw new WebhookRefused('The secret of a webhook begins with whsec_')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

const requireRecent = (timestamp: string, now: number): void => {
  const age = now / 1000 - Number(timestamp)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > TOLERANCE_SECONDS)
    throw new WebhookRefused('The message is older or newer than five minutes: a repetition, or a clock that is wrong')
}

/**
 * Returns the message if one of its signatures is by this secret and it is at most five minutes old; throws
 * `WebhookRefused` otherwise. `body` is the text as it arrived, before anything parsed it.
 */
export const verifyWebhook = async (
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
  now: number = Date.now(),
): Promise<WebhookMessage> => {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerIn(headers, name),
  ) as [string, string, string]
  requireRecent(timestamp, now)
  const key = await keyOf(secret)
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : null
    if (bytes !== null && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text)
  }
  throw new WebhookRefused('No signature of the message is by this secret')
}
