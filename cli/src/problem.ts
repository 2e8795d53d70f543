/** Describes an error in one sentence and the next step in another. */
import {
  AirsideError,
  AskedToWait,
  AuthorizationRefused,
  CallbackMismatch,
  ConnectionFailed,
  CursorExpired,
  InsufficientScope,
  InvalidGrant,
  Misuse,
  NotConnected,
  QueryFailed,
  TokenRefused,
  Unauthorized,
  UserErrors,
} from '@airside/client'
import { GraphQLSyntaxError, NotScopes, SchemaMismatch } from '@airside/client/scopes'

export const EXIT = { done: 0, failed: 1, misused: 2, notSignedIn: 3, lacksScope: 4, interrupted: 130 } as const

export class Problem extends Error {
  readonly nextStep: string
  readonly exitCode: number
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    message: string,
    nextStep: string,
    exitCode: number = EXIT.failed,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.nextStep = nextStep
    this.exitCode = exitCode
    this.details = details
  }
}

/** Where nothing nearer is known; of a command that runs, its own help is named. */
export const GENERAL_HELP = 'Run airside --help'

export const misuse = (message: string, nextStep = GENERAL_HELP): Problem =>
  new Problem(message, nextStep, EXIT.misused)

type Explanation = readonly [
  kind: new (...args: never[]) => Error,
  nextStep: (error: never) => string,
  exitCode: number,
]

const REFUSED_CODES: Readonly<Record<string, string>> = {
  invalid_client: 'Check client id and secret, then run airside login again',
  unauthorized_client: 'Use --environment sandbox, or ask support for the demo meeting',
  not_found: 'Check the operator id and --service',
}

/** The first match counts, so specific classes come before general ones. */
const EXPLANATIONS: readonly Explanation[] = [
  [
    InsufficientScope,
    (error: InsufficientScope) =>
      `Sign in with a key or connection that has ${error.missingScopes.join(' ')}, or leave these fields out`,
    EXIT.lacksScope,
  ],
  [InvalidGrant, () => 'The key or connection is dead: run airside login with a new one', EXIT.notSignedIn],
  [NotConnected, () => 'Run airside login', EXIT.notSignedIn],
  [Unauthorized, () => 'Run airside doctor; if the key was revoked, airside login with a new one', EXIT.notSignedIn],
  [TokenRefused, (error: TokenRefused) => REFUSED_CODES[error.code] ?? 'Run airside doctor', EXIT.notSignedIn],
  [
    AskedToWait,
    ({ retryAfterSeconds }: AskedToWait) =>
      `Try again${retryAfterSeconds === undefined ? ' later' : ` in ${retryAfterSeconds} s, or let it wait: --max-wait ${retryAfterSeconds}`}`,
    EXIT.failed,
  ],
  [
    ConnectionFailed,
    (error: ConnectionFailed) =>
      error.outcome === 'unknown'
        ? 'Look whether it ran before you repeat it; with an idempotencyKey it is repeated for you'
        : 'Run airside doctor',
    EXIT.failed,
  ],
  [CursorExpired, () => 'Read the records again, then follow without --after', EXIT.failed],
  [UserErrors, () => 'Nothing was changed: correct what the message names', EXIT.failed],
  [QueryFailed, (error: QueryFailed) => queryStep(error), EXIT.failed],
  [
    AuthorizationRefused,
    () => 'An administrator of the operator can allow it: run airside login again',
    EXIT.notSignedIn,
  ],
  [Misuse, () => 'Run airside --help', EXIT.misused],
  [CallbackMismatch, () => 'Run airside login again', EXIT.notSignedIn],
  [SchemaMismatch, () => 'Correct the document, or refresh the schema: airside schema pull', EXIT.failed],
  [NotScopes, () => 'Run airside schema pull, and name the scopes.json that it writes', EXIT.failed],
  [GraphQLSyntaxError, () => 'Correct the text at this place', EXIT.failed],
]

/** Names no line: the text may be one of ours. `airside query` names the line of the user's. */
const queryStep = ({ code }: QueryFailed): string =>
  code === 'COST_EXCEEDED'
    ? 'Ask for smaller pages or fewer nested lists'
    : 'Look the code up under /docs/errors/ at the address of the service'

const detailsOf = (error: Error): Record<string, unknown> => {
  const {
    name: _,
    message: _message,
    stack: _stack,
    cause: _cause,
    data: _data,
    ...rest
  } = { ...error } as Record<string, unknown>
  return { kind: error.name, ...rest }
}

/** Describes any thrown value; null for a bug of ours, whose stack is printed instead. */
export const problemOf = (error: unknown): Problem | null => {
  if (error instanceof Problem) return error
  const found = EXPLANATIONS.find(([kind]) => error instanceof kind)
  if (found) return new Problem((error as Error).message, found[1](error as never), found[2], detailsOf(error as Error))
  if (error instanceof AirsideError)
    return new Problem(error.message, 'Run airside doctor', EXIT.failed, detailsOf(error))
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && path) return new Problem(`There is no file ${path}`, 'Check the path')
  if ((code === 'EACCES' || code === 'EPERM' || code === 'EROFS') && path) {
    return new Problem(`${path} cannot be read or written (${code})`, 'Check its owner and mode')
  }
  if (code === 'EISDIR') return new Problem('That is a folder, not a file', 'Name a file in it')
  return null
}
