/**
 * Consent: the page's contents are recorded, and only those can be granted, once (access-model §4). An administrator
 * grants for the operator; any user grants a personal application access to their own details.
 */
import { hash } from 'node:crypto'
import { addSeconds } from '../../domain/clock.ts'
import { CODE_TTL_SECONDS } from '../../domain/limits.ts'
import { ceilingAt, extraScopesAt } from '../../domain/oauth/extra-scopes.ts'
import {
  holdsAll,
  joinScopes,
  parseScopes,
  type Scope,
  type ScopeSet,
  scopeSet,
  scopesIn,
  splitScopes,
} from '../../domain/scopes.ts'
import { makeSecret, secretHash } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { TenantTx } from '../../storage/handles.ts'
import {
  administrators,
  canSignIn,
  isAdmin,
  lockUser,
  nameOf,
  type UserRow,
  userName,
} from '../../storage/identity/users.ts'
import { openRequestOf } from '../../storage/oauth/access-requests.ts'
import {
  type ApplicationRow,
  applicationLogo,
  applicationTransitions,
  holdApplication,
} from '../../storage/oauth/applications.ts'
import { insertCode } from '../../storage/oauth/authorization-codes.ts'
import {
  type ConsentRequestRow,
  insertConsentRequest,
  readConsentRequest,
  takeConsentRequest,
} from '../../storage/oauth/consent-requests.ts'
import { findActiveGrant, type GrantRow, lockGrant } from '../../storage/oauth/grants.ts'
import { providerNameOf } from '../../storage/providers/providers.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { changedSince, type Shown } from '../shown-digest.ts'
import { newId, type WorldAt } from '../world.ts'
import { answerByConsent } from './access-requests.ts'
import { type AuthorizationRequest, type Closed, isUsableUri, type RedirectPlace, whyClosedTo } from './authorize.ts'
import { chosenNow, writtenChoice } from './chosen-with-consent.ts'
import { brakeChoices, type ChoiceSearch, type Choices, type ConsentReader, choicesOf } from './consent-choices.ts'

const DECISION_SECONDS = 3600

export const mayGrant = (user: UserRow, application: ApplicationRow): boolean =>
  isAdmin(user) || application.personal === 1

/** Records what the page will show and returns the id that the decision refers to. */
export const openConsent = async (
  at: WorldAt<Tenant>,
  user: SignedIn,
  request: AuthorizationRequest,
): Promise<string> => {
  const consentRequestId = newId(at, 'con')
  await at.write(async (tx) => {
    const now = await tx.now()
    await insertConsentRequest(tx, {
      consent_request_id: consentRequestId,
      session_hash: user.session.hash,
      user_id: user.user.user_id,
      client_id: request.application.client_id,
      redirect_uri: request.redirectUri,
      raw_state: request.rawState,
      scopes: joinScopes(request.scopes),
      code_challenge: request.codeChallenge,
      created_at: now,
      expires_at: addSeconds(now, DECISION_SECONDS),
    })
  })
  return consentRequestId
}

export type Decision =
  /** Expired, already decided, or of another session. */
  | { readonly kind: 'no-such-request' }
  | { readonly kind: 'may-not-grant' }
  /** A flight support application acts for somebody, a marketplace offers something: nothing was decided yet. */
  | { readonly kind: 'nothing-chosen'; readonly request: ConsentRequestRow; readonly application: ApplicationRow }
  /** Something is other than the page showed: nothing was decided, and it is shown again. */
  | {
      readonly kind: 'changed'
      readonly request: ConsentRequestRow
      readonly application: ApplicationRow
      readonly changed: readonly string[]
    }
  | { readonly kind: 'closed'; readonly why: Closed }
  /** The address that the code would go to is registered no longer: nothing is sent there. */
  | { readonly kind: 'wrong-redirect'; readonly request: ConsentRequestRow }
  /** The page showed more than the application may have by now: nothing of it was granted. */
  | { readonly kind: 'beyond-ceiling'; readonly request: ConsentRequestRow }
  | { readonly kind: 'cancelled'; readonly request: ConsentRequestRow }
  | { readonly kind: 'allowed'; readonly request: ConsentRequestRow; readonly code: string }

export interface DecisionGiven {
  readonly consentRequestId: string
  readonly allow: boolean
  /** The digest of what the page showed. */
  readonly seenDigest: string
  /** For whom a flight support application shall act, or what a marketplace shall offer. */
  readonly chosenIds?: readonly string[]
  /** The operator's address, for mails to whoever asked for the application. */
  readonly origin: string
  readonly publicUrl: URL
}

/** After these the same page can still be decided. */
type Undecided = Extract<Decision, { kind: 'nothing-chosen' | 'changed' }>

export const decide = (
  at: WorldAt<Tenant>,
  user: SignedIn,
  { consentRequestId, allow, origin, publicUrl, seenDigest, chosenIds = [] }: DecisionGiven,
  actor: Actor,
): Promise<Decision> =>
  at.write(async (tx): Promise<Decision> => {
    const place = { environment: at.realm.environment, publicUrl }
    // Locked first, so that the user is neither removed nor demoted before the code is written.
    const row = await lockUser(tx, user.user.user_id)
    const open = await readConsentRequest(tx, consentRequestId, user.session.hash)
    const asking = open && (await holdApplication(tx, open.client_id))
    // Whoever may not grant is told so below, and reads no contact or aircraft: the question names them.
    const isChoosing = allow && row && asking && mayGrant(row, asking)
    if (isChoosing) brakeChoices(at, user, asking)
    const asSeen = isChoosing
      ? await lookAgain(tx, user, { request: open, application: asking, seenDigest, place })
      : null
    if (asSeen) return asSeen
    const chosen = isChoosing ? await chosenNow(tx, asking, chosenIds) : undefined
    if (open && asking && chosen === null) return { kind: 'nothing-chosen', request: open, application: asking }
    const request = await takeConsentRequest(tx, consentRequestId, user.session.hash)
    if (!request) return { kind: 'no-such-request' }
    // Read again: its mode and its redirect URIs may have changed since the page was opened (threats row 130).
    const application = await holdApplication(tx, request.client_id)
    if (!application || !isUsableUri(application, request.redirect_uri, place))
      return { kind: 'wrong-redirect', request }
    if (!allow) return { kind: 'cancelled', request }
    const why = await whyClosedTo(at, tx, application, user.user.user_id)
    if (why) return { kind: 'closed', why }
    if (!row || !mayGrant(row, application)) return { kind: 'may-not-grant' }
    if (!(await isWithinCeiling(tx, application, request))) return { kind: 'beyond-ceiling', request }
    const code = await writeCode(at, tx, request, chosen ?? undefined)
    const { client_id: clientId, scopes } = request
    const detail = { clientId, application: application.name, scopes, ...(chosen ? { chosen } : {}) }
    await recordAudit(at, tx, actor, {
      action: 'consent.allowed',
      subject: { kind: 'application', id: request.client_id },
      detail,
    })
    if (application.personal === 0) await answerByConsent(at, tx, application, { user, origin })
    return { kind: 'allowed', request, code }
  })

/** What support allowed beyond the kind may have ended since the page was opened (threats row 327). */
const isWithinCeiling = async (
  tx: TenantTx,
  application: ApplicationRow,
  { scopes }: ConsentRequestRow,
): Promise<boolean> => holdsAll(ceilingAt(application, await tx.now()), parseScopes(scopes))

interface Seen {
  readonly request: ConsentRequestRow
  readonly application: ApplicationRow
  readonly seenDigest: string
  readonly place: RedirectPlace
}

/** Beyond what a page of ours ever sends. */
const MAX_DIGEST = 1000

export const changedOn = (shown: Shown, seenDigest: string): string[] =>
  seenDigest.length > MAX_DIGEST ? [...shown.keys()] : changedSince(shown, seenDigest)

/**
 * What changed since the page was shown; null where it is as it was, or where the decision is refused for another
 * reason. The grant is locked, so that nobody narrows or ends it until the code is there.
 */
const lookAgain = async (
  tx: TenantTx,
  user: SignedIn,
  { request, application, seenDigest, place }: Seen,
): Promise<Undecided | null> => {
  if (!isUsableUri(application, request.redirect_uri, place)) return null
  if (!(await isWithinCeiling(tx, application, request))) return null
  const userId = application.personal === 1 ? user.user.user_id : null
  await lockGrant(tx, { clientId: application.client_id, userId })
  const now = await tx.now()
  const { shown } = await consentFacts({ read: tx, platform: tx.platform, now: () => now }, user, application)
  const changed = changedOn(shown, seenDigest)
  return changed.length === 0 ? null : { kind: 'changed', request, application, changed }
}

/** The request that this session's page shows, while it is not decided. */
export const openConsentRequest = (
  at: WorldAt<Tenant>,
  user: SignedIn,
  consentRequestId: string,
): Promise<ConsentRequestRow | undefined> => readConsentRequest(at.read, consentRequestId, user.session.hash)

const writeCode = async (
  at: WorldAt<Tenant>,
  tx: TenantTx,
  request: ConsentRequestRow,
  chosen: readonly string[] | undefined,
): Promise<string> => {
  const now = await tx.now()
  const code = makeSecret('ac', at.realm.environment, at.randomBytes)
  await insertCode(tx, {
    hash: secretHash(code),
    client_id: request.client_id,
    redirect_uri: request.redirect_uri,
    user_id: request.user_id,
    scopes: request.scopes,
    code_challenge: request.code_challenge,
    chosen: writtenChoice(chosen),
    created_at: now,
    expires_at: addSeconds(now, CODE_TTL_SECONDS),
  })
  return code
}

/** What the consent page shows beside the request itself. */
export interface ConsentFacts {
  /** Who the application is by. */
  readonly providerName: string
  readonly productionSince: number | null
  readonly hasLogo: boolean
  /** The grant that this one would replace; `byName` is null if the reader gave it. */
  readonly earlier: { readonly scopes: readonly Scope[]; readonly byName: string | null; readonly at: number } | null
  readonly administrators: readonly string[]
  /** When the reader asked the administrators for it, if they have not answered yet. */
  readonly askedAt: number | null
  /** What support allows it beyond its kind now, and the last moment of that; null where nothing. */
  readonly extra: { readonly scopes: ScopeSet; readonly until: number } | null
  /** What is chosen, where it needs more than scopes. */
  readonly choices: Choices | null
  /** What a decision rests on, of all of this: it is compared when it is decided (ADR 224). */
  readonly shown: Shown
}

const extraOf = (application: ApplicationRow, now: number): ConsentFacts['extra'] => {
  const until = application.extra_scopes_until
  return until === null || until <= now ? null : { scopes: extraScopesAt(application, now), until }
}

/** The scopes that are asked for and the redirect URI are the request's own, and do not change. */
const shownOf = (
  application: ApplicationRow,
  facts: Pick<ConsentFacts, 'providerName' | 'choices' | 'extra'>,
  { logo, grant }: { readonly logo: Uint8Array | null; readonly grant: GrantRow | undefined },
): Shown =>
  new Map<string, unknown>([
    ['its name', application.name],
    ['its website', application.website],
    ['who it is by', facts.providerName],
    ['what kind of application it is', [application.kind, application.personal]],
    ['its logo', logo && hash('sha256', logo, 'base64url')],
    ['what it is allowed already', grant ? [grant.scopes, grant.granted_by] : null],
    ['what support allows it beyond its kind', [application.extra_scopes, facts.extra?.until ?? null]],
    [
      facts.choices?.of === 'aircraft' ? 'which aircraft it offers' : 'for whom it answers',
      facts.choices?.madeFrom.chosen.toSorted() ?? null,
    ],
    [
      'what there is to choose from',
      facts.choices?.madeFrom.all.map(({ id, name, detail }) => [id, name, detail]) ?? null,
    ],
  ])

export const consentFacts = async (
  at: ConsentReader,
  user: SignedIn,
  application: ApplicationRow,
  asked: ChoiceSearch | null = null,
): Promise<ConsentFacts> => {
  const reader = at.read
  const platform = at.platform
  const userId = application.personal === 1 ? user.user.user_id : null
  // One after another: in the transaction that decides they share a connection.
  const providerName = await providerNameOf(platform, application)
  const grant = await findActiveGrant(reader, application.client_id, userId)
  const transitions = await applicationTransitions(platform, application.client_id)
  const logo = await applicationLogo(platform, application.client_id)
  const admins = await administrators(reader)
  const mayDecide = mayGrant(user.user, application)
  const request = mayDecide ? undefined : await openRequestOf(reader, user.user.user_id, application.client_id)
  const isOwn = grant?.granted_by === user.user.user_id
  const extra = extraOf(application, at.now())
  const choices = mayDecide ? await choicesOf(at, application, asked) : null
  return {
    providerName,
    productionSince: transitions.findLast(({ to_mode }) => to_mode === 'production')?.at ?? null,
    hasLogo: logo !== undefined,
    earlier: grant
      ? {
          scopes: scopesIn(scopeSet(splitScopes(grant.scopes))),
          byName: isOwn ? null : await userName(reader, grant.granted_by),
          at: grant.changed_at,
        }
      : null,
    administrators: admins.filter(canSignIn).map(nameOf),
    askedAt: request?.created_at ?? null,
    extra,
    choices,
    shown: shownOf(application, { providerName, choices, extra }, { logo: logo?.bytes ?? null, grant }),
  }
}
