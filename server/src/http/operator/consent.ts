/**
 * POST /consent/: the decision on a consent request of this session, once; or asking an administrator to decide
 * (access-model §4).
 */

import { Failure } from '../../domain/failure.ts'
import { parseScopes } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { UserErrors } from '../../domain/user-error.ts'
import { inFull } from '../../domain/wording.ts'
import type { AskingState } from '../../pages/oauth/ask-administrator.ts'
import { CHOICE_FIELD } from '../../pages/oauth/consent.ts'
import { isRecentSignIn, requirePresence } from '../../services/identity/presence.ts'
import { askForAccess } from '../../services/oauth/access-requests.ts'
import { BEYOND_CEILING } from '../../services/oauth/authorize.ts'
import {
  type ConsentFacts,
  changedOn,
  consentFacts,
  decide,
  mayGrant,
  openConsentRequest,
} from '../../services/oauth/consent.ts'
import { brakeChoices, type ChoiceSearch } from '../../services/oauth/consent-choices.ts'
import type { World } from '../../services/world.ts'
import { type ApplicationRow, applicationByClientId } from '../../storage/oauth/applications.ts'
import type { ConsentRequestRow } from '../../storage/oauth/consent-requests.ts'
import { sendPage, sendProblem } from '../answer/page-answer.ts'
import { CONSENT_PATH } from '../answer/page-paths.ts'
import { type AskedAgain, askAdministratorQuestion, consentQuestion } from '../answer/question-page.ts'
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
      return decision === 'search' ? sendSearched(visit, fields) : sendDecision(visit, fields, publicUrl)
    },
  )

const refuseStale = ({ exchange, site }: PageVisit): void =>
  sendProblem(exchange, site, { kind: 'stale-form' }, { status: 403, code: 'forbidden' })

const tickedIn = (fields: Fields): string[] =>
  [...fields.keys()].flatMap((name) => (name.startsWith(CHOICE_FIELD) ? [name.slice(CHOICE_FIELD.length)] : []))

/** A question of this session that can still be decided, and by whom it may be. */
interface OpenQuestion {
  readonly request: ConsentRequestRow
  readonly application: ApplicationRow
}

const openQuestion = async ({ tenant, user, world }: PageVisit, fields: Fields): Promise<OpenQuestion | null> => {
  const at = world.at(tenant)
  const request = await openConsentRequest(at, user, fields.get('request') ?? '')
  const application = request && (await applicationByClientId(at.platform, request.client_id))
  return request && application ? { request, application } : null
}

/** The authorization request as it was asked, to return to it after signing in anew. */
const queryOf = ({ client_id, redirect_uri, scopes, code_challenge, raw_state }: ConsentRequestRow): string => {
  const asked = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, scope: scopes })
  if (code_challenge !== null) {
    asked.set('code_challenge', code_challenge)
    asked.set('code_challenge_method', 'S256')
  }
  // Its octets are sent back as they came (access-model §4).
  return raw_state === null ? asked.toString() : `${asked}&state=${raw_state}`
}

interface ShownAgain {
  /** The form that came back, of which what is searched for and ticked stays. */
  readonly fields?: Fields
  readonly again?: AskedAgain
  readonly status?: number
}

const questionOf = (visit: PageVisit, { request, application }: OpenQuestion, facts: ConsentFacts) => ({
  site: visit.site,
  user: visit.user,
  application,
  redirectUri: request.redirect_uri,
  consentRequestId: request.consent_request_id,
  facts,
  isRecent: isRecentSignIn(visit.world.at(visit.tenant), visit.user),
  rawQuery: queryOf(request),
})

/** The question as it is now: nothing was decided. */
const sendQuestion = async (
  visit: PageVisit,
  open: OpenQuestion,
  { fields, again = {}, status = 200 }: ShownAgain,
): Promise<void> => {
  const at = visit.world.at(visit.tenant)
  brakeChoices(at, visit.user, open.application)
  const facts = await consentFacts(at, visit.user, open.application, fields ? searchedIn(fields) : null)
  // Told here already: the page that is shown now carries the digest of what is now.
  const changed = fields ? changedOn(facts.shown, fields.get('seen') ?? '') : []
  const question = questionOf(visit, open, facts)
  const page = consentQuestion(question, parseScopes(open.request.scopes), {
    ...(changed.length > 0 ? { changed } : {}),
    ...again,
  })
  sendPage(visit.exchange, page, { conduct: 'leads-away', status, isScripted: !question.isRecent })
}

const searchedIn = (fields: Fields): ChoiceSearch => ({ text: fields.get('search') ?? '', ticked: tickedIn(fields) })

/** The same question with another part of its list; nothing is decided. Names are for whoever may decide. */
const sendSearched = async (visit: PageVisit, fields: Fields): Promise<void> => {
  const open = await openQuestion(visit, fields)
  if (!open || !mayGrant(visit.user.user, open.application)) return refuseStale(visit)
  await sendQuestion(visit, open, { fields })
}

const refuseForbidden = ({ exchange, site }: PageVisit): void =>
  sendProblem(exchange, site, { kind: 'forbidden' }, { status: 403, code: 'access_denied' })

/** Why the password was not accepted; null where it was, or where they signed in a moment ago. */
const proofProblem = async ({ tenant, user, world }: PageVisit, fields: Fields): Promise<string | null> => {
  try {
    await requirePresence(world.at(tenant), user, fields.get('password') ?? '')
    return null
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_request') throw error
    return error.message
  }
}

/** What gives access for longer than the session asks who is there, as making a key does (threats row 440). */
const isPresent = async (visit: PageVisit, fields: Fields): Promise<boolean> => {
  if (isRecentSignIn(visit.world.at(visit.tenant), visit.user)) return true
  const open = await openQuestion(visit, fields)
  if (!open) {
    refuseStale(visit)
    return false
  }
  if (!mayGrant(visit.user.user, open.application)) {
    refuseForbidden(visit)
    return false
  }
  const problem = await proofProblem(visit, fields)
  if (problem === null) return true
  await sendQuestion(visit, open, { fields, again: { proofProblem: problem }, status: 403 })
  return false
}

const sendDecision = async (visit: PageVisit, fields: Fields, publicUrl: URL): Promise<void> => {
  const { exchange, tenant, site, user, world } = visit
  const allow = fields.get('decision') === 'allow'
  if (allow && !(await isPresent(visit, fields))) return
  const [consentRequestId, seenDigest] = [fields.get('request') ?? '', fields.get('seen') ?? '']
  const asked = { consentRequestId, allow, seenDigest, origin: site.origin, publicUrl, chosenIds: tickedIn(fields) }
  const decision = await decide(world.at(tenant), user, asked, actorOf(exchange, user))
  if (decision.kind === 'no-such-request') return refuseStale(visit)
  if (decision.kind === 'closed')
    return sendProblem(exchange, site, decision.why, { status: 403, code: 'unauthorized_client' })
  if (decision.kind === 'may-not-grant') return refuseForbidden(visit)
  if (decision.kind === 'nothing-chosen')
    return sendQuestion(visit, decision, { again: { isChoiceMissing: true }, status: 400 })
  if (decision.kind === 'changed')
    return sendQuestion(visit, decision, { again: { changed: decision.changed }, status: 409 })
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
  const open = await openQuestion(visit, fields)
  if (!open) return refuseStale(visit)
  const { request, application } = open
  const note = fields.get('note') ?? null
  const party = { user, actor: actorOf(exchange, user), origin: site.origin }
  const refusal = await refusalOf(() =>
    askForAccess(at, { clientId: application.client_id, note, scopes: request.scopes }, party),
  )
  const facts = await consentFacts(at, user, application)
  const question = questionOf(visit, open, facts)
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
