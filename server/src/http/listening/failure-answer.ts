/** Turns a failure into status, headers and body; the only place that does. */
import type { OutgoingHttpHeaders } from 'node:http'
import { type Endpoint, statusOf } from '../../domain/error-catalogue.ts'
import type { Failure } from '../../domain/failure.ts'
import { type Exchange, sendJson } from './exchange.ts'
import { Lost } from './lost.ts'

const challenge = (failure: Failure): OutgoingHttpHeaders => {
  if (failure.code === 'not_signed_in') return { 'www-authenticate': 'Session' }
  if (failure.code === 'missing_token') return { 'www-authenticate': 'Bearer' }
  if (failure.code === 'invalid_token') {
    return { 'www-authenticate': `Bearer error="invalid_token", error_description="${failure.description}"` }
  }
  if (failure.code === 'insufficient_scope' && Array.isArray(failure.details?.missingScopes)) {
    const scope = failure.details.missingScopes.join(' ')
    return { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }
  }
  return {}
}

export const failureHeaders = (failure: Failure): OutgoingHttpHeaders => ({
  ...challenge(failure),
  ...(failure instanceof Lost && failure.sought.kind === 'method' ? { allow: failure.sought.allow } : {}),
  ...(failure.code === 'request_timeout' ? { connection: 'close' } : {}),
  ...(failure.retryAfterSeconds === undefined ? {} : { 'retry-after': String(failure.retryAfterSeconds) }),
})

/** Notes for the log what went wrong, and why. */
export const noteFailure = ({ noted }: Exchange, failure: Failure): void => {
  noted.failure = failure.code
  noted.reason = failure.message
  if (failure.code === 'server_error') noted.err = failure.cause
  else noted.cause = failure.cause
}

/** RFC 6749 §5.2: `error` and `error_description`. */
export const sendFailure = (
  exchange: Exchange,
  failure: Failure,
  endpoint: Endpoint | undefined,
  headers: OutgoingHttpHeaders = {},
): void => {
  noteFailure(exchange, failure)
  sendJson(
    exchange,
    statusOf(failure.code, endpoint),
    { error: failure.code, error_description: failure.description },
    { ...failureHeaders(failure), ...headers },
  )
}
