/** What a webhook sends, and the refusal of what it did not send. */
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
    /** Of a reminder: what it is about, e.g. `QUALIFICATION_EXPIRING`, and the time that has come. */
    readonly reminder?: string
    readonly dueAt?: string
    /** Of `scopes.narrowed`: the scopes that are left. */
    readonly scopeList?: readonly string[]
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
