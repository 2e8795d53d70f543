/** GET /oauth2/code/authorize/: the checks in their order, then sign-in, then consent (access-model §4). */

import { errorDescription } from '../../domain/error-description.ts'
import { summarizeConsent } from '../../domain/oauth/consent-summary.ts'
import { scopesIn } from '../../domain/scopes.ts'
import { logoPath } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { ApplicationView } from '../../pages/oauth/application.ts'
import { askAdministratorPage } from '../../pages/oauth/ask-administrator.ts'
import { consentPage } from '../../pages/oauth/consent.ts'
import { type SignedIn, signedIn } from '../../services/identity/sessions.ts'
import { AuthorizationQuery } from '../../services/oauth/authorization-query.ts'
import {
  type AuthorizationRequest,
  destinationOf,
  RedirectedError,
  requestOf,
  ShownError,
} from '../../services/oauth/authorize.ts'
import type { Clients } from '../../services/oauth/client-authentication.ts'
import { type ConsentFacts, consentFacts, mayGrant, openConsent } from '../../services/oauth/consent.ts'
import type { World, WorldAt } from '../../services/world.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { type Site, sendPage, sendProblem } from '../answer/page-answer.ts'
import {
  ACCOUNT_PATH,
  ADD_ONS_PATH,
  AUTHORIZE_PATH,
  CONSENT_PATH,
  SIGN_OUT_PATH,
  withQuery,
} from '../answer/page-paths.ts'
import { personView } from '../answer/person-view.ts'
import { sendBack } from '../answer/redirect-back.ts'
import { sendSignIn } from '../answer/sign-in-answer.ts'
import { openPage } from '../guards/open.ts'
import type { Exchange } from '../listening/exchange.ts'
import { asFailure } from '../listening/failure-answer.ts'
import type { Route } from '../listening/route.ts'
import { sessionSecret } from '../request/cookies.ts'

const SHOWN = {
  'unknown-client': { status: 400, code: 'invalid client_id' },
  'wrong-redirect': { status: 400, code: 'invalid redirect_uri' },
  'not-in-production': { status: 403, code: 'unauthorized_client' },
  suspended: { status: 403, code: 'unauthorized_client' },
} as const

export const authorizeRoute = (world: World, clients: Clients, publicUrl: URL): Route<Tenant> =>
  openPage(
    publicUrl,
    'checks the client first, then asks for a sign-in',
    { method: 'GET', path: AUTHORIZE_PATH, endpoint: 'authorize' },
    async (exchange, tenant, site) => {
      const query = new AuthorizationQuery(exchange.query)
      try {
        const destination = await destinationOf(clients, tenant, query, publicUrl)
        const user = await signedIn(world.at(tenant), sessionSecret(exchange.req))
        if (!user) {
          const visit = { world, exchange, tenant, site, publicUrl }
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
    const request = requestOf(destination, query)
    const [consentRequestId, facts] = await Promise.all([
      openConsent(at, user, request),
      consentFacts(at, user, request.application),
    ])
    const page = questionPage(visit, request, { consentRequestId, facts })
    sendPage(exchange, page, { conduct: 'leads-away' })
  } catch (error) {
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

/** The consent page, or for a user who may not consent, a page that names who can. */
const questionPage = (
  { site, user, query }: SignedInVisit,
  { application, redirectUri, scopes }: AuthorizationRequest,
  { consentRequestId, facts }: { readonly consentRequestId: string; readonly facts: ConsentFacts },
): string => {
  const isPersonal = application.personal === 1
  const shared = {
    place: site.place,
    application: applicationView(application, facts),
    person: personView(user),
    redirectUri,
    action: CONSENT_PATH,
    request: consentRequestId,
    notYou: { action: withQuery(SIGN_OUT_PATH, query.raw), fields: {} },
  }
  if (!mayGrant(user.user, application)) {
    return askAdministratorPage({ ...shared, administrators: facts.administrators })
  }
  return consentPage({
    ...shared,
    summary: summarizeConsent(scopesIn(scopes), facts.earlier?.scopes ?? null, isPersonal),
    earlier: facts.earlier && { byName: facts.earlier.byName, atMs: facts.earlier.at },
    endAccessHref: isPersonal ? ACCOUNT_PATH : ADD_ONS_PATH,
  })
}

const applicationView = (application: ApplicationRow, facts: ConsentFacts): ApplicationView => ({
  name: application.name,
  logo: facts.hasLogo ? logoPath(application.client_id) : null,
  providerName: application.contact,
  website: application.website,
  kind: application.kind,
  personal: application.personal === 1,
  productionSinceMs: facts.productionSince,
})
