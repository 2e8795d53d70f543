/** Signing in: e-mail and password, then a code where the person set that up. What fails tells nothing about who exists. */
import { addSeconds } from '../domain/clock.ts'
import { randomText, secretHash } from '../domain/secret.ts'
import type { Tenant } from '../domain/tenant.ts'
import { fromBase32, totpStep } from '../domain/totp.ts'
import { endSession, insertKnownDevice, isKnownDevice } from '../storage/sessions.ts'
import { claimTotpStep, type UserRow, userByEmail } from '../storage/users.ts'
import { type Guesser, guessedRight, guessedWrong, networkOf, waitSeconds } from './guess-brake.ts'
import { hashPassword, isPassword } from './password.ts'
import { normalEmail } from './people.ts'
import { awaitingSecondStep, openSession, type Visitor } from './sessions.ts'
import type { World } from './world.ts'

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

const guesserOf = async (world: World, tenant: Tenant, attempt: SignInAttempt, email: string): Promise<Guesser> => {
  const device = attempt.deviceSecret === null ? null : secretHash(attempt.deviceSecret)
  const isKnown = device !== null && (await isKnownDevice(world.storage.tenant(tenant.tenantId), email, device))
  return { who: `password ${email}`, from: isKnown ? `device ${device}` : networkOf(attempt.visitor.address) }
}

const throttled = async (world: World, tenant: Tenant, guesser: Guesser) => {
  const wait = await waitSeconds(world.storage.tenant(tenant.tenantId), guesser)
  if (wait === 0) return null
  return { kind: 'throttled', waitSeconds: wait, untilMs: addSeconds(world.now(tenant.tenantId), wait) } as const
}

let nobodysHash: Promise<string> | null = null

/** An unknown person costs the same work as a wrong password. */
const isRightPassword = async (world: World, user: UserRow | undefined, password: string): Promise<boolean> => {
  nobodysHash ??= hashPassword(world, 'nobody has this password')
  const matches = await isPassword(password, user?.password_hash ?? (await nobodysHash))
  return matches && user?.password_hash != null
}

export const signInWithPassword = async (
  world: World,
  tenant: Tenant,
  attempt: SignInAttempt,
): Promise<SignInOutcome> => {
  const email = normalEmail(attempt.email)
  const guesser = await guesserOf(world, tenant, attempt, email)
  const wait = await throttled(world, tenant, guesser)
  if (wait) return wait
  const user = await userByEmail(world.storage.tenant(tenant.tenantId), email)
  const right = await isRightPassword(world, user, attempt.password)
  if (!user || !right) {
    await world.storage.writeTenant(tenant.tenantId, (tx) => guessedWrong(tx, guesser))
    return { kind: 'wrong' }
  }
  return world.storage.writeTenant(tenant.tenantId, async (tx) => {
    await guessedRight(tx, guesser)
    if (attempt.earlierSession !== null) await endSession(tx, secretHash(attempt.earlierSession), await tx.now())
    if (user.totp_confirmed_at !== null) {
      return {
        kind: 'second-step',
        session: await openSession(world, tx, user.user_id, 'second-step', attempt.visitor),
      }
    }
    return signedIn(world, tx, user, attempt.visitor)
  })
}

const signedIn = async (
  world: World,
  tx: Parameters<typeof openSession>[1],
  user: UserRow,
  visitor: Visitor,
): Promise<SignInOutcome> => {
  const deviceSecret = randomText(DEVICE_SECRET_LENGTH, world.randomBytes)
  await insertKnownDevice(tx, user.user_id, secretHash(deviceSecret), await tx.now())
  return { kind: 'signed-in', session: await openSession(world, tx, user.user_id, 'signed-in', visitor), deviceSecret }
}

/** Null where no sign-in waits for a code any more: it starts again with the password. */
export const completeSecondStep = async (
  world: World,
  tenant: Tenant,
  session: string | null,
  code: string,
  visitor: Visitor,
): Promise<SignInOutcome | null> => {
  const waiting = await awaitingSecondStep(world, tenant, session)
  if (!waiting) return null
  const { user } = waiting
  // Whoever gets here knows the password: counted by person alone, however many sessions they open.
  const guesser = { who: `code ${user.user_id}`, from: '' }
  const wait = await throttled(world, tenant, guesser)
  if (wait) return wait
  const step = totpStep(fromBase32(user.totp_secret ?? ''), code, world.now(tenant.tenantId))
  return world.storage.writeTenant(tenant.tenantId, async (tx) => {
    if (step === null || !(await claimTotpStep(tx, user.user_id, step))) {
      await guessedWrong(tx, guesser)
      return { kind: 'wrong' }
    }
    await guessedRight(tx, guesser)
    await endSession(tx, waiting.session.hash, await tx.now())
    return signedIn(world, tx, user, visitor)
  })
}
