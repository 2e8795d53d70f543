/**
 * The options that a browser gets to create or use a passkey (WebAuthn §5.4, §5.5). Each operator's address is its own
 * relying party: its host name is the RP ID and its origin the only accepted one, both from the configuration, so that
 * a passkey of one operator, or of its sandbox, does not work at another.
 */
import type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/server'
import type { Realm } from '../../../domain/identity/realm.ts'
import { PASSKEY_CHALLENGE_SECONDS } from '../../../domain/limits.ts'
import type { PasskeyRow } from '../../../storage/identity/passkeys.ts'
import { nameOf, type UserRow } from '../../../storage/identity/users.ts'

export type { CreationOptions, RequestOptions }

/** COSE names of ECDSA with P-256, EdDSA and RSA, which cover every authenticator in use. */
export const ALGORITHMS = [-7, -8, -257]
const TIMEOUT_MS = PASSKEY_CHALLENGE_SECONDS * 1000

export const rpIdOf = (origin: string): string => new URL(origin).hostname

/** Opaque, because the holder of the authenticator may see it (WebAuthn §14.6.1). */
export const userHandleOf = (userId: string): string => Buffer.from(userId).toString('base64url')

interface PasskeyToCreate {
  readonly realm: Realm
  readonly origin: string
  readonly user: UserRow
  /** The passkeys that the user has already. */
  readonly known: readonly PasskeyRow[]
  readonly challenge: string
}

export const creationOptions = ({ realm, origin, user, known, challenge }: PasskeyToCreate): CreationOptions => ({
  rp: { id: rpIdOf(origin), name: `Airside ${realm.name}` },
  user: { id: userHandleOf(user.user_id), name: user.email, displayName: nameOf(user) },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
  timeout: TIMEOUT_MS,
  excludeCredentials: known.map(({ credential_id: id }) => ({ id, type: 'public-key' })),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
})

/** Lists no credentials: the browser offers those it has for this address, and nobody learns who has one. */
export const requestOptions = (origin: string, challenge: string): RequestOptions => ({
  challenge,
  rpId: rpIdOf(origin),
  timeout: TIMEOUT_MS,
  allowCredentials: [],
  userVerification: 'required',
})
