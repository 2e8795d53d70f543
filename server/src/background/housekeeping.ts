/**
 * Removes expired data in small steps, so that the store stays bounded and no request waits for it. Each removal is a
 * transaction of its own and has a portion: where it fails, or has more to do than a portion, the others go on (threats
 * rows 600 and 601).
 */
import type { Logger } from 'pino'
import { addSeconds } from '../domain/clock.ts'
import {
  ACCESS_TOKEN_TTL_SECONDS,
  CHANGE_CURSOR_TTL_SECONDS,
  IDEMPOTENCY_TTL_SECONDS,
  IMPORT_UNDO_SECONDS,
  KNOWN_DEVICE_SECONDS,
  MAX_CHANGES_KEPT,
  MAX_CLOCK_DIFFERENCE_SECONDS,
  MAX_SESSION_SECONDS,
  MAX_TRIES_KEPT,
  NOTICE_KEPT_SECONDS,
} from '../domain/limits.ts'
import type { Retention } from '../domain/tenancy/retention.ts'
import { MAX_ALLOWANCE_SECONDS } from '../services/identity/allowance.ts'
import { FORGOTTEN_AFTER_SECONDS } from '../services/identity/guess-brake.ts'
import { removeChangesBefore, removeChangesBeyond } from '../storage/change-feed.ts'
import { removeTriesBeyond } from '../storage/events/long-logs.ts'
import type { PlatformTx, TenantTx } from '../storage/handles.ts'
import { removeIdempotencyKeysBefore } from '../storage/idempotency.ts'
import { removeAllowancesBefore } from '../storage/identity/allowances.ts'
import { removeBrakesBefore } from '../storage/identity/guess-brakes.ts'
import { removeInvitationsExpiredBefore } from '../storage/identity/invitations.ts'
import { removePasskeyChallengesBefore } from '../storage/identity/passkey-challenges.ts'
import { removeResetsExpiredBefore } from '../storage/identity/password-resets.ts'
import { removeKnownDevicesBefore, removeSessionsBefore } from '../storage/identity/sessions.ts'
import { removeSpentFormsBefore } from '../storage/identity/spent-forms.ts'
import { removeNoticesBefore, removeQuietBefore } from '../storage/notices/notices.ts'
import { removeAccessRequestsAnsweredBefore } from '../storage/oauth/access-requests.ts'
import { removeAccessTokensExpiredBefore } from '../storage/oauth/access-tokens.ts'
import { removeCodesExpiredBefore } from '../storage/oauth/authorization-codes.ts'
import { removeConsentRequestsBefore } from '../storage/oauth/consent-requests.ts'
import { removeImportsBefore } from '../storage/operations/import/imports.ts'
import { removeConfirmationsBefore } from '../storage/operations/logs/confirmations.ts'
import { removeRemindersBefore } from '../storage/operations/reminders/reminders.ts'
import { removeMessagesExpiredBefore } from '../storage/outbox.ts'
import { removeHandOversBefore } from '../storage/providers/hand-overs.ts'
import { removePhoneCodesExpiredBefore } from '../storage/providers/phone-codes.ts'
import { removeSignUpsExpiredBefore } from '../storage/providers/sign-ups.ts'
import type { Storage } from '../storage/storage.ts'
import { testClocks } from '../storage/tenancy/test-clocks.ts'
import { removeRequestsBefore, removeRequestTextsBefore } from '../storage/usage/request-log.ts'
import { removeUsageBefore, rollUpUsage } from '../storage/usage/usage.ts'

export const HOUSEKEEPING_MS = 30_000
const ROWS_PER_STEP = 500
const REQUESTS_PER_STEP = 2000
const CHANGES_PER_STEP = 5000
const DAY_SECONDS = 86_400
/** Usage is kept by minute for two days, then by hour for a little longer than the console shows it. */
const USAGE_MINUTES_KEPT_SECONDS = 48 * 3600
const USAGE_KEPT_SECONDS = 100 * 24 * 3600
/**
 * An expired token is kept for a while, so that support can identify it, but no longer than a token lives
 * (`token-validity`).
 */
const EXPIRED_TOKEN_KEPT_SECONDS = ACCESS_TOKEN_TTL_SECONDS
/** Longer than anything is looked back for. */
const REMINDER_KEPT_SECONDS = 400 * 24 * 3600
/** A day longer than the oldest cursor is valid, so that all changes after it still exist. */
const CHANGE_KEPT_SECONDS = CHANGE_CURSOR_TTL_SECONDS + 24 * 3600

/** Removes at most `most` rows of each table and returns how many; as many say that more may be left. */
type Remove = (tx: PlatformTx, time: number, most: number) => Promise<number>

interface Removal {
  /** What the log calls it. */
  readonly name: string
  readonly remove: Remove
  /** How long after its time a row is kept. */
  readonly keptSeconds: number
  readonly most: number
}

const removal = (name: string, remove: Remove, keptSeconds = 0, most = ROWS_PER_STEP): Removal => ({
  name,
  remove,
  keptSeconds,
  most,
})

const codes: Remove = (tx, now, most) =>
  removeCodesExpiredBefore(tx, { unused: now, used: addSeconds(now, -ACCESS_TOKEN_TTL_SECONDS) }, most)

/** All that housekeeping removes by the world's time. */
export const removals = ({ requestDays }: Retention): readonly Removal[] => [
  removal('access tokens', removeAccessTokensExpiredBefore, EXPIRED_TOKEN_KEPT_SECONDS),
  removal('logged requests', removeRequestsBefore, requestDays * DAY_SECONDS, REQUESTS_PER_STEP),
  removal('texts of logged requests', removeRequestTextsBefore, requestDays * DAY_SECONDS),
  removal('idempotency keys', removeIdempotencyKeysBefore, IDEMPOTENCY_TTL_SECONDS),
  removal('changes', removeChangesBefore, CHANGE_KEPT_SECONDS, CHANGES_PER_STEP),
  removal('changes beyond', (tx, _now, most) => removeChangesBeyond(tx, MAX_CHANGES_KEPT, most), 0, CHANGES_PER_STEP),
  removal('tries beyond', (tx, _now, most) => removeTriesBeyond(tx, MAX_TRIES_KEPT, most)),
  removal('consent requests', removeConsentRequestsBefore),
  removal('confirmations', removeConfirmationsBefore, DAY_SECONDS),
  removal('hand-overs', removeHandOversBefore),
  removal('authorization codes', codes),
  removal('sessions', removeSessionsBefore, MAX_SESSION_SECONDS),
  removal('known devices', removeKnownDevicesBefore, KNOWN_DEVICE_SECONDS),
  removal('usage', removeUsageBefore, USAGE_KEPT_SECONDS),
  removal('messages', removeMessagesExpiredBefore),
  removal('imports', removeImportsBefore, IMPORT_UNDO_SECONDS),
  removal('notices', removeNoticesBefore, NOTICE_KEPT_SECONDS),
  removal('quiet notices', removeQuietBefore, NOTICE_KEPT_SECONDS),
  removal('access requests', removeAccessRequestsAnsweredBefore, NOTICE_KEPT_SECONDS),
  removal('reminders', removeRemindersBefore, REMINDER_KEPT_SECONDS),
  removal('invitations', removeInvitationsExpiredBefore),
  removal('password resets', removeResetsExpiredBefore),
  removal('sign-ups', removeSignUpsExpiredBefore),
  removal('phone codes', removePhoneCodesExpiredBefore),
  removal('passkey challenges', removePasskeyChallengesBefore),
  removal('spent forms', removeSpentFormsBefore, MAX_CLOCK_DIFFERENCE_SECONDS),
  removal('allowances', removeAllowancesBefore, MAX_ALLOWANCE_SECONDS),
  removal('brakes of guesses', removeBrakesBefore, FORGOTTEN_AFTER_SECONDS),
  removal('minutes of usage', rollUpUsage, USAGE_MINUTES_KEPT_SECONDS),
]

/**
 * What a sandbox whose clock is ahead issues is over by its clock long before it is by the world's: it is removed by the
 * sandbox's, so that nobody piles up tokens and keys by moving a clock (threats row 228).
 */
const removalsOfMoved = (tenantId: string, aheadMs: number): readonly Removal[] => {
  const by =
    (remove: (tx: TenantTx, time: number, most: number) => Promise<number>): Remove =>
    (tx, time, most) =>
      remove(tx.inTenant(tenantId), time + aheadMs, most)
  return [
    removal(`access tokens of ${tenantId}`, by(removeAccessTokensExpiredBefore), EXPIRED_TOKEN_KEPT_SECONDS),
    removal(`idempotency keys of ${tenantId}`, by(removeIdempotencyKeysBefore), IDEMPOTENCY_TTL_SECONDS),
  ]
}

interface HousekeepingParts {
  readonly storage: Storage
  readonly log: Pick<Logger, 'warn'>
  readonly retention: Retention
}

export class Housekeeping {
  readonly #parts: HousekeepingParts
  /** Those that have more to do before all have another turn. */
  #left: readonly Removal[] = []
  #allBeganAt = Number.NEGATIVE_INFINITY

  constructor(parts: HousekeepingParts) {
    this.#parts = parts
  }

  /**
   * A portion of each removal, or of those that had more left; true if more is left to do. Throws once nothing is left
   * but what failed.
   */
  async step(): Promise<boolean> {
    const { storage, log } = this.#parts
    const now = await storage.platform.now()
    const failed: unknown[] = []
    const left: Removal[] = []
    for (const each of await this.#due(now)) {
      const { name, remove, keptSeconds, most } = each
      try {
        const before = addSeconds(now, -keptSeconds)
        if ((await storage.writePlatform((tx) => remove(tx, before, most))) >= most) left.push(each)
      } catch (err) {
        failed.push(err)
        log.warn({ err, removal: name }, `housekeeping failed at ${name} and goes on with the rest`)
      }
    }
    this.#left = left
    if (left.length > 0) return true
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} removals failed`)
    return false
  }

  /** A removal that failed waits for the next turn of all, so that those with more left do not wait for it. */
  async #due(now: number): Promise<readonly Removal[]> {
    const { storage, retention } = this.#parts
    if (this.#left.length > 0 && Math.abs(now - this.#allBeganAt) < HOUSEKEEPING_MS) return this.#left
    this.#allBeganAt = now
    const moved = [...(await testClocks(storage.platform))].filter(([, aheadMs]) => aheadMs > 0)
    return [...removals(retention), ...moved.flatMap(([tenantId, aheadMs]) => removalsOfMoved(tenantId, aheadMs))]
  }
}
