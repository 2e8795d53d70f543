/** Why a mutation changed nothing. Any user error means zero side effects (data §5.7). */
import type { Problem } from './problem.ts'
import { inFull, type Message } from './wording.ts'

export const USER_ERROR_CODES = [
  'VALIDATION',
  'NOT_FOUND',
  'NOT_ALLOWED',
  'STALE_VERSION',
  'IDEMPOTENCY_MISMATCH',
  'ILLEGAL_TRANSITION',
  'AIRCRAFT_OVERLAP',
  'CREW_OVERLAP',
  'EXTERNAL_ID_TAKEN',
  'TIME_ORDER',
  'AIRCRAFT_UNAVAILABLE',
  'LOCKED',
  'QUOTE_EXPIRED',
  'LIMIT_EXCEEDED',
  'IMPLAUSIBLE',
  'NOT_RELEASABLE',
  'REASON_NEEDED',
] as const

export type UserErrorCode = (typeof USER_ERROR_CODES)[number]

export interface UserError {
  readonly code: UserErrorCode
  readonly message: Message
  readonly path: readonly string[] | null
}

/** Thrown inside a mutation's transaction, which it rolls back; the mutation answers with the errors it carries. */
export class UserErrors extends Error {
  readonly list: readonly UserError[]
  constructor(list: readonly UserError[]) {
    super(list.map((error) => inFull(error.message)).join('; '))
    this.list = list
  }
}

export const userError = (code: UserErrorCode, message: Message, path: readonly string[] | null = null): UserErrors =>
  new UserErrors([{ code, message, path }])

export const refuseProblems = (problems: readonly Problem[], under: readonly string[]): void => {
  if (problems.length === 0) return
  throw new UserErrors(
    problems.map(({ path, message, code }) => ({ code: code ?? 'VALIDATION', message, path: [...under, ...path] })),
  )
}

/** Does not tell the current version: the caller may not be allowed to read the record. */
export const staleVersion = (path: readonly string[] = ['expectedVersion']): UserErrors =>
  userError('STALE_VERSION', 'The record has another version now: read it again', path)
