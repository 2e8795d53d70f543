/** Signing in: e-mail and password, then a code where the person set that up. What fails tells nothing about who exists. */
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
import { claimGuess, type Guesser, guessedRight, networkOf } from './guess-brake.ts'
import { hashPassword, isOutdatedHash, isPassword, passwordQueue } from './password.ts'
import { hasSecondStep } from './second-step.ts'
import { awaitingSecondStep, openSession, type Visitor } from './sessions.ts'

const DEVICE_SECRET_LENGTH = 32

export interface SignInAttempt {
  readonly email: string
  readonly password: string
  readonly visitor: Visitor
  /** The secret a browser got when its person signed in before. */
  readonly deviceSecret: string | null
  /** The session that this sign-in replaces. */
  readonly earlierSession: string | null
}

export type SignInOutcome =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly waitSeconds: number; readonly untilMs: number }
  | { readonly kind: 'second-step'; readonly session: string }
  | { readonly kind: 'signed-in'; readonly session: string; readonly deviceSecret: string }

/** The browser's hash where this person signed in with it before. */
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

/** Counts the guess as failed before it is made; how long to wait where it may not be made yet. */
export const throttled = async (world: World, realm: Realm, guesser: Guesser): Promise<Throttled | null> => {
  const wait = await world.storage.writeTenant(realm.tenantId, (tx) => claimGuess(tx, guesser))
  if (wait === 0) return null
  return { kind: 'throttled', waitSeconds: wait, untilMs: addSeconds(world.now(realm.tenantId), wait) }
}

let nobodysHash: Promise<string> | null = null

/** An unknown person costs the same work as a wrong password. */
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

/** Refuses before anything is written where too many sign-ins of this place wait for their password to be checked. */
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
    const wait = await throttled(world, realm, guesser)
    return wait ?? checkPassword(world, realm, email, attempt.password)
  })
  if (checked.kind !== 'right') return checked
  return world.storage.writeTenant(realm.tenantId, async (tx) => {
    // As it is now: a password changed since then ends every session of the old one, this one included.
    const current = await lockUser(tx, checked.user.user_id)
    if (current?.password_hash !== checked.user.password_hash) return { kind: 'wrong' }
    await guessedRight(tx, guesser)
    if (attempt.earlierSession !== null) await endSession(tx, secretHash(attempt.earlierSession), await tx.now())
    if (!hasSecondStep(current)) return enter(world, tx, current, attempt.visitor, device && attempt.deviceSecret)
    const session = await openSession(world, tx, current.user_id, 'second-step', attempt.visitor)
    return { kind: 'second-step', session }
  })
}

type CheckedPassword = Extract<SignInOutcome, { kind: 'wrong' }> | { readonly kind: 'right'; readonly user: UserRow }

/** The right password is the moment to store it by today's parameters. */
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
  // Somebody signed in at the same moment and renewed it first: then that hash is checked.
  const isSame = current?.password_hash === renewed || (await isRightPassword(world, current, password))
  return current && isSame ? { kind: 'right', user: current } : { kind: 'wrong' }
}

const passwordGuesser = (email: string, device: string | null, visitor: Visitor): Guesser => ({
  who: `password ${email}`,
  from: device === null ? networkOf(visitor.address) : `device ${device}`,
})

/** A browser that is known already keeps its secret: it stays one browser, however often its person signs in. */
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
  /** The session that waits for the code. */
  readonly session: string | null
  readonly code: string
  readonly visitor: Visitor
  readonly deviceSecret: string | null
}

/** Null where no sign-in waits for a code any more: it starts again with the password. */
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
  const wait = await throttled(world, realm, guesser)
  if (wait) return wait
  return world.storage.writeTenant(realm.tenantId, async (tx) => {
    // As it is now: a second step that was ended meanwhile opens nothing with the codes of its old secret.
    const current = await lockUser(tx, user.user_id)
    const secret = current && hasSecondStep(current) ? current.totp_secret : null
    const step = secret === null ? null : totpStep(fromBase32(secret), attempt.code, await tx.now())
    if (step === null || !(await claimTotpStep(tx, user.user_id, step))) return { kind: 'wrong' }
    if (!(await endSession(tx, waiting.session.hash, await tx.now()))) return null
    await guessedRight(tx, guesser)
    return enter(world, tx, user, attempt.visitor, device && attempt.deviceSecret)
  })
}

/** Whoever gets here knows the password: strangers to this account count together, from however many networks. */
const codeGuesser = (user: UserRow, device: string | null): Guesser => ({
  who: `code ${user.user_id}`,
  from: device === null ? '' : `device ${device}`,
})
