/** The signature of a message of a webhook, by Standard Webhooks; loaded when a message is checked first. */
import { type WebhookHeaders, type WebhookMessage, WebhookRefused } from './webhook-message.ts'

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
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

const requireRecent = (timestamp: string, now: number): void => {
  const age = now / 1000 - Number(timestamp)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > TOLERANCE_SECONDS)
    throw new WebhookRefused('The message is older or newer than five minutes: a repetition, or a clock that is wrong')
}

/** In the same time wherever they differ. */
const areEqual = (one: Uint8Array, other: Uint8Array): boolean => {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at++) difference |= (one[at] ?? 0) ^ (other[at] ?? 0)
  return difference === 0
}

/** The bytes as they arrived: a decoder would leave a mark of order out, and take other bytes for those that were signed. */
const signedBytes = (id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

export const checkedMessage = async (
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
  now: number,
): Promise<WebhookMessage> => {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerIn(headers, name),
  ) as [string, string, string]
  requireRecent(timestamp, now)
  const key = await keyOf(secret)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  // Once, however many signatures a stranger sends.
  const expected = new Uint8Array(await crypto.subtle.sign('HMAC', key, signedBytes(id, timestamp, bytes)))
  const isBySecret = (signature: string): boolean => {
    const given = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : null
    return given !== null && areEqual(expected, given)
  }
  if (!signatures.split(' ').some(isBySecret)) throw new WebhookRefused('No signature of the message is by this secret')
  return JSON.parse(new TextDecoder().decode(bytes))
}
