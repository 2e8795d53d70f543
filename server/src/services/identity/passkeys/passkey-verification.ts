/** Whether what a browser sent of a passkey holds: challenge, origin, address, person present and verified, signature (WebAuthn §7). */
import type { NewPasskey, PasskeyProof } from '../../../domain/identity/passkey-answer.ts'
import type { PasskeyRow, PasskeyUse } from '../../../storage/identity/passkeys.ts'
import { ALGORITHMS, rpIdOf, userHandleOf } from './passkey-options.ts'

/** Loaded by the first passkey that is made or used: it is large, and most processes never meet one. */
const library = () => import('@simplewebauthn/server')
const libraryParts = () => import('@simplewebauthn/server/helpers')

/** The library throws at whatever does not fit; nothing but the answer itself is touched meanwhile. */
const unlessItThrows = async <Result>(check: () => Promise<Result>): Promise<Result | null> => {
  try {
    return await check()
  } catch {
    return null
  }
}

/**
 * We ask for no attestation, so a browser sends none, or the key's signature over itself. A certificate is refused
 * unread: the library would fetch the revocation list from an address that the certificate's maker chose.
 */
const hasCertificate = async (attestationObject: string): Promise<boolean> => {
  const { decodeAttestationObject } = await libraryParts()
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  return !(format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined))
}

export interface VerifiedPasskey {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly use: PasskeyUse
}

/** Null where anything about it is wrong. */
export const verifiedNewPasskey = async (origin: string, made: NewPasskey): Promise<VerifiedPasskey | null> => {
  const { verifyRegistrationResponse } = await library()
  return unlessItThrows(async () => {
    if (await hasCertificate(made.attestationObject)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: made.credentialId,
        rawId: made.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: made.clientDataJson, attestationObject: made.attestationObject },
      },
      expectedChallenge: made.challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || registrationInfo.credential.id !== made.credentialId) return null
    const { credential, credentialBackedUp: backedUp } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      use: { signCount: credential.counter, backedUp },
    }
  })
}

/** A key that is nobody's: checking an unknown passkey costs the same work as a wrong signature. */
const NOBODYS_KEY = Buffer.from(
  'a5010203262001215820' +
    '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
    '225820' +
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  'hex',
)

/**
 * Null where the signature, or anything that was signed, is wrong. The library is told of no earlier count, as it
 * would look at it before the signature: whether the count went back is asked of the store, of true signatures alone.
 */
export const verifiedUse = async (
  origin: string,
  proof: PasskeyProof,
  passkey: PasskeyRow | undefined,
): Promise<PasskeyUse | null> => {
  const { verifyAuthenticationResponse } = await library()
  const id = proof.credentialId
  const use = await unlessItThrows(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: proof.clientDataJson,
          authenticatorData: proof.authenticatorData,
          signature: proof.signature,
        },
      },
      expectedChallenge: proof.challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      credential: { id, publicKey: new Uint8Array(passkey?.public_key ?? NOBODYS_KEY), counter: 0 },
      requireUserVerification: true,
    })
    const { newCounter: signCount, credentialBackedUp: backedUp } = authenticationInfo
    return verified ? { signCount, backedUp } : null
  })
  return passkey && proof.userHandle === userHandleOf(passkey.user_id) ? use : null
}
