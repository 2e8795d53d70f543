/** Spans as OTLP in JSON (OpenTelemetry Protocol 1.x, "JSON Protobuf Encoding"): ids in hex, 64-bit numbers as text. */
import { VERSION } from '../version.ts'
import type { Attributes, Span } from './span.ts'

const STATUS_ERROR = 2

const typedValue = (value: string | number): object =>
  typeof value === 'string' ? { stringValue: value } : { intValue: String(value) }

const attributesOf = (attributes: Attributes): object[] =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: typedValue(value) }]))

/** Nanoseconds as text; a number would lose them. */
const nanoseconds = (ms: number): string => {
  const whole = Math.floor(ms)
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`
}

const spanOf = ({ traceId, spanId, parentId, kind, name, startedAt, endedAt, attributes, failure }: Span): object => ({
  traceId,
  spanId,
  ...(parentId === null ? {} : { parentSpanId: parentId }),
  name,
  kind,
  startTimeUnixNano: nanoseconds(startedAt),
  endTimeUnixNano: nanoseconds(endedAt ?? startedAt),
  attributes: attributesOf(failure === null ? attributes : { ...attributes, 'error.type': failure }),
  ...(failure === null ? {} : { status: { code: STATUS_ERROR } }),
})

export const otlpText = (resource: Attributes, spans: readonly Span[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'airside', version: VERSION }, spans: spans.map(spanOf) }],
      },
    ],
  })
