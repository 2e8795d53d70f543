/** The second step of a sign-in: a code from the authenticator, or a recovery code in its place. Each counts once. */
import { Failure } from '../../domain/failure.ts'
import { fromBase32, totpStep } from '../../domain/identity/totp.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { recoveryCodeCounts } from '../../storage/identity/recovery-codes.ts'
import { beganAtPortal, endSession } from '../../storage/identity/sessions.ts'
import { claimTotpStep, hasSecondStep, lockUser, type UserRow } from '../../storage/identity/users.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import type { WorldAt } from '../world.ts'
import { clearFailedGuesses, type Guesser } from './guess-brake.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { tellUser } from './security-notice.ts'
import { awaitingSecondStep, type SignedIn, type Visitor } from './sessions.ts'
import { enter, knownDevice, recordFailedGuess, type SignInOutcome } from './sign-in.ts'
import { recordFailedSignIn } from './sign-in-audit.ts'

export interface SecondStepAttempt {
  /** The session that awaits the second step. */
  readonly session: string | null
  readonly code: string
  readonly visitor: Visitor
  readonly deviceSecret: string | null
  readonly requestId: string
}

/** Null if no sign-in awaits a code any more: the user starts again with the password. */
type SecondStepOutcome = Extract<SignInOutcome, { kind: 'wrong' | 'throttled' | 'signed-in' }> | null

export const completeSecondStep = async (at: WorldAt, attempt: SecondStepAttempt): Promise<SecondStepOutcome> => {
  const waiting = await awaitingSecondStep(at, attempt.session)
  if (!waiting) return null
  const { user } = waiting
  const device = await knownDevice(at, user.email, attempt.deviceSecret)
  const guesser = codeGuesser(user, device)
  const wait = await recordFailedGuess(at, guesser)
  if (wait) return wait
  const outcome = await at.write<SecondStepOutcome>(async (tx) => {
    // Read again: codes of a second step that was ended meanwhile do not count.
    const current = await lockUser(tx, user.user_id)
    if (!current || !hasSecondStep(current)) return { kind: 'wrong' }
    const way = await secondStepPassed(tx, current, attempt.code)
    if (way === null) return { kind: 'wrong' }
    if (!(await endSession(tx, waiting.session.hash, await tx.now()))) return null
    await clearFailedGuesses(tx, guesser)
    if (way === 'recovery-code') await recordRecovery(at, tx, user, attempt)
    const means = way === 'recovery-code' ? 'recovery code' : 'authenticator'
    const knownDeviceSecret = device && attempt.deviceSecret
    const { begun_by: portalSession } = waiting.session
    const ageMs = await ageAtPortal(tx, portalSession)
    const beganWith = { portalSession }
    return enter(at, tx, { user, visitor: attempt.visitor, knownDeviceSecret, means, ageMs, beganWith })
  })
  if (outcome?.kind === 'wrong') {
    await recordFailedSignIn(at, user.user_id, { visitor: attempt.visitor, means: 'authenticator' })
  }
  return outcome
}

/** Whoever was handed over signed in when they did so at the portal: a code makes no fresh session of an old one. */
const ageAtPortal = async (tx: TenantTx, portalSession: string | null): Promise<number> => {
  if (portalSession === null) return 0
  // One that is gone was there for as long as any can be.
  const beganAt = (await beganAtPortal(tx, portalSession)) ?? 0
  return Math.max(0, (await tx.realNow()) - beganAt)
}

/** The step that the code belongs to; null where it is no code of this time. */
const stepOf = async (tx: TenantTx, { totp_secret }: UserRow, code: string): Promise<number | null> =>
  totpStep(fromBase32(totp_secret ?? ''), code, await tx.realNow())

/** A code of the authenticator from somebody who is signed in, slowed down like the sign-in; it counts once. */
export const requireCode = async (at: WorldAt, { user, session }: SignedIn, code: string): Promise<void> => {
  const guesser = { who: `code ${user.user_id}`, from: `session ${session.hash}` }
  const wait = await recordFailedGuess(at, guesser)
  if (wait) {
    throw new Failure('invalid_request', `There were too many tries: wait ${wait.waitSeconds} seconds, then try again`)
  }
  const isRight = await at.write(async (tx) => {
    const current = await lockUser(tx, user.user_id)
    const step = current && hasSecondStep(current) ? await stepOf(tx, current, code) : null
    if (step === null || !(await claimTotpStep(tx, user.user_id, step))) return false
    await clearFailedGuesses(tx, guesser)
    return true
  })
  if (!isRight) {
    const message = 'The code is wrong, or was used before: take the one that your authenticator shows now'
    throw new Failure('invalid_request', message, { details: { field: 'code' } })
  }
}

/** A code of the authenticator, or a recovery code in its place; each counts once. */
const secondStepPassed = async (
  tx: TenantTx,
  user: UserRow,
  code: string,
): Promise<'authenticator' | 'recovery-code' | null> => {
  const step = await stepOf(tx, user, code)
  if (step !== null) return (await claimTotpStep(tx, user.user_id, step)) ? 'authenticator' : null
  return (await useRecoveryCode(tx, user.user_id, code)) ? 'recovery-code' : null
}

const recordRecovery = async (
  at: WorldAt,
  tx: TenantTx,
  user: UserRow,
  { visitor, requestId }: SecondStepAttempt,
): Promise<void> => {
  const left = (await recoveryCodeCounts(tx, [user.user_id])).get(user.user_id) ?? 0
  const actor: Actor = { kind: 'user', id: user.user_id, address: visitor.address, requestId }
  await recordAudit(at, tx, actor, {
    action: 'user.recovery-code-used',
    subject: { kind: 'user', id: user.user_id },
    detail: { left },
  })
  await tellUser(at, tx, user, { ...visitor, what: `a recovery code was used to sign in (${left} are left)` })
}

/** Guessers here know the password, so all unknown browsers are counted together, from however many networks. */
const codeGuesser = (user: UserRow, device: string | null): Guesser => ({
  who: `code ${user.user_id}`,
  from: device === null ? '' : `device ${device}`,
})
