/** Follows requests from their head to the answer, where traces are switched on (ADR 66). */
import type { Exchange } from './exchange.ts'

export interface RequestTracing {
  /** Answers the request, in a context by which everything that it does is found. */
  follow(exchange: Exchange, answer: () => Promise<void>): void
}
