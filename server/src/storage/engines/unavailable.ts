/** Whether an error says that the store cannot serve right now, rather than that a request or the program is wrong. */
import { Failure } from '../../domain/failure.ts'

const RETRY_SECONDS = 1

/** SQLITE_BUSY, LOCKED, IOERR, FULL, CANTOPEN. */
const SQLITE_CODES = new Set([5, 6, 10, 13, 14])

/** PostgreSQL: connection exceptions, insufficient resources, operator intervention, timeouts, deadlocks, read-only. */
const POSTGRES_STATES = /^(08|53|57|58|40P01|40001|25006|55P03|25P03)/

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

export const isStoreUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return SQLITE_CODES.has(errcode & 0xff)
  if (typeof code === 'string') return NETWORK_CODES.has(code) || (code.length === 5 && POSTGRES_STATES.test(code))
  return NODE_POSTGRES_MESSAGES.test(error.message)
}

/** What a client is told where the store cannot serve; null for every other error. */
export const storeFailure = (error: unknown): Failure | null =>
  isStoreUnavailable(error)
    ? new Failure('temporarily_unavailable', 'The store cannot be reached: nothing was done, try again', {
        cause: error,
        retryAfterSeconds: RETRY_SECONDS,
      })
    : null
