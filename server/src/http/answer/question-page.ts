/**
 * The question of an authorization request: the consent page, or for a user who may not consent, the page that asks an
 * administrator.
 */
import { beyondKind } from '../../domain/oauth/beyond-kind.ts'
import { summarizeConsent } from '../../domain/oauth/consent-summary.ts'
import { intersection, NO_SCOPES, type ScopeSet, scopesIn } from '../../domain/scopes.ts'
import { logoPath } from '../../domain/tenancy/address.ts'
import type { ApplicationView } from '../../pages/oauth/application.ts'
import { type AskingState, askAdministratorPage } from '../../pages/oauth/ask-administrator.ts'
import { consentPage } from '../../pages/oauth/consent.ts'
import type { SignedIn } from '../../services/identity/sessions.ts'
import type { ConsentFacts } from '../../services/oauth/consent.ts'
import { writtenDigest } from '../../services/shown-digest.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import type { Site } from './page-answer.ts'
import {
  ACCOUNT_PATH,
  ADD_ONS_PATH,
  CONSENT_PATH,
  SIGN_IN_PASSKEY_OPTIONS_PATH,
  SIGN_IN_PASSKEY_PATH,
  SIGN_OUT_PATH,
  withQuery,
} from './page-paths.ts'
import { personView } from './person-view.ts'

export interface Question {
  readonly site: Site
  readonly user: SignedIn
  readonly application: ApplicationRow
  readonly redirectUri: string
  readonly consentRequestId: string
  readonly facts: ConsentFacts
  /** They signed in a moment ago, and are not asked for the password. */
  readonly isRecent: boolean
  /** The query of the authorization request, where "not you?" and a passkey return to. */
  readonly rawQuery: string
}

const applicationView = (application: ApplicationRow, facts: ConsentFacts): ApplicationView => ({
  name: application.name,
  logo: facts.hasLogo ? logoPath(application.client_id) : null,
  providerName: facts.providerName,
  website: application.website,
  kind: application.kind,
  personal: application.personal === 1,
  productionSinceMs: facts.productionSince,
})

const sharedView = ({ site, user, application, redirectUri, consentRequestId, facts, rawQuery }: Question) => ({
  place: site.place,
  application: applicationView(application, facts),
  person: personView(user),
  redirectUri,
  action: CONSENT_PATH,
  request: consentRequestId,
  notYou: { action: withQuery(SIGN_OUT_PATH, rawQuery), fields: {} },
})

const passkeyPlaces = ({ rawQuery }: Question) => ({
  options: SIGN_IN_PASSKEY_OPTIONS_PATH,
  action: withQuery(SIGN_IN_PASSKEY_PATH, rawQuery),
})

/** Why the question is asked again. */
export interface AskedAgain {
  /** Nothing was ticked. */
  readonly isChoiceMissing?: boolean
  /** What is other than the page showed. */
  readonly changed?: readonly string[]
  /** Why the password was not accepted. */
  readonly proofProblem?: string
}

export const consentQuestion = (question: Question, scopes: ScopeSet, again: AskedAgain = {}): string => {
  const { facts, application } = question
  const isPersonal = application.personal === 1
  return consentPage({
    ...sharedView(question),
    summary: summarizeConsent(scopesIn(scopes), facts.earlier?.scopes ?? null, isPersonal),
    earlier: facts.earlier && { byName: facts.earlier.byName, atMs: facts.earlier.at },
    endAccessHref: isPersonal ? ACCOUNT_PATH : ADD_ONS_PATH,
    beyondKind: beyondKind(scopesIn(intersection(scopes, facts.extra?.scopes ?? NO_SCOPES)), facts.extra?.until ?? 0),
    choices: facts.choices,
    proof: question.isRecent
      ? null
      : { asksCode: false, passkey: passkeyPlaces(question), problem: again.proofProblem ?? null },
    isChoiceMissing: again.isChoiceMissing ?? false,
    changed: again.changed ?? null,
    seen: writtenDigest(facts.shown),
  })
}

/** Without a state of its own, it shows whether the user's request is still open. */
export const askAdministratorQuestion = (question: Question, asking?: AskingState): string => {
  const { administrators, askedAt } = question.facts
  const known: AskingState = askedAt === null ? { kind: 'first' } : { kind: 'open', sinceMs: askedAt, isNew: false }
  return askAdministratorPage({ ...sharedView(question), administrators, asking: asking ?? known })
}
