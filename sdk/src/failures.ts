/**
 * The errors of the client, one class per case that a caller handles differently. Every message says what happened and
 * what to do; support asks for the request id.
 */

export interface FailureDetails {
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

export class AirsideError extends Error {
  override readonly name: string = 'AirsideError'
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined
  /** Identifies this request in the service's log; give it to support. */
  readonly requestId: string | undefined

  constructor(message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.status = details.status
    this.requestId = details.requestId
  }
}

/** The options or the order of calls are wrong. */
export class Misuse extends AirsideError {
  override readonly name = 'Misuse'
}

/** No response arrived. */
export class ConnectionFailed extends AirsideError {
  override readonly name = 'ConnectionFailed'
  /** `not sent`: the service never saw the request. `unknown`: it may have run. */
  readonly outcome: 'not sent' | 'unknown'
  /** Retrying cannot help: the name does not resolve, or the certificate is not trusted. */
  readonly isFinal: boolean

  constructor(message: string, outcome: ConnectionFailed['outcome'], isFinal: boolean, cause?: unknown) {
    super(message, { cause })
    this.outcome = outcome
    this.isFinal = isFinal
  }
}

/** The response does not follow the protocol. */
export class UnexpectedAnswer extends AirsideError {
  override readonly name = 'UnexpectedAnswer'
}

/** The service asks the client to wait: it is overloaded, restarting, or a limit is reached. Nothing has run. */
export class AskedToWait extends AirsideError {
  override readonly name: string = 'AskedToWait'
  /** From Retry-After; undefined if the service did not send it. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, retryAfterSeconds: number | undefined, details: FailureDetails) {
    super(message, details)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 500 access tokens of one refresh token are active. */
export class TooManyActiveTokens extends AskedToWait {
  override readonly name = 'TooManyActiveTokens'
}

/** The cost bucket of this application or key is empty. */
export class RateLimited extends AskedToWait {
  override readonly name = 'RateLimited'
}

/** A refusal of a token endpoint, RFC 6749 §5.2. */
export class TokenRefused extends AirsideError {
  override readonly name: string = 'TokenRefused'
  /** The error code of the RFC: invalid_client, unauthorized_client, invalid_scope, … */
  readonly code: string

  constructor(code: string, message: string, details: FailureDetails = {}) {
    super(message, details)
    this.code = code
  }
}

/** The refresh token or the code is invalid for good. Connect again, or create a new API key. */
export class InvalidGrant extends TokenRefused {
  override readonly name = 'InvalidGrant'

  constructor(message: string, details: FailureDetails = {}) {
    super('invalid_grant', message, details)
  }
}

/** The token store has no connection of this application to this operator. */
export class NotConnected extends AirsideError {
  override readonly name = 'NotConnected'
}

/** The user or the service refused at the authorization endpoint. */
export class AuthorizationRefused extends AirsideError {
  override readonly name = 'AuthorizationRefused'
  /** access_denied, invalid_scope, … */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The callback does not match the link it claims to answer, so it may be forged. Nothing was exchanged. */
export class CallbackMismatch extends AirsideError {
  override readonly name = 'CallbackMismatch'
}

/** A new access token was refused as well: the key or grant was revoked, or belongs to another address. */
export class Unauthorized extends AirsideError {
  override readonly name = 'Unauthorized'
}

export interface ScopeShortage {
  readonly path: string
  readonly requiredScopes: readonly string[]
  readonly missingScopes: readonly string[]
}

/** The token lacks scopes that the operation needs. Nothing has run. */
export class InsufficientScope extends AirsideError {
  override readonly name = 'InsufficientScope'
  readonly missingScopes: readonly string[]
  readonly shortages: readonly ScopeShortage[]

  constructor(shortages: readonly ScopeShortage[], details: FailureDetails) {
    const missing = [...new Set(shortages.flatMap((shortage) => shortage.missingScopes))]
    const paths = shortages.map(({ path }) => path).join(', ')
    super(`The token lacks ${missing.join(' ')}, needed by ${paths}. Ask for more, or leave these out`, details)
    this.missingScopes = missing
    this.shortages = shortages
  }
}

export interface GraphQLErrorEntry {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** The operation was refused or failed: `errors` as the service sent them, `data` if there is partial data. */
export class QueryFailed extends AirsideError {
  override readonly name: string = 'QueryFailed'
  /** The code of the first error: GRAPHQL_VALIDATION_FAILED, BAD_USER_INPUT, COST_EXCEEDED, … */
  readonly code: string | undefined
  readonly errors: readonly GraphQLErrorEntry[]
  readonly data: unknown

  constructor(errors: readonly GraphQLErrorEntry[], data: unknown, details: FailureDetails) {
    super(errors.map((error) => error.message).join('; ') || 'The query failed', details)
    const code = errors[0]?.extensions?.code
    this.code = typeof code === 'string' ? code : undefined
    this.errors = errors
    this.data = data
  }
}

export interface UserError {
  /** The root field, by its alias if it has one. */
  readonly field: string
  readonly code: string
  readonly message: string
  readonly path: readonly string[] | null
}

/** A mutation was refused by a rule of the domain and changed nothing; `data` is the whole response. */
export class UserErrors extends AirsideError {
  override readonly name = 'UserErrors'
  readonly list: readonly UserError[]
  readonly data: unknown

  constructor(list: readonly UserError[], data: unknown, details: FailureDetails) {
    super(
      list
        .map(({ field, code, message, path }) => `${[field, ...(path ?? [])].join('.')}: ${message} (${code})`)
        .join('; '),
      details,
    )
    this.list = list
    this.data = data
  }
}

/** The change cursor is too old: read the records again, then follow from a new cursor. */
export class CursorExpired extends QueryFailed {
  override readonly name = 'CursorExpired'
}
