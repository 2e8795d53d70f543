/**
 * Usage of applications and keys: counts by minute, later by hour; when each was first and last seen. Written in
 * batches by `services/usage/usage.ts`, read by the console.
 */

import { sql } from 'kysely'
import { HOUR_MS } from '../../domain/interval.ts'
import { removeSome } from '../bounded-removal.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../handles.ts'
import { insertRows, insertRowsOfTenants, type RowsInsert } from './insert-rows.ts'

/** `peak` is a maximum; all other metrics are sums. */
export type UsageMetric =
  | 'answered'
  | 'refused'
  | 'throttled'
  | 'failed'
  | 'token'
  | 'peak'
  | 'scope'
  | 'read'
  | 'written'

export interface UsageCount {
  readonly actor: string
  readonly at: number
  readonly metric: UsageMetric
  /** The scope or kind of record that was counted, or the code of a request that was not answered; else empty. */
  readonly name: string
  readonly amount: number
}

export interface ActorSeen {
  readonly actor: string
  readonly first_at: number
  readonly first_request_id: string
  readonly last_at: number
}

export const OUTCOMES = ['answered', 'refused', 'throttled', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

declare module '../engines/tables.ts' {
  interface Tables {
    usage_count: UsageCount & { tenant_id: string }
    usage_actor: ActorSeen & { tenant_id: string }
  }
}

const COUNT_COLUMNS = { actor: 'text', at: 'bigint', metric: 'text', name: 'text', amount: 'bigint' } as const

const ADDED: RowsInsert = {
  table: 'usage_count',
  columns: COUNT_COLUMNS,
  onConflict: sql`(tenant_id, actor, at, metric, name) do update set amount = case
    when usage_count.metric <> 'peak' then usage_count.amount + excluded.amount
    when excluded.amount > usage_count.amount then excluded.amount
    else usage_count.amount end`,
}

/** Adds to existing counts. Every process writes rows in the same order, so that transactions cannot deadlock. */
export const addUsageCounts: (tx: TenantTx, counts: readonly UsageCount[]) => Promise<void> = insertRows(ADDED)

/** The same for any number of tenants. */
export const addCountsOfTenants = insertRowsOfTenants<UsageCount>(ADDED)

/** Inserts missing counts and keeps existing ones, for the demo's history. */
export const fillUsageCounts: (tx: TenantTx, counts: readonly UsageCount[]) => Promise<void> = insertRows({
  table: 'usage_count',
  columns: COUNT_COLUMNS,
  onConflict: sql`do nothing`,
})

const SEEN: RowsInsert = {
  table: 'usage_actor',
  columns: { actor: 'text', first_at: 'bigint', first_request_id: 'text', last_at: 'bigint' },
  onConflict: sql`(tenant_id, actor) do update set last_at =
    case when excluded.last_at > usage_actor.last_at then excluded.last_at else usage_actor.last_at end`,
}

export const noteActors: (tx: TenantTx, seen: readonly ActorSeen[]) => Promise<void> = insertRows(SEEN)
export const noteActorsOfTenants = insertRowsOfTenants<ActorSeen>(SEEN)

export interface UsageSum {
  readonly actor: string
  /** Start of the bucket. */
  readonly bucket: number
  readonly metric: UsageMetric
  readonly name: string
  readonly amount: number
  readonly lastAt: number
}

/** Usage of these actors since `from`, summed in buckets of `bucketMs`. */
export const usageSums = async (
  reader: TenantReader,
  actors: readonly string[],
  from: number,
  bucketMs: number,
): Promise<UsageSum[]> => {
  if (actors.length === 0) return []
  const { rows } = await sql<UsageSum>`
    select actor, at - at % ${sql.lit(bucketMs)} as bucket, metric, name,
      cast(case metric when 'peak' then max(amount) else sum(amount) end as bigint) as amount,
      max(at) as "lastAt"
    from usage_count
    where tenant_id = ${reader.tenantId} and actor in (${sql.join(actors)}) and at >= ${from}
    group by actor, at - at % ${sql.lit(bucketMs)}, metric, name`.execute(reader.db)
  return rows
}

/** How often each actor used each scope since then. */
export const scopeUses = (
  reader: TenantReader,
  actors: readonly string[],
  since: number,
): Promise<{ actor: string; name: string; amount: number }[]> =>
  reader.db
    .selectFrom('usage_count')
    .select((eb) => ['actor', 'name', eb.cast<number>(eb.fn.sum('amount'), 'bigint').as('amount')])
    .where('tenant_id', '=', reader.tenantId)
    .where('actor', 'in', actors)
    .where('metric', '=', 'scope')
    .where('at', '>=', since)
    .groupBy(['actor', 'name'])
    .execute()

export const actorsSeen = (reader: TenantReader, actors: readonly string[]): Promise<ActorSeen[]> =>
  reader.db
    .selectFrom('usage_actor')
    .select(['actor', 'first_at', 'first_request_id', 'last_at'])
    .where('tenant_id', '=', reader.tenantId)
    .where('actor', 'in', actors)
    .execute()

/** How far back to look for minutes that are not summed yet. */
const ROLL_UP_MS = 48 * HOUR_MS

/**
 * Sums some old minutes into hours and returns the number of rows taken; the caller repeats until none is left. Only
 * what this transaction itself removed is added, so that nothing is counted twice if another process removes or adds at
 * the same time.
 */
export const rollUpUsage = async (tx: PlatformTx, before: number, most: number): Promise<number> => {
  const oldest = tx.db
    .selectFrom('usage_count')
    .select(['tenant_id', 'actor', 'at', 'metric', 'name'])
    .where('at', '<', before)
    .where('at', '>=', before - ROLL_UP_MS)
    .where(sql<boolean>`at % ${sql.lit(HOUR_MS)} <> 0`)
    .orderBy('at')
    .limit(sql.lit(most))
  const minutes = await tx.db
    .deleteFrom('usage_count')
    .where((eb) =>
      eb(
        eb.refTuple('tenant_id', 'actor', 'at', 'metric', 'name'),
        'in',
        oldest.$asTuple('tenant_id', 'actor', 'at', 'metric', 'name'),
      ),
    )
    .returning(['tenant_id', 'actor', 'at', 'metric', 'name', 'amount'])
    .execute()
  const byTenant = Map.groupBy(minutes, (row) => row.tenant_id)
  for (const tenantId of [...byTenant.keys()].toSorted()) {
    await addUsageCounts(tx.inTenant(tenantId), hoursOf(byTenant.get(tenantId) ?? []))
  }
  return minutes.length
}

/** One row for each hour, metric and name, because a statement may contain each key only once. */
const hoursOf = (minutes: readonly UsageCount[]): UsageCount[] => {
  const hours = new Map<string, UsageCount>()
  for (const { actor, at, metric, name, amount } of minutes) {
    const hour = at - (at % HOUR_MS)
    const key = `${actor} ${hour} ${metric} ${name}`
    const before = hours.get(key)?.amount ?? 0
    const merged = metric === 'peak' ? Math.max(before, amount) : before + amount
    hours.set(key, { actor, at: hour, metric, name, amount: merged })
  }
  return [...hours].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

export const removeUsageBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(
    tx,
    { from: 'usage_count', key: ['tenant_id', 'actor', 'at', 'metric', 'name'], by: 'at', before: time },
    most,
  )
