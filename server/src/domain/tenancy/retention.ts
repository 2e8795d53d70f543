/** How long the store keeps what is over, in days. */
import { REQUEST_KEPT_SECONDS } from '../limits.ts'

export interface Retention {
  /** Entries of audit logs. The store holds this number too, and lets nothing younger go (ADR 73). */
  readonly auditDays: number
  /** Ended grants, and refresh tokens that were revoked or expired: nobody can use them, support can still find them. */
  readonly endedDays: number
  /** The request log. */
  readonly requestDays: number
  /** Cost buckets that nobody draws from: they are full long before. */
  readonly bucketDays: number
}

export const USUAL_RETENTION: Retention = {
  auditDays: 2557,
  endedDays: 90,
  requestDays: REQUEST_KEPT_SECONDS / 86_400,
  bucketDays: 1,
}

/** Shorter than this no setting makes it: investigations take longer to begin than one thinks. */
export const MIN_AUDIT_DAYS = 365
export const MAX_KEPT_DAYS = 36_500
