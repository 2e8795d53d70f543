/** GET /oauth2/code/authorize/: the checks in their order, then sign-in, then consent (access-model §4). */

import { errorDescription } from '../../domain/error-description.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { asFailure } from '../../services/as-failure.ts'
import { isRecentSignIn } from '../../services/identity/presence.ts'
import { type SignedIn, signedIn } from '../../services/identity/sessions.ts'
import { AuthorizationQuery } from '../../services/oauth/authorization-query.ts'
import { destinationOf, RedirectedError, requestOf, ShownError, whyClosedTo } from '../../services/oauth/authorize.ts'
import type { Clients } from '../../services/oauth/client-authentication.ts'
import { consentFacts, mayGrant, openConsent } from '../../services/oauth/consent.ts'
import { brakeChoices } from '../../services/oauth/consent-choices.ts'
import type { WorldAt } from '../../services/world.ts'
import { type Site, sendPage, sendProblem } from '../answer/page-answer.ts'
import { AUTHORIZE_PATH } from '../answer/page-paths.ts'
import { askAdministratorQuestion, consentQuestion } from '../answer/question-page.ts'
import { sendBack } from '../answer/redirect-back.ts'
import { sendSignIn } from '../answer/sign-in-answer.ts'
import { type Doorway, openPage } from '../guards/open.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { sessionSecret } from '../request/cookies.ts'

const SHOWN = {
  'unknown-client': { status: 400, code: 'invalid client_id' },
  'wrong-redirect': { status: 400, code: 'invalid redirect_uri' },
  'not-in-production': { status: 403, code: 'unauthorized_client' },
  suspended: { status: 403, code: 'unauthorized_client' },
  'suspended-here': { status: 403, code: 'unauthorized_client' },
} as const

export const authorizeRoute = (doorway: Doorway, clients: Clients): Route<Tenant> =>
  openPage(
    doorway,
    'checks the client first, then asks for a sign-in',
    { method: 'GET', path: AUTHORIZE_PATH, endpoint: 'authorize' },
    async ({ exchange, tenant, site, world }) => {
      const query = new AuthorizationQuery(exchange.query)
      try {
        const destination = await destinationOf(clients, tenant, query, doorway.publicUrl)
        const user = await signedIn(world.at(tenant), sessionSecret(exchange.req))
        if (!user) {
          const visit = { world, exchange, tenant, site, publicUrl: doorway.publicUrl }
          return await sendSignIn(visit, destination.application, { kind: 'first' })
        }
        await answerSignedIn(world.at(tenant), exchange, { site, user, destination, query })
      } catch (error) {
        if (!(error instanceof ShownError)) throw error
        sendProblem(exchange, site, error.problem, SHOWN[error.problem.kind])
      }
    },
  )

type Destination = Awaited<ReturnType<typeof destinationOf>>

interface SignedInVisit {
  readonly site: Site
  readonly user: SignedIn
  readonly destination: Destination
  readonly query: AuthorizationQuery
}

const answerSignedIn = async (at: WorldAt<Tenant>, exchange: Exchange, visit: SignedInVisit): Promise<void> => {
  const { site, user, destination, query } = visit
  try {
    const request = requestOf(destination, query, at.now())
    const closed = await whyClosedTo(at, at.read, request.application, user.user.user_id)
    if (closed) throw new ShownError(closed)
    brakeChoices(at, user, request.application)
    const [consentRequestId, facts] = await Promise.all([
      openConsent(at, user, request),
      consentFacts(at, user, request.application),
    ])
    const { application, redirectUri, scopes } = request
    const isRecent = isRecentSignIn(at, user)
    const question = { site, user, application, redirectUri, consentRequestId, facts, isRecent, rawQuery: query.raw }
    const isAsked = mayGrant(user.user, application)
    const page = isAsked ? consentQuestion(question, scopes) : askAdministratorQuestion(question)
    sendPage(exchange, page, { conduct: 'leads-away', isScripted: isAsked && !isRecent })
  } catch (error) {
    if (error instanceof ShownError) throw error
    sendBack(exchange, site, destination, errorForApplication(exchange, error))
  }
}

/** RFC 6749 §4.1.2.1: from here on errors, also internal ones, are sent to the application. */
const errorForApplication = (exchange: Exchange, error: unknown): Readonly<Record<string, string>> => {
  if (error instanceof RedirectedError) return { error: error.code, error_description: errorDescription(error.message) }
  const { code, cause } = asFailure(error)
  // An unreachable store is temporary: the user can try again on this page.
  if (code !== 'server_error') throw error
  Object.assign(exchange.noted, { failure: code, err: cause })
  const description = `Something failed on our side: give support the request id ${exchange.requestId}`
  return { error: code, error_description: description }
}
