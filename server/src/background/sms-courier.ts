/** Sends SMS by an HTTP gateway: POST of `{"to", "text"}` with a bearer token (portals §3). */
import { type Courier, SEND_TIMEOUT_MS } from './outbox-delivery.ts'

export interface SmsGateway {
  readonly url: string
  readonly token: string | null
}

class GatewayRefusal extends Error {
  readonly code = 'GATEWAY'
  readonly responseCode: number
  constructor(status: number) {
    super(`The SMS gateway answered ${status}`)
    this.responseCode = status
  }
}

export const smsCourier = ({ url, token }: SmsGateway): Courier => ({
  channel: 'sms',
  send: async ({ recipient, body, message_id }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // A gateway that knows the header sends one SMS, however often we try.
        'idempotency-key': message_id,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ to: recipient, text: body }),
      // A gateway is configured by its address: it has no business sending our codes elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new GatewayRefusal(answer.status)
  },
  close: () => {},
})
