/** /sign-in/second-step/: the code, for a sign-in that waits for it. Where none waits, it starts again with the password. */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type SecondStepView, secondStepPage } from '../../pages/identity/second-step.ts'
import { spendFormTicket } from '../../services/identity/form-ticket.ts'
import { awaitingSecondStep, signedIn } from '../../services/identity/sessions.ts'
import { completeSecondStep } from '../../services/identity/sign-in.ts'
import type { Clients } from '../../services/oauth/client-authentication.ts'
import type { World } from '../../services/world.ts'
import { pageRoute, seeOther } from '../answer/page-answer.ts'
import { SECOND_STEP_PATH, SIGN_IN_PATH, withQuery } from '../answer/page-paths.ts'
import {
  askingApplication,
  enter,
  onceForm,
  type SignInVisit,
  sendSignIn,
  sendStep,
  staleForm,
  visitorOf,
} from '../answer/sign-in-answer.ts'
import type { Exchange, Route } from '../listening/exchange.ts'
import { deviceSecret, endedSessionCookie, sessionSecret } from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'
import { requireSameOrigin } from '../request/same-origin.ts'

const sendSecondStep = (visit: SignInVisit, email: string, state: SecondStepView['state']): void => {
  const { exchange, site } = visit
  const backHref = withQuery(SIGN_IN_PATH, exchange.query)
  const page = secondStepPage({ place: site.place, email, state, form: onceForm(visit, SECOND_STEP_PATH), backHref })
  sendStep(exchange, page, state)
}

/** The cookie of a sign-in that is over goes; that of whoever is in by now, from another tab perhaps, stays. */
const startAgain = async (world: World, exchange: Exchange, tenant: Tenant): Promise<void> => {
  const isIn = (await signedIn(world, tenant, sessionSecret(exchange.req))) !== null
  seeOther(exchange, withQuery(SIGN_IN_PATH, exchange.query), isIn ? [] : [endedSessionCookie])
}

export const secondStepRoutes = (
  world: World,
  clients: Clients,
  publicUrl: URL,
  home: string,
): readonly Route<Tenant>[] => [
  pageRoute(publicUrl, { method: 'GET', path: SECOND_STEP_PATH, guard: 'nobody' }, async (exchange, tenant, site) => {
    const waiting = await awaitingSecondStep(world, tenant, sessionSecret(exchange.req))
    if (!waiting) return seeOther(exchange, withQuery(SIGN_IN_PATH, exchange.query))
    sendSecondStep({ world, exchange, tenant, site, publicUrl }, waiting.user.email, { kind: 'first' })
  }),
  pageRoute(publicUrl, { method: 'POST', path: SECOND_STEP_PATH, guard: 'nobody' }, async (exchange, tenant, site) => {
    requireSameOrigin(exchange.req, site.origin)
    const visit = { world, exchange, tenant, site, publicUrl }
    const fields = await pageForm(exchange)
    const session = sessionSecret(exchange.req)
    const waiting = await awaitingSecondStep(world, tenant, session)
    if (!(await spendFormTicket(world, tenant, fields.get('form') ?? ''))) {
      const stale = await staleForm(visit, home)
      if (waiting) return sendSecondStep(visit, waiting.user.email, stale)
      return sendSignIn(visit, await askingApplication(clients, exchange), stale)
    }
    const outcome = await completeSecondStep(world, tenant, {
      session,
      code: fields.get('code') ?? '',
      visitor: visitorOf(exchange),
      deviceSecret: deviceSecret(exchange.req),
    })
    if (outcome?.kind === 'signed-in') return enter(exchange, home, outcome)
    if (!waiting || outcome === null || outcome.kind === 'second-step') return startAgain(world, exchange, tenant)
    sendSecondStep(visit, waiting.user.email, outcome)
  }),
]
