/**
 * The error catalogue: every code that an endpoint can answer, with its status, the header fields it carries,
 * what it means and what to do. The edge reads the status here, `docs/errors.md` is generated from here, and a
 * `Failure` cannot carry a code that is not here.
 */

import {
  ACCESS_TOKEN_TTL_SECONDS,
  MAX_ACTIVE_ACCESS_TOKENS,
  MAX_DOCUMENT_BYTES,
  MAX_QUERY_BODY_BYTES,
  MAX_REQUEST_HEAD_BYTES,
  MAX_STATE_BYTES,
  MAX_TOKEN_BODY_BYTES,
} from './limits.ts'

export const ENDPOINTS = {
  authorize: 'GET /oauth2/code/authorize/',
  token: 'POST /oauth2/code/token/',
  keyRefresh: 'POST /access_token/refresh/',
  revoke: 'POST /oauth2/revoke/',
  introspect: 'POST /oauth2/introspect/',
  query: 'POST /api/graphql/',
  console: 'POST /console/graphql/',
  documents: 'PUT /document-uploads/ and GET /document/',
  pages: 'sign-in, consent and account pages',
} as const

export type Endpoint = keyof typeof ENDPOINTS

export interface ErrorEntry {
  readonly status: number
  /** Endpoints whose status differs from `status`. */
  readonly statusAt?: Readonly<Partial<Record<Endpoint, number>>>
  /** Answered with 200 to a GraphQL client that accepts `application/json` only (access-model §7). */
  readonly okAsPlainJson?: true
  /** Sent to the redirect URI, once client and redirect URI are known to be right (access-model §4). */
  readonly redirects?: true
  readonly endpoints: 'all' | readonly Endpoint[]
  /** Header fields that come with it, as a client sees them. */
  readonly headers: readonly string[]
  readonly meaning: string
  readonly remedy: string
}

const kilobytes = (bytes: number): string => `${bytes / 1024} KB`
const RETRY_AFTER = 'Retry-After: <seconds>'

export const ERROR_CATALOGUE = {
  invalid_request: {
    status: 400,
    redirects: true,
    endpoints: 'all',
    headers: [],
    meaning: 'The request is malformed: a parameter is missing, given twice or not readable, or the body is broken.',
    remedy: 'Correct what the description names. The same request will fail again.',
  },
  bad_host: {
    status: 400,
    endpoints: 'all',
    headers: [],
    meaning: 'The Host header is missing, doubled, malformed, or contradicts the address in the request line.',
    remedy: "Send one Host header with the operator's address.",
  },
  not_found: {
    status: 404,
    endpoints: 'all',
    headers: [],
    meaning: 'No such operator, host name or path. Paths end in a slash; there is no redirect to the right one.',
    remedy:
      'Check the operator identifier and the path; the answer names the right path where only the slash is missing.',
  },
  tenant_suspended: {
    status: 403,
    endpoints: 'all',
    headers: [],
    meaning: 'The operator is suspended: nothing is answered at its address until it is resumed. Nothing is lost.',
    remedy:
      'Stop, and try again in hours. Its administrators know the reason; the page at its address says whom to ask.',
  },
  method_not_allowed: {
    status: 405,
    endpoints: 'all',
    headers: ['Allow: <methods>'],
    meaning: 'The path exists, but not for this method.',
    remedy: 'Use a method that Allow lists.',
  },
  not_acceptable: {
    status: 406,
    endpoints: ['query', 'console'],
    headers: [],
    meaning: 'The Accept header allows neither media type of GraphQL over HTTP.',
    remedy: 'Accept application/json or application/graphql-response+json.',
  },
  request_timeout: {
    status: 408,
    endpoints: 'all',
    headers: ['Connection: close'],
    meaning: 'The request did not arrive in full within the time allowed.',
    remedy: 'Send it again on a new connection.',
  },
  payload_too_large: {
    status: 413,
    endpoints: 'all',
    headers: [],
    meaning: `The body is larger than this endpoint accepts: ${kilobytes(MAX_TOKEN_BODY_BYTES)} for a form, ${kilobytes(MAX_QUERY_BODY_BYTES)} for a query, ${MAX_DOCUMENT_BYTES / 1_000_000} MB for a file.`,
    remedy: 'Send less: split the work over several requests.',
  },
  unsupported_media_type: {
    status: 415,
    endpoints: ['token', 'keyRefresh', 'revoke', 'introspect', 'query', 'console', 'documents', 'pages'],
    headers: [],
    meaning: 'The Content-Type, its charset or the Content-Encoding is not one that this endpoint reads.',
    remedy: 'Send the media type that the description names, in UTF-8 and not compressed.',
  },
  range_not_satisfiable: {
    status: 416,
    endpoints: ['documents'],
    headers: ['Content-Range: bytes */<length>'],
    meaning: 'The Range header asks for bytes that the file does not have.',
    remedy: 'Ask for bytes below the length that Content-Range names, or leave Range out.',
  },
  expectation_failed: {
    status: 417,
    endpoints: 'all',
    headers: [],
    meaning: 'The Expect header asks for something other than 100-continue.',
    remedy: 'Leave Expect out, or send Expect: 100-continue.',
  },
  header_too_large: {
    status: 431,
    endpoints: 'all',
    headers: ['Connection: close'],
    meaning: `Request line and headers together exceed ${kilobytes(MAX_REQUEST_HEAD_BYTES)}.`,
    remedy: `Send shorter headers; state may hold up to ${kilobytes(MAX_STATE_BYTES)}.`,
  },
  server_error: {
    status: 500,
    redirects: true,
    endpoints: 'all',
    headers: [],
    meaning: 'Something failed on our side.',
    remedy: 'Try again later. If it persists, give support the request id of the answer.',
  },
  temporarily_unavailable: {
    status: 503,
    endpoints: 'all',
    headers: [RETRY_AFTER],
    meaning: 'The service is overloaded, restarting, or its store cannot be reached. Nothing was done.',
    remedy: 'Try again after the time in Retry-After.',
  },
  deadline_exceeded: {
    status: 504,
    endpoints: 'all',
    headers: [],
    meaning:
      'The request took longer than it may (10 seconds once it has arrived) and was stopped. What was in progress was rolled back; in a request of several changes the earlier ones stay.',
    remedy:
      'Ask for less in one request: smaller pages, shorter lists, fewer changes. The same request may fail again.',
  },
  request_abandoned: {
    status: 499,
    endpoints: 'all',
    headers: [],
    meaning: 'The client closed the connection before the answer. What was in progress was stopped and rolled back.',
    remedy: 'Seen in logs only. Wait for the answer, or repeat a change under its idempotency key.',
  },
  outcome_unknown: {
    status: 504,
    endpoints: 'all',
    headers: [],
    meaning:
      'The store was lost while a change was being committed: it was done whole or not at all, and it is not known which.',
    remedy:
      'Send a mutation again with the same idempotencyKey: it takes effect once. Without a key, look first whether it was done.',
  },
  access_denied: {
    status: 303,
    redirects: true,
    endpoints: ['authorize'],
    headers: ['Location: <redirect URI>'],
    meaning: 'The person refused, or may not grant this application access.',
    remedy: 'Tell the person that nothing was connected, and who can connect it: an admin of the operator.',
  },
  unsupported_response_type: {
    status: 303,
    redirects: true,
    endpoints: ['authorize'],
    headers: ['Location: <redirect URI>'],
    meaning: 'response_type is something other than code.',
    remedy: 'Send response_type=code.',
  },
  invalid_scope: {
    status: 400,
    redirects: true,
    endpoints: ['authorize', 'token'],
    headers: [],
    meaning: 'A scope is unknown, not open to this kind of application, or wider than what was granted.',
    remedy: 'Ask for scopes of the catalogue that your application may have. A refresh can narrow, never widen.',
  },
  invalid_client: {
    status: 401,
    endpoints: ['token', 'revoke', 'introspect'],
    headers: ['WWW-Authenticate: Basic (only where Basic was used)'],
    meaning: 'Client authentication failed: client ID and secret are missing, unreadable or wrong.',
    remedy: 'Check both. Send them in the body or by HTTP Basic, not both ways.',
  },
  unauthorized_client: {
    status: 400,
    statusAt: { authorize: 403 },
    endpoints: ['authorize', 'token', 'revoke', 'introspect'],
    headers: [],
    meaning: 'The application is not in production mode, and this is a production address; or it is suspended.',
    remedy: "Use the operator's test environment, or ask support for the demo meeting.",
  },
  invalid_grant: {
    status: 400,
    endpoints: ['token', 'keyRefresh'],
    headers: [],
    meaning: 'The code or refresh token is wrong, expired, used, revoked, or meant for another client or address.',
    remedy: 'Do not retry. Send the person through authorization again, or create a new API key.',
  },
  unsupported_grant_type: {
    status: 400,
    endpoints: ['token'],
    headers: [],
    meaning: 'grant_type is neither authorization_code nor refresh_token.',
    remedy: 'Send one of the two.',
  },
  too_many_active_tokens: {
    status: 429,
    endpoints: ['token', 'keyRefresh'],
    headers: [RETRY_AFTER, 'RateLimit', 'RateLimit-Policy'],
    meaning: `${MAX_ACTIVE_ACCESS_TOKENS} access tokens of this refresh token are active. No token was issued.`,
    remedy: `Use each access token for its whole ${ACCESS_TOKEN_TTL_SECONDS / 60} minutes. A slot is free after the time in Retry-After.`,
  },
  too_many_attempts: {
    status: 429,
    endpoints: ['token', 'revoke', 'introspect', 'console', 'pages'],
    headers: [RETRY_AFTER],
    meaning: 'Too many attempts to authenticate from this address, or too many wait to be checked.',
    remedy: 'Correct the credentials and try again after the time in Retry-After.',
  },
  forbidden: {
    status: 403,
    endpoints: ['console', 'pages'],
    headers: [],
    meaning: 'A request that changes something came from another site, or its form is stale or was used before.',
    remedy: 'Open the page again on its own address and repeat the step there.',
  },
  not_signed_in: {
    status: 401,
    endpoints: ['console'],
    headers: ['WWW-Authenticate: Session'],
    meaning: 'Nobody is signed in at this address: the session is missing, over, or was made on another address.',
    remedy: 'Sign in on the address that is asked, and try again.',
  },
  missing_token: {
    status: 401,
    endpoints: ['query', 'documents'],
    headers: ['WWW-Authenticate: Bearer'],
    meaning: 'The request carries no access token.',
    remedy: 'Send `Authorization: Bearer <ACCESS_TOKEN>`.',
  },
  invalid_token: {
    status: 401,
    endpoints: ['query', 'documents'],
    headers: ['WWW-Authenticate: Bearer error="invalid_token"'],
    meaning: 'The access token is malformed, expired, revoked or unknown at this address.',
    remedy: 'Get a new access token with the refresh token, at the same address.',
  },
  address_not_allowed: {
    status: 403,
    endpoints: ['keyRefresh', 'query'],
    headers: [],
    meaning: 'The API key is limited to some addresses, and this request came from another one. Nothing has run.',
    remedy: "Send it from an allowed address, or let an administrator of the operator change the key's list.",
  },
  insufficient_scope: {
    status: 403,
    endpoints: ['query', 'console', 'documents'],
    headers: ['WWW-Authenticate: Bearer error="insufficient_scope", scope="<scopes>"'],
    meaning: 'The operation needs scopes that the token does not carry. Nothing has run.',
    remedy: 'Ask for the scopes in missingScopes, or leave out the nodes that need them.',
  },
  rate_limited: {
    status: 429,
    endpoints: ['query', 'console'],
    headers: [RETRY_AFTER],
    meaning: 'The cost bucket of this application or key at this operator is empty. Nothing has run.',
    remedy: 'Try again after the time in Retry-After; `extensions.cost` of each answer tells what is left.',
  },
  cost_exceeded: {
    status: 400,
    endpoints: ['query', 'console'],
    headers: [],
    meaning: 'The operation costs more than one request may. Nothing has run.',
    remedy: 'Ask for smaller pages or fewer nested lists, in several requests.',
  },
  limit_exceeded: {
    status: 400,
    endpoints: ['query', 'console'],
    headers: [],
    meaning:
      'The document has too many tokens, levels, aliases, root fields, directives or selections (fragments written out, and none inside itself). Nothing has run.',
    remedy: 'Send a smaller document; the message names the limit.',
  },
  record_limit_reached: {
    status: 403,
    endpoints: ['query', 'console'],
    headers: [],
    meaning: 'The operator has as many records as it may have here. Nothing was done.',
    remedy: 'Remove what is no longer needed, or ask support for a higher limit.',
  },
  cursor_expired: {
    status: 410,
    endpoints: ['query', 'console'],
    headers: [],
    meaning:
      'The cursor of changeList is older than 30 days, or more changes followed it than the feed keeps: some may be gone.',
    remedy: 'Read everything again, then follow the feed from a new cursor.',
  },
  graphql_parse_failed: {
    status: 400,
    okAsPlainJson: true,
    endpoints: ['query', 'console'],
    headers: [],
    meaning: 'The text in query is not a GraphQL document.',
    remedy: 'Correct the syntax at the location that the error gives.',
  },
  graphql_validation_failed: {
    status: 400,
    okAsPlainJson: true,
    endpoints: ['query', 'console'],
    headers: [],
    meaning: 'The document does not fit the schema, or operationName names no operation of it.',
    remedy: 'Compare it with the schema; introspection is open to every valid token.',
  },
  bad_user_input: {
    status: 400,
    okAsPlainJson: true,
    endpoints: ['query', 'console'],
    headers: [],
    meaning: 'A variable or argument does not have the type or form that the schema asks for.',
    remedy: 'Correct the value that the message names.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>

export type FailureCode = keyof typeof ERROR_CATALOGUE

export function statusOf(code: FailureCode, endpoint?: Endpoint): number {
  const entry: ErrorEntry = ERROR_CATALOGUE[code]
  return (endpoint && entry.statusAt?.[endpoint]) ?? entry.status
}

/** `errors[].extensions.code` of a GraphQL answer: the same code in capitals, as GraphQL clients expect it. */
export function graphqlCode<Code extends FailureCode>(code: Code): Uppercase<Code> {
  return code.toUpperCase() as Uppercase<Code>
}
