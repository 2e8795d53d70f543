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
  const { checkedMessage } = await import('./webhook-signature.ts')
  return checkedMessage(headers, body, secret, now)
}
