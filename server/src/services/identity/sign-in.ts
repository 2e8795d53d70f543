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
import { claimGuess, clearFailedGuesses, type Guesser, networkOf } from './guess-brake.ts'
import { hashPassword, isOutdatedHash, isPassword, passwordQueue } from './password.ts'
import { type BeganWith, openSession, type Visitor } from './sessions.ts'
import { recordFailedSignIn, recordSignIn } from './sign-in-audit.ts'

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
  | { readonly kind: 'throttled'; readonly waitSeconds: number; readonly untilMs: number }
  | { readonly kind: 'second-step'; readonly session: string }
  | { readonly kind: 'signed-in'; readonly session: string; readonly deviceSecret: string }

/** The browser's hash if this user has signed in with it before. */
export const knownDevice = async (at: WorldAt, email: string, deviceSecret: string | null): Promise<string | null> => {
  if (deviceSecret === null) return null
  const device = secretHash(deviceSecret)
  return (await isKnownDevice(at.read, email, device)) ? device : null
}

type Throttled = Extract<SignInOutcome, { kind: 'throttled' }>

/** Records the guess as failed before it is made; returns how long to wait if it may not be made yet. */
export const recordFailedGuess = async (at: WorldAt, guesser: Guesser): Promise<Throttled | null> => {
  const wait = await at.write((tx) => claimGuess(tx, guesser))
  if (wait === 0) return null
  return { kind: 'throttled', waitSeconds: wait, untilMs: addSeconds(at.realNow(), wait) }
}

let nobodysHash: Promise<string> | null = null

/** Does the same work for an unknown user as for a wrong password. */
const isRightPassword = async (at: WorldAt, user: UserRow | undefined, password: string): Promise<boolean> => {
  nobodysHash ??= hashPassword(at, 'nobody has this password')
  const matches = await isPassword(password, user?.password_hash ?? (await nobodysHash))
  return matches && user !== undefined && canSignIn(user)
}

const comerOf = ({ tenantId }: Realm, { from }: Guesser, device: string | null): Comer => ({
  door: device === null ? 'sign-in from another browser' : 'sign-in from a known browser',
  realmId: tenantId,
  source: from,
})

/** Refuses before anything is written if too many sign-ins from this source wait for their password check. */
export const requireRoomToSignIn = (realm: Realm, { address }: Visitor): void =>
  passwordQueue.requireRoom({
    door: 'sign-in from another browser',
    realmId: realm.tenantId,
    source: networkOf(address),
  })

export const signInWithPassword = async (at: WorldAt, attempt: SignInAttempt): Promise<SignInOutcome> => {
  const email = normalEmail(attempt.email)
  const device = await knownDevice(at, email, attempt.deviceSecret)
  const guesser = passwordGuesser(email, device, attempt.visitor)
  const checked = await passwordQueue.run(
    comerOf(at.realm, guesser, device),
    async () => (await recordFailedGuess(at, guesser)) ?? checkPassword(at, email, attempt.password),
    ({ kind }) => kind === 'right',
  )
  if (checked.kind === 'wrong') {
    const failed = await userByEmail(at.read, email)
    await recordFailedSignIn(at, failed?.user_id, { visitor: attempt.visitor, means: 'password' })
  }
  if (checked.kind !== 'right') return checked
  return at.write(async (tx) => {
    // Read again: a password changed since then ends every session of the old one, this one included.
    const current = await lockUser(tx, checked.user.user_id)
    if (current?.password_hash !== checked.user.password_hash || !canSignIn(current)) return { kind: 'wrong' }
    await clearFailedGuesses(tx, guesser)
    if (attempt.earlierSession !== null) await endSession(tx, secretHash(attempt.earlierSession), await tx.now())
    const knownDeviceSecret = device && attempt.deviceSecret
    return afterPassword(at, tx, { user: current, visitor: attempt.visitor, knownDeviceSecret, means: 'password' })
  })
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

type CheckedPassword = Extract<SignInOutcome, { kind: 'wrong' }> | { readonly kind: 'right'; readonly user: UserRow }

/** Rehashes an outdated hash now, because only a sign-in brings the password. */
const checkPassword = async (at: WorldAt, email: string, password: string): Promise<CheckedPassword> => {
  const reader = at.read
  const user = await userByEmail(reader, email)
  const right = await isRightPassword(at, user, password)
  if (!right || user?.password_hash == null) return { kind: 'wrong' }
  if (!isOutdatedHash(user.password_hash)) return { kind: 'right', user }
  const renewed = await hashPassword(at, password)
  const before = user.password_hash
  await at.write((tx) => replacePasswordHash(tx, user.user_id, before, renewed))
  const current = await userByEmail(reader, email)
  // A simultaneous sign-in may have renewed the hash first: then that hash is checked.
  const isSame = current?.password_hash === renewed || (await isRightPassword(at, current, password))
  return current && isSame ? { kind: 'right', user: current } : { kind: 'wrong' }
}

const passwordGuesser = (email: string, device: string | null, visitor: Visitor): Guesser => ({
  who: `password ${email}`,
  from: device === null ? networkOf(visitor.address) : `device ${device}`,
})

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
