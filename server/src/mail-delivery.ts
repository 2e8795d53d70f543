/**
 * Sends the e-mails in the outbox by SMTP. A message is claimed before it is sent and marked afterwards, so that one of
 * several processes sends it; if that one dies in between, another does later, under the same Message-ID. A failed
 * message is tried again at growing intervals until it expires.
 */
import { createTransport, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { addSeconds } from './domain/clock.ts'
import { claimMessage, markSent, type OutboxMessage, tryAgainAt } from './storage/outbox.ts'
import type { Storage } from './storage/storage.ts'

const POLL_MS = 1_000
const SEND_TIMEOUT_MS = 20_000
/** Longer than a mail server can take that answers each of the eight commands just before we give up on it. */
const CLAIM_SECONDS = 180
const MIN_RETRY_SECONDS = 60
const MAX_RETRY_SECONDS = 3600

const retrySeconds = (tries: number): number => Math.min(MAX_RETRY_SECONDS, MIN_RETRY_SECONDS * 2 ** (tries - 1))

export class MailDelivery {
  readonly #storage: Storage
  readonly #log: Logger
  readonly #from: string
  /** Of the sender's address: what follows the @ of each Message-ID (RFC 5322 §3.6.4). */
  readonly #domain: string
  readonly #transport: Transporter
  #timer: NodeJS.Timeout | null = null
  #stopped = false
  #running: Promise<void> = Promise.resolve()

  constructor(storage: Storage, log: Logger, smtpUrl: string, from: string) {
    this.#storage = storage
    this.#log = log
    this.#from = from
    this.#domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
    const timeouts = {
      connectionTimeout: SEND_TIMEOUT_MS,
      greetingTimeout: SEND_TIMEOUT_MS,
      socketTimeout: SEND_TIMEOUT_MS,
    }
    this.#transport = createTransport({ url: smtpUrl, ...timeouts })
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

  /** Sends every message that is due. */
  async deliver(): Promise<void> {
    for (;;) {
      const message = this.#stopped ? undefined : await this.#claim()
      if (message === undefined) return
      await this.#send(message)
    }
  }

  #claim(): Promise<OutboxMessage | undefined> {
    return this.#storage.writePlatform(async (tx) => {
      const now = await tx.now()
      return claimMessage(tx, now, addSeconds(now, CLAIM_SECONDS))
    })
  }

  async #send({ tenant_id, message_id, recipient, subject, body, tries }: OutboxMessage): Promise<void> {
    const messageId = `<${message_id}@${this.#domain}>`
    try {
      await this.#transport.sendMail({ from: this.#from, to: recipient, subject, text: body, messageId })
    } catch (error) {
      // Neither the text nor the recipient's address belongs in a log.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      this.#log.warn({ messageId: message_id, tries, code, responseCode }, 'a message could not be sent')
      await this.#storage.writeTenant(tenant_id, async (tx) =>
        tryAgainAt(tx, message_id, addSeconds(await tx.now(), retrySeconds(tries))),
      )
      return
    }
    await this.#storage.writeTenant(tenant_id, async (tx) => markSent(tx, message_id, await tx.now()))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#running
    this.#transport.close()
  }
}
