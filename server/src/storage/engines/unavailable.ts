/** Tells when the store cannot serve right now, apart from a request or a program that is wrong, and whether anything was done. */
import { Failure } from '../../domain/failure.ts'

const RETRY_SECONDS = 1

/** SQLITE_BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. */
const SQLITE_CODES = new Set([5, 6, 8, 10, 13, 14])

/**
 * PostgreSQL: connection exceptions, a role or password that is no longer accepted, insufficient resources, operator
 * intervention, timeouts, deadlocks, read-only.
 */
const POSTGRES_STATES = /^(08|28|53|57|58|40P01|40001|25006|55P03|25P03)/

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

const NODE_POSTGRES_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error and is not queryable/

/** The store was lost while a COMMIT was under way: the transaction was done whole, or not at all. */
export class OutcomeUnknown extends Error {}

/** Another transaction held a row for longer than the lock timeout. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (error as Error & { code?: unknown }).code === '55P03'

/** A migration changed the columns that a statement returns, and PostgreSQL refuses the plan that it kept under its name. */
export const isChangedResult = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === '0A000' &&
  (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'

export const isStoreUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof OutcomeUnknown || isChangedResult(error)) return true
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return SQLITE_CODES.has(errcode & 0xff)
  if (typeof code === 'string') return NETWORK_CODES.has(code) || (code.length === 5 && POSTGRES_STATES.test(code))
  return NODE_POSTGRES_MESSAGES.test(error.message)
}

const SQLITE_IOERR = 10
const IDLE_IN_TRANSACTION = '25P03'

/**
 * Whether an error of COMMIT leaves open what became of it. PostgreSQL says with severity ERROR that it rolled back;
 * when the connection breaks it says nothing. A file that could not be synced may still hold the commit after a crash.
 */
const leavesOutcomeOpen = (error: unknown): boolean => {
  const { errcode, code, severity } = error as { errcode?: unknown; code?: unknown; severity?: unknown }
  if (typeof errcode === 'number') return (errcode & 0xff) === SQLITE_IOERR
  return isStoreUnavailable(error) && severity !== 'ERROR' && code !== IDLE_IN_TRANSACTION
}

/** What to throw where COMMIT failed. */
export const commitError = (error: unknown): unknown =>
  leavesOutcomeOpen(error) ? new OutcomeUnknown('The store was lost during COMMIT', { cause: error }) : error

/** SQLITE_READONLY, FULL. */
const SQLITE_UNWRITABLE = new Set([8, 13])
/** SQLITE_IOERR_WRITE: what a quota or a limit on the size of a file becomes. */
const SQLITE_IOERR_WRITE = 778
/** PostgreSQL: no room on the disk, a transaction that may only read. */
const POSTGRES_UNWRITABLE = new Set(['53100', '25006'])

/** The store answers and cannot take what is written: a full disk, a quota, a file or server that may only be read. */
export const isUnwritable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return SQLITE_UNWRITABLE.has(errcode & 0xff) || errcode === SQLITE_IOERR_WRITE
  return typeof code === 'string' && POSTGRES_UNWRITABLE.has(code)
}

const UNWRITABLE = 'The service cannot store anything now, but reads go on: nothing was done, try again later'
const UNREACHABLE = 'The store cannot be reached: nothing was done, try again'
const LOCKED = 'Another change to the same records is still under way: nothing was done, try again'
const UNKNOWN_OUTCOME =
  'The store was lost while the change was committed: it may have been done. Send it again with the same idempotency key, or look first'

/** The failure to report to a client if the store cannot serve; null for every other error. */
export const storeFailure = (error: unknown): Failure | null => {
  if (error instanceof OutcomeUnknown) return new Failure('outcome_unknown', UNKNOWN_OUTCOME, { cause: error })
  if (!isStoreUnavailable(error)) return null
  const description = isLockTimeout(error) ? LOCKED : isUnwritable(error) ? UNWRITABLE : UNREACHABLE
  return new Failure('temporarily_unavailable', description, { cause: error, retryAfterSeconds: RETRY_SECONDS })
}
