/** Usage of one application or key in one minute, summed in memory. */
import type { EntityKind } from '../../domain/entity-kind.ts'
import { type ScopeSet, scopesIn } from '../../domain/scopes.ts'
import type { Outcome, RequestRow, UsageCount, UsageMetric } from '../../storage/usage/usage.ts'

/** All requests are counted; only the latest of a busy minute are recorded individually. */
export const REQUESTS_KEPT = 20

export interface RequestSeen {
  readonly at: number
  readonly requestId: string
  readonly operation: string | null
  readonly outcome: Outcome
  readonly code: string | null
  readonly tookMs: number
}

export interface CountedRequest extends Omit<RequestSeen, 'at'> {
  /** The scopes that the request needed and held; none if the scope gate refused it. */
  readonly scopes: ScopeSet
  readonly read: ReadonlyMap<EntityKind, number> | null
  readonly written: ReadonlyMap<EntityKind, number> | null
}

const add = <K>(counts: Map<K, number>, key: K, amount: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + amount)
}

const addAll = <K>(counts: Map<K, number>, more: ReadonlyMap<K, number> | null): void => {
  if (more !== null) for (const [key, amount] of more) add(counts, key, amount)
}

export class ActorTally {
  readonly tenantId: string
  readonly actor: string
  readonly minute: number
  readonly #outcomes = new Map<Outcome, number>()
  readonly #scopes = new Map<ScopeSet, number>()
  readonly #read = new Map<EntityKind, number>()
  readonly #written = new Map<EntityKind, number>()
  #tokens = 0
  #peak = 0
  #first: RequestSeen | null = null
  requests: RequestSeen[] = []

  constructor(tenantId: string, actor: string, minute: number) {
    this.tenantId = tenantId
    this.actor = actor
    this.minute = minute
  }

  request(request: CountedRequest, at: number): void {
    this.#see(request, at)
    if (request.scopes !== 0n) add(this.#scopes, request.scopes, 1)
    addAll(this.#read, request.read)
    addAll(this.#written, request.written)
  }

  token(activeTokens: number): void {
    this.#tokens++
    this.#peak = Math.max(this.#peak, activeTokens)
  }

  refusedToken(seen: Omit<RequestSeen, 'at'>, at: number): void {
    this.#see(seen, at)
  }

  #see({ requestId, operation, outcome, code, tookMs }: Omit<RequestSeen, 'at'>, at: number): void {
    add(this.#outcomes, outcome, 1)
    const seen = { at, requestId, operation, outcome, code, tookMs }
    this.#first ??= seen
    if (this.requests.length >= REQUESTS_KEPT) this.requests.shift()
    this.requests.push(seen)
  }

  get first(): RequestSeen {
    return this.#first ?? (this.requests[0] as RequestSeen)
  }

  get last(): RequestSeen {
    return this.requests.at(-1) as RequestSeen
  }

  /** Adds the later counts to these, for counting that went on after a flush failed. */
  merge(later: ActorTally): ActorTally {
    addAll(this.#outcomes, later.#outcomes)
    addAll(this.#scopes, later.#scopes)
    addAll(this.#read, later.#read)
    addAll(this.#written, later.#written)
    this.#tokens += later.#tokens
    this.#peak = Math.max(this.#peak, later.#peak)
    this.#first ??= later.#first
    this.requests = [...this.requests, ...later.requests].slice(-REQUESTS_KEPT)
    return this
  }

  counts(): UsageCount[] {
    const { actor, minute: at } = this
    const rows = (metric: UsageMetric, counts: ReadonlyMap<string, number>): UsageCount[] =>
      [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, amount]) => ({ actor, at, metric, name, amount }))
    const outcomes = [...this.#outcomes].sort(([a], [b]) => (a < b ? -1 : 1))
    return [
      ...outcomes.map(([metric, amount]) => ({ actor, at, metric, name: '', amount })),
      ...(this.#tokens === 0 ? [] : rows('peak', new Map([['', this.#peak]]))),
      ...rows('read', this.#read),
      ...rows('scope', this.#scopeCounts()),
      ...(this.#tokens === 0 ? [] : rows('token', new Map([['', this.#tokens]]))),
      ...rows('written', this.#written),
    ]
  }

  #scopeCounts(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const [set, amount] of this.#scopes) for (const scope of scopesIn(set)) add(counts, scope, amount)
    return counts
  }

  /** The latest requests as rows. */
  requestRows(most: number): RequestRow[] {
    return this.requests.slice(-most).map(({ at, requestId, operation, outcome, code, tookMs }) => ({
      actor: this.actor,
      at,
      request_id: requestId,
      operation,
      outcome,
      code,
      took_ms: Math.round(tookMs),
    }))
  }
}
