/**
 * Sends the messages of one channel of the outbox. A message is claimed before it is sent and marked afterwards, so
 * that one of several processes sends it; if that one dies in between, another does later, under the same id. A failed
 * message is tried again at growing intervals until it expires.
 */
import type { Logger } from 'pino'
import { addSeconds } from '../domain/clock.ts'
import type { TenantTx } from '../storage/handles.ts'
import {
  type Channel,
  claimMessage,
  isMessageDue,
  markSent,
  type OutboxMessage,
  tryAgainAt,
} from '../storage/outbox.ts'
import type { Storage } from '../storage/storage.ts'

const POLL_MS = 1_000
export const SEND_TIMEOUT_MS = 20_000
/** Longer than a mail server can take that answers each of the eight commands just before we give up on it. */
const CLAIM_SECONDS = 180
const MIN_RETRY_SECONDS = 60
const MAX_RETRY_SECONDS = 3600

const retrySeconds = (tries: number): number => Math.min(MAX_RETRY_SECONDS, MIN_RETRY_SECONDS * 2 ** (tries - 1))

/** Takes a message to its recipient, or throws. */
export interface Courier {
  readonly channel: Channel
  send(message: OutboxMessage): Promise<void>
  close(): void
}

/** What a courier's error may tell a log: neither the text nor the recipient belongs there. */
export interface CourierError {
  readonly code?: string
  readonly responseCode?: number
}

export class OutboxDelivery {
  readonly #storage: Storage
  readonly #log: Logger
  readonly #courier: Courier
  #timer: NodeJS.Timeout | null = null
  #stopped = false
  #running: Promise<void> = Promise.resolve()

  constructor(storage: Storage, log: Logger, courier: Courier) {
    this.#storage = storage
    this.#log = log
    this.#courier = courier
  }

  start(): void {
    if (this.#stopped) return
    this.#timer = setTimeout(() => {
      this.#running = this.deliver()
        .catch((err) => this.#log.warn({ err }, 'the outbox could not be read and will be tried again'))
        .finally(() => this.start())
    }, POLL_MS)
    this.#timer.unref()
  }

  /** Sends every message that is due. It is read first whether one is: a look each second must not write. */
  async deliver(): Promise<void> {
    if (!(await isMessageDue(this.#storage.platform, this.#courier.channel))) return
    for (;;) {
      const message = this.#stopped ? undefined : await this.#claim()
      if (message === undefined) return
      await this.#send(message)
    }
  }

  #claim(): Promise<OutboxMessage | undefined> {
    return this.#storage.writePlatform(async (tx) => {
      const now = await tx.now()
      return claimMessage(tx, this.#courier.channel, now, addSeconds(now, CLAIM_SECONDS))
    })
  }

  async #send(message: OutboxMessage): Promise<void> {
    const { tenant_id, message_id, tries } = message
    try {
      await this.#courier.send(message)
    } catch (error) {
      const { code, responseCode } = error as CourierError
      const { channel } = this.#courier
      this.#log.warn(
        { tenantId: tenant_id, messageId: message_id, channel, tries, code, responseCode },
        'a message could not be sent',
      )
      await this.#note(tenant_id, async (tx) =>
        tryAgainAt(tx, message_id, addSeconds(await tx.realNow(), retrySeconds(tries))),
      )
      return
    }
    await this.#note(tenant_id, async (tx) => markSent(tx, message_id, await tx.realNow()))
  }

  /** Not in the operator's turn: all mails would wait for what it writes for long (threats row 469). */
  #note(tenantId: string, job: (tx: TenantTx) => Promise<void>): Promise<void> {
    return this.#storage.writePlatform((tx) => job(tx.inTenant(tenantId)))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#running
    this.#courier.close()
  }
}
