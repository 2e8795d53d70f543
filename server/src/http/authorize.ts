/** GET /oauth2/code/authorize/: the checks in their order, then sign-in, then consent (access-model §4). */

import { AuthorizationQuery } from '../access/authorization-query.ts'
import { destinationOf, RedirectedError, requestOf, ShownError } from '../access/authorize.ts'
import type { Clients } from '../access/client-authentication.ts'
import { type ConsentFacts, consentFacts, mayGrant, openConsent } from '../access/consent.ts'
import { type SignedIn, signedIn } from '../access/sessions.ts'
import type { World } from '../access/world.ts'
import { summarizeConsent } from '../domain/consent-summary.ts'
import { errorDescription } from '../domain/error-description.ts'
import { scopesIn } from '../domain/scopes.ts'
import type { Tenant } from '../domain/tenant.ts'
import type { ApplicationView } from '../pages/application.ts'
import { askAdministratorPage } from '../pages/ask-administrator.ts'
import { consentPage } from '../pages/consent.ts'
import type { ApplicationRow } from '../storage/applications.ts'
import { logoPath } from './application-logo.ts'
import { sessionSecret } from './cookies.ts'
import type { Exchange, Route } from './exchange.ts'
import { pageRoute, type Site, sendPage, sendProblem } from './page-answer.ts'
import { ACCOUNT_PATH, ADD_ONS_PATH, AUTHORIZE_PATH, CONSENT_PATH, SIGN_OUT_PATH, withQuery } from './page-paths.ts'
import { personView } from './person-view.ts'
import { sendBack } from './redirect-back.ts'
import { sendSignIn } from './sign-in.ts'

const SHOWN = {
  'unknown-client': { status: 400, code: 'invalid client_id' },
  'wrong-redirect': { status: 400, code: 'invalid redirect_uri' },
  'not-in-production': { status: 403, code: 'unauthorized_client' },
  suspended: { status: 403, code: 'unauthorized_client' },
} as const

export const authorizeRoute = (world: World, clients: Clients, publicUrl: URL): Route<Tenant> =>
  pageRoute(
    publicUrl,
    { method: 'GET', path: AUTHORIZE_PATH, guard: 'authorization request', endpoint: 'authorize' },
    async (exchange, tenant, site) => {
      const query = new AuthorizationQuery(exchange.query)
      try {
        const destination = await destinationOf(clients, tenant, query)
        const person = await signedIn(world, tenant, sessionSecret(exchange.req))
        if (!person)
          return await sendSignIn(world, exchange, site, publicUrl, destination.application, { kind: 'first' })
        await answerSignedIn(world, exchange, tenant, site, person, destination, query)
      } catch (error) {
        if (!(error instanceof ShownError)) throw error
        const { status, code } = SHOWN[error.problem.kind]
        sendProblem(exchange, site, error.problem, status, code)
      }
    },
  )

type Destination = Awaited<ReturnType<typeof destinationOf>>

const answerSignedIn = async (
  world: World,
  exchange: Exchange,
  tenant: Tenant,
  site: Site,
  person: SignedIn,
  destination: Destination,
  query: AuthorizationQuery,
): Promise<void> => {
  try {
    const request = requestOf(destination, query)
    const [consentRequestId, facts] = await Promise.all([
      openConsent(world, tenant, person, request),
      consentFacts(world, tenant, person, request.application),
    ])
    const shared = {
      place: site.place,
      application: applicationView(request.application, facts),
      person: personView(person),
      redirectUri: request.redirectUri,
      action: CONSENT_PATH,
      request: consentRequestId,
      notYou: { action: withQuery(SIGN_OUT_PATH, query.raw), fields: {} },
    }
    const page = mayGrant(person.user, request.application)
      ? consentPage({
          ...shared,
          summary: summarizeConsent(
            scopesIn(request.scopes),
            facts.earlier?.scopes ?? null,
            request.application.personal === 1,
          ),
          earlier: facts.earlier && { byName: facts.earlier.byName, atMs: facts.earlier.at },
          endAccessHref: request.application.personal === 1 ? ACCOUNT_PATH : ADD_ONS_PATH,
        })
      : askAdministratorPage({ ...shared, administrators: facts.administrators })
    sendPage(exchange, page, { conduct: 'leads-away' })
  } catch (error) {
    if (!(error instanceof RedirectedError)) throw error
    sendBack(exchange, site, destination, { error: error.code, error_description: errorDescription(error.message) })
  }
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
