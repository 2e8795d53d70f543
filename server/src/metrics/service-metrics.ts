/** Metrics of tokens, caches, changes of validity and the writing of usage counts. */
import type { MemoryCounts } from '../services/remembered.ts'
import type { Usage } from '../services/usage/usage.ts'
import type { ValidityWatch } from '../services/validity-watch.ts'
import type { SpanCounts } from '../tracing/span-export.ts'
import type { Exposition } from './exposition.ts'

export const writeTokenMetrics = (out: Exposition, { tokens }: Usage): void => {
  out.counter(
    'airside_tokens_issued_total',
    'Access tokens issued.',
    ...Object.entries(tokens.issued).map(([holder, value]) => ({ labels: { holder }, value })),
  )
  out.counter(
    'airside_tokens_refused_total',
    'Requests for an access token that were refused, by the code of the error.',
    ...[...tokens.refused].map(([reason, value]) => ({ labels: { reason }, value })),
  )
}

/** By what is remembered: principals, clients, tenants. */
export type Memories = Readonly<Record<string, MemoryCounts>>

export const writeMemoryMetrics = (out: Exposition, memories: Memories): void => {
  const all = Object.entries(memories)
  out.counter(
    'airside_memory_lookups_total',
    'Look-ups in memory that spare the store, found or not.',
    ...all.flatMap(([memory, { hits, misses }]) => [
      { labels: { memory, outcome: 'hit' }, value: hits },
      { labels: { memory, outcome: 'miss' }, value: misses },
    ]),
  )
  out.gauge(
    'airside_memory_entries',
    'What is remembered.',
    ...all.map(([memory, { entries }]) => ({ labels: { memory }, value: entries })),
  )
}

export const writeValidityMetrics = (out: Exposition, watch: ValidityWatch): void => {
  out.counter('airside_validity_changes_total', 'Changes of validity that this process learned of (epochs raised).', {
    value: watch.generation,
  })
  out.counter('airside_validity_everything_total', 'Of these, those after which nothing remembered was trusted.', {
    value: watch.wholeChanges,
  })
  out.gauge(
    'airside_validity_is_fresh',
    '1 while the epochs are read in time, 0 while nothing remembered is trusted.',
    {
      value: watch.isReading ? 1 : 0,
    },
  )
}

export const writeFlushMetrics = (out: Exposition, { flushes, waiting }: Usage): void => {
  out.counter(
    'airside_usage_flushes_total',
    'Times that counts of use were written to the store.',
    { labels: { outcome: 'done' }, value: flushes.done },
    { labels: { outcome: 'failed' }, value: flushes.failed },
  )
  out.counter('airside_usage_flush_seconds_total', 'Time that this took.', { value: flushes.totalMs / 1000 })
  out.gauge('airside_usage_flush_age_seconds', 'Since counts were last written.', {
    value: (performance.now() - flushes.doneAt) / 1000,
  })
  out.gauge('airside_usage_waiting', 'Counts that wait to be written.', { value: waiting })
}

export const writeTraceMetrics = (out: Exposition, spans: SpanCounts | null): void => {
  if (spans === null) return
  out.counter(
    'airside_trace_spans_total',
    'Spans of traces: taken by the collector, or dropped because it was away, refused them or there were too many.',
    { labels: { outcome: 'exported' }, value: spans.exported },
    { labels: { outcome: 'dropped' }, value: spans.dropped },
  )
  out.gauge('airside_trace_spans_waiting', 'Spans that wait to be sent.', { value: spans.waiting })
}
