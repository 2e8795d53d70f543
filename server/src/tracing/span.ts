/** A span: one piece of work with its time, as part of a trace. */
import { randomBytes } from 'node:crypto'

export type Attributes = Record<string, string | number | undefined>

/** OpenTelemetry's kinds: work inside of this process, a request that we answer, a request that we send. */
export const KINDS = { internal: 1, server: 2, client: 3 } as const

export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | null
  readonly kind: (typeof KINDS)[keyof typeof KINDS]
  /** Milliseconds since 1970, with their fraction. */
  readonly startedAt: number
  endedAt: number | null
  name: string
  attributes: Attributes
  /** What failed, by a code; never a message, which may hold data. */
  failure: string | null
}

const TRACE_ID_BYTES = 16
const SPAN_ID_BYTES = 8

export const newTraceId = (): string => randomBytes(TRACE_ID_BYTES).toString('hex')
export const newSpanId = (): string => randomBytes(SPAN_ID_BYTES).toString('hex')

/** Steady within the process: a clock that is set back makes no span end before it began. */
export const spanTime = (): number => performance.timeOrigin + performance.now()
