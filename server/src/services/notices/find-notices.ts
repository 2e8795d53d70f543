/**
 * Finds what people should know and gives the notices, each once: a state that lasts, such as a nearly full cap, is
 * told once a day (access-model §9). Done by one process at a time, as a background job.
 */
import { DAY_MS, HOUR_MS } from '../../domain/interval.ts'
import {
  FAILED_DAY_PART,
  KEY_ENDING_DAYS,
  KEY_UNUSED_SECONDS,
  MAX_ACTIVE_ACCESS_TOKENS,
  MIN_FAILED_REQUESTS,
  NEAR_CAP_PART,
} from '../../domain/limits.ts'
import type { Notice } from '../../domain/notices/notice.ts'
import {
  failedDay,
  failing,
  keyExpiring,
  keyUnused,
  nearCap,
  paperExpiring,
  tokenEnding,
} from '../../domain/notices/notice-words.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { PlatformReader, PlatformTx } from '../../storage/handles.ts'
import {
  actorsNearCap,
  endingKeys,
  endingTokens,
  expiringPapers,
  failedDays,
  failingActors,
  unusedKeys,
} from '../../storage/notices/findings.ts'
import { toldCauses } from '../../storage/notices/notices.ts'
import { tenantById } from '../../storage/tenancy/tenants.ts'
import type { Randomness } from '../world.ts'
import { giveNotice } from './give-notice.ts'

/** How often processes look. */
export const NOTICES_MS = 2 * 60_000
export const NOTICES_BY_DAY_MS = HOUR_MS

/** Longer than the job waits, so that a full cap between two looks is found. */
const CAP_LOOKED_BACK_MS = 10 * 60_000
const PAPERS_LOOKED_BACK_MS = 7 * DAY_MS
const NOTICES_PER_STEP = 50

export interface Found {
  readonly tenantId: string
  readonly notice: Notice
}

const toHolders = { userId: null, madeBy: null } as const

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const keyPlace = (apiKeyId: string): string => `/api-keys?key=${apiKeyId}`

const actorPlace = ({ actor, isKey }: { readonly actor: string; readonly isKey: number }): string =>
  isKey === 1 ? keyPlace(actor) : `/add-ons/${actor}`

const foundCaps = async (reader: PlatformReader, now: number): Promise<Found[]> => {
  const least = MAX_ACTIVE_ACCESS_TOKENS * NEAR_CAP_PART
  const list = await actorsNearCap(reader, now - CAP_LOOKED_BACK_MS, least)
  return list.map(({ tenantId, ...actor }) => ({
    tenantId,
    notice: {
      ...toHolders,
      kind: 'NEAR_CAP',
      cause: `near cap ${actor.actor} ${dayOf(now)}`,
      subject: actor.actor,
      place: actorPlace(actor),
      words: nearCap(actor),
    },
  }))
}

const foundFailures = async (reader: PlatformReader, now: number): Promise<Found[]> => {
  const list = await failingActors(reader, now - HOUR_MS, MIN_FAILED_REQUESTS)
  return list.map(({ tenantId, ...actor }) => ({
    tenantId,
    notice: {
      ...toHolders,
      kind: 'FAILING',
      cause: `failing ${actor.actor} ${dayOf(now)}`,
      subject: actor.actor,
      place: `/requests?actor=${actor.actor}`,
      words: failing(actor),
    },
  }))
}

/** Told as the hour that was bad on that day: not twice. */
const foundFailedDays = async (reader: PlatformReader, now: number, days: number): Promise<Found[]> => {
  const to = now - (now % DAY_MS)
  const least = { least: MIN_FAILED_REQUESTS, part: FAILED_DAY_PART }
  const list = await failedDays(reader, { from: to - days * DAY_MS, to }, least)
  return list.map(({ tenantId, day, ...actor }) => ({
    tenantId,
    notice: {
      ...toHolders,
      kind: 'FAILING',
      cause: `failing ${actor.actor} ${dayOf(day)}`,
      subject: actor.actor,
      place: actorPlace(actor),
      words: failedDay({ ...actor, day }),
    },
  }))
}

/** Notices of keys that expire: each names the latest step that was reached, not the steps before it. */
const foundEndingKeys = async (reader: PlatformReader, now: number): Promise<Found[]> => {
  const [first] = KEY_ENDING_DAYS
  const list = await endingKeys(reader, now, now + first * DAY_MS)
  return list.map(({ tenantId, apiKeyId, label, expiresAt }) => {
    const step = KEY_ENDING_DAYS.findLast((days) => expiresAt <= now + days * DAY_MS) ?? first
    return {
      tenantId,
      notice: {
        ...toHolders,
        kind: 'KEY_EXPIRING',
        cause: `key ends ${apiKeyId} ${expiresAt} ${step}`,
        place: keyPlace(apiKeyId),
        words: keyExpiring({ label, at: expiresAt, now }),
      },
    }
  })
}

const foundUnusedKeys = async (reader: PlatformReader, now: number): Promise<Found[]> => {
  const list = await unusedKeys(reader, now, now - KEY_UNUSED_SECONDS * 1000)
  return list.map(({ tenantId, apiKeyId, label, lastUse }) => ({
    tenantId,
    notice: {
      ...toHolders,
      kind: 'KEY_UNUSED',
      cause: `key unused ${apiKeyId} ${lastUse}`,
      place: keyPlace(apiKeyId),
      words: keyUnused({ label, since: lastUse }),
    },
  }))
}

const foundEndingTokens = async (reader: PlatformReader, now: number): Promise<Found[]> => {
  const list = await endingTokens(reader, now, now + DAY_MS)
  return list.map(({ tenantId, apiKeyId, refreshTokenId, label, expiresAt }) => ({
    tenantId,
    notice: {
      ...toHolders,
      kind: 'TOKEN_ENDING',
      cause: `token ends ${refreshTokenId}`,
      place: keyPlace(apiKeyId),
      words: tokenEnding({ label, at: expiresAt }),
    },
  }))
}

const foundPapers = async (reader: PlatformReader, now: number): Promise<Found[]> => {
  const list = await expiringPapers(reader, now - PAPERS_LOOKED_BACK_MS)
  return list.map(({ tenantId, qualificationId, dueAt, crewMemberId, userId, name, surname, label, validTo }) => ({
    tenantId,
    notice: {
      kind: 'PAPER_EXPIRING',
      cause: `paper ${qualificationId} ${dueAt}`,
      userId,
      madeBy: null,
      place: `/data/crew?open=${crewMemberId}`,
      words: paperExpiring({ person: `${name} ${surname}`.trim(), paper: label, validTo }),
    },
  }))
}

/** What was not told yet. */
const untold = async (tx: PlatformTx, found: readonly Found[]): Promise<Found[]> => {
  const news: Found[] = []
  for (const [tenantId, list] of Map.groupBy(found, (one) => one.tenantId)) {
    const causes = list.map(({ notice }) => notice.cause)
    const told = await toldCauses(tx.inTenant(tenantId), causes)
    news.push(...list.filter(({ notice }) => !told.has(notice.cause)))
  }
  return news
}

type Look = (reader: PlatformReader, now: number) => Promise<Found[]>

/** What changes within minutes, and what changes by the day. */
const SOON: readonly Look[] = [foundCaps, foundFailures]
const BY_DAY: readonly Look[] = [
  (reader, now) => foundFailedDays(reader, now, 1),
  foundEndingKeys,
  foundUnusedKeys,
  foundEndingTokens,
  foundPapers,
]

const findings = async (reader: PlatformReader, looks: readonly Look[]): Promise<Found[]> => {
  const now = await reader.now()
  const found: Found[] = []
  for (const look of looks) found.push(...(await look(reader, now)))
  return found
}

/** Reads without a transaction: nobody's write waits for these searches. */
export const findNotices = (reader: PlatformReader): Promise<Found[]> => findings(reader, SOON)
export const findNoticesByDay = (reader: PlatformReader): Promise<Found[]> => findings(reader, BY_DAY)
/** The past of a demo: what a server that had run would have told by now. */
export const findFailedDays = (reader: PlatformReader, days: number): Promise<Found[]> =>
  findings(reader, [(_reader, now) => foundFailedDays(reader, now, days)])

/** Gives some of what is new; true if more is left. */
export const giveNotices = async (
  tx: PlatformTx,
  { randomBytes }: Randomness,
  publicUrl: URL,
  found: readonly Found[],
): Promise<boolean> => {
  const news = await untold(tx, found)
  for (const { tenantId, notice } of news.slice(0, NOTICES_PER_STEP)) {
    const realm = await tenantById(tx, tenantId)
    if (!realm) continue
    const origin = originOf(publicUrl, realm.operatorId, realm.environment)
    await giveNotice({ randomBytes, realm, origin }, tx.inTenant(tenantId), notice)
  }
  return news.length > NOTICES_PER_STEP
}
