/** All metrics of one process, read from the parts that keep their numbers. */
import type { RequestMeters } from '../http/listening/request-meters.ts'
import type { Usage } from '../services/usage/usage.ts'
import type { ValidityWatch } from '../services/validity-watch.ts'
import type { Storage } from '../storage/storage.ts'
import type { SpanCounts } from '../tracing/span-export.ts'
import { Exposition } from './exposition.ts'
import { MetricsServer } from './metrics-server.ts'
import { ProcessMetrics } from './process-metrics.ts'
import { writeRequestMetrics } from './request-metrics.ts'
import {
  type Memories,
  writeFlushMetrics,
  writeMemoryMetrics,
  writeTokenMetrics,
  writeTraceMetrics,
  writeValidityMetrics,
} from './service-metrics.ts'
import { readUpkeep, writeStoreMetrics } from './store-metrics.ts'

export interface MeasuredParts {
  readonly version: string
  readonly meters: RequestMeters
  readonly storage: Storage
  readonly usage: Usage
  readonly watch: ValidityWatch
  readonly requestsAtWork: () => number
  /** Requests that wait for changes. */
  readonly feedWaits: () => number
  readonly memories: () => Memories
  /** Null where traces are off. */
  readonly spans: () => SpanCounts | null
}

export class Metrics {
  readonly #parts: MeasuredParts
  readonly #process = new ProcessMetrics()
  readonly #server = new MetricsServer(() => this.text())

  constructor(parts: MeasuredParts) {
    this.#parts = parts
  }

  /** Begins to watch what the process costs. */
  watch(): void {
    this.#process.start()
  }

  /** Returns the port. */
  listen(port: number, host: string): Promise<number> {
    this.watch()
    return this.#server.listen(port, host)
  }

  close(): void {
    this.#process.stop()
    this.#server.close()
  }

  async text(): Promise<string> {
    const { version, meters, storage, usage, watch, requestsAtWork, feedWaits, memories, spans } = this.#parts
    const upkeep = await readUpkeep(storage)
    const out = new Exposition()
    out.gauge('airside_build_info', 'Which release this is, on which Node and store.', {
      labels: { version, node: process.version, store: storage.kind },
      value: 1,
    })
    writeRequestMetrics(out, meters, { atWork: requestsAtWork(), waiting: feedWaits() })
    writeTokenMetrics(out, usage)
    writeMemoryMetrics(out, memories())
    writeValidityMetrics(out, watch)
    writeFlushMetrics(out, usage)
    writeTraceMetrics(out, spans())
    writeStoreMetrics(out, storage, upkeep)
    this.#process.write(out)
    return out.text()
  }
}
