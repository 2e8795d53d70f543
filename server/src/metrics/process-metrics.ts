/** What the process itself costs: event loop, garbage collector, memory, processor. Watched only where metrics are on. */
import {
  constants,
  type EventLoopUtilization,
  monitorEventLoopDelay,
  PerformanceObserver,
  performance,
} from 'node:perf_hooks'
import type { Exposition } from './exposition.ts'

const RESOLUTION_MS = 20
const NANOSECONDS = 1e9
const PERCENTILES = { median: 50, p99: 99, max: 100 } as const

const COLLECTIONS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weak',
}

/** What the types of Node leave out. */
type CollectorEntry = PerformanceEntry & { readonly detail: { readonly kind: number } }

interface Collected {
  count: number
  seconds: number
}

export class ProcessMetrics {
  /** How late a timer of 20 ms fires: a timer that is on time shows 20 ms. */
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  readonly #collections = new Map<string, Collected>(
    Object.values(COLLECTIONS).map((kind) => [kind, { count: 0, seconds: 0 }]),
  )
  readonly #observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) this.#collected((entry as CollectorEntry).detail.kind, entry.duration)
  })

  start(): void {
    this.#delay.enable()
    this.#observer.observe({ entryTypes: ['gc'] })
  }

  stop(): void {
    this.#delay.disable()
    this.#observer.disconnect()
  }

  #collected(kind: number, ms: number): void {
    const collected = this.#collections.get(COLLECTIONS[kind] ?? 'major')
    if (!collected) return
    collected.count++
    collected.seconds += ms / 1000
  }

  write(out: Exposition): void {
    this.#writeEventLoop(out, performance.eventLoopUtilization())
    this.#writeCollections(out)
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    out.gauge('process_resident_memory_bytes', 'Resident memory.', { value: rss })
    out.gauge(
      'airside_heap_bytes',
      'Memory of the JavaScript heap, and what is held beside it.',
      { labels: { part: 'used' }, value: heapUsed },
      { labels: { part: 'total' }, value: heapTotal },
      { labels: { part: 'external' }, value: external },
    )
    out.counter('process_cpu_seconds_total', 'Processor time of the process.', { value: (user + system) / 1e6 })
    out.gauge('process_start_time_seconds', 'When the process started, in Unix time.', {
      value: performance.timeOrigin / 1000,
    })
  }

  /** The delays are those since they were last read. */
  #writeEventLoop(out: Exposition, { active, idle }: EventLoopUtilization): void {
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000)
    const delay = this.#delay
    const isEmpty = delay.count === 0
    const samples = Object.entries(PERCENTILES).map(([at, percentile]) => ({
      labels: { at },
      value: isEmpty ? 0 : late(delay.percentile(percentile)),
    }))
    delay.reset()
    out.gauge('airside_event_loop_delay_seconds', 'How late timers fired since this was last read.', ...samples)
    out.counter(
      'airside_event_loop_seconds_total',
      'Time that the event loop worked and waited.',
      { labels: { state: 'active' }, value: active / 1000 },
      { labels: { state: 'idle' }, value: idle / 1000 },
    )
  }

  #writeCollections(out: Exposition): void {
    const kinds = [...this.#collections]
    out.counter(
      'airside_gc_seconds_total',
      'Time that the garbage collector took.',
      ...kinds.map(([kind, { seconds }]) => ({ labels: { kind }, value: seconds })),
    )
    out.counter(
      'airside_gc_runs_total',
      'Runs of the garbage collector.',
      ...kinds.map(([kind, { count }]) => ({ labels: { kind }, value: count })),
    )
  }
}
