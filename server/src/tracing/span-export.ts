/**
 * Sends finished spans in batches, beside the requests: nobody waits for it. What waits is bounded; while the collector
 * is away the newest spans are dropped and counted.
 */
import type { Logger } from 'pino'
import { type Posted, postSpans } from './collector.ts'
import { otlpText } from './otlp.ts'
import type { Attributes, Span } from './span.ts'
import type { TracingSettings } from './tracing-settings.ts'

const MAX_WAITING = 4_096
const BATCH = 512
const MIN_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 30_000

export interface SpanCounts {
  exported: number
  dropped: number
  waiting: number
}

export class SpanExport {
  readonly #settings: TracingSettings
  readonly #resource: Attributes
  readonly #log: Pick<Logger, 'warn' | 'info'>
  readonly #waiting: Span[] = []
  readonly #stop = new AbortController()
  readonly #timer: NodeJS.Timeout
  #exported = 0
  #dropped = 0
  #sending: Promise<void> | null = null
  #backoffMs = 0
  #notBefore = 0

  constructor(settings: TracingSettings, resource: Attributes, log: Pick<Logger, 'warn' | 'info'>) {
    this.#settings = settings
    this.#resource = resource
    this.#log = log
    this.#timer = setInterval(() => this.#send(), settings.sendEveryMs).unref()
  }

  get counts(): SpanCounts {
    return { exported: this.#exported, dropped: this.#dropped, waiting: this.#waiting.length }
  }

  /** `leftOut` were not even kept. */
  add(spans: readonly Span[], leftOut: number): void {
    const room = MAX_WAITING - this.#waiting.length
    this.#waiting.push(...spans.slice(0, room))
    this.#dropped += Math.max(0, spans.length - room) + leftOut
    if (this.#waiting.length >= BATCH) this.#send()
  }

  #send(): void {
    if (this.#sending !== null || performance.now() < this.#notBefore) return
    this.#sending = this.#sendAll().finally(() => {
      this.#sending = null
    })
  }

  /** Until nothing waits, or the collector is away. */
  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH)
      const posted = await postSpans(this.#settings, otlpText(this.#resource, batch), this.#stop.signal)
      if (posted.outcome === 'later') return this.#tryLater(posted)
      this.#waiting.splice(0, batch.length)
      const rejected = posted.outcome === 'taken' ? Math.min(posted.rejected, batch.length) : batch.length
      this.#exported += batch.length - rejected
      this.#dropped += rejected
      if (posted.outcome === 'refused') this.#tell(posted)
      else this.#recover()
    }
  }

  #tryLater(posted: Posted): void {
    this.#tell(posted)
    this.#backoffMs = Math.min(MAX_BACKOFF_MS, Math.max(MIN_BACKOFF_MS, this.#backoffMs * 2))
    this.#notBefore = performance.now() + this.#backoffMs
  }

  /** Once, until it works again. */
  #isTold = false

  #tell(posted: Posted): void {
    if (this.#isTold || this.#stop.signal.aborted || posted.outcome === 'taken') return
    this.#isTold = true
    this.#log.warn({ collector: this.#settings.url, reason: posted.reason }, 'the collector does not take traces')
  }

  #recover(): void {
    this.#backoffMs = 0
    if (!this.#isTold) return
    this.#isTold = false
    this.#log.info({ collector: this.#settings.url }, 'the collector takes traces again')
  }

  /** Sends what waits, for so long; the rest is dropped. */
  async stop(withinMs: number): Promise<void> {
    clearInterval(this.#timer)
    const over = setTimeout(() => this.#stop.abort(), withinMs)
    await this.#sending
    await this.#sendAll()
    clearTimeout(over)
    this.#dropped += this.#waiting.length
    this.#waiting.length = 0
  }
}
