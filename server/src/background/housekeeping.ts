/** Removes expired data in small steps, so that the store stays bounded and no request waits for it. */
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
  NOTICE_KEPT_SECONDS,
} from '../domain/limits.ts'
import { type Retention, USUAL_RETENTION } from '../domain/tenancy/retention.ts'
import { MAX_ALLOWANCE_SECONDS } from '../services/identity/allowance.ts'
import { FORGOTTEN_AFTER_SECONDS } from '../services/identity/guess-brake.ts'
import { removeChangesBefore, removeChangesBeyond } from '../storage/change-feed.ts'
import type { PlatformTx } from '../storage/handles.ts'
import { removeIdempotencyKeysBefore } from '../storage/idempotency.ts'
import { removeAllowancesBefore } from '../storage/identity/allowances.ts'
import { removeBrakesBefore } from '../storage/identity/guess-brakes.ts'
import { removeInvitationsExpiredBefore } from '../storage/identity/invitations.ts'
import { removePasskeyChallengesBefore } from '../storage/identity/passkey-challenges.ts'
import { removeResetsExpiredBefore } from '../storage/identity/password-resets.ts'
import { removeKnownDevicesBefore, removeSessionsBefore } from '../storage/identity/sessions.ts'
import { removeSpentFormsBefore } from '../storage/identity/spent-forms.ts'
import { removeNoticesBefore } from '../storage/notices/notices.ts'
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
import { testClocks } from '../storage/tenancy/test-clocks.ts'
import { removeRequestsBefore } from '../storage/usage/request-log.ts'
import { removeUsageBefore, rollUpUsage } from '../storage/usage/usage.ts'

export const HOUSEKEEPING_MS = 30_000
const TOKENS_PER_STEP = 500
const COUNTS_PER_STEP = 500
const REQUESTS_PER_STEP = 2000
const DAY_SECONDS = 86_400
/** Usage is kept by minute for two days, then by hour for a little longer than the console shows it. */
const USAGE_MINUTES_KEPT_SECONDS = 48 * 3600
const USAGE_KEPT_SECONDS = 100 * 24 * 3600
/**
 * An expired token is kept for a while, so that support can identify it, but no longer than a token lives
 * (`token-validity`).
 */
const EXPIRED_TOKEN_KEPT_SECONDS = ACCESS_TOKEN_TTL_SECONDS
const CHANGES_PER_STEP = 5000
/** Longer than anything is looked back for. */
const REMINDER_KEPT_SECONDS = 400 * 24 * 3600
/** A day longer than the oldest cursor is valid, so that all changes after it still exist. */
const CHANGE_KEPT_SECONDS = CHANGE_CURSOR_TTL_SECONDS + 24 * 3600

/** One small step in a transaction of its own; true if more is left to do. */
export const tidyUp = async (tx: PlatformTx, kept: Retention = USUAL_RETENTION): Promise<boolean> => {
  const now = await tx.now()
  const expired = addSeconds(now, -EXPIRED_TOKEN_KEPT_SECONDS)
  const removed = await removeAccessTokensExpiredBefore(tx, expired, TOKENS_PER_STEP)
  if (removed === TOKENS_PER_STEP) return true
  if (await tidyMovedSandboxes(tx)) return true
  const unasked = addSeconds(now, -kept.requestDays * DAY_SECONDS)
  if ((await removeRequestsBefore(tx, unasked, REQUESTS_PER_STEP)) >= REQUESTS_PER_STEP) return true
  await removeTheRest(tx, now)
  return (await rollUpUsage(tx, addSeconds(now, -USAGE_MINUTES_KEPT_SECONDS), COUNTS_PER_STEP)) === COUNTS_PER_STEP
}

/**
 * What a sandbox whose clock is ahead issues is over by its clock long before it is by the world's: it is removed by the
 * sandbox's, so that nobody piles up tokens and keys by moving a clock (threats row 228).
 */
const tidyMovedSandboxes = async (tx: PlatformTx): Promise<boolean> => {
  for (const [tenantId, aheadMs] of await testClocks(tx)) {
    const tenant = tx.inTenant(tenantId)
    const now = (await tenant.realNow()) + aheadMs
    const expired = addSeconds(now, -EXPIRED_TOKEN_KEPT_SECONDS)
    if ((await removeAccessTokensExpiredBefore(tenant, expired, TOKENS_PER_STEP)) === TOKENS_PER_STEP) return true
    await removeIdempotencyKeysBefore(tenant, addSeconds(now, -IDEMPOTENCY_TTL_SECONDS))
  }
  return false
}

/** Removes what is small enough for one step. */
const removeTheRest = async (tx: PlatformTx, now: number): Promise<void> => {
  await removeIdempotencyKeysBefore(tx, addSeconds(now, -IDEMPOTENCY_TTL_SECONDS))
  await removeChangesBefore(tx, addSeconds(now, -CHANGE_KEPT_SECONDS), CHANGES_PER_STEP)
  await removeChangesBeyond(tx, MAX_CHANGES_KEPT, CHANGES_PER_STEP)
  await removeConsentRequestsBefore(tx, now)
  await removeConfirmationsBefore(tx, addSeconds(now, -DAY_SECONDS))
  await removeHandOversBefore(tx, now)
  await removeCodesExpiredBefore(tx, now, addSeconds(now, -ACCESS_TOKEN_TTL_SECONDS))
  await removeSessionsBefore(tx, addSeconds(now, -MAX_SESSION_SECONDS))
  await removeKnownDevicesBefore(tx, addSeconds(now, -KNOWN_DEVICE_SECONDS))
  await removeUsageBefore(tx, addSeconds(now, -USAGE_KEPT_SECONDS))
  await removeMessagesExpiredBefore(tx, now)
  await removeImportsBefore(tx, addSeconds(now, -IMPORT_UNDO_SECONDS))
  await removeNoticesBefore(tx, addSeconds(now, -NOTICE_KEPT_SECONDS))
  await removeAccessRequestsAnsweredBefore(tx, addSeconds(now, -NOTICE_KEPT_SECONDS))
  await removeRemindersBefore(tx, addSeconds(now, -REMINDER_KEPT_SECONDS))
  await removeInvitationsExpiredBefore(tx, now)
  await removeResetsExpiredBefore(tx, now)
  await removeSignUpsExpiredBefore(tx, now)
  await removePhoneCodesExpiredBefore(tx, now)
  await removePasskeyChallengesBefore(tx, now)
  // A process whose clock is behind takes a form for so much longer.
  await removeSpentFormsBefore(tx, addSeconds(now, -MAX_CLOCK_DIFFERENCE_SECONDS))
  await removeAllowancesBefore(tx, addSeconds(now, -MAX_ALLOWANCE_SECONDS))
  await removeBrakesBefore(tx, addSeconds(now, -FORGOTTEN_AFTER_SECONDS))
}
