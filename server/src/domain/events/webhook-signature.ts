/** Signs messages by Standard Webhooks (events §2), so that stock libraries can check them. */
import { createHmac } from 'node:crypto'
import type { RandomBytes } from '../secret.ts'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32
const ANY_SECRET = /whsec_[A-Za-z0-9+/=_-]{8,}/g

export const newWebhookSecret = (randomBytes: RandomBytes): string =>
  `${SECRET_PREFIX}${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')}`

const signature = (secret: string, signed: string): string => {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

export interface SignedMessage {
  readonly messageId: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** One signature for each live secret; while one is replaced there are two. */
export const webhookHeaders = (
  secrets: readonly string[],
  { messageId, timestamp, body }: SignedMessage,
): Readonly<Record<string, string>> => ({
  'webhook-id': messageId,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map((secret) => signature(secret, `${messageId}.${timestamp}.${body}`)).join(' '),
})

export const redactWebhookSecrets = (text: string): string => text.replace(ANY_SECRET, `${SECRET_PREFIX}[redacted]`)
