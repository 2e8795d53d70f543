/** Fills in what an application or key of the demo did from where the last start left off up to now. */
import { randomUUID } from 'node:crypto'
import { RECENT_REQUESTS } from '../access/usage.ts'
import { recentFrom, recentUse } from '../demo/recent-use.ts'
import { Seeded } from '../demo/seeded.ts'
import { useHistory } from '../demo/use-history.ts'
import type { UsePlan } from '../demo/use-plan.ts'
import { addSeconds } from '../domain/clock.ts'
import { ACCESS_TOKEN_TTL_SECONDS } from '../domain/limits.ts'
import { secretHash } from '../domain/secret.ts'
import { insertAccessToken } from '../storage/access-tokens.ts'
import type { TenantTx } from '../storage/handles.ts'
import type { TokenGauge } from '../storage/token-gauges.ts'
import { actorsSeen, addRequests, fillUsageCounts, noteActors } from '../storage/usage.ts'

export interface PastUse {
  readonly actor: string
  readonly plan: UsePlan
  readonly seed: string
  readonly firstAt: number
  /** What is counted: from when, and up to now or to when it fell silent. */
  readonly since: number
  readonly until: number
}

/** The tokens that it would hold now; they expire like any other within half an hour. */
const fillGauge = async (
  tx: TenantTx,
  gauge: TokenGauge,
  scopes: string,
  times: readonly number[],
  now: number,
): Promise<void> => {
  for (const issuedAt of times) {
    const expiresAt = addSeconds(issuedAt, ACCESS_TOKEN_TTL_SECONDS)
    if (expiresAt <= now) continue
    const hash = secretHash(randomUUID())
    await insertAccessToken(tx, { hash, refreshTokenId: gauge.refreshTokenId, scopes, issuedAt, expiresAt })
  }
}

/** What really happened since the last start is left alone. */
export const fillUse = async (
  tx: TenantTx,
  { actor, plan, seed, firstAt, since, until }: PastUse,
  gauge: TokenGauge | undefined,
  scopes: string,
): Promise<void> => {
  const [seen] = await actorsSeen(tx, [actor])
  const from = seen?.last_at ?? since
  const recent = Math.max(recentFrom(until), from)
  await fillUsageCounts(tx, useHistory(actor, plan, seed, from, recentFrom(until)))
  const { counts, requests, tokenTimes } = recentUse(actor, plan, seed, recent, until)
  await fillUsageCounts(tx, counts)
  await addRequests(tx, requests.slice(-RECENT_REQUESTS))
  if (gauge) await fillGauge(tx, gauge, scopes, tokenTimes, await tx.now())
  const first = { first_at: firstAt, first_request_id: new Seeded(`${seed}/first`).id('req').slice(0, 16) }
  await noteActors(tx, [{ actor, ...first, last_at: requests.at(-1)?.at ?? lastCounted(plan, until) }])
}

const HOUR_MS = 3_600_000

/** Of one that asks at certain hours only: within the last of them. */
const lastCounted = ({ busyness }: UsePlan, until: number): number => {
  let hour = until - (until % HOUR_MS) - HOUR_MS
  while (busyness(new Date(hour).getUTCHours()) === 0) hour -= HOUR_MS
  return hour + 12 * 60_000
}
