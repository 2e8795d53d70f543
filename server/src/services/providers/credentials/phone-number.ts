/**
 * Changes the phone number that secures the secrets: with a code from the old and one from the new number. A member who
 * has lost the old one asks support, which can allow the new one alone; then no secret is made for 24 hours (portals
 * §3).
 */
import { addSeconds } from '../../../domain/clock.ts'
import { SECRETS_BLOCKED_SECONDS } from '../../../domain/limits.ts'
import { isBlank, isShowableText, nameInMail, UNSHOWABLE_MESSAGE } from '../../../domain/shown-text.ts'
import { userError } from '../../../domain/user-error.ts'
import type { PlatformTx, TenantTx } from '../../../storage/handles.ts'
import type { IdempotencyKey } from '../../../storage/idempotency.ts'
import { nameOf } from '../../../storage/identity/users.ts'
import type { ApplicationRow } from '../../../storage/oauth/applications.ts'
import {
  type PhoneChangeRow,
  phoneChangeOf,
  removePhoneChange,
  replacePhoneChange,
} from '../../../storage/providers/phone-changes.ts'
import { removePhoneCodesOf } from '../../../storage/providers/phone-codes.ts'
import { changeApplication } from '../../../storage/providers/provider-applications.ts'
import { endTakingWithoutCase } from '../../../storage/support/taken-cases.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { changeWithPlatformOnce } from '../../change-once.ts'
import { momentOf } from '../../identity/messages.ts'
import { PHONE_PROBLEM, readPhoneNumber } from '../../oauth/registration.ts'
import type { WorldAt } from '../../world.ts'
import type { ByMember } from '../members.ts'
import { lockOwn } from '../own-application.ts'
import { mailMembers } from '../staff-mail.ts'
import { tellCredentialChange } from './credential-news.ts'
import { judgePhoneCode, refusedCode, sendPhoneCode } from './phone-code.ts'

const MAX_NOTE = 1000

const checkedNumber = (text: string): string => {
  const number = readPhoneNumber(text)
  if (number === null) throw userError('VALIDATION', PHONE_PROBLEM, ['phoneNumber'])
  return number
}

/** Whether support allowed this number without a code from the old one. */
const isAllowedAlone = (change: PhoneChangeRow | undefined, number: string): boolean =>
  change?.allowed_at != null && change.phone_number === number

/** Sends a code to the new number, and one to the old unless support allowed the new one alone. */
export const startPhoneChange = async (
  at: WorldAt,
  given: { readonly clientId: string; readonly phoneNumber: string },
  { by: { provider, session }, actor: { address } }: ByMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  const number = checkedNumber(given.phoneNumber)
  const from = { session: session.hash, address }
  await changeWithPlatformOnce(at, key, async (tx, platform) => {
    const application = await lockOwn(platform, provider.provider_id, given.clientId)
    if (application.phone_number === number) {
      throw userError('VALIDATION', 'This is the registered number already', ['phoneNumber'])
    }
    const change = await phoneChangeOf(platform, given.clientId)
    if (!isAllowedAlone(change, number)) {
      const old = { purpose: 'old-number', phoneNumber: application.phone_number, ...from } as const
      await sendPhoneCode(at, tx, application, old)
    }
    await sendPhoneCode(at, tx, application, { purpose: 'new-number', phoneNumber: number, ...from })
    return given.clientId
  })
}

const finishChange = async (
  at: WorldAt,
  [tx, platform]: readonly [TenantTx, PlatformTx],
  application: ApplicationRow,
  { number, isAlone, by, actor }: { number: string; isAlone: boolean; by: string; actor: Actor },
): Promise<void> => {
  const now = await platform.now()
  const until = isAlone ? addSeconds(now, SECRETS_BLOCKED_SECONDS) : null
  const blocked = until === null ? {} : { secrets_blocked_until: until }
  await changeApplication(platform, application.client_id, {
    phone_number: number,
    phone_confirmed_at: now,
    ...blocked,
  })
  await removePhoneChange(platform, application.client_id)
  await endTakingWithoutCase(platform, application.client_id)
  await removePhoneCodesOf(tx, application.client_id)
  const subject = { kind: 'application', id: application.client_id }
  await recordAudit(at, platform, actor, {
    action: 'application.phone-changed',
    subject,
    detail: { byWayOfSupport: isAlone },
  })
  const what = `The phone number of ${nameInMail(application.name)} was changed`
  await tellCredentialChange(at, platform, application, { what, by })
  const how = isAlone ? 'by way of support, without a code from the old number' : 'with a code from both numbers'
  const name = nameInMail(application.name)
  await mailMembers(at, platform, application, {
    subject: `The phone number of ${name} was changed`,
    lines: [
      `${nameInMail(by)} changed the phone number of ${name} ${how}, on ${momentOf(now)}.`,
      '',
      ...(until === null ? [] : [`No client secret can be made until ${momentOf(until)}.`, '']),
      'If nobody of you did this, write to support at once.',
    ],
  })
}

/** Both codes, or the new number's alone where support allowed it. A wrong one counts as a try of its number. */
export const confirmPhoneChange = async (
  at: WorldAt,
  given: { readonly clientId: string; readonly oldCode: string | null; readonly newCode: string },
  { by: { provider, session, user }, actor }: ByMember,
): Promise<void> => {
  const { clientId } = given
  const bound = { session: session.hash }
  const refused = await at.writeWithPlatform(async (tx, platform) => {
    const application = await lockOwn(platform, provider.provider_id, clientId)
    const confirmed = await judgePhoneCode(tx, application, { ...bound, purpose: 'new-number' }, given.newCode)
    if (confirmed === 'wrong' || confirmed === 'over') return { verdict: confirmed, field: 'newCode' }
    const { phoneNumber: number } = confirmed
    const isAlone = isAllowedAlone(await phoneChangeOf(platform, clientId), number)
    if (!isAlone) {
      const old = await judgePhoneCode(tx, application, { ...bound, purpose: 'old-number' }, given.oldCode ?? '')
      if (old === 'wrong' || old === 'over') return { verdict: old, field: 'oldCode' }
    }
    await finishChange(at, [tx, platform], application, { number, isAlone, by: nameOf(user), actor })
    return null
  })
  if (refused !== null) throw refusedCode(refused.verdict, refused.field)
}

/** A member without the old number asks support to allow the new one alone. */
export const askForPhoneChange = async (
  at: WorldAt,
  given: { readonly clientId: string; readonly phoneNumber: string; readonly note: string },
  { by: { provider, user }, actor }: ByMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  const number = checkedNumber(given.phoneNumber)
  const note = given.note.trim()
  if (isBlank(note) || note.length > MAX_NOTE) {
    throw userError('VALIDATION', `Say in 1 to ${MAX_NOTE} characters how support can be sure that it is you`, ['note'])
  }
  if (!isShowableText(note)) throw userError('VALIDATION', `The note ${UNSHOWABLE_MESSAGE}`, ['note'])
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    await lockOwn(platform, provider.provider_id, given.clientId)
    await replacePhoneChange(platform, {
      client_id: given.clientId,
      phone_number: number,
      asked_by: user.user_id,
      asked_at: await platform.now(),
      note,
    })
    const subject = { kind: 'application', id: given.clientId }
    await recordAudit(at, platform, actor, { action: 'application.phone-change-asked', subject })
    return given.clientId
  })
}
