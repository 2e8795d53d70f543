/** Usage of one application or key in one minute, summed in memory. */
import type { EntityKind } from '../../domain/entity-kind.ts'
import { joinScopes, type ScopeSet, scopesIn } from '../../domain/scopes.ts'
import type { RequestRow } from '../../storage/usage/request-log.ts'
import type { Outcome, UsageCount, UsageMetric } from '../../storage/usage/usage.ts'

/** Of a busy moment so many answered requests are logged, and as many others; all are counted. */
export const MAX_REQUESTS_KEPT = 100

export interface RequestSeen {
  readonly at: number
  readonly requestId: string
  readonly operation: string | null
  readonly outcome: Outcome
  readonly code: string | null
  readonly tookMs: number
  readonly cost: number | null
  /** What it needed. */
  readonly needed: ScopeSet
  readonly address: string | null
  readonly agent: string | null
  /** Where its first error was. */
  readonly path: string | null
  /** Why it was refused, without values. */
  readonly reason: string | null
  /** With its literals hidden; null where there was no operation. */
  readonly document: LoggedDocument | null
}

/** The text of an operation, and the name it is kept under. */
export interface LoggedDocument {
  readonly documentId: string
  readonly text: string
}

export interface CountedRequest extends Omit<RequestSeen, 'at'> {
  /** The scopes that the request needed and held; none if the scope gate refused it. */
  readonly scopes: ScopeSet
  readonly read: ReadonlyMap<EntityKind, number> | null
  readonly written: ReadonlyMap<EntityKind, number> | null
}

/** The latest requests, at most so many: a later one takes the place of the earliest. */
class LatestRequests {
  #kept: RequestSeen[] = []
  #next = 0

  add(seen: RequestSeen, most: number): void {
    if (this.#kept.length < most) return void this.#kept.push(seen)
    this.#kept[this.#next % this.#kept.length] = seen
    this.#next++
  }

  addAll(later: LatestRequests): void {
    for (const seen of later.latest(MAX_REQUESTS_KEPT)) this.add(seen, MAX_REQUESTS_KEPT)
  }

  latest(most: number): RequestSeen[] {
    const turn = this.#next % Math.max(1, this.#kept.length)
    return [...this.#kept.slice(turn), ...this.#kept.slice(0, turn)].slice(-most)
  }
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
  /** By code, so that the errors of a page and its chart are the same numbers. */
  readonly #outcomes = new Map<Outcome, Map<string, number>>()
  readonly #scopes = new Map<ScopeSet, number>()
  readonly #read = new Map<EntityKind, number>()
  readonly #written = new Map<EntityKind, number>()
  #tokens = 0
  #peak = 0
  #first: Pick<RequestSeen, 'at' | 'requestId'> | null = null
  #lastAt = 0
  readonly #answered = new LatestRequests()
  /** What was not answered is kept apart, so that many answered requests do not push it out. */
  readonly #exceptions = new LatestRequests()

  constructor(tenantId: string, actor: string, minute: number) {
    this.tenantId = tenantId
    this.actor = actor
    this.minute = minute
  }

  /** Keeps the latest `most` requests for the log. */
  request(request: CountedRequest, at: number, most: number): void {
    this.#see(request, at, most)
    if (request.scopes !== 0n) add(this.#scopes, request.scopes, 1)
    addAll(this.#read, request.read)
    addAll(this.#written, request.written)
  }

  token(activeTokens: number): void {
    this.#tokens++
    this.#peak = Math.max(this.#peak, activeTokens)
  }

  refusedToken(seen: Omit<RequestSeen, 'at'>, at: number): void {
    this.#see(seen, at, MAX_REQUESTS_KEPT)
  }

  #see(request: Omit<RequestSeen, 'at'>, at: number, most: number): void {
    const { requestId, operation, outcome, code, tookMs, cost, needed, address, agent, path, reason, document } =
      request
    add(this.#codesOf(outcome), outcome === 'answered' ? '' : (code ?? ''), 1)
    const seen = {
      at,
      requestId,
      operation,
      outcome,
      code,
      tookMs,
      cost,
      needed,
      address,
      agent,
      path,
      reason,
      document,
    }
    const kept = outcome === 'answered' ? this.#answered : this.#exceptions
    kept.add(seen, most)
    this.#first ??= seen
    this.#lastAt = at
  }

  #codesOf(outcome: Outcome): Map<string, number> {
    let codes = this.#outcomes.get(outcome)
    if (codes === undefined) {
      codes = new Map()
      this.#outcomes.set(outcome, codes)
    }
    return codes
  }

  get first(): Pick<RequestSeen, 'at' | 'requestId'> {
    return this.#first ?? { at: 0, requestId: '' }
  }

  get lastAt(): number {
    return this.#lastAt
  }

  /** Tokens alone make a tally without a request. */
  get hasRequests(): boolean {
    return this.#first !== null
  }

  /** Adds the later counts to these, for counting that went on after a flush failed. */
  merge(later: ActorTally): ActorTally {
    for (const [outcome, codes] of later.#outcomes) addAll(this.#codesOf(outcome), codes)
    addAll(this.#scopes, later.#scopes)
    addAll(this.#read, later.#read)
    addAll(this.#written, later.#written)
    this.#tokens += later.#tokens
    this.#peak = Math.max(this.#peak, later.#peak)
    this.#first ??= later.#first
    this.#lastAt = Math.max(this.#lastAt, later.#lastAt)
    this.#answered.addAll(later.#answered)
    this.#exceptions.addAll(later.#exceptions)
    return this
  }

  counts(): UsageCount[] {
    const { actor, minute: at } = this
    const rows = (metric: UsageMetric, counts: ReadonlyMap<string, number>): UsageCount[] =>
      [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, amount]) => ({ actor, at, metric, name, amount }))
    const outcomes = [...this.#outcomes].sort(([a], [b]) => (a < b ? -1 : 1))
    return [
      ...outcomes.flatMap(([metric, codes]) => rows(metric, codes)),
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

  /** The latest to be logged, answered and others apart. */
  logged(most: number): RequestSeen[] {
    return [...this.#exceptions.latest(most), ...this.#answered.latest(most)]
  }
}

export const requestRow = (actor: string, seen: RequestSeen): RequestRow => ({
  actor,
  at: seen.at,
  request_id: seen.requestId,
  operation: seen.operation,
  outcome: seen.outcome,
  code: seen.code,
  took_ms: Math.round(seen.tookMs),
  cost: seen.cost,
  scopes: joinScopes(seen.needed),
  address: seen.address,
  agent: seen.agent,
  document_id: seen.document?.documentId ?? null,
  path: seen.path,
  reason: seen.reason,
})
