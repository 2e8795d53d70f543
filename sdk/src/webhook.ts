/** Checks messages of webhooks by Standard Webhooks, with the crypto that Node and browsers share. */
import type { WebhookHeaders, WebhookMessage } from './webhook-message.ts'

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
