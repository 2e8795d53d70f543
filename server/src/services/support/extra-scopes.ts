/** Support allows one application scopes beyond its kind, until a day and with a reason, and takes them back (ADR 200). */
import { dayInWords } from '../../domain/day-in-words.ts'
import { DAY_MS } from '../../domain/interval.ts'
import { extraScopesAt } from '../../domain/oauth/extra-scopes.ts'
import {
  holdsAll,
  intersection,
  isForOfficeAlone,
  isOffered,
  isPersonalScope,
  isScope,
  joinScopes,
  parseScopes,
  SCOPES,
  type ScopeSet,
  scopeCeilingSet,
  scopeEntry,
  scopeSet,
  without,
} from '../../domain/scopes.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import { type UserErrors, userError } from '../../domain/user-error.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { nameOf } from '../../storage/identity/users.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { decideExtraScopes } from '../../storage/oauth/extra-scopes.ts'
import { recordAudit } from '../audit-trail.ts'
import { changeWithPlatformOnce } from '../change-once.ts'
import { narrowGrants } from '../oauth/extra-scopes.ts'
import { checkedText, quoted } from '../providers/conversation.ts'
import { mailMembers } from '../providers/staff-mail.ts'
import type { WorldAt } from '../world.ts'
import { type ByStaff, lockSeen, requireApplication, type SeenDossier } from './locked-case.ts'
import { requireNotAnothers } from './taking.ts'

const MAX_REASON = 1000
/** Longer than that nobody looks ahead: support decides anew. */
const MAX_DAYS = 366

export interface ExtraScopesGiven extends SeenDossier {
  readonly scopes: readonly string[]
  /** The last day on which they count, in UTC. */
  readonly lastDay: string
  readonly reason: string
}

const refuse = (message: string, field: string): UserErrors => userError('VALIDATION', message, [field])

/** It sees what is its own business, and would change the operator's (threats row 330). */
const isOutside = (kind: ApplicationRow['kind']): boolean => kind === 'marketplace' || kind === 'flight-support'

const checkedScopes = ({ kind, personal }: ApplicationRow, names: readonly string[]): ScopeSet => {
  const wrong = (why: string) => refuse(why, 'scopeList')
  if (personal === 1) throw wrong('A personal application asks for the person’s own details only, whoever decides')
  if (names.length === 0) throw wrong('Name a scope; to take back what was allowed, withdraw it')
  if (names.length > SCOPES.length) throw wrong(`There are ${SCOPES.length} scopes`)
  for (const name of names) {
    if (!isScope(name) || !isOffered(name)) throw wrong(`No application can be granted "${name.slice(0, 80)}"`)
    if (isPersonalScope(name)) throw wrong(`${name} is for personal applications only`)
    if (isForOfficeAlone(name)) throw wrong(`${name} is for safety management alone, whoever decides`)
    if (holdsAll(scopeCeilingSet(kind, false), scopeSet([name]))) throw wrong(`Its kind may have ${name} anyway`)
    if (isOutside(kind) && scopeEntry(name).access === 'write') {
      throw wrong(`${name} changes what an application of this kind does not see: it can be allowed to see more only`)
    }
  }
  return scopeSet(names)
}

/** The first moment after the last day. */
const checkedEnd = (lastDay: string, now: number): number => {
  const end = Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS
  if (end <= now) throw refuse('lastDay is today or later', 'lastDay')
  if (end > now + (MAX_DAYS + 1) * DAY_MS) throw refuse(`lastDay is within ${MAX_DAYS} days`, 'lastDay')
  return end
}

/** What counted until now and does not from here on: also what had ended before its job came by. */
const endedBy = (application: ApplicationRow, allowed: ScopeSet, now: number): ScopeSet =>
  without(parseScopes(application.extra_scopes), intersection(extraScopesAt(application, now), allowed))

/** Bound to the dossier that was seen: to the registration, and to what is allowed already. */
export const allowExtraScopes = async (
  at: WorldAt,
  given: ExtraScopesGiven,
  staff: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { clientId } = given
  const reason = checkedText(given.reason, 'reason', MAX_REASON)
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const application = await lockSeen(platform, given)
    await requireNotAnothers(platform, clientId, staff)
    const now = await platform.now()
    const allowed = checkedScopes(application, given.scopes)
    const until = checkedEnd(given.lastDay, now)
    const scopes = joinScopes(allowed)
    const endedAt = (time: number) => endedBy(application, allowed, time)
    await narrowGrants(at, platform, { clientId, endedAt, reason }, staff.actor)
    const decision = { client_id: clientId, scopes, until_at: until, reason, staff_id: staff.by.user.user_id }
    await decideExtraScopes(platform, { scopes, until }, { ...decision, action: 'ALLOWED' })
    const subject = { kind: 'application', id: clientId }
    const detail = { scopes, lastDay: given.lastDay, reason }
    await recordAudit(at, platform, staff.actor, { action: 'application.scopes-allowed', subject, detail })
    const name = nameInMail(application.name)
    const day = dayInWords(until - DAY_MS)
    await mailMembers(at, platform, application, {
      subject: `${name} may ask for more than its kind until ${day}`,
      lines: [
        `${nameInMail(nameOf(staff.by.user))}, Airside support, allows it until the end of ${day} (UTC):`,
        scopes.split(' ').join(', '),
        'Operators are asked for them at their next consent, which says that they go beyond the kind.',
        '',
        ...quoted(reason),
      ],
    })
    return clientId
  })
}

/** Not bound to what was seen: a provider must not be able to void it, and it only takes access away. */
export const withdrawExtraScopes = async (
  at: WorldAt,
  given: { readonly clientId: string; readonly reason: string },
  { by, actor }: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { clientId } = given
  const reason = checkedText(given.reason, 'reason', MAX_REASON)
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const application = await requireApplication(platform, clientId)
    const scopes = application.extra_scopes
    if (application.extra_scopes_until === null) {
      throw userError('NOT_FOUND', 'Nothing beyond its kind is allowed: look at it again', ['clientId'])
    }
    await narrowGrants(at, platform, { clientId, endedAt: () => parseScopes(scopes), reason }, actor)
    const decision = { client_id: clientId, scopes, until_at: null, reason, staff_id: by.user.user_id }
    await decideExtraScopes(platform, { scopes: '', until: null }, { ...decision, action: 'WITHDRAWN' })
    const subject = { kind: 'application', id: clientId }
    await recordAudit(at, platform, actor, {
      action: 'application.scopes-withdrawn',
      subject,
      detail: { scopes, reason },
    })
    const name = nameInMail(application.name)
    await mailMembers(at, platform, application, {
      subject: `${name} has the scopes of its kind again`,
      lines: [
        `${nameInMail(nameOf(by.user))}, Airside support, took back what goes beyond its kind, at every operator and at once:`,
        scopes.split(' ').join(', '),
        '',
        ...quoted(reason),
      ],
    })
    return clientId
  })
}
