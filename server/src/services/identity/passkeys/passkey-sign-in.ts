/**
 * Signing in with a passkey, in place of the password and its second step: the authenticator is something one has,
 * and it asked for a fingerprint, a face or a PIN. What fails tells nothing about which passkeys exist.
 */
import { type PasskeyProof, readPasskeyProof } from '../../../domain/identity/passkey-answer.ts'
import type { Realm } from '../../../domain/identity/realm.ts'
import { randomText, secretHash } from '../../../domain/secret.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import {
  claimPasskeyUse,
  type PasskeyRow,
  type PasskeyUse,
  passkeyByCredential,
} from '../../../storage/identity/passkeys.ts'
import { endSession } from '../../../storage/identity/sessions.ts'
import { lockUser, userById } from '../../../storage/identity/users.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import type { World } from '../../world.ts'
import { type Guesser, guessedRight, networkOf } from '../guess-brake.ts'
import type { Visitor } from '../sessions.ts'
import { enter, knownDevice, type SignInOutcome, throttled } from '../sign-in.ts'
import { openChallenge, spendChallenge } from './passkey-challenge.ts'
import { type RequestOptions, requestOptions } from './passkey-options.ts'
import { verifiedUse } from './passkey-verification.ts'

const BROWSER_SECRET = /^[0-9A-Za-z]{32}$/
const BROWSER_SECRET_LENGTH = 32

export interface PasskeyQuestion {
  readonly options: RequestOptions
  /** For a cookie: the answer counts from the browser that was asked. */
  readonly browserSecret: string
}

/** A browser that was asked before keeps its secret, so that a second tab does not undo what the first one shows. */
export const askForPasskey = async (
  world: World,
  realm: Realm,
  origin: string,
  earlierSecret: string | null,
): Promise<PasskeyQuestion> => {
  const isKept = earlierSecret !== null && BROWSER_SECRET.test(earlierSecret)
  const browserSecret = isKept ? earlierSecret : randomText(BROWSER_SECRET_LENGTH, world.randomBytes)
  const challenge = await openChallenge(world, realm, 'sign-in', secretHash(browserSecret))
  return { options: requestOptions(origin, challenge), browserSecret }
}

export interface PasskeySignInAttempt {
  /** As the browser wrote it. */
  readonly credential: string
  readonly browserSecret: string | null
  readonly visitor: Visitor
  readonly deviceSecret: string | null
  /** The session that this sign-in replaces. */
  readonly earlierSession: string | null
  readonly requestId: string
}

export type PasskeySignInOutcome =
  | Extract<SignInOutcome, { kind: 'signed-in' | 'throttled' }>
  /** The same for an unknown passkey, a wrong signature and an account that may not sign in. */
  | { readonly kind: 'wrong-passkey' }
  /** The challenge was over, used before, or asked for elsewhere. */
  | { readonly kind: 'stale-passkey' }

const WRONG: PasskeySignInOutcome = { kind: 'wrong-passkey' }

export const signInWithPasskey = async (
  world: World,
  realm: Realm,
  origin: string,
  attempt: PasskeySignInAttempt,
): Promise<PasskeySignInOutcome> => {
  const proof = readPasskeyProof(attempt.credential)
  if (!proof) return WRONG
  const holder = secretHash(attempt.browserSecret ?? '')
  if (!(await spendChallenge(world, realm, 'sign-in', holder, proof.challenge))) return { kind: 'stale-passkey' }
  const passkey = await passkeyByCredential(world.storage.tenant(realm.tenantId), proof.credentialId)
  const device = await deviceOf(world, realm, passkey, attempt)
  const guesser = passkeyGuesser(proof, device, attempt.visitor)
  const wait = await throttled(world, realm, guesser)
  if (wait) return wait
  const use = await verifiedUse(origin, proof, passkey)
  if (!passkey || !use) return WRONG
  return world.storage.writeTenant(realm.tenantId, (tx) => letIn(world, tx, passkey, use, device, guesser, attempt))
}

/** The browser's hash where the passkey's person signed in with it before. */
const deviceOf = async (
  world: World,
  realm: Realm,
  passkey: PasskeyRow | undefined,
  { deviceSecret }: PasskeySignInAttempt,
): Promise<string | null> => {
  const user = passkey && (await userById(world.storage.tenant(realm.tenantId), passkey.user_id))
  return user ? knownDevice(world, realm, user.email, deviceSecret) : null
}

/** By passkey and network, known or not: whoever sends rubbish elsewhere does not slow its owner down. */
const passkeyGuesser = ({ credentialId }: PasskeyProof, device: string | null, visitor: Visitor): Guesser => ({
  who: `passkey ${credentialId}`,
  from: device === null ? networkOf(visitor.address) : `device ${device}`,
})

/** Looks at the person and the passkey as they are now, the person's row locked first. */
const letIn = async (
  world: World,
  tx: TenantTx,
  passkey: PasskeyRow,
  use: PasskeyUse,
  device: string | null,
  guesser: Guesser,
  attempt: PasskeySignInAttempt,
): Promise<PasskeySignInOutcome> => {
  const user = await lockUser(tx, passkey.user_id)
  // Whoever has not chosen a password yet has not accepted the invitation.
  if (!user || user.password_hash === null) return WRONG
  const now = await tx.now()
  if (!(await claimPasskeyUse(tx, passkey.passkey_id, use, now))) return suspectCopy(world, tx, passkey, use, attempt)
  await guessedRight(tx, guesser)
  if (attempt.earlierSession !== null) await endSession(tx, secretHash(attempt.earlierSession), now)
  return enter(world, tx, user, attempt.visitor, device && attempt.deviceSecret)
}

/**
 * The signature is true and its count is not later than the last one: somebody has a copy of the key, or the passkey
 * was removed meanwhile. Returned rather than thrown, as a rollback would undo the entry.
 */
const suspectCopy = async (
  world: World,
  tx: TenantTx,
  passkey: PasskeyRow,
  { signCount }: PasskeyUse,
  { visitor, requestId }: PasskeySignInAttempt,
): Promise<PasskeySignInOutcome> => {
  const current = await passkeyByCredential(tx, passkey.credential_id)
  if (current?.passkey_id !== passkey.passkey_id) return WRONG
  const actor: Actor = { kind: 'system', id: null, address: visitor.address, requestId }
  const detail = { passkeyId: passkey.passkey_id, name: passkey.name, expectedAbove: current.sign_count, signCount }
  await recordAudit(world, tx, actor, 'user.passkey-copy-suspected', { kind: 'user', id: passkey.user_id }, detail)
  return WRONG
}
