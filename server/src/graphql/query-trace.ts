/** What became of one query, noted on the way for those who count: which operation, what it needed, what it touched. */

import type { EntityKind } from '../domain/entity-kind.ts'
import { type FailureCode, graphqlCode } from '../domain/error-catalogue.ts'
import { NO_SCOPES, type ScopeSet } from '../domain/scopes.ts'
import type { UserError } from '../domain/user-error.ts'
import type { CountedRequest } from '../services/usage/usage-tally.ts'
import type { Outcome } from '../storage/usage/usage.ts'
import type { RecordCount } from './operation/record-count.ts'

/** What is told of the operation that ran: its name, and how many records of which kind an answer of it holds. */
interface Traced {
  readonly name: string
  recordsIn(data: unknown): ReturnType<RecordCount>
}

const OUTCOMES: Partial<Record<FailureCode, Outcome>> = {
  rate_limited: 'throttled',
  server_error: 'failed',
  temporarily_unavailable: 'failed',
}

const NAME_LENGTH = 80

export class QueryTrace {
  readonly #startedAt = performance.now()
  #operation: Traced | null = null
  #scopes: ScopeSet = NO_SCOPES
  #data: unknown = null
  #written: Map<EntityKind, number> | null = null
  #outcome: Outcome = 'answered'
  #code: string | null = null

  met(operation: Traced): void {
    this.#operation = operation
  }

  /** The gate let it through. */
  admitted(scopes: ScopeSet): void {
    this.#scopes = scopes
  }

  executed(data: unknown): void {
    this.#data = data
  }

  wrote(kind: EntityKind): void {
    this.#written ??= new Map()
    this.#written.set(kind, (this.#written.get(kind) ?? 0) + 1)
  }

  /** A mutation that changed nothing: why, in its own words' code. */
  refusedByRule(errors: readonly UserError[]): void {
    if (this.#outcome !== 'answered') return
    this.#outcome = 'refused'
    this.#code = errors[0]?.code ?? null
  }

  ended(code: FailureCode): void {
    this.#outcome = OUTCOMES[code] ?? 'refused'
    this.#code = graphqlCode(code)
  }

  /** Called after the answer has left: counting the records of a page is nobody's wait. */
  counted(requestId: string): CountedRequest {
    return {
      requestId,
      operation: this.#operation?.name.slice(0, NAME_LENGTH) ?? null,
      outcome: this.#outcome,
      code: this.#code,
      tookMs: performance.now() - this.#startedAt,
      scopes: this.#scopes,
      read: this.#operation === null || this.#data === null ? null : this.#operation.recordsIn(this.#data),
      written: this.#written,
    }
  }
}
