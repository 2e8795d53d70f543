/** Usage over a period, in buckets: hours for a day, days for anything longer. */
import { DAY_MS, HOUR_MS } from '../domain/interval.ts'
import { type ActorSeen, actorsSeen, scopeUses, type UsageSum, usageSums } from '../storage/usage/usage.ts'
import type { QueryContext } from './context.ts'

export const PERIODS = ['DAY', 'WEEK', 'FORTNIGHT', 'QUARTER'] as const
export type Period = (typeof PERIODS)[number]

const BUCKETS: Readonly<Record<Period, { readonly count: number; readonly ms: number }>> = {
  DAY: { count: 24, ms: HOUR_MS },
  WEEK: { count: 7, ms: DAY_MS },
  FORTNIGHT: { count: 14, ms: DAY_MS },
  QUARTER: { count: 90, ms: DAY_MS },
}

/** The start of every bucket, oldest first; the last one is incomplete. */
export const bucketStarts = (period: Period, now: number): number[] => {
  const { count, ms } = BUCKETS[period]
  const last = now - (now % ms)
  return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * ms)
}

export interface UsageOfActor {
  readonly period: Period
  readonly now: number
  readonly sums: readonly UsageSum[]
}

/** Flushes first, so that the result includes what this process has counted and not stored yet. */
export const usageOf = async (context: QueryContext, actor: string, period: Period): Promise<UsageOfActor> => {
  const { loaders, reader, usage, at } = context
  const now = at.realNow()
  const load = async (actors: readonly string[]) => {
    await usage.flush()
    const from = bucketStarts(period, now)[0] ?? now
    return Map.groupBy(await usageSums(reader, actors, from, BUCKETS[period].ms), (sum) => sum.actor)
  }
  return { period, now, sums: (await loaders.load(`usage ${period}`, actor, load)) ?? [] }
}

const SCOPE_USE_DAYS = 30

/** How often each scope was used in the last 30 days. */
export const scopeUseOf = async (context: QueryContext, actor: string): Promise<ReadonlyMap<string, number>> => {
  const { loaders, reader, usage, at } = context
  const load = async (actors: readonly string[]) => {
    await usage.flush()
    const uses = await scopeUses(reader, actors, at.realNow() - SCOPE_USE_DAYS * DAY_MS)
    const byActor = Map.groupBy(uses, (use) => use.actor)
    return new Map([...byActor].map(([key, of]) => [key, new Map(of.map(({ name, amount }) => [name, amount]))]))
  }
  return (await loaders.load('scope use', actor, load)) ?? new Map()
}

export const seenOf = ({ loaders, reader, usage }: QueryContext, actor: string): Promise<ActorSeen | undefined> =>
  loaders.load('actor seen', actor, async (actors) => {
    await usage.flush()
    return new Map((await actorsSeen(reader, actors)).map((seen) => [seen.actor, seen]))
  })
