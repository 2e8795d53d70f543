/**
 * The checks of the authorization endpoint, in the order of access-model §4: client, redirect URI, mode, then sign-in,
 * then everything else. If one of the first three fails, the answer is a page and never a redirect; after sign-in,
 * errors go to the redirect URI.
 */
import type { FailureCode } from '../../domain/error-catalogue.ts'
import { MAX_STATE_BYTES } from '../../domain/limits.ts'
import { ceilingAt } from '../../domain/oauth/extra-scopes.ts'
import { mayWorkIn } from '../../domain/oauth/token-validity.ts'
import {
  holdsAll,
  intersection,
  isScope,
  NO_SCOPES,
  OFFERED_SCOPES,
  type ScopeSet,
  scopeSet,
  splitScopes,
} from '../../domain/scopes.ts'
import { isOwnAddress, isPortalCallback } from '../../domain/tenancy/address.ts'
import type { Environment, Tenant } from '../../domain/tenancy/tenant.ts'
import type { TenantReader } from '../../storage/handles.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { isGrantSuspended } from '../../storage/oauth/grants.ts'
import type { WorldAt } from '../world.ts'
import type { AuthorizationQuery } from './authorization-query.ts'
import type { Clients } from './client-authentication.ts'

/** An application that may not be used here: not in production, suspended everywhere, or what it was granted here is. */
export interface Closed {
  readonly kind: 'not-in-production' | 'suspended' | 'suspended-here'
  readonly applicationName: string
}

/** Shown on our own host, because the redirect URI cannot be trusted. */
export class ShownError extends Error {
  readonly problem:
    | { readonly kind: 'unknown-client' }
    | { readonly kind: 'wrong-redirect'; readonly askedFor: string | null }
    | Closed
  constructor(problem: ShownError['problem']) {
    super(problem.kind)
    this.problem = problem
  }
}

/** Sent to the redirect URI, which is known to belong to the application. */
export class RedirectedError extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, description: string) {
    super(description)
    this.code = code
  }
}

/** The client and redirect URI, verified before anybody signs in. */
export interface Destination {
  readonly application: ApplicationRow
  readonly redirectUri: string
  readonly rawState: string | null
}

/** The complete, checked request. */
export interface AuthorizationRequest extends Destination {
  readonly scopes: ScopeSet
  readonly codeChallenge: string | null
}

/** The first two checks, which need no operator: what an address without one can ask. */
export const knownClient = async (
  clients: Clients,
  query: AuthorizationQuery,
  place: RedirectPlace,
): Promise<Pick<Destination, 'application' | 'redirectUri'>> => {
  const application = await checkClient(clients, query)
  return { application, redirectUri: checkRedirectUri(application, query, place) }
}

export const destinationOf = async (
  clients: Clients,
  tenant: Tenant,
  query: AuthorizationQuery,
  publicUrl: URL,
): Promise<Destination> => {
  const place = { environment: tenant.environment, publicUrl }
  const { application, redirectUri } = await knownClient(clients, query, place)
  checkMode(application, tenant)
  return { application, redirectUri, rawState: query.rawState }
}

const checkClient = async (clients: Clients, query: AuthorizationQuery): Promise<ApplicationRow> => {
  const clientId = query.once('client_id')
  const application = clientId === null ? undefined : await clients.find(clientId)
  if (!application) throw new ShownError({ kind: 'unknown-client' })
  return application
}

/** Where a redirect URI is used, and the service's own URL. */
export interface RedirectPlace {
  readonly environment: Environment
  readonly publicUrl: URL
}

/**
 * Exact string equality with a registered one (RFC 9700 §2.1). One at an address of ours is void however it came to be
 * registered; the portal's callback is for sandboxes, because codes for an operator's own data are not shown on a page
 * (portals §4, threats row 633).
 */
export const isUsableUri = (
  { redirect_uri_list }: ApplicationRow,
  uri: string,
  { environment, publicUrl }: RedirectPlace,
): boolean => {
  if (!(JSON.parse(redirect_uri_list) as string[]).includes(uri)) return false
  return !isOwnAddress(uri, publicUrl) || (environment === 'sandbox' && isPortalCallback(uri, publicUrl))
}

const checkRedirectUri = (application: ApplicationRow, query: AuthorizationQuery, place: RedirectPlace): string => {
  const askedFor = query.once('redirect_uri')
  if (askedFor === null || !isUsableUri(application, askedFor, place))
    throw new ShownError({ kind: 'wrong-redirect', askedFor })
  return askedFor
}

/** An unreviewed registration must not turn an operator's address into an open redirector. */
const checkMode = (application: ApplicationRow, tenant: Tenant): void => {
  const closed = whyClosed(application, tenant)
  if (closed) throw new ShownError(closed)
}

/** Why the application may not be used at this address; null if it may. */
export const whyClosed = (
  { mode, name }: ApplicationRow,
  { environment }: Pick<Tenant, 'environment'>,
): Closed | null => {
  if (mayWorkIn(mode, environment)) return null
  return { kind: mode === 'suspended' ? 'suspended' : 'not-in-production', applicationName: name }
}

/** The same for a signed-in user, who may know what was granted here (access-model §4). */
export const whyClosedTo = async (
  at: WorldAt<Tenant>,
  reader: TenantReader,
  application: ApplicationRow,
  userId: string,
): Promise<Closed | null> => {
  const closed = whyClosed(application, at.realm)
  if (closed) return closed
  const { client_id: clientId, personal, name } = application
  const isSuspended = await isGrantSuspended(reader, clientId, personal === 1 ? userId : null)
  return isSuspended ? { kind: 'suspended-here', applicationName: name } : null
}

export const requestOf = (destination: Destination, query: AuthorizationQuery, now: number): AuthorizationRequest => {
  checkDecodable(query)
  checkRepetition(query)
  checkState(query)
  checkResponseType(query)
  checkResponseMode(query)
  const scopes = checkScopes(destination.application, query, now)
  return { ...destination, scopes, codeChallenge: checkChallenge(query) }
}

/**
 * Refuses a parameter that cannot be decoded instead of treating it as absent: a challenge would silently be dropped.
 */
const checkDecodable = (query: AuthorizationQuery): void => {
  const broken = query.undecodable()
  if (broken !== null) throw new RedirectedError('invalid_request', `${broken} is not percent-encoded UTF-8`)
}

const checkRepetition = (query: AuthorizationQuery): void => {
  const repeated = query.repeated()
  if (repeated !== null) throw new RedirectedError('invalid_request', `${repeated} is given twice`)
}

const checkState = (query: AuthorizationQuery): void => {
  if (query.stateBytes() > MAX_STATE_BYTES) {
    throw new RedirectedError('invalid_request', `state is longer than ${MAX_STATE_BYTES} bytes`)
  }
}

const checkResponseType = (query: AuthorizationQuery): void => {
  const responseType = query.once('response_type')
  if (responseType === null || responseType === '')
    throw new RedirectedError('invalid_request', 'response_type is missing')
  if (responseType !== 'code') throw new RedirectedError('unsupported_response_type', 'response_type must be code')
}

/** Only `query` is supported (OAuth 2.0 Multiple Response Type Encoding Practices §2.1). */
const checkResponseMode = (query: AuthorizationQuery): void => {
  const mode = query.once('response_mode')
  if (mode !== null && mode !== 'query') throw new RedirectedError('invalid_request', 'response_mode must be query')
}

export const BEYOND_CEILING = 'scope asks for more than this kind of application may have'

const checkScopes = (application: ApplicationRow, query: AuthorizationQuery, now: number): ScopeSet => {
  const names = splitScopes(query.once('scope') ?? '')
  if (names.length === 0) throw new RedirectedError('invalid_scope', 'scope is missing (RFC 6749, section 3.3)')
  if (!names.every(isScope)) throw new RedirectedError('invalid_scope', 'scope names one that does not exist')
  const scopes = scopeSet(names)
  if (!holdsAll(ceilingAt(application, now), scopes)) throw new RedirectedError('invalid_scope', BEYOND_CEILING)
  // Scopes that no node uses yet may be requested, so that an application need not change later, but are not granted.
  const granted = intersection(scopes, OFFERED_SCOPES)
  if (granted === NO_SCOPES) throw new RedirectedError('invalid_scope', 'scope names nothing that is open here yet')
  return granted
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** RFC 7636, S256 only: `plain` would reveal the verifier to anybody who reads the request. */
const checkChallenge = (query: AuthorizationQuery): string | null => {
  const challenge = query.once('code_challenge')
  const method = query.once('code_challenge_method')
  if (challenge === null && method === null) return null
  if (method !== 'S256') throw new RedirectedError('invalid_request', 'code_challenge_method must be S256')
  if (challenge === null || !CHALLENGE.test(challenge)) {
    throw new RedirectedError('invalid_request', 'code_challenge must be 43 characters of base64url')
  }
  return challenge
}
