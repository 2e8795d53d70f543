/**
 * Connects an application to an operator: builds the link that an administrator opens and validates the callback.
 * `state` ties the callback to the user's session, `iss` to the operator that was asked (RFC 9207), and the PKCE
 * verifier the code to the client that began (RFC 7636).
 */
import { AuthorizationRefused, CallbackMismatch, Misuse } from '../failures.ts'
import type { ApplicationCredentials } from './grants.ts'
import { askAsApplication, type TokenAnswer, type TokenRoute } from './token-request.ts'

/** Keep it in the user's session until the callback; it is plain JSON, and secret. */
export interface PendingAuthorization {
  readonly issuer: string
  readonly state: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

export interface AuthorizationLink {
  /** Send the user's browser here. */
  readonly url: string
  readonly pending: PendingAuthorization
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

const requiredRedirectUri = ({ redirectUri }: ApplicationCredentials): string => {
  if (redirectUri !== undefined) return redirectUri
  throw new Misuse('application.redirectUri is missing: give one that is registered')
}

export const authorizationLink = async (
  issuer: string,
  application: ApplicationCredentials,
  scopes: readonly string[],
): Promise<AuthorizationLink> => {
  if (scopes.length === 0) throw new Misuse('Ask for at least one scope; scopesOf() tells which a document needs')
  const redirectUri = requiredRedirectUri(application)
  const pending = { issuer, redirectUri, state: randomText(), codeVerifier: randomText() }
  const url = new URL('/oauth2/code/authorize/', issuer)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: application.clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state: pending.state,
    code_challenge: await challengeOf(pending.codeVerifier),
    code_challenge_method: 'S256',
  }).toString()
  return { url: url.href, pending }
}

const single = (query: URLSearchParams, name: string): string | null => {
  const values = query.getAll(name)
  if (values.length > 1) throw new CallbackMismatch(`The callback gives ${name} more than once`)
  return values[0] ?? null
}

const sameText = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index % b.length)
  return difference === 0
}

/** Returns the code of a callback that matches this link; refuses everything else before anything is sent. */
export const codeFromCallback = (callback: string | URL | URLSearchParams, pending: PendingAuthorization): string => {
  const query = callback instanceof URLSearchParams ? callback : new URL(callback, pending.redirectUri).searchParams
  const state = single(query, 'state')
  if (state === null || !sameText(state, pending.state)) {
    throw new CallbackMismatch('state is not the one that was sent: this callback answers another link, or is forged')
  }
  const issuer = single(query, 'iss')
  if (issuer !== pending.issuer) {
    throw new CallbackMismatch(`iss is ${issuer ?? 'missing'}, not ${pending.issuer}: another service answered`)
  }
  const error = single(query, 'error')
  if (error !== null) throw new AuthorizationRefused(error, single(query, 'error_description') ?? error)
  const code = single(query, 'code')
  if (code === null) throw new CallbackMismatch('The callback has neither code nor error')
  return code
}

export const exchangeCode = (
  route: TokenRoute,
  { clientId, clientSecret }: ApplicationCredentials,
  { pending, code }: { readonly pending: PendingAuthorization; readonly code: string },
  signal?: AbortSignal,
): Promise<TokenAnswer> =>
  askAsApplication(
    route,
    {
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: pending.redirectUri,
      code,
      code_verifier: pending.codeVerifier,
    },
    signal,
  )
