/** Sign-in with e-mail and password. A failure does not reveal whether the account exists. */
import { addSeconds } from '../../domain/clock.ts'
import { normalEmail } from '../../domain/identity/email-address.ts'
import type { Realm } from '../../domain/identity/realm.ts'
import type { SignInMeans } from '../../domain/identity/sign-in-means.ts'
import { randomText, secretHash } from '../../domain/secret.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { passkeyCounts } from '../../storage/identity/passkeys.ts'
import { endSession, insertKnownDevice, isKnownDevice } from '../../storage/identity/sessions.ts'
import {
  canSignIn,
  hasSecondStep,
  lockUser,
  replacePasswordHash,
  type UserRow,
  userByEmail,
} from '../../storage/identity/users.ts'
import type { WorldAt } from '../world.ts'
import type { Comer } from './fair-queue.ts'
import { claimGuess, type Guesser, networkOf, unknownBrowser, wasRight } from './guess-brake.ts'
import { passwordQueue } from './password.ts'
import { guessPassword, personAt } from './password-guess.ts'
import { type BeganWith, openSession, type Visitor } from './sessions.ts'
import { recordFailedSignIn, recordSignIn, tellOfManyGuesses } from './sign-in-audit.ts'

const DEVICE_SECRET_LENGTH = 32

export interface SignInAttempt {
  readonly email: string
  readonly password: string
  readonly visitor: Visitor
  /** The secret that the browser got at an earlier sign-in. */
  readonly deviceSecret: string | null
  /** The session that this sign-in replaces. */
  readonly earlierSession: string | null
}

/** A user who gave what was asked of them, and the browser they came with. */
interface Entering {
  readonly user: UserRow
  readonly visitor: Visitor
  /** The browser's secret if the user has signed in with it before. */
  readonly knownDeviceSecret: string | null
  readonly means: SignInMeans
  /** How long ago they gave it, where that was at another address. */
  readonly ageMs?: number
  readonly beganWith?: BeganWith
}

export type SignInOutcome =
  | { readonly kind: 'wrong' }
  /** The password is right, but the realm requires more and the user has a passkey. */
  | { readonly kind: 'passkey-needed' }
  | {
      readonly kind: 'throttled'
      readonly waitSeconds: number
      readonly untilMs: number
      /** Many guess at this account from elsewhere. */
      readonly isAmongMany: boolean
    }
  | { readonly kind: 'second-step'; readonly session: string }
  | { readonly kind: 'signed-in'; readonly session: string; readonly deviceSecret: string }

/** The browser's hash if this user has signed in with it before. */
export const knownDevice = async (at: WorldAt, email: string, deviceSecret: string | null): Promise<string | null> => {
  if (deviceSecret === null) return null
  const device = secretHash(deviceSecret)
  return (await isKnownDevice(at.read, email, device)) ? device : null
}

type Throttled = Extract<SignInOutcome, { kind: 'throttled' }>

const throttled = (at: WorldAt, wait: number, isAmongMany = false): Throttled => ({
  kind: 'throttled',
  waitSeconds: wait,
  untilMs: addSeconds(at.realNow(), wait),
  isAmongMany,
})

/** Records the guess as failed before it is made; returns how long to wait if it may not be made yet. */
export const recordFailedGuess = async (at: WorldAt, guesser: Guesser): Promise<Throttled | null> => {
  const wait = await at.write((tx) => claimGuess(tx, guesser))
  return wait === 0 ? null : throttled(at, wait)
}

const comerOf = (
  realmId: string,
  email: string,
  { from }: Guesser,
  device: string | null,
): Pick<Comer, 'door' | 'source'> =>
  device === null
    ? { door: 'sign-in from another browser', source: from }
    : { door: 'sign-in from a known browser', source: personAt(realmId, email) }

/** Refuses before anything is written if too many sign-ins from this source wait for their password check. */
export const requireRoomToSignIn = (realm: Realm, { address }: Visitor): void =>
  passwordQueue.requireRoom({
    door: 'sign-in from another browser',
    realmId: realm.tenantId,
    source: networkOf(address),
  })

export const signInWithPassword = async (at: WorldAt, attempt: SignInAttempt): Promise<SignInOutcome> => {
  const { visitor, password } = attempt
  const email = normalEmail(attempt.email)
  const device = await knownDevice(at, email, attempt.deviceSecret)
  const guesser = passwordGuesser(email, device, visitor)
  const comer = comerOf(at.tenantId, email, guesser, device)
  const checked = await userByEmail(at.read, email)
  const hashed = checked && canSignIn(checked) ? checked.password_hash : null
  const guess = await guessPassword(at, { guesser, comer, email, password, hashed })
  if ('wait' in guess) return throttled(at, guess.wait, guess.isAmongMany)
  if (!guess.isRight || !checked) {
    if (hashed !== null && checked && guess.noted.isManyAnywhere) tellOfManyGuesses(at, checked)
    await recordFailedSignIn(at, checked?.user_id, { visitor, means: 'password' })
    return { kind: 'wrong' }
  }
  const { renewed, noted } = guess
  const outcome = await at.write<SignInOutcome | null>(async (tx) => {
    // Read again: a password changed since then ends every session of the old one, this one included.
    const current = await lockUser(tx, checked.user_id)
    if (!current || !canSignIn(current)) return { kind: 'wrong' }
    if (current.password_hash !== checked.password_hash) return renewed === null ? { kind: 'wrong' } : null
    if (renewed !== null) await replacePasswordHash(tx, current.user_id, current.password_hash ?? '', renewed)
    await wasRight(tx, noted)
    if (attempt.earlierSession !== null) await endSession(tx, secretHash(attempt.earlierSession), await tx.now())
    const knownDeviceSecret = device && attempt.deviceSecret
    return afterPassword(at, tx, { user: current, visitor, knownDeviceSecret, means: 'password' })
  })
  // A simultaneous sign-in may have renewed the hash first: then that hash is checked.
  return outcome ?? signInWithPassword(at, attempt)
}

/**
 * What follows the right password: the second step, if the user has one. Where the realm requires one, a user with a
 * passkey must use it, and a user with neither enters and sees nothing but the page to set one up.
 */
export const afterPassword = async (at: WorldAt, tx: TenantTx, entering: Entering): Promise<SignInOutcome> => {
  const { user, visitor, beganWith } = entering
  if (hasSecondStep(user)) {
    const session = await openSession(at, tx, { userId: user.user_id, stage: 'second-step', visitor, beganWith })
    return { kind: 'second-step', session }
  }
  const isPasskeyNeeded = at.realm.requiresSecondStep && (await passkeyCounts(tx, [user.user_id])).size > 0
  return isPasskeyNeeded ? { kind: 'passkey-needed' } : enter(at, tx, entering)
}

const passwordGuesser = (email: string, device: string | null, { address }: Visitor): Guesser => {
  const who = `password ${email}`
  return device === null ? unknownBrowser(who, address) : { who, from: `device ${device}` }
}

/** A known browser keeps its secret, so that it counts as one browser however often the user signs in. */
export const enter = async (
  at: WorldAt,
  tx: TenantTx,
  { user, visitor, knownDeviceSecret, means, ageMs = 0, beganWith }: Entering,
): Promise<Extract<SignInOutcome, { kind: 'signed-in' }>> => {
  const deviceSecret = knownDeviceSecret ?? randomText(DEVICE_SECRET_LENGTH, at.randomBytes)
  await insertKnownDevice(tx, user.user_id, secretHash(deviceSecret), await tx.realNow())
  const opened = { userId: user.user_id, stage: 'signed-in', visitor, ageMs, means, beganWith } as const
  const session = await openSession(at, tx, opened)
  await recordSignIn(at, tx, user, { visitor, means })
  return { kind: 'signed-in', session, deviceSecret }
}
