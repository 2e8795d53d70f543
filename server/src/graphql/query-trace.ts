/**
 * Records the outcome of one query for the usage statistics: the operation, the scopes it needed, the records it
 * touched.
 */

import { ENTITY_KINDS, type EntityKind, isOwnKind } from '../domain/entity-kind.ts'
import { type FailureCode, graphqlCode } from '../domain/error-catalogue.ts'
import type { Failure } from '../domain/failure.ts'
import { NO_SCOPES, type ScopeSet, scopeSet, without } from '../domain/scopes.ts'
import { redactSecrets } from '../domain/secret.ts'
import type { UserError } from '../domain/user-error.ts'
import type { CountedRequest, LoggedDocument } from '../services/usage/usage-tally.ts'
import type { Outcome } from '../storage/usage/usage.ts'
import type { DocumentError } from './operation/checked-document.ts'
import { loggedDocument, loggedRefusal } from './operation/hidden-literals.ts'
import type { Secrecy } from './operation/secrecy.ts'
import type { WorkMeter } from './work-meter.ts'

/** What is recorded of the operation. */
interface Traced {
  readonly type: 'query' | 'mutation'
  readonly name: string
  readonly text: string
  readonly secrecy: Secrecy
}

const OWN_SAFETY = scopeSet(['own:safety'])

/** Whoever writes to the safety office may misspell it: what they wrote is not told. */
const NAMES_OWN_REPORTS = /mySafety/i

const OUTCOMES: Partial<Record<FailureCode, Outcome>> = {
  rate_limited: 'throttled',
  server_error: 'failed',
  temporarily_unavailable: 'failed',
  outcome_unknown: 'failed',
}

/** Failures whose messages are made of scopes, limits and costs. */
const TOLD_WITHOUT_VALUES: ReadonlySet<FailureCode> = new Set([
  'insufficient_scope',
  'cost_exceeded',
  'rate_limited',
  'deadline_exceeded',
])

const MAX_NAME_LENGTH = 80
const MAX_AGENT_LENGTH = 200
const MAX_PATH_LENGTH = 200

/** What a client calls itself, its operation or a field, without a secret that it put there by mistake. */
const kept = (text: string | undefined, length: number): string | null =>
  text === undefined ? null : redactSecrets(text).slice(0, length)

/** Null where the error is nowhere in particular. */
const pathText = (path: readonly (string | number)[] | null | undefined): string | null =>
  path && path.length > 0 ? kept(path.join('.'), MAX_PATH_LENGTH) : null

/** Under which id a request came, from where, and by which program. */
interface Asker {
  readonly requestId: string
  readonly address: string
  readonly agent: string | undefined
}

/** Null if there are none. */
const countedKinds = (counts: readonly number[]): Map<EntityKind, number> | null => {
  if (counts.length === 0) return null
  const kinds = new Map<EntityKind, number>()
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number]
    if (count) kinds.set(ENTITY_KINDS[number] as EntityKind, count)
  }
  return kinds
}

export class QueryTrace {
  readonly #startedAt = performance.now()
  #operation: Traced | null = null
  #scopes: ScopeSet = NO_SCOPES
  #needed: ScopeSet = NO_SCOPES
  #cost: number | null = null
  #read: readonly number[] = []
  #written: Map<EntityKind, number> | null = null
  #outcome: Outcome = 'answered'
  #code: string | null = null
  #path: string | null = null
  #reason: string | null = null
  #unrunnable: LoggedDocument | null = null
  #waitedMs = 0

  recordOperation(operation: Traced): void {
    this.#operation = operation
  }

  get isMutation(): boolean {
    return this.#operation?.type === 'mutation'
  }

  /** Nothing of the request is written down that could tell who sent it. */
  get leavesNoTrace(): boolean {
    return this.#operation?.secrecy === 'whole'
  }

  /** Takes the scopes that the operation needs, whether or not the gate admits it. */
  recordNeeds(scopes: ScopeSet): void {
    this.#needed = scopes
  }

  /** Called when the scope gate admits the operation, at this cost. */
  recordAdmission(scopes: ScopeSet, cost: number): void {
    this.#scopes = scopes
    this.#needed = scopes
    this.#cost = cost
  }

  /** Takes the number of records returned of each kind, by the number of the kind, and what was charged beside. */
  recordResult(read: readonly number[], beside: number): void {
    this.#read = read
    if (this.#cost !== null) this.#cost += beside
  }

  /** What a person's own feed repeats is counted once. */
  recordWrite(kind: EntityKind): void {
    if (isOwnKind(kind)) return
    this.#written ??= new Map()
    this.#written.set(kind, (this.#written.get(kind) ?? 0) + 1)
  }

  /** The time that a request waited for changes is its own choice, and not counted as the server's. */
  recordWait(ms: number): void {
    this.#waitedMs += ms
  }

  /** Records the error code of a mutation that changed nothing. */
  recordRefusal(errors: readonly UserError[]): void {
    if (this.#outcome !== 'answered') return
    this.#outcome = 'refused'
    this.#code = errors[0]?.code ?? null
    this.#path = pathText(errors[0]?.path)
  }

  /** The first path counts: what comes later only repeats that the request failed. */
  recordFailure(code: FailureCode, path?: readonly (string | number)[]): void {
    this.#path ??= pathText(path)
    this.#outcome = OUTCOMES[code] ?? 'refused'
    this.#code = graphqlCode(code)
  }

  /** A text that cannot be run, with the first of its errors. */
  recordUnrunnable(text: string, error: DocumentError, meter: WorkMeter): void {
    if (NAMES_OWN_REPORTS.test(text)) return
    const { document, reason } = loggedRefusal(text, error, meter)
    this.#unrunnable = document
    this.#reason = reason
  }

  /** What the client was told, where that holds names and numbers of ours and no value of anybody. */
  recordReason({ code, message }: Failure): void {
    if (TOLD_WITHOUT_VALUES.has(code)) this.#reason = message
  }

  /** For traces: what is known of the operation so far, nothing of its text or values. */
  get summary() {
    return {
      type: this.#operation?.type ?? null,
      name: this.#operation?.secrecy === 'partly' ? null : kept(this.#operation?.name, MAX_NAME_LENGTH),
      cost: this.#cost,
      outcome: this.#outcome,
      code: this.#code,
    }
  }

  /** Called after the response was sent. */
  countedRequest({ requestId, address, agent }: Asker): CountedRequest {
    const operation = this.#operation?.secrecy === 'partly' ? null : this.#operation
    return {
      requestId,
      address,
      agent: kept(agent, MAX_AGENT_LENGTH),
      cost: this.#cost,
      needed: without(this.#needed, OWN_SAFETY),
      document: operation ? loggedDocument(operation) : this.#unrunnable,
      operation: kept(operation?.name, MAX_NAME_LENGTH),
      outcome: this.#outcome,
      code: this.#code,
      path: operation === this.#operation ? this.#path : null,
      reason: this.#reason,
      tookMs: performance.now() - this.#startedAt - this.#waitedMs,
      scopes: without(this.#scopes, OWN_SAFETY),
      read: countedKinds(this.#read),
      written: this.#written,
    }
  }
}
