/** /sign-in/second-step/: the code of a sign-in that awaits it. Without one, sign-in starts again with the password. */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type SecondStepView, secondStepPage } from '../../pages/identity/second-step.ts'
import { spendFormTicket } from '../../services/identity/form-ticket.ts'
import { awaitingSecondStep, signedIn } from '../../services/identity/sessions.ts'
import { completeSecondStep } from '../../services/identity/sign-in.ts'
import type { Clients } from '../../services/oauth/client-authentication.ts'
import type { World } from '../../services/world.ts'
import { seeOther } from '../answer/page-answer.ts'
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
import { openPage } from '../guards/open.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { deviceSecret, endedSessionCookie, sessionSecret } from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'

const sendSecondStep = (visit: SignInVisit, email: string, state: SecondStepView['state']): void => {
  const { exchange, site } = visit
  const backHref = withQuery(SIGN_IN_PATH, exchange.query)
  const page = secondStepPage({ place: site.place, email, state, form: onceForm(visit, SECOND_STEP_PATH), backHref })
  sendStep(exchange, page, state)
}

/**
 * Removes the cookie of a sign-in that is over, but keeps the session of a user who has signed in meanwhile, perhaps in
 * another tab.
 */
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
  openPage(
    publicUrl,
    'asks for the code',
    { method: 'GET', path: SECOND_STEP_PATH },
    async (exchange, tenant, site) => {
      const waiting = await awaitingSecondStep(world, tenant, sessionSecret(exchange.req))
      if (!waiting) return seeOther(exchange, withQuery(SIGN_IN_PATH, exchange.query))
      sendSecondStep({ world, exchange, tenant, site, publicUrl }, waiting.user.email, { kind: 'first' })
    },
  ),
  openPage(publicUrl, 'checks the code', { method: 'POST', path: SECOND_STEP_PATH }, async (exchange, tenant, site) => {
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
