/** Fills in the usage of an application or key of the demo from the last known time up to now. */

import { randomUUID } from 'node:crypto'
import { addSeconds } from '../../domain/clock.ts'
import { HOUR_MS } from '../../domain/interval.ts'
import { ACCESS_TOKEN_TTL_SECONDS, GRANT_REFRESH_TOKEN_IDLE_SECONDS } from '../../domain/limits.ts'
import { secretHash } from '../../domain/secret.ts'
import { MAX_REQUESTS_LOGGED } from '../../services/usage/usage.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { insertAccessTokens } from '../../storage/oauth/access-tokens.ts'
import { markRefreshTokenUsed } from '../../storage/oauth/refresh-tokens.ts'
import { type TokenGauge, tokenGauges } from '../../storage/oauth/token-gauges.ts'
import { addRequests, noteDocuments } from '../../storage/usage/request-log.ts'
import { actorsSeen, addUsageCounts, fillUsageCounts, noteActors } from '../../storage/usage/usage.ts'
import { OPERATION_TEXTS } from '../data/operation-texts.ts'
import { recentFrom, recentUse } from '../data/recent-use.ts'
import { Seeded } from '../data/seeded.ts'
import { useHistory } from '../data/use-history.ts'
import type { UsePlan } from '../data/use-plan.ts'
import { loggedPast } from './logged-past.ts'

export interface PastUse {
  readonly actor: string
  /** The grant or key whose refresh token issues its access tokens. */
  readonly owner: { readonly of: 'grant_id' | 'api_key_id'; readonly id: string; readonly scopes: string }
  readonly plan: UsePlan
  readonly seed: string
  readonly firstAt: number
  /** Usage is counted from here up to now, or to its last use. */
  readonly since: number
  readonly until: number
}

/** The access tokens that it would have now; they expire within half an hour like any other. */
const fillGauge = async (
  tx: TenantTx,
  { actor, owner }: PastUse,
  gauge: TokenGauge,
  times: readonly number[],
): Promise<void> => {
  const now = await tx.now()
  const live = times.filter((issuedAt) => addSeconds(issuedAt, ACCESS_TOKEN_TTL_SECONDS) > now)
  const issued = { refreshTokenId: gauge.refreshTokenId, scopes: owner.scopes }
  await insertAccessTokens(
    tx,
    live.map((issuedAt) => ({
      ...issued,
      hash: secretHash(randomUUID()),
      issuedAt,
      expiresAt: addSeconds(issuedAt, ACCESS_TOKEN_TTL_SECONDS),
    })),
  )
  const active = gauge.active + live.length
  const last = live.at(-1)
  if (last !== undefined) {
    await addUsageCounts(tx, [{ actor, at: last - (last % 60_000), metric: 'peak', name: '', amount: active }])
  }
}

/** For a key that is used at certain hours only: a time within the last of them. */
const lastCounted = ({ busyness }: UsePlan, until: number): number => {
  let hour = until - (until % HOUR_MS) - HOUR_MS
  while (busyness(new Date(hour).getUTCHours()) === 0) hour -= HOUR_MS
  return hour + 12 * 60_000
}

/** A grant's refresh token was last used when its newest access token was made. */
const noteRefresh = async (
  tx: TenantTx,
  { owner, plan, until }: PastUse,
  { refreshTokenId, lastUsedAt }: TokenGauge,
  tokenTimes: readonly number[],
): Promise<void> => {
  const usedAt = tokenTimes.at(-1) ?? (lastUsedAt === null ? lastCounted(plan, until) : null)
  if (owner.of !== 'grant_id' || usedAt === null) return
  await markRefreshTokenUsed(tx, refreshTokenId, usedAt, addSeconds(usedAt, GRANT_REFRESH_TOKEN_IDLE_SECONDS))
}

/** The texts of all that it sends. */
const noteTexts = (tx: TenantTx, { plan, until }: PastUse): Promise<void> =>
  noteDocuments(
    tx,
    [...new Set([...plan.operations, plan.refused].map(({ name }) => OPERATION_TEXTS.get(name)))].flatMap((known) =>
      known ? [{ document_id: known.documentId, text: known.text, seen_at: until }] : [],
    ),
  )

/** Keeps counts of real requests. */
export const fillUse = async (tx: TenantTx, past: PastUse): Promise<void> => {
  const { actor, owner, plan, seed, firstAt, since, until } = past
  const [seen] = await actorsSeen(tx, [actor])
  // An hour that has begun is not counted again as a whole.
  const from = seen ? Math.ceil(seen.last_at / HOUR_MS) * HOUR_MS : since
  const history = useHistory(past, from, recentFrom(until))
  await fillUsageCounts(tx, history)
  if (owner.of === 'grant_id') await addRequests(tx, loggedPast(past, history, until))
  const recent = Math.max(recentFrom(until), seen?.last_at ?? since)
  const [gauge] = await tokenGauges(tx, owner.of, [owner.id], await tx.now())
  const heldUntil = gauge && gauge.active > 0 ? until : 0
  const { counts, requests, tokenTimes } = recentUse(past, { from: recent, now: until, heldUntil })
  await addUsageCounts(tx, counts)
  await addRequests(tx, requests.slice(-MAX_REQUESTS_LOGGED))
  await noteTexts(tx, past)
  if (gauge) {
    await fillGauge(tx, past, gauge, tokenTimes)
    await noteRefresh(tx, past, gauge, tokenTimes)
  }
  const first = { first_at: firstAt, first_request_id: new Seeded(`${seed}/first`).id('req').slice(0, 16) }
  await noteActors(tx, [{ actor, ...first, last_at: requests.at(-1)?.at ?? lastCounted(plan, until) }])
}
