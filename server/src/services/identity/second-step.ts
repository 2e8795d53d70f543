/**
 * Sets up and ends the second step of a user's sign-in. Every decision reads the user's locked row, never the copy that
 * the request began with: several changes can arrive at once, or in one request, and none may leave the second step on
 * without a secret.
 */
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import { base32, fromBase32, otpauthUri, TOTP_SECRET_BYTES, totpStep } from '../../domain/identity/totp.ts'
import { SECOND_STEP_SETUP_SECONDS } from '../../domain/limits.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { removeRecoveryCodes } from '../../storage/identity/recovery-codes.ts'
import type { SessionRow } from '../../storage/identity/sessions.ts'
import { changeUser, claimTotpStep, hasSecondStep, lockUser, type UserRow } from '../../storage/identity/users.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import type { WorldAt } from '../world.ts'
import { requirePassword, requirePresence } from './presence.ts'
import { makeRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts'
import { tellOwner } from './security-notice.ts'
import { endHalfSessions, type SignedIn, subjectOf } from './sessions.ts'

export const NO_SECOND_STEP = {
  totp_secret: null,
  totp_confirmed_at: null,
  totp_last_step: null,
  totp_started_at: null,
  totp_started_by: null,
} as const

export type SecondStepSetting =
  | { readonly kind: 'off' }
  | { readonly kind: 'enrolling'; readonly secret: string; readonly otpauthUri: string }
  | { readonly kind: 'on'; readonly sinceMs: number; readonly recoveryCodesLeft: number }

/**
 * The secret being set up, valid for ten minutes and for the session that began: another session of the account,
 * perhaps a stolen one, can neither see nor confirm it.
 */
const pendingSecret = (user: UserRow, session: SessionRow, now: number): string | null => {
  const { totp_secret, totp_confirmed_at, totp_started_at, totp_started_by } = user
  const isOwn = totp_confirmed_at === null && totp_started_by === session.hash
  const isCurrent = addSeconds(totp_started_at ?? 0, SECOND_STEP_SETUP_SECONDS) > now
  return isOwn && isCurrent ? totp_secret : null
}

export const secondStepOf = async (at: WorldAt, { user, session }: SignedIn): Promise<SecondStepSetting> => {
  if (user.totp_confirmed_at !== null) {
    const left = await recoveryCodesLeft(at, user.user_id)
    return { kind: 'on', sinceMs: user.totp_confirmed_at, recoveryCodesLeft: left }
  }
  const secret = pendingSecret(user, session, at.realNow())
  if (secret === null) return { kind: 'off' }
  return { kind: 'enrolling', secret, otpauthUri: otpauthUri(secret, `Airside ${at.realm.name}`, user.email) }
}

const lockSignedInUser = async (tx: TenantTx, { user }: SignedIn): Promise<UserRow> => {
  const current = await lockUser(tx, user.user_id)
  if (!current) throw new Failure('not_signed_in', 'Nobody is signed in')
  return current
}

export const startSecondStep = async (at: WorldAt, user: SignedIn, password: string): Promise<void> => {
  await requirePresence(at, user, password)
  await at.write(async (tx) => {
    const row = await lockSignedInUser(tx, user)
    if (hasSecondStep(row)) throw new Failure('invalid_request', 'The second step is on already')
    await changeUser(tx, row.user_id, {
      ...NO_SECOND_STEP,
      totp_secret: base32(at.randomBytes(TOTP_SECRET_BYTES)),
      totp_started_at: await tx.realNow(),
      totp_started_by: user.session.hash,
    })
  })
}

/** Turns it on with a code of the secret, which proves that the authenticator has it; returns recovery codes to show once. */
export const confirmSecondStep = (at: WorldAt, user: SignedIn, code: string, actor: Actor): Promise<string[]> =>
  at.write(async (tx) => {
    const row = await lockSignedInUser(tx, user)
    const now = await tx.realNow()
    const secret = pendingSecret(row, user.session, now)
    const step = secret === null ? null : totpStep(fromBase32(secret), code, now)
    if (step === null || !(await claimTotpStep(tx, row.user_id, step))) {
      throw new Failure('invalid_request', 'The code is wrong: wait for the next one and enter it', {
        details: { field: 'code' },
      })
    }
    await endHalfSessions(at, tx, user)
    await changeUser(tx, row.user_id, { totp_confirmed_at: now, totp_started_at: null, totp_started_by: null })
    await recordAudit(at, tx, actor, { action: 'user.second-step-on', subject: subjectOf(user) })
    await tellOwner(at, tx, user, { address: actor.address, what: 'a second step was set up for your sign-in' })
    return makeRecoveryCodes(at, tx, row.user_id)
  })

/** Discards a secret that was not confirmed; a second step that is on stays on. */
export const cancelSecondStep = (at: WorldAt, user: SignedIn): Promise<void> =>
  at.write(async (tx) => {
    const row = await lockSignedInUser(tx, user)
    if (!hasSecondStep(row)) await changeUser(tx, row.user_id, NO_SECOND_STEP)
  })

export const endSecondStep = async (at: WorldAt, user: SignedIn, password: string, actor: Actor): Promise<void> => {
  await requirePassword(at, user, password)
  await at.write(async (tx) => {
    const row = await lockSignedInUser(tx, user)
    await changeUser(tx, row.user_id, NO_SECOND_STEP)
    await removeRecoveryCodes(tx, row.user_id)
    await recordAudit(at, tx, actor, { action: 'user.second-step-off', subject: subjectOf(user) })
    await tellOwner(at, tx, user, { address: actor.address, what: 'the second step of your sign-in was ended' })
  })
}
