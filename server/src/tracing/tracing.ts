/**
 * Follows requests and records what they do: the request itself, its GraphQL operation, transactions and statements
 * (ADR 66). It listens to the channels on which storage and graphql publish; which request something belongs to is
 * known by the asynchronous context that it runs in.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { operationTraces, type TracedOperation } from '../graphql/query-service.ts'
import type { Exchange } from '../http/listening/exchange.ts'
import type { RequestTracing } from '../http/listening/request-tracing.ts'
import { type StoreWork, storeTraces } from '../storage/engines/statements.ts'
import { VERSION } from '../version.ts'
import { RequestTrace } from './request-trace.ts'
import { isSampled, type RemoteParent } from './sampler.ts'
import { KINDS, newTraceId, type Span, spanTime } from './span.ts'
import { type SpanCounts, SpanExport } from './span-export.ts'
import { operationFacts, requestFacts, storeFacts } from './span-facts.ts'
import type { TracingSettings } from './tracing-settings.ts'

/** Where in a trace something runs. */
interface SpanParent {
  readonly trace: RequestTrace
  readonly parentId: string
}

/** Work under way: Node's tracing channels add the error. */
type Traced<T> = T & { error?: unknown }

const parentIn = (traceparent: string | undefined): RemoteParent | null => {
  if (traceparent === undefined) return null
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-')
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

const failureOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: string }
  return String(code ?? name ?? 'unknown')
}

export class Tracing implements RequestTracing {
  readonly #settings: TracingSettings
  readonly #export: SpanExport
  readonly #parent = new AsyncLocalStorage<SpanParent | undefined>()
  readonly #spans = new WeakMap<object, Span>()
  /** What the operation of a request came to is known when the request ends. */
  readonly #operations = new WeakMap<RequestTrace, { readonly span: Span; readonly work: TracedOperation }>()
  readonly #onEnd = (work: unknown): void => this.#end(work as Traced<object>)

  constructor(settings: TracingSettings, log: Pick<Logger, 'warn' | 'info'>) {
    this.#settings = settings
    const instance = { 'service.instance.id': `${hostname()}/${process.pid}`, 'process.pid': process.pid }
    const resource = { 'host.name': hostname(), ...instance, 'service.version': VERSION, ...settings.resource }
    this.#export = new SpanExport(settings, resource, log)
    storeTraces.start.bindStore(this.#parent, (work) => this.#beginStoreWork(work))
    operationTraces.start.bindStore(this.#parent, (work) => this.#beginOperation(work))
    storeTraces.asyncEnd.subscribe(this.#onEnd)
    operationTraces.asyncEnd.subscribe(this.#onEnd)
  }

  get counts(): SpanCounts {
    return this.#export.counts
  }

  follow(exchange: Exchange, answer: () => Promise<void>): void {
    const parent = parentIn(exchange.noted.traceparent)
    const traceId = parent?.traceId ?? newTraceId()
    if (!isSampled(this.#settings.sampler, traceId, parent)) return void answer()
    const trace = new RequestTrace(traceId, parent)
    exchange.noted.traceId = traceId
    const end = (): void => this.#endRequest(trace, exchange)
    void this.#parent.run({ trace, parentId: trace.root.spanId }, answer).then(end, end)
  }

  #begin(work: object, kind: Span['kind']): Span | null {
    const parent = this.#parent.getStore()
    const span = parent?.trace.begin(kind, parent.parentId) ?? null
    if (span !== null) this.#spans.set(work, span)
    return span
  }

  /** What it does is below its span. */
  #below(span: Span | null): SpanParent | undefined {
    const parent = this.#parent.getStore()
    return parent === undefined || span === null ? parent : { trace: parent.trace, parentId: span.spanId }
  }

  #beginStoreWork(work: StoreWork): SpanParent | undefined {
    const isSent = work.store === 'postgres' && work.statement !== undefined
    const span = this.#begin(work, isSent ? KINDS.client : KINDS.internal)
    if (span !== null) Object.assign(span, storeFacts(work))
    return this.#below(span)
  }

  #beginOperation(work: TracedOperation): SpanParent | undefined {
    const span = this.#begin(work, KINDS.internal)
    const trace = this.#parent.getStore()?.trace
    if (span !== null && trace !== undefined) this.#operations.set(trace, { span, work })
    return this.#below(span)
  }

  #end(work: Traced<object>): void {
    const span = this.#spans.get(work)
    if (span === undefined) return
    span.endedAt ??= spanTime()
    if (work.error !== undefined) span.failure = failureOf(work.error)
  }

  #endRequest(trace: RequestTrace, exchange: Exchange): void {
    // Probes come every few seconds from every proxy.
    if (exchange.meter.site === 'anywhere' || exchange.noted.leavesNoTrace) return
    const operation = this.#operations.get(trace)
    if (operation !== undefined) Object.assign(operation.span, operationFacts(operation.work))
    const { name, attributes, failure } = requestFacts(exchange)
    this.#export.add(trace.end(name, attributes, failure), trace.leftOut)
  }

  async stop(withinMs: number): Promise<void> {
    storeTraces.start.unbindStore(this.#parent)
    operationTraces.start.unbindStore(this.#parent)
    storeTraces.asyncEnd.unsubscribe(this.#onEnd)
    operationTraces.asyncEnd.unsubscribe(this.#onEnd)
    await this.#export.stop(withinMs)
  }
}
