/** The spans of one request, kept until it ends. */
import type { RemoteParent } from './sampler.ts'
import { type Attributes, KINDS, newSpanId, type Span, spanTime } from './span.ts'

/** A request that asks the store more often than this shows the first ones, and says how many are missing. */
const MAX_SPANS = 256

export class RequestTrace {
  readonly traceId: string
  readonly root: Span
  readonly #spans: Span[] = []
  #leftOut = 0
  #isOver = false

  constructor(traceId: string, parent: RemoteParent | null) {
    this.traceId = traceId
    this.root = this.#newSpan(KINDS.server, parent?.spanId ?? null)
    this.#spans.push(this.root)
  }

  #newSpan(kind: Span['kind'], parentId: string | null): Span {
    const { traceId } = this
    const times = { startedAt: spanTime(), endedAt: null }
    return { traceId, spanId: newSpanId(), parentId, kind, ...times, name: '', attributes: {}, failure: null }
  }

  /** Null where the request has ended, or has enough spans. */
  begin(kind: Span['kind'], parentId: string): Span | null {
    if (this.#isOver) return null
    if (this.#spans.length >= MAX_SPANS) {
      this.#leftOut++
      return null
    }
    const span = this.#newSpan(kind, parentId)
    this.#spans.push(span)
    return span
  }

  get leftOut(): number {
    return this.#leftOut
  }

  /** Ends the request's own span, and those of work that goes on without it. */
  end(name: string, attributes: Attributes, failure: string | null): readonly Span[] {
    this.#isOver = true
    const now = spanTime()
    Object.assign(this.root, {
      name,
      attributes: { ...attributes, 'airside.spans_left_out': this.#leftOut || undefined },
      failure,
    })
    for (const span of this.#spans) span.endedAt ??= now
    return this.#spans
  }
}
