import type { FailureCode } from './error-catalogue.ts'
import { errorDescription } from './error-description.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** Facts that a client may read beside the description, such as `missingScopes`; they are sent as they are. */
export type FailureDetails = Readonly<Record<string, Json>>

interface FailureOptions {
  /** What really happened. It is logged, never sent. */
  readonly cause?: unknown
  /** Whole seconds; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number
  readonly details?: FailureDetails
}

/**
 * The one failure type. Code that finds something wrong throws it with a code of the error catalogue and a sentence
 * that names what is wrong and what to do; which status and body that becomes is decided at the edge only. The sentence
 * never holds a secret: it is sent and logged.
 */
export class Failure extends Error {
  readonly code: FailureCode
  readonly retryAfterSeconds: number | undefined
  readonly details: FailureDetails | undefined

  constructor(code: FailureCode, description: string, options: FailureOptions = {}) {
    super(description, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'Failure'
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.details = options.details
  }

  /** The sentence in the characters that `error_description` allows. */
  get description(): string {
    return errorDescription(this.message)
  }
}
