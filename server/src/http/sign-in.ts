/**
 * Sign-in, its second step, and sign-out; with a passkey it is in passkey-sign-in.ts. The query that led here travels
 * along untouched, so that both always lead back to the authorization endpoint; without one they lead home, to the
 * console. A form counts once (threats row 25).
 */
import { AuthorizationQuery } from '../access/authorization-query.ts'
import type { Clients } from '../access/client-authentication.ts'
import { newFormTicket, spendFormTicket } from '../access/form-ticket.ts'
import { awaitingSecondStep, signedIn, signOut } from '../access/sessions.ts'
import { completeSecondStep, type SignInOutcome, signInWithPassword } from '../access/sign-in.ts'
import type { World } from '../access/world.ts'
import type { Tenant } from '../domain/tenant.ts'
import { secondStepPage } from '../pages/second-step.ts'
import { type SignInState, signInPage } from '../pages/sign-in.ts'
import { type ApplicationRow, applicationLogo } from '../storage/applications.ts'
import { pageRoute, type Site, seeOther, sendPage } from './answer/page-answer.ts'
import {
  AUTHORIZE_PATH,
  consolePlaceIn,
  SECOND_STEP_PATH,
  SIGN_IN_PASSKEY_OPTIONS_PATH,
  SIGN_IN_PASSKEY_PATH,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
  withQuery,
} from './answer/page-paths.ts'
import { logoPath } from './application-logo.ts'
import type { Exchange, Route } from './listening/exchange.ts'
import { deviceCookie, deviceSecret, endedSessionCookie, sessionCookie, sessionSecret } from './request/cookies.ts'
import { deviceName } from './request/device-name.ts'
import { pageForm } from './request/page-form.ts'
import { requireSameOrigin } from './request/same-origin.ts'

/** Where a sign-in leads: back to the authorization or the place in the console that asked for it, or home. */
const onward = ({ query }: Exchange, home: string): string =>
  query === '' ? home : (consolePlaceIn(query) ?? withQuery(AUTHORIZE_PATH, query))

export const visitorOf = (exchange: Exchange) => ({
  device: deviceName(exchange.req.headers['user-agent']),
  address: exchange.clientAddress,
})

export const sendSignIn = async (
  world: World,
  exchange: Exchange,
  tenant: Tenant,
  site: Site,
  publicUrl: URL,
  application: ApplicationRow | null,
  state: SignInState,
  email = '',
): Promise<void> => {
  const logo = application && (await applicationLogo(world.storage.platform, application.client_id))
  const page = signInPage({
    place: site.place,
    application: application && { name: application.name, logo: logo ? logoPath(application.client_id) : null },
    state,
    email,
    form: { action: withQuery(SIGN_IN_PATH, exchange.query), fields: { form: newFormTicket(world, tenant) } },
    passkey: { options: SIGN_IN_PASSKEY_OPTIONS_PATH, action: withQuery(SIGN_IN_PASSKEY_PATH, exchange.query) },
    landingUrl: publicUrl.origin,
  })
  sendStep(exchange, page, state, true)
}

const STATUSES: Readonly<Partial<Record<SignInState['kind'], number>>> = {
  throttled: 429,
  wrong: 403,
  'stale-form': 403,
  'wrong-passkey': 403,
  'stale-passkey': 403,
}

const sendStep = (exchange: Exchange, page: string, state: SignInState, isScripted = false): void => {
  const status = STATUSES[state.kind] ?? 200
  const headers = state.kind === 'throttled' ? { 'retry-after': String(state.waitSeconds) } : {}
  sendPage(exchange, page, { status, conduct: 'leads-away', isScripted, headers })
}

/** The application that the query names, for the page to say what follows. */
export const askingApplication = async (clients: Clients, query: string): Promise<ApplicationRow | null> => {
  const clientId = new AuthorizationQuery(query).once('client_id')
  return (clientId !== null && (await clients.find(clientId))) || null
}

const sendSecondStep = (
  world: World,
  exchange: Exchange,
  tenant: Tenant,
  site: Site,
  email: string,
  state: Parameters<typeof secondStepPage>[0]['state'],
): void => {
  const page = secondStepPage({
    place: site.place,
    email,
    state,
    form: { action: withQuery(SECOND_STEP_PATH, exchange.query), fields: { form: newFormTicket(world, tenant) } },
    backHref: withQuery(SIGN_IN_PATH, exchange.query),
  })
  sendStep(exchange, page, state)
}

export const enter = (exchange: Exchange, home: string, outcome: Extract<SignInOutcome, { kind: 'signed-in' }>): void =>
  seeOther(exchange, onward(exchange, home), [sessionCookie(outcome.session), deviceCookie(outcome.deviceSecret)])

export const signInRoutes = (
  world: World,
  clients: Clients,
  publicUrl: URL,
  home: string,
): readonly Route<Tenant>[] => {
  /** Somebody who sent a form twice may be in by the first: then the page says where to go on. */
  const staleForm = async (exchange: Exchange, tenant: Tenant) => {
    const isIn = (await signedIn(world, tenant, sessionSecret(exchange.req))) !== null
    return { kind: 'stale-form', onward: isIn ? onward(exchange, home) : null } as const
  }

  return [
    pageRoute(publicUrl, { method: 'GET', path: SIGN_IN_PATH, guard: 'nobody' }, async (exchange, tenant, site) => {
      if (await signedIn(world, tenant, sessionSecret(exchange.req))) return seeOther(exchange, onward(exchange, home))
      const application = await askingApplication(clients, exchange.query)
      await sendSignIn(world, exchange, tenant, site, publicUrl, application, { kind: 'first' })
    }),
    pageRoute(publicUrl, { method: 'POST', path: SIGN_IN_PATH, guard: 'nobody' }, async (exchange, tenant, site) => {
      requireSameOrigin(exchange.req, site.origin)
      const fields = await pageForm(exchange)
      const email = fields.get('email') ?? ''
      const application = await askingApplication(clients, exchange.query)
      if (!(await spendFormTicket(world, tenant, fields.get('form') ?? ''))) {
        return sendSignIn(
          world,
          exchange,
          tenant,
          site,
          publicUrl,
          application,
          await staleForm(exchange, tenant),
          email,
        )
      }
      const outcome = await signInWithPassword(world, tenant, {
        email,
        password: fields.get('password') ?? '',
        visitor: visitorOf(exchange),
        deviceSecret: deviceSecret(exchange.req),
        earlierSession: sessionSecret(exchange.req),
      })
      if (outcome.kind === 'signed-in') return enter(exchange, home, outcome)
      if (outcome.kind === 'second-step') {
        return seeOther(exchange, withQuery(SECOND_STEP_PATH, exchange.query), [sessionCookie(outcome.session)])
      }
      await sendSignIn(world, exchange, tenant, site, publicUrl, application, outcome, email)
    }),
    pageRoute(publicUrl, { method: 'GET', path: SECOND_STEP_PATH, guard: 'nobody' }, async (exchange, tenant, site) => {
      const waiting = await awaitingSecondStep(world, tenant, sessionSecret(exchange.req))
      if (!waiting) return seeOther(exchange, withQuery(SIGN_IN_PATH, exchange.query))
      sendSecondStep(world, exchange, tenant, site, waiting.user.email, { kind: 'first' })
    }),
    pageRoute(
      publicUrl,
      { method: 'POST', path: SECOND_STEP_PATH, guard: 'nobody' },
      async (exchange, tenant, site) => {
        requireSameOrigin(exchange.req, site.origin)
        const fields = await pageForm(exchange)
        const session = sessionSecret(exchange.req)
        const waiting = await awaitingSecondStep(world, tenant, session)
        if (!(await spendFormTicket(world, tenant, fields.get('form') ?? ''))) {
          const stale = await staleForm(exchange, tenant)
          if (waiting) return sendSecondStep(world, exchange, tenant, site, waiting.user.email, stale)
          const application = await askingApplication(clients, exchange.query)
          return sendSignIn(world, exchange, tenant, site, publicUrl, application, stale)
        }
        const outcome = await completeSecondStep(world, tenant, {
          session,
          code: fields.get('code') ?? '',
          visitor: visitorOf(exchange),
          deviceSecret: deviceSecret(exchange.req),
        })
        if (outcome?.kind === 'signed-in') return enter(exchange, home, outcome)
        if (!waiting || outcome === null || outcome.kind === 'second-step') {
          return seeOther(exchange, withQuery(SIGN_IN_PATH, exchange.query), [endedSessionCookie])
        }
        sendSecondStep(world, exchange, tenant, site, waiting.user.email, outcome)
      },
    ),
    pageRoute(publicUrl, { method: 'POST', path: SIGN_OUT_PATH, guard: 'session' }, async (exchange, tenant, site) => {
      requireSameOrigin(exchange.req, site.origin)
      const secret = sessionSecret(exchange.req)
      if (secret !== null) await signOut(world, tenant, secret)
      seeOther(exchange, exchange.query === '' ? SIGN_IN_PATH : onward(exchange, home), [endedSessionCookie])
    }),
  ]
}
