/**
 * Sign-in with a passkey, which replaces both password and second step: the user has the authenticator, and it verified
 * a fingerprint, a face or a PIN. A failure does not reveal which passkeys exist.
 */
import { type PasskeyProof, readPasskeyProof } from '../../../domain/identity/passkey-answer.ts'
import { randomText, secretHash } from '../../../domain/secret.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import {
  claimPasskeyUse,
  type PasskeyRow,
  type PasskeyUse,
  passkeyByCredential,
} from '../../../storage/identity/passkeys.ts'
import { endSession } from '../../../storage/identity/sessions.ts'
import { canSignIn, lockUser, userById } from '../../../storage/identity/users.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import type { WorldAt } from '../../world.ts'
import { clearFailedGuesses, type Guesser, networkOf } from '../guess-brake.ts'
import type { Visitor } from '../sessions.ts'
import { enter, knownDevice, recordFailedGuess, type SignInOutcome } from '../sign-in.ts'
import { recordFailedSignIn } from '../sign-in-audit.ts'
import { openChallenge, spendChallenge } from './passkey-challenge.ts'
import { type RequestOptions, requestOptions } from './passkey-options.ts'
import { verifiedUse } from './passkey-verification.ts'

const BROWSER_SECRET = /^[0-9A-Za-z]{32}$/
const BROWSER_SECRET_LENGTH = 32

export interface PasskeyQuestion {
  readonly options: RequestOptions
  /** For a cookie: only the browser that got the challenge can answer it. */
  readonly browserSecret: string
}

/** A browser that got a challenge before keeps its secret, so that a second tab does not invalidate the first. */
export const askForPasskey = async (
  at: WorldAt,
  origin: string,
  earlierSecret: string | null,
): Promise<PasskeyQuestion> => {
  const isKept = earlierSecret !== null && BROWSER_SECRET.test(earlierSecret)
  const browserSecret = isKept ? earlierSecret : randomText(BROWSER_SECRET_LENGTH, at.randomBytes)
  const challenge = await openChallenge(at, 'sign-in', secretHash(browserSecret))
  return { options: requestOptions(origin, challenge), browserSecret }
}

export interface PasskeySignInAttempt {
  /** JSON as written by the browser. */
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
  /** The challenge expired, was used before, or belongs to another browser. */
  | { readonly kind: 'stale-passkey' }

const WRONG: PasskeySignInOutcome = { kind: 'wrong-passkey' }

export const signInWithPasskey = async (
  at: WorldAt,
  origin: string,
  attempt: PasskeySignInAttempt,
): Promise<PasskeySignInOutcome> => {
  const proof = readPasskeyProof(attempt.credential)
  if (!proof) return WRONG
  const holder = secretHash(attempt.browserSecret ?? '')
  if (!(await spendChallenge(at, 'sign-in', holder, proof.challenge))) return { kind: 'stale-passkey' }
  const passkey = await passkeyByCredential(at.read, proof.credentialId)
  const device = await deviceOf(at, passkey, attempt)
  const guesser = passkeyGuesser(proof, device, attempt.visitor)
  const wait = await recordFailedGuess(at, guesser)
  if (wait) return wait
  const use = await verifiedUse(origin, proof, passkey)
  const outcome =
    passkey && use ? await at.write((tx) => letIn(at, tx, { passkey, use, device, guesser, attempt })) : WRONG
  if (outcome.kind === 'wrong-passkey') {
    await recordFailedSignIn(at, passkey?.user_id, { visitor: attempt.visitor, means: 'passkey' })
  }
  return outcome
}

/** The browser's hash if the passkey's user has signed in with it before. */
const deviceOf = async (
  at: WorldAt,
  passkey: PasskeyRow | undefined,
  { deviceSecret }: PasskeySignInAttempt,
): Promise<string | null> => {
  const user = passkey && (await userById(at.read, passkey.user_id))
  return user ? knownDevice(at, user.email, deviceSecret) : null
}

/**
 * Counted by passkey and network, whether the passkey is known or not, so that invalid answers from elsewhere do not
 * slow its owner down.
 */
const passkeyGuesser = ({ credentialId }: PasskeyProof, device: string | null, visitor: Visitor): Guesser => ({
  who: `passkey ${credentialId}`,
  from: device === null ? networkOf(visitor.address) : `device ${device}`,
})

/** An attempt whose signature is valid. */
interface VerifiedAttempt {
  readonly attempt: PasskeySignInAttempt
  readonly passkey: PasskeyRow
  readonly use: PasskeyUse
  readonly device: string | null
  readonly guesser: Guesser
}

/** Reads user and passkey again, the user's row locked first. */
const letIn = async (
  at: WorldAt,
  tx: TenantTx,
  { passkey, use, device, guesser, attempt }: VerifiedAttempt,
): Promise<PasskeySignInOutcome> => {
  const user = await lockUser(tx, passkey.user_id)
  if (!user || !canSignIn(user)) return WRONG
  const now = await tx.now()
  if (!(await claimPasskeyUse(tx, passkey.passkey_id, use, now))) return suspectCopy(at, tx, { passkey, use, attempt })
  await clearFailedGuesses(tx, guesser)
  if (attempt.earlierSession !== null) await endSession(tx, secretHash(attempt.earlierSession), now)
  const knownDeviceSecret = device && attempt.deviceSecret
  const beganWith = { passkeyId: passkey.passkey_id }
  return enter(at, tx, { user, visitor: attempt.visitor, knownDeviceSecret, means: 'passkey', beganWith })
}

/**
 * Handles a valid signature whose counter did not rise: somebody has a copy of the key, or the passkey was removed
 * meanwhile. The result is returned, not thrown, because a rollback would undo the audit entry.
 */
const suspectCopy = async (
  at: WorldAt,
  tx: TenantTx,
  { passkey, use: { signCount }, attempt }: Pick<VerifiedAttempt, 'passkey' | 'use' | 'attempt'>,
): Promise<PasskeySignInOutcome> => {
  const { visitor, requestId } = attempt
  const current = await passkeyByCredential(tx, passkey.credential_id)
  if (current?.passkey_id !== passkey.passkey_id) return WRONG
  const actor: Actor = { kind: 'system', id: null, address: visitor.address, requestId }
  const detail = { passkeyId: passkey.passkey_id, name: passkey.name, expectedAbove: current.sign_count, signCount }
  await recordAudit(at, tx, actor, {
    action: 'user.passkey-copy-suspected',
    subject: { kind: 'user', id: passkey.user_id },
    detail,
  })
  return WRONG
}
