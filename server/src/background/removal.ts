/** Removes what is over once an hour, in small steps, as long as the settings say it is kept (ADR 73). */
import { addSeconds } from '../domain/clock.ts'
import { WEBHOOK_LOG_SECONDS } from '../domain/limits.ts'
import type { Retention } from '../domain/tenancy/retention.ts'
import { removeAttemptsBefore, removeWebhooksEndedBefore } from '../storage/events/webhook-queue.ts'
import type { PlatformTx } from '../storage/handles.ts'
import { removeKeptLogbookBefore } from '../storage/operations/logbook/kept-logbooks.ts'
import {
  auditKeepDays,
  lookAtRefreshTokens,
  removeAuditBefore,
  removeBucketsBefore,
  removeGrantsEndedBefore,
  removeRefreshTokensOverBefore,
} from '../storage/retention/removal.ts'
import { removeExportsOver, removePartsLeftOver } from '../storage/tenancy/carrying/asked-exports.ts'

/** Each of 256 KB. */
const EXPORT_PARTS_PER_STEP = 50
export const REMOVAL_MS = 3_600_000
const ROWS_PER_STEP = 500
const DAY_SECONDS = 86_400

/** One small step in a transaction of its own; true if more is left to do. */
export const removeWhatIsOver = async (tx: PlatformTx, kept: Retention): Promise<boolean> => {
  const now = await tx.now()
  const before = (days: number): number => addSeconds(now, -days * DAY_SECONDS)
  // What the store holds counts: a process with an older setting must not be refused again and again.
  const auditDays = await auditKeepDays(tx)
  const counts = [
    auditDays === null ? 0 : await removeAuditBefore(tx, before(auditDays), ROWS_PER_STEP),
    await lookAtRefreshTokens(tx, before(kept.endedDays), ROWS_PER_STEP),
    await removeRefreshTokensOverBefore(tx, before(kept.endedDays), ROWS_PER_STEP),
    await removeGrantsEndedBefore(tx, before(kept.endedDays), ROWS_PER_STEP),
    await removeAttemptsBefore(tx, addSeconds(now, -WEBHOOK_LOG_SECONDS), ROWS_PER_STEP),
    await removeWebhooksEndedBefore(tx, addSeconds(now, -WEBHOOK_LOG_SECONDS), ROWS_PER_STEP),
    await removeBucketsBefore(tx, before(kept.bucketDays), ROWS_PER_STEP),
    await removeExportsOver(tx, now, ROWS_PER_STEP),
  ]
  const hasLogbook = await removeKeptLogbookBefore(tx, now, ROWS_PER_STEP)
  const parts = await removePartsLeftOver(tx, EXPORT_PARTS_PER_STEP)
  return hasLogbook || parts === EXPORT_PARTS_PER_STEP || counts.some((count) => count >= ROWS_PER_STEP)
}
