/** /sign-in/second-step/: the code of a sign-in that awaits it. Without one, sign-in starts again with the password. */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type SecondStepView, secondStepPage } from '../../pages/identity/second-step.ts'
import { spendFormTicket } from '../../services/identity/form-ticket.ts'
import { completeSecondStep } from '../../services/identity/second-step-sign-in.ts'
import { awaitingSecondStep, signedIn } from '../../services/identity/sessions.ts'
import type { Clients } from '../../services/oauth/client-authentication.ts'
import type { World } from '../../services/world.ts'
import { seeOther } from '../answer/page-answer.ts'
import { RECOVERY_PATH, SECOND_STEP_PATH, SIGN_IN_PATH, withQuery } from '../answer/page-paths.ts'
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
import { type Doorway, openPage } from '../guards/open.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { deviceSecret, endedSessionCookie, sessionSecret } from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'

/** The two pages of one step: the same session, the same brake, and either kind of code on both. */
const PAGES = {
  [SECOND_STEP_PATH]: { asksFor: 'authenticator', other: RECOVERY_PATH },
  [RECOVERY_PATH]: { asksFor: 'recovery-code', other: SECOND_STEP_PATH },
} as const

const sendSecondStep = (visit: SignInVisit, email: string, state: SecondStepView['state']): void => {
  const { exchange, site } = visit
  const path = exchange.path === RECOVERY_PATH ? RECOVERY_PATH : SECOND_STEP_PATH
  const { asksFor, other } = PAGES[path]
  const [backHref, otherHref] = [withQuery(SIGN_IN_PATH, exchange.query), withQuery(other, exchange.query)]
  const form = onceForm(visit, path)
  sendStep(exchange, secondStepPage({ place: site.place, email, state, form, backHref, otherHref, asksFor }), state)
}

/**
 * Removes the cookie of a sign-in that is over, but keeps the session of a user who has signed in meanwhile, perhaps in
 * another tab.
 */
const startAgain = async (world: World, exchange: Exchange, tenant: Tenant): Promise<void> => {
  const isIn = (await signedIn(world.at(tenant), sessionSecret(exchange.req))) !== null
  seeOther(exchange, withQuery(SIGN_IN_PATH, exchange.query), isIn ? [] : [endedSessionCookie])
}

interface SecondStepParts {
  readonly doorway: Doorway
  readonly clients: Clients
  readonly home: string
}

export const secondStepRoutes = (parts: SecondStepParts): readonly Route<Tenant>[] => [
  ...secondStepAt(SECOND_STEP_PATH, parts),
  ...secondStepAt(RECOVERY_PATH, parts),
]

const secondStepAt = (path: string, { doorway, clients, home }: SecondStepParts): readonly Route<Tenant>[] => [
  openPage(doorway, 'asks for the code', { method: 'GET', path }, async ({ exchange, tenant, site, world }) => {
    const waiting = await awaitingSecondStep(world.at(tenant), sessionSecret(exchange.req))
    if (!waiting) return seeOther(exchange, withQuery(SIGN_IN_PATH, exchange.query))
    sendSecondStep({ world, exchange, tenant, site, publicUrl: doorway.publicUrl }, waiting.user.email, {
      kind: 'first',
    })
  }),
  openPage(doorway, 'checks the code', { method: 'POST', path }, async ({ exchange, tenant, site, world }) => {
    const visit = { world, exchange, tenant, site, publicUrl: doorway.publicUrl }
    const fields = await pageForm(exchange)
    const session = sessionSecret(exchange.req)
    const waiting = await awaitingSecondStep(world.at(tenant), session)
    const sender = { address: exchange.clientAddress, known: waiting && `session ${waiting.session.hash}` }
    if (!(await spendFormTicket(world.at(tenant), fields.get('form') ?? '', sender))) {
      const stale = await staleForm(visit, home)
      if (waiting) return sendSecondStep(visit, waiting.user.email, stale)
      return sendSignIn(visit, await askingApplication(clients, exchange), stale)
    }
    const outcome = await completeSecondStep(world.at(tenant), {
      session,
      code: fields.get('code') ?? '',
      visitor: visitorOf(exchange),
      deviceSecret: deviceSecret(exchange.req),
      requestId: exchange.requestId,
    })
    if (outcome?.kind === 'signed-in') return enter(exchange, home, outcome)
    if (!waiting || outcome === null) return startAgain(world, exchange, tenant)
    sendSecondStep(visit, waiting.user.email, outcome)
  }),
]
