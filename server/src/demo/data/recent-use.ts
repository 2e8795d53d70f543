/**
 * The last hour or so of an application or key, request by request, so that everything the console shows of it is
 * consistent: the latest requests, the active tokens, the minutes of the chart, and when each kind was last used.
 */
import { HOUR_MS, MINUTE_MS } from '../../domain/interval.ts'
import type { RequestRow } from '../../storage/usage/request-log.ts'
import type { Outcome, UsageCount, UsageMetric } from '../../storage/usage/usage.ts'
import { OPERATION_TEXTS } from './operation-texts.ts'
import { Seeded } from './seeded.ts'
import {
  CODES,
  failedShare,
  type PlannedOperation,
  type PlannedUse,
  reasonOf,
  requestsAround,
  type UsePlan,
} from './use-plan.ts'

export interface RecentUse {
  readonly counts: UsageCount[]
  /** Newest last. */
  readonly requests: RequestRow[]
  /** When its tokens were issued. */
  readonly tokenTimes: number[]
}

/** An address for documentation (RFC 5737). */
const CLIENT_ADDRESS = '198.51.100.7'

/** A point for each record, as the real ones cost about. */
const costOf = ({ read = {}, written = {} }: PlannedOperation): number =>
  1 + [...Object.values(read), ...Object.values(written)].reduce((sum, count) => sum + (count ?? 0), 0)

const TOKEN_LIFE_MS = 30 * MINUTE_MS
/** Where sums end and single requests begin: a full hour, and at least a token's lifetime ago. */
export const recentFrom = (now: number): number => {
  const least = now - TOKEN_LIFE_MS - 5 * MINUTE_MS
  return least - (least % HOUR_MS)
}

interface Asked {
  readonly operation: PlannedOperation | null
  readonly name: string
  readonly outcome: Outcome
  readonly code: string | null
  readonly tookMs: number
}

const operationBy = ({ operations }: UsePlan, dice: number): PlannedOperation | undefined => {
  let left = dice
  return (
    operations.find(({ share }) => {
      left -= share
      return left < 0
    }) ?? operations.at(-1)
  )
}

const asked = (plan: UsePlan, seed: string, at: number, chance: Seeded): Asked => {
  const dice = chance.next()
  if (dice < plan.refused.share) {
    const tookMs = chance.whole(1, 4)
    return { operation: null, name: plan.refused.name, outcome: 'refused', code: CODES.refused, tookMs }
  }
  const operation = operationBy(plan, chance.next()) ?? null
  const name = operation?.name ?? ''
  if (dice < plan.refused.share + failedShare(plan, seed, at)) {
    return {
      operation: null,
      name,
      outcome: 'failed',
      code: CODES.failed,
      tookMs: chance.whole(900, 2000),
    }
  }
  return { operation, name, outcome: 'answered', code: null, tookMs: chance.whole(6, 70) }
}

/** The times of its requests, as many per hour as the plan says. */
const momentsOf = (plan: UsePlan, from: number, to: number, chance: Seeded): number[] => {
  const moments: number[] = []
  for (let hour = from; hour < to; hour += HOUR_MS) {
    const step = HOUR_MS / Math.max(requestsAround(plan, hour), 1e-6)
    const end = Math.min(hour + HOUR_MS, to)
    // About a step after the last one, which `from` may be: generating minute by minute gives the same rate as all at
    // once.
    for (let at = hour + step * (0.5 + chance.next()); at < end; at += step) moments.push(Math.floor(at))
  }
  return moments
}

class Minutes {
  readonly #counts = new Map<string, UsageCount>()
  readonly #actor: string

  constructor(actor: string) {
    this.#actor = actor
  }

  add(time: number, metric: UsageMetric, name: string, amount: number): void {
    const at = time - (time % MINUTE_MS)
    const key = `${at} ${metric} ${name}`
    const before = this.#counts.get(key)?.amount ?? 0
    if (amount > 0) this.#counts.set(key, { actor: this.#actor, at, metric, name, amount: before + amount })
  }

  touch(time: number, { scopes, read = {}, written = {} }: PlannedOperation): void {
    for (const scope of scopes) this.add(time, 'scope', scope, 1)
    for (const [kind, each] of Object.entries(read)) this.add(time, 'read', kind, Math.round(each))
    for (const [kind, each] of Object.entries(written)) this.add(time, 'written', kind, Math.round(each))
  }

  get counts(): UsageCount[] {
    return [...this.#counts.values()]
  }
}

/** Issues a new token now and then, and always when none is active, so that every request has one. */
const tokenTimesOf = (plan: UsePlan, moments: readonly number[], heldUntil: number, chance: Seeded): number[] => {
  let until = heldUntil
  return moments.filter((at) => {
    const asksForOne = chance.chance(1 / plan.requestsPerToken) || at >= until
    if (asksForOne) until = at + TOKEN_LIFE_MS
    return asksForOne
  })
}

interface UsePeriod {
  readonly from: number
  readonly now: number
  /** When the token that it already has expires. */
  readonly heldUntil?: number
}

export const recentUse = ({ actor, plan, seed }: PlannedUse, { from, now, heldUntil = 0 }: UsePeriod): RecentUse => {
  const chance = new Seeded(`${seed}/recent/${from}`)
  const minutes = new Minutes(actor)
  const moments = momentsOf(plan, from, now, chance)
  const requests = moments.map((at): RequestRow => {
    const { operation, name, outcome, code, tookMs } = asked(plan, seed, at, chance)
    minutes.add(at, outcome, code ?? '', 1)
    if (operation) minutes.touch(at, operation)
    return {
      actor,
      at,
      request_id: chance.id('req').slice(0, 16),
      operation: name,
      outcome,
      code,
      took_ms: tookMs,
      cost: operation ? costOf(operation) : null,
      scopes: outcome === 'refused' ? plan.refused.lacks : (operation?.scopes.join(' ') ?? ''),
      address: CLIENT_ADDRESS,
      agent: null,
      document_id: OPERATION_TEXTS.get(name)?.documentId ?? null,
      path: null,
      reason: outcome === 'refused' ? reasonOf(plan) : null,
    }
  })
  const tokenTimes = tokenTimesOf(plan, moments, heldUntil, chance)
  for (const at of tokenTimes) minutes.add(at, 'token', '', 1)
  return { counts: minutes.counts, requests, tokenTimes }
}
