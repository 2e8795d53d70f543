/**
 * Proof that the user is present, required before a new credential (a password, a second step, a passkey) is added and
 * before one is taken away: a stolen or forgotten session must not be enough to take over an account.
 */
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import { RECENT_SIGN_IN_SECONDS } from '../../domain/limits.ts'
import type { WorldAt } from '../world.ts'
import { wasRight } from './guess-brake.ts'
import { guessPassword, personAt } from './password-guess.ts'
import type { SignedIn } from './sessions.ts'

/** Slowed down like sign-in: somebody who finds an open session must not be able to guess the password with it. */
export const requirePassword = async (at: WorldAt, { user, session }: SignedIn, password: string): Promise<void> => {
  const { email, password_hash } = user
  const guesser = { who: `password ${email}`, from: `session ${session.hash}` }
  const comer = { door: 'current password in a session', source: personAt(at.tenantId, email) } as const
  const guess = await guessPassword(at, { guesser, comer, email, password, hashed: password_hash })
  if ('wait' in guess) {
    throw new Failure('invalid_request', `There were too many tries: wait ${guess.wait} seconds, then try again`)
  }
  if (!guess.isRight) {
    throw new Failure('invalid_request', 'The current password is wrong', { details: { field: 'currentPassword' } })
  }
  const { noted } = guess
  await at.write((tx) => wasRight(tx, noted))
}

/** Nobody's presence rests on a passkey that was removed (threats row 406). */
export const isRecentSignIn = (at: WorldAt, { session }: SignedIn): boolean =>
  !session.isPasskeyGone && addSeconds(session.created_at, RECENT_SIGN_IN_SECONDS) > at.now()

/** What a session of long ago is answered where it must be somebody who is present. */
export const presenceAsked = (): Failure =>
  new Failure('invalid_request', 'Type your current password: you signed in a while ago', {
    details: { field: 'currentPassword' },
  })

/** Passes within ten minutes after a sign-in of any kind, or with the current password. */
export const requirePresence = async (at: WorldAt, user: SignedIn, password: string): Promise<void> => {
  if (isRecentSignIn(at, user)) return
  if (password === '') throw presenceAsked()
  await requirePassword(at, user, password)
}
