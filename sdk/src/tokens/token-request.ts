/** Requests to the two token endpoints (access-model §5, §6). */
import {
  AskedToWait,
  ConnectionFailed,
  type FailureDetails,
  InvalidGrant,
  TokenRefused,
  TooManyActiveTokens,
  UnexpectedAnswer,
} from '../failures.ts'
import { type Answer, exchange, parseJson, type Route, retryAfterSeconds } from '../transport.ts'

export interface TokenAnswer {
  readonly accessToken: string
  readonly expiresInSeconds: number
  readonly refreshToken: string | undefined
  readonly scope: string | undefined
}

/** The address and format of a token request. */
export type TokenRoute = Route

/** The lifetime to assume if the response is only the token (access-model §6). */
const LIFETIME_SECONDS = 1800
/** Refuses a timestamp or milliseconds in place of seconds, which would keep an expired token in use for years. */
const MAX_LIFETIME_SECONDS = 24 * 3600

const lifetime = (expiresIn: unknown, details: FailureDetails): number => {
  const isSane = Number.isInteger(expiresIn) && Number(expiresIn) > 0 && Number(expiresIn) <= MAX_LIFETIME_SECONDS
  if (isSane) return Number(expiresIn)
  throw new UnexpectedAnswer(
    `expires_in is ${JSON.stringify(expiresIn)}, not a number of seconds up to ${MAX_LIFETIME_SECONDS}: the token was not used`,
    details,
  )
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const readToken = (answer: Answer, details: FailureDetails): TokenAnswer => {
  if (answer.headers.get('content-type')?.startsWith('text/plain')) {
    return { accessToken: answer.text, expiresInSeconds: LIFETIME_SECONDS, refreshToken: undefined, scope: undefined }
  }
  const body = (parseJson(answer.text) ?? {}) as Record<string, unknown>
  const accessToken = text(body.access_token)
  if (!accessToken || text(body.token_type)?.toLowerCase() !== 'bearer') {
    throw new UnexpectedAnswer('The token answer holds no bearer token: is this the address of the service?', details)
  }
  const expiresInSeconds = lifetime(body.expires_in, details)
  return { accessToken, expiresInSeconds, refreshToken: text(body.refresh_token), scope: text(body.scope) }
}

const refusal = (answer: Answer, origin: string, now: number): Error => {
  const { status, requestId } = answer
  const body = (parseJson(answer.text) ?? {}) as Record<string, unknown>
  const code = text(body.error)
  const message = text(body.error_description) ?? `${origin} answered ${status}`
  const details = { status, requestId }
  const wait = retryAfterSeconds(answer.headers, now)
  if (code === 'too_many_active_tokens') return new TooManyActiveTokens(message, wait, details)
  if (status === 429 || status === 503) return new AskedToWait(message, wait, details)
  if (status === 502 || status === 504) return new ConnectionFailed(message, 'unknown', false)
  if (code === 'invalid_grant') return new InvalidGrant(message, details)
  if (code === 'not_found') return new TokenRefused(code, `${message}: ${origin}`, details)
  if (code !== undefined && status < 500) return new TokenRefused(code, message, details)
  return new UnexpectedAnswer(message, details)
}

const ask = async (
  route: TokenRoute,
  path: string,
  body: FormData | URLSearchParams,
  signal?: AbortSignal,
): Promise<TokenAnswer> => {
  const init = { method: 'POST', headers: { accept: 'application/json' }, body }
  const answer = await exchange(route, path, init, signal)
  if (answer.status !== 200) throw refusal(answer, route.origin, route.surroundings.now())
  return readToken(answer, { status: answer.status, requestId: answer.requestId })
}

/** Exchanges an API key's refresh token for an access token. */
export const askWithKey = (route: TokenRoute, refreshToken: string, signal?: AbortSignal): Promise<TokenAnswer> =>
  ask(route, '/access_token/refresh/', new URLSearchParams({ refresh_token: refreshToken }), signal)

/** Code exchange and refresh grant: multipart form data (access-model §5). */
export const askAsApplication = (
  route: TokenRoute,
  fields: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<TokenAnswer> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return ask(route, '/oauth2/code/token/', form, signal)
}
