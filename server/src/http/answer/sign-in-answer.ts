/**
 * The sign-in page and its redirect, for every way of signing in. The query is passed along unchanged, so that sign-in
 * returns to the authorization, or the place in the console, that required it.
 */

import { DEVELOPERS_REALM_ID, isPlatformRealm } from '../../domain/identity/realm.ts'
import { logoPath } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type SignInState, type StaleForm, signInPage } from '../../pages/identity/sign-in.ts'
import type { PostForm } from '../../pages/post-form.ts'
import { newFormTicket } from '../../services/identity/form-ticket.ts'
import { settingUp, signedIn } from '../../services/identity/sessions.ts'
import type { SignInOutcome } from '../../services/identity/sign-in.ts'
import { logoShownAt } from '../../services/oauth/add-ons.ts'
import { AuthorizationQuery } from '../../services/oauth/authorization-query.ts'
import type { Clients } from '../../services/oauth/client-authentication.ts'
import type { World } from '../../services/world.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import type { Exchange } from '../listening/exchange.ts'
import { deviceCookie, sessionCookie, sessionSecret } from '../request/cookies.ts'
import { deviceName } from '../request/device-name.ts'
import { visitCookies } from '../request/visited-operators.ts'
import { type PageOptions, type Site, seeOther, sendPage } from './page-answer.ts'
import {
  AUTHORIZE_PATH,
  FORGOTTEN_PATH,
  returnPath,
  SET_UP_PATH,
  SIGN_IN_PASSKEY_OPTIONS_PATH,
  SIGN_IN_PASSKEY_PATH,
  SIGN_IN_PATH,
  SIGN_UP_PATH,
  withQuery,
} from './page-paths.ts'

/** One request of a sign-in route: the exchange and its tenant. */
export interface SignInVisit {
  readonly world: World
  readonly exchange: Exchange
  readonly tenant: Tenant
  readonly site: Site
  readonly publicUrl: URL
}

export const onward = ({ query }: Exchange, home: string): string =>
  returnPath(query) ?? (new URLSearchParams(query).has('client_id') ? withQuery(AUTHORIZE_PATH, query) : home)

export const visitorOf = (exchange: Exchange) => ({
  device: deviceName(exchange.req.headers['user-agent']),
  address: exchange.clientAddress,
  requestId: exchange.requestId,
})

/** A form that posts to its own path with its query, and is accepted once (threats row 25). */
export const onceForm = ({ world, exchange, tenant }: SignInVisit, path: string): PostForm => ({
  action: withQuery(path, exchange.query),
  fields: { form: newFormTicket(world.at(tenant)) },
})

/** The page for a form that was submitted twice. If the first submission signed the user in, the page links onward. */
export const staleForm = async ({ world, exchange, tenant }: SignInVisit, home: string): Promise<StaleForm> => {
  const isIn = (await signedIn(world.at(tenant), sessionSecret(exchange.req))) !== null
  return { kind: 'stale-form', onward: isIn ? onward(exchange, home) : null }
}

const STATUSES: Readonly<Partial<Record<SignInState['kind'], number>>> = {
  throttled: 429,
  wrong: 403,
  'stale-form': 403,
  'wrong-passkey': 403,
  'passkey-needed': 403,
  'stale-passkey': 403,
}

export const sendStep = (
  exchange: Exchange,
  page: string,
  state: SignInState,
  more: Pick<PageOptions, 'isScripted' | 'cookies'> = {},
): void => {
  const status = STATUSES[state.kind] ?? 200
  const headers = state.kind === 'throttled' ? { 'retry-after': String(state.waitSeconds) } : {}
  sendPage(exchange, page, { status, conduct: 'leads-away', headers, ...more })
}

export const sendSignIn = async (
  visit: SignInVisit,
  application: ApplicationRow | null,
  state: SignInState,
  email = '',
): Promise<void> => {
  const { world, exchange, tenant, site, publicUrl } = visit
  const isSettingUp = (await settingUp(world.at(tenant), sessionSecret(exchange.req))) !== null
  if (state.kind === 'first' && isSettingUp) return seeOther(exchange, withQuery(SET_UP_PATH, exchange.query))
  const logo = application && (await logoShownAt(world.at(tenant), application.client_id))
  const page = signInPage({
    place: site.place,
    application: application && { name: application.name, logo: logo ? logoPath(application.client_id) : null },
    state,
    email,
    form: onceForm(visit, SIGN_IN_PATH),
    passkey: { options: SIGN_IN_PASSKEY_OPTIONS_PATH, action: withQuery(SIGN_IN_PASSKEY_PATH, exchange.query) },
    forgottenHref: withQuery(FORGOTTEN_PATH, exchange.query),
    signUpHref: tenant.tenantId === DEVELOPERS_REALM_ID ? SIGN_UP_PATH : null,
    landingUrl: publicUrl.origin,
  })
  const cookies = isPlatformRealm(tenant) ? [] : visitCookies(exchange.req, publicUrl, tenant)
  sendStep(exchange, page, state, { isScripted: true, cookies })
}

/** The application in the query, so that the page can name it. */
export const askingApplication = async (clients: Clients, { query }: Exchange): Promise<ApplicationRow | null> => {
  const clientId = new AuthorizationQuery(query).once('client_id')
  return (clientId !== null && (await clients.find(clientId))) || null
}

export const enter = (exchange: Exchange, home: string, outcome: Extract<SignInOutcome, { kind: 'signed-in' }>): void =>
  seeOther(exchange, onward(exchange, home), [sessionCookie(outcome.session), deviceCookie(outcome.deviceSecret)])
