/** Past usage of an application or key of the demo, in sums: more by day than by night, with some requests refused. */
import { HOUR_MS } from '../../domain/interval.ts'
import type { UsageCount, UsageMetric } from '../../storage/usage/usage.ts'
import { Seeded } from './seeded.ts'
import {
  activeTokens,
  CODES,
  failedShare,
  MAX_TOKENS,
  type PlannedUse,
  requestsAround,
  type UsePlan,
} from './use-plan.ts'

/** Old rows cover six hours each, because the console shows days there. */
const BLOCK_MS = 6 * HOUR_MS
const HOURLY_MS = 48 * HOUR_MS

interface HourOfUse {
  readonly requests: number
  readonly tokens: number
  /** Token requests refused by the cap. */
  readonly throttled: number
  readonly peak: number
}

const hourOf = (plan: UsePlan, at: number, chance: Seeded): HourOfUse => {
  const requests = Math.round(requestsAround(plan, at) * (0.7 + chance.next() * 0.6))
  const wanted = Math.ceil(requests / plan.requestsPerToken)
  const tokens = Math.min(wanted, MAX_TOKENS * 2)
  return { requests, tokens, throttled: wanted - tokens, peak: Math.min(MAX_TOKENS, activeTokens(wanted)) }
}

const blockOf = (plan: UsePlan, at: number, lengthMs: number, chance: Seeded): HourOfUse => {
  const hours = Array.from({ length: lengthMs / HOUR_MS }, (_, hour) => hourOf(plan, at + hour * HOUR_MS, chance))
  const sum = (name: keyof HourOfUse): number => hours.reduce((all, hour) => all + hour[name], 0)
  return {
    requests: sum('requests'),
    tokens: sum('tokens'),
    throttled: sum('throttled'),
    peak: Math.max(...hours.map(({ peak }) => peak)),
  }
}

/** The scopes and kinds that its operations use, one row each. */
const touched = (plan: UsePlan, answered: number, chance: Seeded): [UsageMetric, string, number][] => {
  const sums = new Map<string, [UsageMetric, string, number]>()
  const add = (metric: UsageMetric, name: string, amount: number): void => {
    const before = sums.get(`${metric} ${name}`)?.[2] ?? 0
    sums.set(`${metric} ${name}`, [metric, name, before + amount])
  }
  for (const { share, scopes, read = {}, written = {} } of plan.operations) {
    const times = Math.round(answered * share * (0.94 + chance.next() * 0.12))
    for (const scope of scopes) add('scope', scope, times)
    for (const [kind, each] of Object.entries(read)) add('read', kind, Math.round(times * each))
    for (const [kind, each] of Object.entries(written)) add('written', kind, Math.round(times * each))
  }
  // A request needs a scope once, however many of its operations do.
  return [...sums.values()].map(([metric, name, amount]) => [
    metric,
    name,
    metric === 'scope' ? Math.min(answered, amount) : amount,
  ])
}

const countsAt = ({ actor, plan, seed }: PlannedUse, at: number, lengthMs: number): UsageCount[] => {
  const chance = new Seeded(`${seed}/${at}`)
  const { requests, tokens, throttled, peak } = blockOf(plan, at, lengthMs, chance)
  const part = (share: number): number => Math.round(requests * share * (0.4 + chance.next() * 1.2))
  const refused = part(plan.refused.share)
  const failed = part(failedShare(plan, seed, at))
  const answered = Math.max(0, requests - refused - failed)
  const rows: [UsageMetric, string, number][] = [
    ['answered', '', answered],
    ['refused', CODES.refused, refused],
    ['throttled', CODES.throttled, throttled],
    ['failed', CODES.failed, failed],
    ['token', '', tokens],
    ['peak', '', peak],
    ...touched(plan, answered, chance),
  ]
  return rows.flatMap(([metric, name, amount]) => (amount > 0 ? [{ actor, at, metric, name, amount }] : []))
}

/** Every hour of the last two days and every six hours before, from `from` to `to`; deterministic. */
export const useHistory = (use: PlannedUse, from: number, to: number): UsageCount[] => {
  const rows: UsageCount[] = []
  const hourlyFrom = to - HOURLY_MS - ((to - HOURLY_MS) % BLOCK_MS)
  for (let at = from - (from % BLOCK_MS); at < hourlyFrom; at += BLOCK_MS) {
    rows.push(...countsAt(use, at, BLOCK_MS))
  }
  const firstHour = Math.max(hourlyFrom, from - (from % HOUR_MS))
  for (let at = firstHour; at + HOUR_MS <= to; at += HOUR_MS) rows.push(...countsAt(use, at, HOUR_MS))
  return rows
}
