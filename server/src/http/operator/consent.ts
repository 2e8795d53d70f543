/**
 * POST /consent/: the decision on a consent request of this session, once; or asking an administrator to decide
 * (access-model §4).
 */

import { parseScopes } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { UserErrors } from '../../domain/user-error.ts'
import { inFull } from '../../domain/wording.ts'
import type { AskingState } from '../../pages/oauth/ask-administrator.ts'
import { CHOICE_FIELD } from '../../pages/oauth/consent.ts'
import { askForAccess } from '../../services/oauth/access-requests.ts'
import { BEYOND_CEILING } from '../../services/oauth/authorize.ts'
import { consentFacts, decide, mayGrant, openConsentRequest } from '../../services/oauth/consent.ts'
import type { World } from '../../services/world.ts'
import { applicationByClientId } from '../../storage/oauth/applications.ts'
import { sendPage, sendProblem } from '../answer/page-answer.ts'
import { CONSENT_PATH } from '../answer/page-paths.ts'
import { askAdministratorQuestion, consentQuestion } from '../answer/question-page.ts'
import { sendBack } from '../answer/redirect-back.ts'
import { type PageVisit, sessionPage } from '../guards/session.ts'
import type { Route } from '../listening/route.ts'
import { pageForm } from '../request/forms/page-form.ts'
import { actorOf } from '../request/session-actor.ts'

type Fields = ReadonlyMap<string, string>

export const consentRoute = (world: World, publicUrl: URL): Route<Tenant> =>
  sessionPage(
    { world, publicUrl },
    { method: 'POST', path: CONSENT_PATH, whenSignedOut: 'stale-form' },
    async (visit) => {
      const fields = await pageForm(visit.exchange)
      const decision = fields.get('decision')
      if (decision === 'ask') return sendRequest(visit, fields)
      return decision === 'search' ? sendSearched(visit, fields) : sendDecision(visit, fields)
    },
  )

const refuseStale = ({ exchange, site }: PageVisit): void =>
  sendProblem(exchange, site, { kind: 'stale-form' }, { status: 403, code: 'forbidden' })

const tickedIn = (fields: Fields): string[] =>
  [...fields.keys()].flatMap((name) => (name.startsWith(CHOICE_FIELD) ? [name.slice(CHOICE_FIELD.length)] : []))

/** The same question with another part of its list; nothing is decided. Names are for whoever may decide. */
const sendSearched = async (visit: PageVisit, fields: Fields): Promise<void> => {
  const { exchange, tenant, site, user, world } = visit
  const at = world.at(tenant)
  const consentRequestId = fields.get('request') ?? ''
  const request = await openConsentRequest(at, user, consentRequestId)
  const application = request && (await applicationByClientId(at.platform, request.client_id))
  if (!request || !application || !mayGrant(user.user, application)) return refuseStale(visit)
  const asked = { text: fields.get('search') ?? '', ticked: tickedIn(fields) }
  const facts = await consentFacts(at, user, application, asked)
  const question = { site, user, application, redirectUri: request.redirect_uri, consentRequestId, facts, rawQuery: '' }
  sendPage(exchange, consentQuestion(question, parseScopes(request.scopes)), { conduct: 'leads-away' })
}

type Undecided = Extract<Awaited<ReturnType<typeof decide>>, { kind: 'nothing-chosen' | 'changed' }>

/** The question as it is now, with what is ticked now: nothing was decided. */
const sendAgain = async ({ exchange, tenant, site, user, world }: PageVisit, undecided: Undecided): Promise<void> => {
  const { request, application } = undecided
  const facts = await consentFacts(world.at(tenant), user, application)
  const { redirect_uri: redirectUri, consent_request_id: consentRequestId } = request
  const question = { site, user, application, redirectUri, consentRequestId, facts, rawQuery: '' }
  const again = undecided.kind === 'changed' ? { changed: undecided.changed } : { isChoiceMissing: true }
  const page = consentQuestion(question, parseScopes(request.scopes), again)
  sendPage(exchange, page, { conduct: 'leads-away', status: undecided.kind === 'changed' ? 409 : 400 })
}

const sendDecision = async (visit: PageVisit, fields: Fields): Promise<void> => {
  const { exchange, tenant, site, user, world } = visit
  const allow = fields.get('decision') === 'allow'
  const chosenIds = tickedIn(fields)
  const [consentRequestId, seenDigest] = [fields.get('request') ?? '', fields.get('seen') ?? '']
  const asked = { consentRequestId, allow, seenDigest, origin: site.origin, chosenIds }
  const decision = await decide(world.at(tenant), user, asked, actorOf(exchange, user))
  if (decision.kind === 'no-such-request') return refuseStale(visit)
  if (decision.kind === 'closed')
    return sendProblem(exchange, site, decision.why, { status: 403, code: 'unauthorized_client' })
  if (decision.kind === 'may-not-grant') {
    return sendProblem(exchange, site, { kind: 'forbidden' }, { status: 403, code: 'access_denied' })
  }
  if (decision.kind === 'nothing-chosen' || decision.kind === 'changed') return sendAgain(visit, decision)
  if (decision.kind === 'wrong-redirect') {
    const problem = { kind: decision.kind, askedFor: decision.request.redirect_uri }
    return sendProblem(exchange, site, problem, { status: 400, code: 'invalid redirect_uri' })
  }
  const { redirect_uri: redirectUri, raw_state: rawState } = decision.request
  sendBack(exchange, site, { redirectUri, rawState }, answerTo(decision))
}

type Answered = Extract<Awaited<ReturnType<typeof decide>>, { kind: 'allowed' | 'cancelled' | 'beyond-ceiling' }>

/** What the application is told (RFC 6749 §4.1.2). */
const answerTo = (decision: Answered): Readonly<Record<string, string>> => {
  if (decision.kind === 'allowed') return { code: decision.code }
  return decision.kind === 'cancelled'
    ? { error: 'access_denied', error_description: 'The user did not allow the connection' }
    : { error: 'invalid_scope', error_description: BEYOND_CEILING }
}

/** The consent request stays open, so that the page still leads back to the application. */
const sendRequest = async (visit: PageVisit, fields: Fields): Promise<void> => {
  const { exchange, tenant, site, user, world } = visit
  const at = world.at(tenant)
  const consentRequestId = fields.get('request') ?? ''
  const request = await openConsentRequest(at, user, consentRequestId)
  const application = request && (await applicationByClientId(at.platform, request.client_id))
  if (!request || !application) return refuseStale(visit)
  const note = fields.get('note') ?? null
  const party = { user, actor: actorOf(exchange, user), origin: site.origin }
  const refusal = await refusalOf(() =>
    askForAccess(at, { clientId: application.client_id, note, scopes: request.scopes }, party),
  )
  const facts = await consentFacts(at, user, application)
  const question = { site, user, application, redirectUri: request.redirect_uri, consentRequestId, facts, rawQuery: '' }
  const asking: AskingState =
    refusal === null || facts.askedAt !== null
      ? { kind: 'open', sinceMs: facts.askedAt ?? at.now(), isNew: refusal === null }
      : { kind: 'refused', text: `${refusal}.`, note: note ?? '' }
  const page = askAdministratorQuestion(question, asking)
  sendPage(exchange, page, { conduct: 'leads-away', status: asking.kind === 'open' ? 200 : 400 })
}

/** Why the request was refused, in words; null if it was sent. */
const refusalOf = async (job: () => Promise<unknown>): Promise<string | null> => {
  try {
    await job()
    return null
  } catch (error) {
    if (!(error instanceof UserErrors)) throw error
    return error.list.map(({ message }) => inFull(message)).join('. ')
  }
}
