/** How a person proved who they are before they sign something: at a sign-in a moment ago, or again for it. */
import type { SignInMeans } from '../../domain/identity/sign-in-means.ts'
import { hasSecondStep } from '../../storage/identity/users.ts'
import type { WorldAt } from '../world.ts'
import { isRecentSignIn, requirePassword } from './presence.ts'
import { requireCode } from './second-step-sign-in.ts'
import type { SignedIn } from './sessions.ts'

export type Proof = 'passkey' | 'password' | 'password and code'

const PROOFS: Readonly<Partial<Record<SignInMeans, Proof>>> = {
  passkey: 'passkey',
  password: 'password',
  authenticator: 'password and code',
  'recovery code': 'password and code',
}

/** Null where the sign-in is longer ago than ten minutes, or is not known to have been by any of these. */
export const recentProof = (at: WorldAt, user: SignedIn): Proof | null => {
  const { means } = user.session
  return isRecentSignIn(at, user) && means !== null ? (PROOFS[means] ?? null) : null
}

/** The password, and the code of whoever has an authenticator. A passkey is given by signing in anew. */
export const proveAgain = async (
  at: WorldAt,
  user: SignedIn,
  { password, code }: { readonly password: string; readonly code: string },
): Promise<Proof> => {
  await requirePassword(at, user, password)
  if (!hasSecondStep(user.user)) return 'password'
  await requireCode(at, user, code)
  return 'password and code'
}
