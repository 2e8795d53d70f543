/** Why a mutation changed nothing. Any user error means zero side effects (data §5.7). */
import type { Problem } from './problem.ts'
import { inFull, type Message } from './wording.ts'

/** What each code says and what to do, as the schema tells it. */
export const USER_ERROR_MEANINGS = {
  VALIDATION: 'A value breaks a rule of its field. Correct what path names.',
  NOT_FOUND: 'No such record, or none that you may see. Check the id.',
  NOT_ALLOWED: 'Not for who asks, or not now; the message says which.',
  STALE_VERSION: 'Somebody changed the record since you read it. Read it again, decide again, send its new version.',
  IDEMPOTENCY_MISMATCH: 'This idempotency key was used with other arguments within 24 hours. Take a new key.',
  ILLEGAL_TRANSITION: 'The life cycle of the record has no such step from where it is.',
  AIRCRAFT_OVERLAP: 'The aircraft has another flight at this time.',
  CREW_OVERLAP: 'A crew member has another flight or duty at this time.',
  EXTERNAL_ID_TAKEN: 'Another record has this external id. Find that record by it, then update it.',
  TIME_ORDER: 'Two times are in the wrong order. Correct the one that path names.',
  AIRCRAFT_UNAVAILABLE: 'The aircraft is blocked or not in service at this time.',
  LOCKED: 'The record is past the point where this can change. The message says what still can be done.',
  QUOTE_EXPIRED: 'The quote is over. Make a new one.',
  LIMIT_EXCEEDED: 'More of these than may be, or too often. The message says how many, or until when to wait.',
  IMPLAUSIBLE: 'The values do not fit one another or the flight. Check them; the message says what to report as well.',
  NOT_RELEASABLE: 'The flight may not be released, one entry for each reason.',
  RETAINED: 'The document must be kept: until a day that the message names, or while it is on hold.',
  CONFIRMATION_NEEDED:
    'A person has to say yes on a page of ours first, and to what stands there now. Ask by confirmationRequest.',
  REASON_NEEDED: 'This change asks for a reason. Send it again with one.',
} as const

export type UserErrorCode = keyof typeof USER_ERROR_MEANINGS

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
