/** Client secrets in the portal: made with a code from the phone, shown once, ended by hand or at a time (portals §3). */
import { addSeconds } from '../../../domain/clock.ts'
import { Failure } from '../../../domain/failure.ts'
import { MAX_SECRET_OVERLAP_SECONDS } from '../../../domain/limits.ts'
import { lastFour } from '../../../domain/secret.ts'
import { userError } from '../../../domain/user-error.ts'
import type { PlatformTx } from '../../../storage/handles.ts'
import type { IdempotencyKey } from '../../../storage/idempotency.ts'
import { nameOf } from '../../../storage/identity/users.ts'
import type { ApplicationRow, ApplicationSecretRow } from '../../../storage/oauth/applications.ts'
import { removePhoneCode } from '../../../storage/providers/phone-codes.ts'
import { changeApplication, endApplicationSecret } from '../../../storage/providers/provider-applications.ts'
import { recordAudit } from '../../audit-trail.ts'
import { changeWithPlatformOnce } from '../../change-once.ts'
import { momentOf } from '../../identity/messages.ts'
import { addSecret, liveSecrets, MAX_SECRETS } from '../../oauth/applications.ts'
import type { WorldAt } from '../../world.ts'
import type { ByMember } from '../members.ts'
import { lockOwn } from '../own-application.ts'
import { tellCredentialChange } from './credential-news.ts'
import { type CodeVerdict, judgePhoneCode, refusedCode, sendPhoneCode } from './phone-code.ts'

/** What people call a secret by: the start of its hash, which tells nothing of the secret. */
const ID_CHARACTERS = 12
export const secretIdOf = ({ hash }: Pick<ApplicationSecretRow, 'hash'>): string => hash.slice(0, ID_CHARACTERS)

const requireSecretAllowed = async (platform: PlatformTx, application: ApplicationRow): Promise<void> => {
  const now = await platform.now()
  const { secrets_blocked_until: until, client_id: clientId } = application
  if (until !== null && until > now) {
    const why = 'The phone number was changed by way of support'
    throw userError('NOT_ALLOWED', `${why}: no secret can be made until ${momentOf(until)}`)
  }
  if ((await liveSecrets(platform, clientId, now)).length >= MAX_SECRETS) {
    throw userError('NOT_ALLOWED', 'Two client secrets are valid already: end one first')
  }
}

/** Sends six digits to the registered number. */
export const askForSecret = async (
  at: WorldAt,
  clientId: string,
  { by: { provider, session }, actor: { address } }: ByMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changeWithPlatformOnce(at, key, async (tx, platform) => {
    const application = await lockOwn(platform, provider.provider_id, clientId)
    await requireSecretAllowed(platform, application)
    const phoneNumber = application.phone_number
    await sendPhoneCode(at, tx, application, { purpose: 'secret', phoneNumber, session: session.hash, address })
    return clientId
  })
}

export interface NewSecret {
  readonly secretId: string
  readonly clientSecret: string
}

/**
 * The right code makes one secret, also where it is sent twice at once: the application's row is locked and the code
 * spent in the same transaction. A wrong one is committed as a try. Under an idempotency key nothing is recorded that
 * could be shown again: a repetition finds the code spent (ADR 23).
 */
export const makeSecretByCode = async (
  at: WorldAt,
  given: { readonly clientId: string; readonly code: string },
  { by: { provider, session, user }, actor }: ByMember,
): Promise<NewSecret> => {
  const { clientId, code } = given
  const made = await at.writeWithPlatform(async (tx, platform): Promise<NewSecret | CodeVerdict> => {
    const application = await lockOwn(platform, provider.provider_id, clientId)
    await requireSecretAllowed(platform, application)
    const verdict = await judgePhoneCode(tx, application, { purpose: 'secret', session: session.hash }, code)
    if (verdict === 'wrong' || verdict === 'over') return verdict
    await removePhoneCode(tx, clientId, 'secret')
    await changeApplication(platform, clientId, { phone_confirmed_at: await platform.now() })
    const { clientSecret, hash } = await addSecret(at, platform, application, actor)
    const what = `A client secret that ends in ${lastFour(clientSecret)} was made`
    const confirmed = { ...application, phone_confirmed_at: await platform.now() }
    await tellCredentialChange(at, platform, confirmed, { what, by: nameOf(user) })
    return { clientSecret, secretId: secretIdOf({ hash }) }
  })
  if (made === 'wrong' || made === 'over') throw refusedCode(made, 'code')
  return made as NewSecret
}

/** Ends a secret now, or at a time within seven days. An end that is set only comes nearer (threats row 139). */
export const endSecret = async (
  at: WorldAt,
  given: { readonly clientId: string; readonly secretId: string; readonly at: number | null },
  { by: { provider, user }, actor }: ByMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { clientId, secretId, at: time } = given
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const application = await lockOwn(platform, provider.provider_id, clientId, time === null)
    const now = await platform.now()
    const secret = (await liveSecrets(platform, clientId, now)).find((each) => secretIdOf(each) === secretId)
    if (!secret) throw new Failure('not_found', 'There is no such secret', { details: { field: 'secretId' } })
    if (time !== null && (time <= now || time > addSeconds(now, MAX_SECRET_OVERLAP_SECONDS))) {
      throw userError('VALIDATION', 'A secret ends at a time within the next 7 days', ['at'])
    }
    if (time !== null && secret.expires_at !== null && time >= secret.expires_at) {
      const why = `It ends on ${momentOf(secret.expires_at)} already`
      throw userError('VALIDATION', `${why}: choose an earlier time, or make another secret`, ['at'])
    }
    const end = time === null ? { revoked_at: now } : { expires_at: time }
    await endApplicationSecret(platform, clientId, secret.hash, end)
    const detail = { lastFour: secret.last_four, ...(time === null ? {} : { at: time }) }
    await recordAudit(at, platform, actor, {
      action: 'application.secret-ended',
      subject: { kind: 'application', id: clientId },
      detail: detail,
    })
    const ends = time === null ? 'was ended' : `ends on ${momentOf(time)}`
    const what = `The client secret that ends in ${secret.last_four} ${ends}`
    await tellCredentialChange(at, platform, application, { what, by: nameOf(user) })
    return secretId
  })
}
