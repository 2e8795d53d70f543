/**
 * Asking for access: a user who may not grant asks the administrators to connect an application, once at a time; they
 * connect it on its ordinary consent page or decline with a reason, and the asker is told (access-model §4).
 */
import {
  MAX_ACCESS_NOTE_CHARACTERS,
  MAX_ACCESS_REQUESTS_PER_OPERATOR_AND_HOUR,
  MAX_ACCESS_REQUESTS_PER_USER_AND_DAY,
} from '../../domain/limits.ts'
import { accessAnswered, accessAsked, noLongerOffered } from '../../domain/notices/notice-words.ts'
import { type Problem, textProblems } from '../../domain/problem.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { refuseProblems, userError } from '../../domain/user-error.ts'
import type { PlatformTx, TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { nameOf } from '../../storage/identity/users.ts'
import {
  type AccessRequestRow,
  accessRequestById,
  answerAccessRequests,
  insertAccessRequest,
  tenantsAskingFor,
} from '../../storage/oauth/access-requests.ts'
import { type ApplicationRow, applicationByClientId } from '../../storage/oauth/applications.ts'
import { isGrantSuspended } from '../../storage/oauth/grants.ts'
import { tenantById } from '../../storage/tenancy/tenants.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeOnce } from '../change-once.ts'
import { spendAllowance } from '../identity/allowance.ts'
import { momentOf } from '../identity/messages.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { giveNotice } from '../notices/give-notice.ts'
import { newId, type Randomness, type WorldAt } from '../world.ts'
import { whyClosed } from './authorize.ts'

/** Who asks or answers, and the operator's address for the mails. */
export interface AccessParty {
  readonly user: SignedIn
  readonly actor: Actor
  readonly origin: string
}

export interface AccessQuestion {
  readonly clientId: string
  readonly note: string | null
  /** What the application asked for on its consent page; null where the user asks in the console. */
  readonly scopes: string | null
}

const checkText = (field: string, text: string | null): Problem[] =>
  textProblems([field], text, { most: MAX_ACCESS_NOTE_CHARACTERS, severalLines: true })

/** One allowance for a user and day, one for an operator and hour: each request is a mail to every administrator. */
const spendRequest = async (at: WorldAt<Tenant>, tx: TenantTx, userId: string): Promise<void> => {
  const day = { times: MAX_ACCESS_REQUESTS_PER_USER_AND_DAY, seconds: 24 * 3600 }
  const own = await spendAllowance(tx, { subject: `access requests of ${at.tenantId} ${userId}`, ...day })
  const hour = { times: MAX_ACCESS_REQUESTS_PER_OPERATOR_AND_HOUR, seconds: 3600 }
  const all = own ?? (await spendAllowance(tx, { subject: `access requests at ${at.tenantId}`, ...hour }))
  if (all !== null) throw userError('LIMIT_EXCEEDED', `Too many requests for access: ask again after ${momentOf(all)}`)
}

const askableApplication = async (at: WorldAt<Tenant>, tx: TenantTx, clientId: string): Promise<ApplicationRow> => {
  const application = await applicationByClientId(tx.platform, clientId)
  if (!application || whyClosed(application, at.realm)) {
    throw userError('NOT_FOUND', 'There is no such application here', ['clientId'])
  }
  if (application.personal === 0 && (await isGrantSuspended(tx, clientId, null))) {
    const description = `Whoever runs this service suspended ${application.name} here: ask again when it works`
    throw userError('NOT_ALLOWED', description, ['clientId'])
  }
  if (application.personal === 1) {
    throw userError('NOT_ALLOWED', `${application.name} is for each user: you can allow it for yourself`, ['clientId'])
  }
  return application
}

/** Returns the id of the request. */
export const askForAccess = async (
  at: WorldAt<Tenant>,
  { clientId, note, scopes }: AccessQuestion,
  { user, actor, origin }: AccessParty,
  key: IdempotencyKey | null = null,
): Promise<string> => {
  const text = note?.trim() || null
  refuseProblems(checkText('note', text), [])
  const { outcome } = await changeOnce(at, key, async (tx) => {
    if (user.isAdmin) throw userError('NOT_ALLOWED', 'You are an administrator: connect it yourself')
    const application = await askableApplication(at, tx, clientId)
    const accessRequestId = newId(at, 'acr')
    const { user_id } = user.user
    const asked = { access_request_id: accessRequestId, user_id, client_id: clientId, scopes, note: text }
    if (!(await insertAccessRequest(tx, { ...asked, created_at: await tx.now() }))) {
      throw userError(
        'NOT_ALLOWED',
        `You have asked for ${application.name} already: no administrator has answered yet`,
      )
    }
    await spendRequest(at, tx, user_id)
    await recordAudit(at, tx, actor, {
      action: 'access.asked',
      subject: { kind: 'application', id: clientId },
      detail: { application: application.name, ...(text === null ? {} : { note: text }) },
    })
    await giveNotice({ randomBytes: at.randomBytes, realm: at.realm, origin }, tx, {
      kind: 'ACCESS_ASKED',
      cause: `access asked ${accessRequestId}`,
      userId: null,
      madeBy: user_id,
      place: '/add-ons',
      words: accessAsked({ application: application.name, asker: nameOf(user.user), note: text }),
    })
    return accessRequestId
  })
  return outcome
}

interface Told extends Pick<AccessParty, 'user' | 'origin'> {
  readonly applicationName: string
}

const tellAsker = (
  at: WorldAt<Tenant>,
  tx: TenantTx,
  request: AccessRequestRow,
  { user, origin, applicationName }: Told,
): Promise<boolean> =>
  giveNotice({ randomBytes: at.randomBytes, realm: at.realm, origin }, tx, {
    kind: 'ACCESS_ANSWERED',
    cause: `access answered ${request.access_request_id}`,
    userId: request.user_id,
    madeBy: null,
    place: '/add-ons',
    words: accessAnswered({
      application: applicationName,
      by: nameOf(user.user),
      answer: request.answer ?? 'refused',
      reason: request.reason,
    }),
  })

export const refuseAccess = async (
  at: WorldAt<Tenant>,
  { accessRequestId, reason }: { readonly accessRequestId: string; readonly reason: string },
  party: AccessParty,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  refuseProblems(checkText('reason', reason), [])
  await changeOnce(at, key, async (tx) => {
    const answer = { answer: 'refused', answered_by: party.user.user.user_id, reason: reason.trim() } as const
    const [request] = await answerAccessRequests(tx, 'access_request_id', accessRequestId, {
      ...answer,
      answered_at: await tx.now(),
    })
    const named = request && (await accessRequestById(tx, accessRequestId))
    if (!named)
      throw userError('NOT_FOUND', 'There is no such open request: somebody has answered it', ['accessRequestId'])
    await recordAudit(at, tx, party.actor, {
      action: 'access.refused',
      subject: { kind: 'application', id: request.client_id },
      detail: { application: named.applicationName, askedBy: nameOf(named), reason: answer.reason },
    })
    await tellAsker(at, tx, request, { ...party, applicationName: named.applicationName })
    return accessRequestId
  })
}

/** Part of the consent's transaction: tells every user who asked for the application that it was allowed. */
export const answerByConsent = async (
  at: WorldAt<Tenant>,
  tx: TenantTx,
  application: ApplicationRow,
  party: Pick<AccessParty, 'user' | 'origin'>,
): Promise<void> => {
  const answered = await answerAccessRequests(tx, 'client_id', application.client_id, {
    answer: 'granted',
    answered_by: party.user.user.user_id,
    answered_at: await tx.now(),
    reason: null,
  })
  for (const request of answered) await tellAsker(at, tx, request, { ...party, applicationName: application.name })
}

const DELETED = 'It is no longer offered here: whoever runs this service deleted it'

/** Part of the transaction that deletes an application: whoever asked for it, at any operator, waits for nothing more. */
export const refuseOfDeleted = async (
  world: Randomness,
  platform: PlatformTx,
  { client_id: clientId, name }: Pick<ApplicationRow, 'client_id' | 'name'>,
  actor: Actor,
): Promise<void> => {
  for (const tenantId of await tenantsAskingFor(platform, clientId)) {
    const tx = platform.inTenant(tenantId)
    const answer = { answer: 'refused', answered_by: null, answered_at: await tx.now(), reason: DELETED } as const
    const refused = await answerAccessRequests(tx, 'client_id', clientId, answer)
    const subject = { kind: 'application', id: clientId }
    const detail = { application: name, reason: DELETED, requests: refused.length }
    await recordAudit(world, tx, actor, { action: 'access.refused', subject, detail })
    const realm = await tenantById(platform, tenantId)
    // Nobody of a closed operator reads anything.
    if (!realm) continue
    for (const { access_request_id, user_id } of refused) {
      await giveNotice({ randomBytes: world.randomBytes, realm, origin: null }, tx, {
        kind: 'ACCESS_ANSWERED',
        cause: `access answered ${access_request_id}`,
        userId: user_id,
        madeBy: null,
        place: '/add-ons',
        words: noLongerOffered({ application: name }),
      })
    }
  }
}
