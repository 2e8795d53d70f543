/**
 * Sign-in with e-mail and password, then with a code if the user has a second step. A failure does not reveal whether
 * the account exists.
 */
import { addSeconds } from '../../domain/clock.ts'
import { normalEmail } from '../../domain/identity/email-address.ts'
import type { Realm } from '../../domain/identity/realm.ts'
import { fromBase32, totpStep } from '../../domain/identity/totp.ts'
import { randomText, secretHash } from '../../domain/secret.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { endSession, insertKnownDevice, isKnownDevice } from '../../storage/identity/sessions.ts'
import {
  claimTotpStep,
  lockUser,
  replacePasswordHash,
  type UserRow,
  userByEmail,
} from '../../storage/identity/users.ts'
import type { World } from '../world.ts'
import type { Lane } from './fair-queue.ts'
import { claimGuess, clearFailedGuesses, type Guesser, networkOf } from './guess-brake.ts'
import { hashPassword, isOutdatedHash, isPassword, passwordQueue } from './password.ts'
import { hasSecondStep } from './second-step.ts'
import { awaitingSecondStep, openSession, type Visitor } from './sessions.ts'

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

export type SignInOutcome =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly waitSeconds: number; readonly untilMs: number }
  | { readonly kind: 'second-step'; readonly session: string }
  | { readonly kind: 'signed-in'; readonly session: string; readonly deviceSecret: string }

/** The browser's hash if this user has signed in with it before. */
export const knownDevice = async (
  world: World,
  realm: Realm,
  email: string,
  deviceSecret: string | null,
): Promise<string | null> => {
  if (deviceSecret === null) return null
  const device = secretHash(deviceSecret)
  return (await isKnownDevice(world.storage.tenant(realm.tenantId), email, device)) ? device : null
}

type Throttled = Extract<SignInOutcome, { kind: 'throttled' }>

/** Records the guess as failed before it is made; returns how long to wait if it may not be made yet. */
export const recordFailedGuess = async (world: World, realm: Realm, guesser: Guesser): Promise<Throttled | null> => {
  const wait = await world.storage.writeTenant(realm.tenantId, (tx) => claimGuess(tx, guesser))
  if (wait === 0) return null
  return { kind: 'throttled', waitSeconds: wait, untilMs: addSeconds(world.now(realm.tenantId), wait) }
}

let nobodysHash: Promise<string> | null = null

/** Does the same work for an unknown user as for a wrong password. */
const isRightPassword = async (world: World, user: UserRow | undefined, password: string): Promise<boolean> => {
  nobodysHash ??= hashPassword(world, 'nobody has this password')
  const matches = await isPassword(password, user?.password_hash ?? (await nobodysHash))
  return matches && user?.password_hash != null
}

const laneOf = ({ tenantId }: Realm, { from }: Guesser, device: string | null): Lane => ({
  realmId: tenantId,
  source: from,
  isKnown: device !== null,
})

/** Refuses before anything is written if too many sign-ins from this source wait for their password check. */
export const requireRoomToSignIn = (realm: Realm, { address }: Visitor): void =>
  passwordQueue.requireRoom({ realmId: realm.tenantId, source: networkOf(address), isKnown: false })

export const signInWithPassword = async (
  world: World,
  realm: Realm,
  attempt: SignInAttempt,
): Promise<SignInOutcome> => {
  const email = normalEmail(attempt.email)
  const device = await knownDevice(world, realm, email, attempt.deviceSecret)
  const guesser = passwordGuesser(email, device, attempt.visitor)
  const checked = await passwordQueue.run(laneOf(realm, guesser, device), async () => {
    const wait = await recordFailedGuess(world, realm, guesser)
    return wait ?? checkPassword(world, realm, email, attempt.password)
  })
  if (checked.kind !== 'right') return checked
  return world.storage.writeTenant(realm.tenantId, async (tx) => {
    // Read again: a password changed since then ends every session of the old one, this one included.
    const current = await lockUser(tx, checked.user.user_id)
    if (current?.password_hash !== checked.user.password_hash) return { kind: 'wrong' }
    await clearFailedGuesses(tx, guesser)
    if (attempt.earlierSession !== null) await endSession(tx, secretHash(attempt.earlierSession), await tx.now())
    if (!hasSecondStep(current)) return enter(world, tx, current, attempt.visitor, device && attempt.deviceSecret)
    const session = await openSession(world, tx, current.user_id, 'second-step', attempt.visitor)
    return { kind: 'second-step', session }
  })
}

type CheckedPassword = Extract<SignInOutcome, { kind: 'wrong' }> | { readonly kind: 'right'; readonly user: UserRow }

/** Rehashes an outdated hash now, because only a sign-in brings the password. */
const checkPassword = async (world: World, realm: Realm, email: string, password: string): Promise<CheckedPassword> => {
  const reader = world.storage.tenant(realm.tenantId)
  const user = await userByEmail(reader, email)
  const right = await isRightPassword(world, user, password)
  if (!right || user?.password_hash == null) return { kind: 'wrong' }
  if (!isOutdatedHash(user.password_hash)) return { kind: 'right', user }
  const renewed = await hashPassword(world, password)
  const before = user.password_hash
  await world.storage.writeTenant(realm.tenantId, (tx) => replacePasswordHash(tx, user.user_id, before, renewed))
  const current = await userByEmail(reader, email)
  // A simultaneous sign-in may have renewed the hash first: then that hash is checked.
  const isSame = current?.password_hash === renewed || (await isRightPassword(world, current, password))
  return current && isSame ? { kind: 'right', user: current } : { kind: 'wrong' }
}

const passwordGuesser = (email: string, device: string | null, visitor: Visitor): Guesser => ({
  who: `password ${email}`,
  from: device === null ? networkOf(visitor.address) : `device ${device}`,
})

/** A known browser keeps its secret, so that it counts as one browser however often the user signs in. */
export const enter = async (
  world: World,
  tx: TenantTx,
  user: UserRow,
  visitor: Visitor,
  knownDeviceSecret: string | null,
): Promise<Extract<SignInOutcome, { kind: 'signed-in' }>> => {
  const deviceSecret = knownDeviceSecret ?? randomText(DEVICE_SECRET_LENGTH, world.randomBytes)
  await insertKnownDevice(tx, user.user_id, secretHash(deviceSecret), await tx.now())
  return { kind: 'signed-in', session: await openSession(world, tx, user.user_id, 'signed-in', visitor), deviceSecret }
}

export interface SecondStepAttempt {
  /** The session that awaits the second step. */
  readonly session: string | null
  readonly code: string
  readonly visitor: Visitor
  readonly deviceSecret: string | null
}

/** Null if no sign-in awaits a code any more: the user starts again with the password. */
export const completeSecondStep = async (
  world: World,
  realm: Realm,
  attempt: SecondStepAttempt,
): Promise<SignInOutcome | null> => {
  const waiting = await awaitingSecondStep(world, realm, attempt.session)
  if (!waiting) return null
  const { user } = waiting
  const device = await knownDevice(world, realm, user.email, attempt.deviceSecret)
  const guesser = codeGuesser(user, device)
  const wait = await recordFailedGuess(world, realm, guesser)
  if (wait) return wait
  return world.storage.writeTenant(realm.tenantId, async (tx) => {
    // Read again: codes of a second step that was ended meanwhile do not count.
    const current = await lockUser(tx, user.user_id)
    const secret = current && hasSecondStep(current) ? current.totp_secret : null
    const step = secret === null ? null : totpStep(fromBase32(secret), attempt.code, await tx.now())
    if (step === null || !(await claimTotpStep(tx, user.user_id, step))) return { kind: 'wrong' }
    if (!(await endSession(tx, waiting.session.hash, await tx.now()))) return null
    await clearFailedGuesses(tx, guesser)
    return enter(world, tx, user, attempt.visitor, device && attempt.deviceSecret)
  })
}

/** Guessers here know the password, so all unknown browsers are counted together, from however many networks. */
const codeGuesser = (user: UserRow, device: string | null): Guesser => ({
  who: `code ${user.user_id}`,
  from: device === null ? '' : `device ${device}`,
})
