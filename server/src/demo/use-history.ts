/** What an application or key of the demo did in the past: more by day than by night, a little of it refused. */
import type { EntityKind } from '../domain/entity-kind.ts'
import type { Scope } from '../domain/scopes.ts'
import type { RequestRow, UsageCount, UsageMetric } from '../storage/usage.ts'
import { Seeded } from './seeded.ts'

export interface UsePlan {
  /** Of a busy hour. */
  readonly requestsPerHour: number
  /** Requests for each token: few where a client asks for a new token on almost every call. */
  readonly requestsPerToken: number
  readonly refusedShare: number
  readonly throttledShare: number
  readonly failedShare: number
  /** Which of its scopes it needs, by share of its requests. */
  readonly scopes: Partial<Record<Scope, number>>
  readonly read: Partial<Record<EntityKind, number>>
  readonly written: Partial<Record<EntityKind, number>>
  readonly operations: readonly string[]
}

const HOUR_MS = 3_600_000
/** Long ago a row stands for six hours: the console shows days there. */
const BLOCK_HOURS = 6
const RECENT_MS = 48 * HOUR_MS

/** The working day of a European operator, in UTC. */
const busyness = (hour: number): number => (hour < 4 || hour > 21 ? 0.08 : hour < 7 || hour > 17 ? 0.5 : 1)

const weekday = (at: number): number => (new Date(at).getUTCDay() % 6 === 0 ? 0.55 : 1)

const requestsIn = (plan: UsePlan, at: number, hours: number, chance: Seeded): number => {
  let requests = 0
  for (let hour = 0; hour < hours; hour++) {
    const busy = busyness(new Date(at + hour * HOUR_MS).getUTCHours())
    requests += plan.requestsPerHour * busy * weekday(at) * (0.7 + chance.next() * 0.6)
  }
  return Math.round(requests)
}

const countsAt = (actor: string, plan: UsePlan, at: number, hours: number, seed: string): UsageCount[] => {
  const chance = new Seeded(`${seed}/${at}`)
  const requests = requestsIn(plan, at, hours, chance)
  const share = (part: number): number => Math.round(requests * part * (0.4 + chance.next() * 1.2))
  const row = (metric: UsageMetric, name: string, amount: number): UsageCount => ({ actor, at, metric, name, amount })
  const each = (metric: UsageMetric, parts: Partial<Record<string, number>>): UsageCount[] =>
    Object.entries(parts).map(([name, part]) => row(metric, name, share(part ?? 0)))
  const tokens = Math.ceil(requests / plan.requestsPerToken)
  return [
    row('answered', '', requests),
    row('refused', '', share(plan.refusedShare)),
    row('throttled', '', share(plan.throttledShare)),
    row('failed', '', share(plan.failedShare)),
    row('token', '', tokens),
    row('peak', '', Math.min(500, Math.ceil(tokens / hours / 2))),
    ...each('scope', plan.scopes),
    ...each('read', plan.read),
    ...each('written', plan.written),
  ].filter(({ amount }) => amount > 0)
}

/** Every hour of the last two days and every sixth before, from `from` up to `to`; the same rows whenever it is asked. */
export const useHistory = (actor: string, plan: UsePlan, seed: string, from: number, to: number): UsageCount[] => {
  const rows: UsageCount[] = []
  const block = BLOCK_HOURS * HOUR_MS
  const recentFrom = to - RECENT_MS - ((to - RECENT_MS) % block)
  for (let at = from - (from % block); at < recentFrom; at += block) {
    rows.push(...countsAt(actor, plan, at, BLOCK_HOURS, seed))
  }
  const hourFrom = Math.max(recentFrom, from - (from % HOUR_MS))
  for (let at = hourFrom; at + HOUR_MS <= to; at += HOUR_MS) rows.push(...countsAt(actor, plan, at, 1, seed))
  return rows
}

const LATEST = 16
const LATEST_STEP_MS = 94_000

/** The latest requests, a minute and a half apart; now and then one was refused. */
export const latestRequestsOf = (actor: string, plan: UsePlan, seed: string, now: number): RequestRow[] => {
  const chance = new Seeded(`${seed}/latest`)
  return Array.from({ length: LATEST }, (_, index) => {
    const isRefused = chance.chance(Math.min(0.25, plan.refusedShare * 8))
    return {
      actor,
      at: now - index * LATEST_STEP_MS - chance.whole(1, 60) * 1000,
      request_id: chance.id('req').slice(0, 16),
      operation: chance.pick(plan.operations),
      outcome: isRefused ? 'refused' : 'answered',
      code: isRefused ? 'INSUFFICIENT_SCOPE' : null,
      took_ms: isRefused ? chance.whole(1, 4) : chance.whole(6, 70),
    } as const
  })
}
